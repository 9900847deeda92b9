/** What callers get of an episode, as JSON text or plain data. */
import { seedOut } from "../core/task.ts";
import { firstObservation, messagesOf, type StepCore } from "../envs/play.ts";
import { encodeEpisodeId } from "../protocol/episode-id.ts";
import type { EpisodeView } from "../protocol/trainer.ts";
import type { Episode, Step } from "../protocol/wire.ts";
import type { LiveEpisode, LiveTask } from "./live.ts";

export interface Address {
  readonly objectId: string;
  readonly key: string;
  readonly idleSeconds: number;
}

function idOf(address: Address, episode: LiveEpisode): string {
  episode.id ??= encodeEpisodeId({ objectId: address.objectId, number: episode.row.number }, address.key);
  return episode.id;
}
const timeText = (ms: number): string => new Date(ms).toISOString();
const metadataOf = (episode: LiveEpisode): Pick<Episode, "metadata"> => (episode.row.metadata === null ? {} : { metadata: episode.row.metadata });

/** Rule EP5. The reply to a reset. */
export function episodeReply(address: Address, live: LiveTask, episode: LiveEpisode): Episode {
  const { key, taskId } = live.table.task;
  return {
    episode_id: idOf(address, episode),
    task_id: taskId,
    env: key.env,
    env_version: key.envVersion,
    difficulty: key.difficulty,
    seed: seedOut(key.seed),
    split: key.split,
    turn: 0,
    expires_at: timeText(episode.row.createdAt + 1000 * address.idleSeconds),
    ...firstObservation(live.table),
    ...metadataOf(episode),
  };
}

export function stepReply(address: Address, live: LiveTask, episode: LiveEpisode, reply: StepCore): string {
  const { turn, observation, ...rest } = reply;
  const step: Step = {
    episode_id: idOf(address, episode),
    task_id: live.table.task.taskId,
    turn,
    observation,
    messages: messagesOf(observation),
    ...rest,
    ...metadataOf(episode),
  };
  return JSON.stringify(step);
}

/** The trainer's view. The hidden goal and slots only once the episode is over, or when the caller may see them. */
export function stateView(address: Address, live: LiveTask, episode: LiveEpisode, reveal: boolean, deadline: number): string {
  const { state } = episode;
  const { task } = live.table;
  const { key } = task;
  const over = state.ending !== null;
  const status = over ? "over" : episode.faulted ? "faulted" : "live";
  const view: EpisodeView = {
    episode_id: idOf(address, episode),
    task_id: task.taskId,
    env: key.env,
    env_version: key.envVersion,
    difficulty: key.difficulty,
    seed: seedOut(key.seed),
    split: key.split,
    language: key.language,
    axes: task.axes,
    catalog_version: key.catalogVersion,
    on_invalid: episode.row.onInvalid,
    status,
    faults: episode.faults.count,
    turn: state.turn,
    free_turns: state.freeTurns,
    cart: state.world.cart.map((line) => ({ title: line.title, variant: line.variantValue, quantity: line.quantity })),
    ending: state.ending as EpisodeView["ending"],
    created_at: timeText(episode.row.createdAt),
    expires_at: over ? null : timeText(deadline),
    ended_at: over ? timeText(episode.touchedAt) : null,
    ...metadataOf(episode),
    ...(over || reveal
      ? {
          hidden: {
            problem: task.problem,
            style: task.style,
            slots: task.slots.map(({ id, kind, subject }) => ({ id, kind, subject, state: state.slots[id]?.state ?? "latent" })),
          },
        }
      : {}),
  };
  return JSON.stringify(view);
}

/** Rule EP1. The transcript: what the agent was given and sent, in order, byte for byte. */
export function trajectoryView(address: Address, live: LiveTask, episode: LiveEpisode): string {
  const steps = episode.entries
    .filter((entry) => entry.reply !== null)
    .map((entry) => ({
      turn: entry.turn,
      at: timeText(entry.at),
      action: entry.action,
      observation: entry.reply?.observation,
      reward: entry.reply?.reward,
      free: entry.changes.some((change) => change.kind === "turn" && change.free),
    }));
  const { task } = live.table;
  return JSON.stringify({
    episode_id: idOf(address, episode),
    task_id: task.taskId,
    env: task.key.env,
    env_version: task.key.envVersion,
    first: firstObservation(live.table),
    steps,
    ending: episode.state.ending,
    ...metadataOf(episode),
  });
}
