/** An object's storage: one task, its episodes, and one row per step. The only place that knows the tables. */
import type { Change } from "../core/episode.ts";
import type { Task } from "../core/task.ts";
import type { StepCore } from "../envs/play.ts";
import type { Metadata } from "./messages.ts";

/** What is fixed about an episode when it is made. */
export interface EpisodeRow {
  readonly number: number;
  readonly owner: string;
  /** The run it belongs to, or null. */
  readonly run: string | null;
  readonly onInvalid: "fail" | "observe";
  readonly metadata: Metadata | null;
  readonly createdAt: number;
}

/** One step as it was taken. */
export interface Entry {
  /** Turn that the step was taken at, 0 up; -1 for an ending without a step (expired, abandoned). */
  readonly turn: number;
  readonly key: string | null;
  readonly requestHash: string;
  readonly at: number;
  readonly action: unknown;
  readonly changes: readonly Change[];
  readonly reply: StepCore | null;
}

export interface Creation {
  readonly requestHash: string;
  readonly task: Task;
  readonly episodes: readonly EpisodeRow[];
}

/** Rule EP9. Steps of an episode that failed on our side. */
export interface Faults {
  /** How many in all. */
  readonly count: number;
  /** Turn of the last one; -1 when there was none. The episode is faulted while it is still at that turn. */
  readonly turn: number;
}

export const NO_FAULTS: Faults = { count: 0, turn: -1 };

/** Everything an object holds, loaded once after it wakes. */
export interface Loaded {
  readonly creation: Creation;
  readonly entries: ReadonlyMap<number, readonly Entry[]>;
  readonly faults: ReadonlyMap<number, Faults>;
}

/** Places of what is no step, in the one table: the task before all episodes, an episode and its faults before its steps. */
const TASK = { episode: -1, seq: 0 };
const EPISODE_SEQ = -1;
const FAULT_SEQ = -2;

/** One table, so that making it, and what is written with it, touches as few pages as can be. */
const TABLE = "CREATE TABLE record (episode INTEGER NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (episode, seq)) WITHOUT ROWID";
const WRITE = "INSERT OR REPLACE INTO record VALUES (?, ?, ?)";
const APPEND = "INSERT INTO record VALUES (?, ?, ?)";

export class Journal {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  get #sql(): SqlStorage {
    return this.#storage.sql;
  }

  /** Null when nothing was ever made here, or all was purged. */
  load(): Loaded | null {
    const exists = this.#sql.exec<{ name: string }>("SELECT name FROM sqlite_master WHERE name = 'record'").toArray();
    if (exists.length === 0) return null;
    let head: Pick<Creation, "requestHash" | "task"> | null = null;
    const episodes: EpisodeRow[] = [];
    const entries = new Map<number, Entry[]>();
    const faults = new Map<number, Faults>();
    for (const { episode, seq, body } of this.#sql.exec<{ episode: number; seq: number; body: string }>("SELECT * FROM record ORDER BY episode, seq")) {
      const value: unknown = JSON.parse(body);
      if (episode === TASK.episode) head = value as Pick<Creation, "requestHash" | "task">;
      else if (seq === EPISODE_SEQ) episodes.push(value as EpisodeRow);
      else if (seq === FAULT_SEQ) faults.set(episode, value as Faults);
      else entries.set(episode, [...(entries.get(episode) ?? []), value as Entry]);
    }
    return head === null ? null : { creation: { ...head, episodes }, entries, faults };
  }

  /** Rule EP1. Table, task and episodes in one transaction. */
  create({ requestHash, task, episodes }: Creation): void {
    this.#storage.transactionSync(() => {
      this.#sql.exec(TABLE);
      this.#sql.exec(APPEND, TASK.episode, TASK.seq, JSON.stringify({ requestHash, task }));
      for (const episode of episodes) this.#sql.exec(APPEND, episode.number, EPISODE_SEQ, JSON.stringify(episode));
    });
  }

  /** Leaves nothing behind. */
  async purge(): Promise<void> {
    await this.#storage.deleteAll();
  }

  /** Counts a step that failed on our side. */
  fault(episode: number, faults: Faults): void {
    this.#sql.exec(WRITE, episode, FAULT_SEQ, JSON.stringify(faults));
  }

  /** One row per step. */
  append(episode: number, seq: number, entry: Entry): void {
    this.#sql.exec(APPEND, episode, seq, JSON.stringify(entry));
  }
}
