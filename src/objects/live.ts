/** A loaded task and its episodes in memory: nothing here that the journal could not give back. */
import { apply, type EpisodeState, fold } from "../core/episode.ts";
import { fail, type Reply } from "../core/errors.ts";
import type { StepCore, Table } from "../envs/play.ts";
import { type Creation, type Entry, type EpisodeRow, type Faults, type Loaded, NO_FAULTS } from "./journal.ts";
import type { StepCall } from "./messages.ts";

export class LiveTask {
  readonly creation: Creation;
  readonly table: Table;
  readonly episodes: readonly LiveEpisode[];

  constructor(loaded: Loaded, table: Table) {
    this.creation = loaded.creation;
    this.table = table;
    this.episodes = loaded.creation.episodes.map(
      (row) => new LiveEpisode(row, table, loaded.entries.get(row.number) ?? [], loaded.faults.get(row.number) ?? NO_FAULTS),
    );
  }
}

export class LiveEpisode {
  readonly row: EpisodeRow;
  /** Its public id, once it was asked for. */
  id: string | null = null;
  state: EpisodeState;
  faults: Faults;
  /** The step being taken, so that an identical retry can wait for it. */
  inFlight: { readonly requestHash: string; readonly key: string | null; readonly reply: Promise<Reply<string>> } | null = null;
  readonly #entries: Entry[];

  constructor(row: EpisodeRow, table: Table, entries: readonly Entry[], faults: Faults) {
    this.row = row;
    this.faults = faults;
    this.#entries = [...entries];
    this.state = fold(
      table.task,
      entries.flatMap((entry) => entry.changes),
    );
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  get length(): number {
    return this.#entries.length;
  }

  /** Rule EP9. Whether the step at hand failed on our side and has not succeeded since. */
  get faulted(): boolean {
    return this.state.ending === null && this.faults.turn === this.state.turn;
  }

  /** When something last happened, in milliseconds since 1970. */
  get touchedAt(): number {
    return this.#entries[this.#entries.length - 1]?.at ?? this.row.createdAt;
  }

  add(entry: Entry): void {
    this.#entries.push(entry);
    for (const change of entry.changes) this.state = apply(this.state, change);
  }

  /**
   * Rule EP8. What a call gets without taking a step: the recorded reply of the same step, a conflict, or the end.
   *
   * @returns null when the step is to be taken.
   */
  settled(call: StepCall, requestHash: string): Reply<StepCore> | null {
    const { turn } = this.state;
    const keyed = call.key === null ? undefined : this.#entries.find((entry) => entry.key === call.key);
    if (keyed !== undefined) {
      if (keyed.requestHash !== requestHash || keyed.reply === null || (call.turn !== null && call.turn !== keyed.turn))
        return fail("idempotency_conflict", `the key was used for the step at turn ${keyed.turn}`, { turn });
      return { ok: true, value: keyed.reply };
    }
    if (call.turn !== null && call.turn !== turn) {
      const taken = this.#entries.find((entry) => entry.turn === call.turn);
      if (taken?.reply && taken.requestHash === requestHash && call.key === null) return { ok: true, value: taken.reply };
      return fail("turn_conflict", `the episode is at turn ${turn}, not ${call.turn}`, { turn });
    }
    if (this.state.ending !== null) return fail("episode_over", `the episode ended: ${this.state.ending.reason}`, { turn });
    return null;
  }
}
