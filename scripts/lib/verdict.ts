/** Whether players keep their bounds, judged over the episodes that count. */
import type { Player } from "../players/player.ts";
import type { Cell, Played } from "./play-cells.ts";

/** Episodes of a cell from which on it is judged alone; smaller cells are pooled over d. */
const ALONE = 100;
/** Difficulties at which a player that must succeed may not miss once. */
const NO_MISS = 4;
/** Standard deviations that a chance rate may be off by luck. */
const LUCK = 3;

export interface Row {
  readonly env: string;
  readonly difficulty: number;
  readonly player: string;
  readonly kind: Player["kind"];
  readonly bound: number;
  readonly holds: boolean;
  readonly episodes: number;
  /** Episodes that count for the bound. */
  readonly counted: number;
  /** Successes among those that count. */
  readonly successes: number;
  readonly mean_reward: number;
  readonly mean_turns: number;
}

const mean = (rows: readonly Played[], of: (one: Played) => number): number => rows.reduce((sum, one) => sum + of(one), 0) / rows.length;
const wins = (rows: readonly Played[]): number => rows.filter((one) => one.success).length;

/** The bound of a player at a difficulty. */
export const boundOf = (player: Player, difficulty: number): number => (typeof player.bound === "number" ? player.bound : player.bound(difficulty));

/** One row of the table: a cell's figures, and whether the player keeps its bound there. */
export function rowOf(cell: Cell, played: readonly Played[]): Row {
  const all = played.filter((one) => one.cell === cell);
  const counted = all.filter((one) => one.counts);
  const pooled = played.filter((one) => one.counts && one.cell.env === cell.env && one.cell.player === cell.player);
  return {
    env: cell.env,
    difficulty: cell.difficulty,
    player: cell.player.name,
    kind: cell.player.kind,
    bound: boundOf(cell.player, cell.difficulty),
    holds: keeps(cell.player, counted.length >= ALONE ? counted : pooled, counted, cell.difficulty),
    episodes: all.length,
    counted: counted.length,
    successes: wins(counted),
    mean_reward: mean(all, (one) => one.reward),
    mean_turns: mean(all, (one) => one.turns),
  };
}

/** A rate that is only chance may pass its expectation by what luck explains; the 1 % that every shortcut is allowed may not. */
function keeps(player: Player, judged: readonly Played[], own: readonly Played[], difficulty: number): boolean {
  if (judged.length === 0) return true;
  if (player.kind === "must_succeed") {
    const bound = boundOf(player, difficulty);
    return wins(judged) >= bound * judged.length && (difficulty > NO_MISS || wins(own) === own.length);
  }
  const expected = judged.reduce((sum, one) => sum + boundOf(player, one.cell.difficulty), 0);
  const variance = judged.reduce((sum, one) => sum + boundOf(player, one.cell.difficulty) * (1 - boundOf(player, one.cell.difficulty)), 0);
  const chance = judged.some((one) => boundOf(player, one.cell.difficulty) > 0.01);
  return wins(judged) <= expected + (chance ? LUCK * Math.sqrt(variance) : 0);
}

/** Difficulties at which another player of the environment earns as much as the reference or more, among those that skip or delay asking. */
export function asksBest(rows: readonly Row[]): readonly string[] {
  const rivals = rows.filter((row) => row.player === "never-ask" || row.player === "asking-late");
  return rivals.flatMap((rival) => {
    const reference = rows.find((row) => row.player === "reference" && row.env === rival.env && row.difficulty === rival.difficulty);
    return reference !== undefined && rival.mean_reward >= reference.mean_reward
      ? [`${rival.env} d=${rival.difficulty}: ${rival.player} ${rival.mean_reward.toFixed(3)}, reference ${reference.mean_reward.toFixed(3)}`]
      : [];
  });
}

export interface RankingTerm {
  readonly env: string;
  readonly difficulty: number;
  /** Mean value of the ranking component, by player: one that ranks by what it heard, and one that ranks blindly. */
  readonly informed: number;
  readonly blind: number;
}

const INFORMED = "reference";
const BLIND = "random-feasible";

/** The reward's ranking term of informed and of blind rankings, wherever both were played and lists are ranked. */
export function rankingTerms(played: readonly Played[]): readonly RankingTerm[] {
  const terms = (env: string, difficulty: number, player: string): readonly number[] =>
    played
      .filter(({ cell }) => cell.env === env && cell.difficulty === difficulty && cell.player.name === player)
      .flatMap(({ session }) => session.last?.breakdown?.components.find(({ name }) => name === "ranking")?.value ?? []);
  const places = new Map(played.map(({ cell }) => [`${cell.env}/${cell.difficulty}`, cell]));
  return [...places.values()].flatMap(({ env, difficulty }) => {
    const [informed, blind] = [terms(env, difficulty, INFORMED), terms(env, difficulty, BLIND)];
    const average = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    return informed.length === 0 || blind.length === 0 ? [] : [{ env, difficulty, informed: average(informed), blind: average(blind) }];
  });
}
