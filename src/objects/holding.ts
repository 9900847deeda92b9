/** What an object holds: its task and episodes, loaded when first asked for, and everything that is written about them. */
import { productTypeById } from "../catalog/types/index.ts";
import type { Change } from "../core/episode.ts";
import { fail, type Reply } from "../core/errors.ts";
import { environmentById } from "../envs/index.ts";
import { setTable } from "../envs/play.ts";
import type { Settings } from "../platform/settings.ts";
import { type Creation, type Entry, Journal } from "./journal.ts";
import { deadlineOf, purgeTime } from "./lifetime.ts";
import { type LiveEpisode, LiveTask } from "./live.ts";

export interface Found {
  readonly live: LiveTask;
  readonly episode: LiveEpisode;
}

export class Holding {
  readonly #journal: Journal;
  readonly #settings: Settings;
  #live: LiveTask | null = null;

  constructor(storage: DurableObjectStorage, settings: Settings) {
    this.#journal = new Journal(storage);
    this.#settings = settings;
  }

  /** Null when nothing was ever made here, or all was purged. */
  load(): LiveTask | null {
    if (this.#live !== null) return this.#live;
    const loaded = this.#journal.load();
    if (loaded === null) return null;
    const { task } = loaded.creation;
    const environment = environmentById(task.key.env);
    if (environment === undefined) throw new Error(`environment ${task.key.env} is gone`);
    this.#live = new LiveTask(loaded, setTable(environment, task, productTypeById));
    return this.#live;
  }

  /** Writes a task and its episodes. */
  create(creation: Creation): LiveTask {
    this.#journal.create(creation);
    const live = this.load();
    if (live === null) throw new Error("what was just written cannot be read");
    return live;
  }

  /** An owner's episode, or why there is none; `evenIfExpired` for reading and ending. */
  find(query: { readonly number: number; readonly owner: string }, now: number, evenIfExpired: boolean): Reply<Found> {
    const purged = fail("episode_purged", "the episode was purged after its end");
    const live = this.load();
    if (live === null) return purged;
    const episode = live.episodes[query.number];
    if (episode === undefined || episode.row.owner !== query.owner) return fail("episode_not_found", "there is no such episode");
    this.expire(episode, now);
    if (this.purgeIsDue(live, now)) return purged;
    if (!evenIfExpired && episode.state.ending?.reason === "expired") {
      return fail("episode_expired", `the episode expired at turn ${episode.state.turn}, on ${new Date(episode.touchedAt).toISOString()}`, {
        turn: episode.state.turn,
      });
    }
    return { ok: true, value: { live, episode } };
  }

  append(episode: LiveEpisode, entry: Entry): void {
    this.#journal.append(episode.row.number, episode.length, entry);
    episode.add(entry);
  }

  /** Ends an episode without a grade. */
  end(episode: LiveEpisode, reason: "expired" | "abandoned", at: number): void {
    const changes: Change[] = [{ kind: "ended", ending: { reason, reward: null, success: false, breakdown: null } }];
    this.append(episode, { turn: -1, key: null, requestHash: "", at, action: null, changes, reply: null });
  }

  /** Rule EP9. Counts a step that failed on our side. */
  fault(episode: LiveEpisode, turn: number): void {
    episode.faults = { count: episode.faults.count + 1, turn };
    this.#journal.fault(episode.row.number, episode.faults);
  }

  /** Rule EP10. As of its deadline, whenever that is noticed. */
  expire(episode: LiveEpisode, now: number): void {
    const deadline = deadlineOf(episode, this.#settings);
    if (episode.state.ending === null && deadline <= now) this.end(episode, "expired", deadline);
  }

  purgeIsDue(live: LiveTask, now: number): boolean {
    const due = purgeTime(live.episodes, this.#settings);
    return due !== null && due <= now;
  }

  async purge(): Promise<void> {
    this.#live = null;
    await this.#journal.purge();
  }
}
