/** The one form of an agent's action that everything behind the doors works on. */

/** A tool call after validation of its envelope; arguments are parsed by the tool. */
export interface ToolCall {
  /** Unique within the action; the agent's own id where it gave one. */
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface AgentAction {
  /** What the agent says to the user, byte for byte; null when it says nothing. */
  readonly message: string | null;
  /** World tools, in order. ask_user and submit_answer are not here. */
  readonly calls: readonly ToolCall[];
  /** Questions through ask_user, in order. */
  readonly asks: readonly Ask[];
  /** The answer, from either place; absent when none was given. */
  readonly answer?: Readonly<Record<string, unknown>>;
  /** The call that carried each ask or the answer, to reply to it. */
  readonly controlCalls: readonly { readonly id: string; readonly name: "ask_user" | "submit_answer" }[];
}

export interface Ask {
  readonly question: string;
  /** Slot kinds; empty when the question is free text only. */
  readonly about: readonly string[];
}

/** Why an action is invalid: the parameter, what is wrong with it, what is allowed. */
export interface InvalidAction {
  readonly parameter: string;
  readonly message: string;
  readonly allowed: string;
}

export type ParsedAction = { readonly ok: true; readonly action: AgentAction } | { readonly ok: false; readonly invalid: InvalidAction };
