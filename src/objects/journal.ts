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
    const exists = this.#sql.exec<{ name: string }>("SELECT name FROM sqlite_master WHERE name = 'task'").toArray();
    if (exists.length === 0) return null;
    const [head] = this.#sql.exec<{ request_hash: string; task: string }>("SELECT request_hash, task FROM task").toArray();
    if (head === undefined) return null;
    const rows = this.#sql
      .exec<{ number: number; owner: string; run: string | null; on_invalid: string; metadata: string | null; created_at: number }>(
        "SELECT * FROM episode ORDER BY number",
      )
      .toArray();
    const episodes = rows.map(
      (row): EpisodeRow => ({
        number: row.number,
        owner: row.owner,
        run: row.run,
        onInvalid: row.on_invalid === "observe" ? "observe" : "fail",
        metadata: row.metadata === null ? null : JSON.parse(row.metadata),
        createdAt: row.created_at,
      }),
    );
    const entries = new Map<number, Entry[]>(episodes.map((episode) => [episode.number, []]));
    for (const row of this.#sql.exec<{ episode: number; entry: string }>("SELECT episode, entry FROM journal ORDER BY episode, seq")) {
      entries.get(row.episode)?.push(JSON.parse(row.entry) as Entry);
    }
    const faults = new Map<number, Faults>();
    for (const { episode, ...one } of this.#sql.exec<{ episode: number; count: number; turn: number }>("SELECT episode, count, turn FROM fault"))
      faults.set(episode, one);
    return { creation: { requestHash: head.request_hash, task: JSON.parse(head.task) as Task, episodes }, entries, faults };
  }

  /** Rule EP1. Tables, task and episodes in one transaction. */
  create(creation: Creation): void {
    this.#storage.transactionSync(() => {
      this.#sql.exec(`CREATE TABLE task (request_hash TEXT NOT NULL, task TEXT NOT NULL);
        CREATE TABLE episode (number INTEGER PRIMARY KEY, owner TEXT NOT NULL, run TEXT, on_invalid TEXT NOT NULL, metadata TEXT, created_at INTEGER NOT NULL);
        CREATE TABLE journal (episode INTEGER NOT NULL, seq INTEGER NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (episode, seq)) WITHOUT ROWID;
        CREATE TABLE fault (episode INTEGER PRIMARY KEY, count INTEGER NOT NULL, turn INTEGER NOT NULL)`);
      this.#sql.exec("INSERT INTO task VALUES (?, ?)", creation.requestHash, JSON.stringify(creation.task));
      for (const episode of creation.episodes) {
        const metadata = episode.metadata === null ? null : JSON.stringify(episode.metadata);
        this.#sql.exec(
          "INSERT INTO episode VALUES (?, ?, ?, ?, ?, ?)",
          episode.number,
          episode.owner,
          episode.run,
          episode.onInvalid,
          metadata,
          episode.createdAt,
        );
      }
    });
  }

  /** Leaves nothing behind. */
  async purge(): Promise<void> {
    await this.#storage.deleteAll();
  }

  /** Counts a step that failed on our side. */
  fault(episode: number, { count, turn }: Faults): void {
    this.#sql.exec("INSERT OR REPLACE INTO fault VALUES (?, ?, ?)", episode, count, turn);
  }

  /** One row per step. */
  append(episode: number, seq: number, entry: Entry): void {
    this.#sql.exec("INSERT INTO journal VALUES (?, ?, ?)", episode, seq, JSON.stringify(entry));
  }
}
