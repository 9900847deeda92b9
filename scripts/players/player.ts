/** What a player is: an agent that sees what any agent sees, and the rate that it must reach or must not pass. */
import type { Episode, Step } from "../../src/protocol/wire.ts";
import type { Client } from "../lib/client.ts";

export interface Action {
  readonly assistant_message?: string | null;
  readonly tool_calls?: readonly { readonly name: string; readonly args: object }[];
  readonly answer?: object | null;
}

/** One episode being played. */
export class Session {
  readonly first: Episode;
  readonly steps: { readonly action: Action; readonly reply: Step }[] = [];
  /** Facts for the judge of a run, e.g. what was guessed; players never read them. */
  readonly notes: Record<string, unknown> = {};
  readonly #client: Client;
  #draws: number;

  constructor(client: Client, first: Episode) {
    this.#client = client;
    this.first = first;
    this.#draws = [...first.observation.user_message].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7);
  }

  /** Chance of the player's own, in [0, 1); it follows from the opening, so that a run can be repeated. */
  chance(): number {
    this.#draws = (this.#draws + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#draws ^ (this.#draws >>> 15), 1 | this.#draws);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  get last(): Step | null {
    return this.steps[this.steps.length - 1]?.reply ?? null;
  }

  get over(): boolean {
    return this.last !== null && (this.last.terminated || this.last.truncated);
  }

  get turnsLeft(): number {
    return this.last?.observation.remaining.turns ?? this.first.observation.limits.turns;
  }

  async step(action: Action): Promise<Step> {
    const reply = await this.#client.step(this.first.episode_id, this.steps.length, { action });
    this.steps.push({ action, reply });
    return reply;
  }
}

export interface Player {
  readonly name: string;
  readonly kind: "must_succeed" | "must_fail";
  /** Least success rate of a player that must succeed, most of one that must fail. */
  readonly bound: number;
  /** Why the bound is what it is. */
  readonly because: string;
  play(session: Session): Promise<void>;
}
