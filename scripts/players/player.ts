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
  readonly #client: Client;

  constructor(client: Client, first: Episode) {
    this.#client = client;
    this.first = first;
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
