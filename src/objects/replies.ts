/** What callers get of an episode, as JSON text or plain data. */
import { seedOut } from "../core/task.ts";
import { firstObservation, type StepCore } from "../envs/play.ts";
import { encodeEpisodeId } from "../protocol/episode-id.ts";
import type { Episode } from "../protocol/wire.ts";
import type { LiveEpisode, LiveTask } from "./live.ts";

export interface Address {
  readonly objectId: string;
  readonly key: string;
  readonly idleSeconds: number;
}

const idOf = (address: Address, episode: LiveEpisode): string => encodeEpisodeId({ objectId: address.objectId, number: episode.row.number }, address.key);
const metadataOf = (episode: LiveEpisode): object => (episode.row.metadata === null ? {} : { metadata: episode.row.metadata });

/** Rule EP5. The reply to a reset. */
export function episodeReply(address: Address, live: LiveTask, episode: LiveEpisode): Episode {
  const { key, taskId } = live.table.task;
  return {
    episode_id: idOf(address, episode), task_id: taskId, env: key.env, env_version: key.envVersion, difficulty: key.difficulty, seed: seedOut(key.seed), split: key.split, turn: 0,
    expires_at: new Date(episode.row.createdAt + 1000 * address.idleSeconds).toISOString(),
    ...firstObservation(live.table),
    ...(metadataOf(episode) as Pick<Episode, "metadata">),
  };
}

export function stepReply(address: Address, live: LiveTask, episode: LiveEpisode, reply: StepCore): string {
  return JSON.stringify({ episode_id: idOf(address, episode), task_id: live.table.task.taskId, ...reply, ...metadataOf(episode) });
}

/** The trainer's view. The hidden goal and slots only once the episode is over, or when the caller may see them. */
export function stateView(address: Address, live: LiveTask, episode: LiveEpisode, reveal: boolean, deadline: number): string {
  const { state } = episode;
  const { task } = live.table;
  const { key } = task;
  const over = state.ending !== null;
  const status = over ? "over" : episode.faults > 0 ? "faulted" : "live";
  return JSON.stringify({
    episode_id: idOf(address, episode), task_id: task.taskId, env: key.env, env_version: key.envVersion, difficulty: key.difficulty, seed: seedOut(key.seed), split: key.split,
    axes: task.axes, catalog_version: key.catalogVersion, run: episode.row.run, on_invalid: episode.row.onInvalid, status, faults: episode.faults,
    turn: state.turn, free_turns: state.freeTurns, cart: state.world.cart.map((line) => ({ title: line.title, variant: line.variantValue, quantity: line.quantity })),
    ending: state.ending, created_at: new Date(episode.row.createdAt).toISOString(), ...(over ? {} : { expires_at: new Date(deadline).toISOString() }),
    ...metadataOf(episode),
    ...(over || reveal ? { hidden: { problem: task.problem, style: task.style, slots: task.slots.map((slot) => ({ ...slot, ...state.slots[slot.id] })) } } : {}),
  });
}

/** Rule EP1. The transcript: what the agent was given and sent, in order, byte for byte. */
export function trajectoryView(address: Address, live: LiveTask, episode: LiveEpisode): string {
  const steps = episode.entries.filter((entry) => entry.reply !== null).map((entry) => ({
    turn: entry.turn, action: entry.action, observation: entry.reply?.observation, reward: entry.reply?.reward, terminated: entry.reply?.terminated, truncated: entry.reply?.truncated,
    user_act: entry.reply?.observation.user_act, free: entry.changes.some((change) => change.kind === "turn" && change.free),
  }));
  const { task } = live.table;
  return JSON.stringify({ episode_id: idOf(address, episode), task_id: task.taskId, env: task.key.env, first: firstObservation(live.table), steps, ending: episode.state.ending, ...metadataOf(episode) });
}
