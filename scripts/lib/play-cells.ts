/** Plays cells of (environment, difficulty, player) over fresh seeds, a few episodes at a time, with live progress. */
import type { Episode } from "../../src/protocol/wire.ts";
import { type Hidden, type Player, Session } from "../players/player.ts";
import { Client } from "./client.ts";
import { Progress } from "./progress.ts";

export interface Cell {
  readonly env: string;
  readonly difficulty: number;
  readonly player: Player;
}

export interface Played {
  readonly cell: Cell;
  readonly seed: number;
  readonly session: Session;
  readonly success: boolean;
  /** Whether it counts for the player's bound. */
  readonly counts: boolean;
  readonly reward: number;
  readonly turns: number;
  readonly freeTurns: number;
}

/** Episodes under way at once. */
const LANES = 8;

/** @param seedBase seeds are `seedBase` up; the same for every cell, so that players meet the same tasks. */
export async function playCells(url: string, cells: readonly Cell[], seeds: number, seedBase: number): Promise<Played[]> {
  const client = new Client(url);
  const jobs = shuffled(cells.flatMap((cell) => Array.from({ length: seeds }, (_, n) => ({ cell, seed: seedBase + n }))));
  const progress = new Progress("Playing", jobs.length);
  const played: Played[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let job = jobs[next++]; job !== undefined; job = jobs[next++]) {
      played.push(await playOne(client, job.cell, job.seed));
      progress.at(played.length, `${played.filter((one) => one.success).length} successes`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  progress.done(`${played.length} episodes`);
  return played.sort((a, b) => cells.indexOf(a.cell) - cells.indexOf(b.cell) || a.seed - b.seed);
}

/** In random order, so that neither players nor difficulties meet a warm or a cold service each. */
function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((one) => ({ one, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one);
}

async function playOne(client: Client, cell: Cell, seed: number): Promise<Played> {
  const first: Episode = await client.reset({ env: cell.env, difficulty: cell.difficulty, seed, on_invalid: cell.player.onInvalid ?? "fail" });
  const session = new Session(client, first);
  await cell.player.play(session);
  const end = session.last;
  if (end === null || !session.over || end.reward === null)
    throw new Error(`${cell.player.name} left the episode of seed ${seed} at d = ${cell.difficulty} unfinished`);
  return {
    cell,
    seed,
    session,
    success: end.success === true,
    counts: cell.player.counts === undefined || cell.player.counts(session, await hiddenOf(client, first.episode_id)),
    reward: end.reward,
    turns: end.turn,
    freeTurns: end.breakdown?.terms.efficiency.free_turns ?? 0,
  };
}

async function hiddenOf(client: Client, episodeId: string): Promise<Hidden> {
  const view = await client.get<{ hidden?: Hidden }>(`/v1/episodes/${episodeId}`);
  if (view.hidden === undefined) throw new Error(`the trainer's view of ${episodeId} hides its goal though it is over`);
  return view.hidden;
}

/** A journal a person can read. */
export function journal(one: Played): string {
  const { first, steps } = one.session;
  const lines = [
    `--- ${one.cell.env} d=${one.cell.difficulty} seed=${one.seed} ${one.cell.player.name}: ${one.success ? "success" : "FAILED"}, reward ${one.reward.toFixed(3)}`,
    `user: ${first.observation.user_message}`,
  ];
  for (const { action, reply } of steps) {
    lines.push(`agent ${reply.turn}: ${JSON.stringify(action)}`);
    for (const result of reply.observation.tool_results)
      lines.push(`  ${result.name}: ${JSON.stringify(result.ok ? result.result : result.error).slice(0, 400)}`);
    for (const notice of reply.observation.notices) lines.push(`  shop: ${notice}`);
    if (reply.observation.user_message !== null) lines.push(`user (${reply.observation.user_act}): ${reply.observation.user_message}`);
    if (reply.breakdown !== null) lines.push(`end: ${reply.reason} ${JSON.stringify(reply.breakdown.components)}`);
  }
  return lines.join("\n");
}
