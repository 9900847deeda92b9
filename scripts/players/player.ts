/** What a player is: an agent that sees what any agent sees, and the rate that it must reach or must not pass. */
import type { Episode, Step } from "../../src/protocol/wire.ts";
import type { Client } from "../lib/client.ts";

export interface Call {
  readonly name: string;
  readonly args: object;
}

export interface Action {
  readonly assistant_message?: string | null;
  readonly tool_calls?: readonly Call[];
  readonly answer?: object | null;
}

/** One episode being played. */
export class Session {
  readonly first: Episode;
  readonly steps: { readonly action: Action; readonly reply: Step }[] = [];
  /** Facts for the judge of a run, e.g. that a guess was wrong; players never read them. */
  readonly notes: Record<string, unknown> = {};
  readonly #client: Client;
  #draws: number;

  constructor(client: Client, first: Episode) {
    this.#client = client;
    this.first = first;
    this.#draws = [...first.observation.user_message].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7);
  }

  get opening(): string {
    return this.first.observation.user_message;
  }

  get limits(): Episode["observation"]["limits"] {
    return this.first.observation.limits;
  }

  get last(): Step | null {
    return this.steps[this.steps.length - 1]?.reply ?? null;
  }

  get over(): boolean {
    return this.last !== null && (this.last.terminated || this.last.truncated);
  }

  get turnsLeft(): number {
    return this.last?.observation.remaining.turns ?? this.limits.turns;
  }

  async step(action: Action): Promise<Step> {
    const reply = await this.#client.step(this.first.episode_id, this.steps.length, { action });
    this.steps.push({ action, reply });
    return reply;
  }

  /** Takes one action a turn until the episode is over; the turn limit ends it at the latest. */
  async repeat(action: (turn: number) => Action): Promise<void> {
    while (!this.over) await this.step(action(this.steps.length + 1));
  }

  /** Chance of the player's own, in [0, 1); it follows from the opening, so that a run can be repeated. */
  chance(): number {
    this.#draws = (this.#draws + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#draws ^ (this.#draws >>> 15), 1 | this.#draws);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }
}

/** What was hidden, from the trainer's view of an episode that is over; for judges, never for players. */
export interface Hidden {
  readonly slots: readonly { readonly kind: string; readonly subject: string; readonly state: string }[];
}

export interface Player {
  readonly name: string;
  readonly kind: "must_succeed" | "must_fail";
  /** Least success rate of a player that must succeed; most of one that must fail, at a difficulty where it is a chance rate. */
  readonly bound: number | ((difficulty: number) => number);
  /** Why the bound is what it is; how a chance rate is derived. */
  readonly because: string;
  /** Whether an episode counts for the bound: the manner fits its budgets, or the shortcut is not by chance the right thing. All do when left out. */
  readonly counts?: (session: Session, hidden: Hidden) => boolean;
  /** What an invalid action does; "fail" when left out. */
  readonly onInvalid?: "fail" | "observe";
  /** Plays until the episode is over. */
  play(session: Session): Promise<void>;
}

/** A player whose shortcut is never the right thing, unless a chance rate is given. */
export function mustFail(name: string, because: string, play: Player["play"], more: Partial<Pick<Player, "bound" | "counts" | "onInvalid">> = {}): Player {
  return { name, kind: "must_fail", bound: 0.01, because, play, ...more };
}

/** A player that has to succeed in every episode that counts. */
export function mustSucceed(name: string, because: string, play: Player["play"], counts?: Player["counts"]): Player {
  return { name, kind: "must_succeed", bound: 0.99, because, play, ...(counts === undefined ? {} : { counts }) };
}

/** skilled(p): the reference, of whose facts each goes wrong with probability `p`; neither has to succeed nor to fail. */
export const skilled = (p: number, play: Player["play"]): Player => ({
  name: `skilled(${p.toFixed(3)})`,
  kind: "must_succeed",
  bound: 0,
  because: `the reference, of whose facts each goes wrong with probability ${p}`,
  play,
});
