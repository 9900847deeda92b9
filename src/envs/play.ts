/** One turn of an episode: gather what its calls need, then decide synchronously. */
import type { AgentAction, InvalidAction, ToolCall } from "../core/action.ts";
import { Aliases, ID_PATTERN } from "../core/alias.ts";
import type { Environment, OpenProblem } from "../core/environment.ts";
import { apply, type Change, type Ending, type EndReason, type EpisodeState, TERMINATIONS } from "../core/episode.ts";
import type { Catalog, TypeById } from "../core/ports.ts";
import type { Product } from "../core/product.ts";
import { gradeEpisode } from "../core/reward.ts";
import { Rng } from "../core/rng.ts";
import type { Speech } from "../core/shopper.ts";
import type { Task } from "../core/task.ts";
import { functionTool, type ToolContext, type ToolOutcome } from "../core/tool.ts";
import { parseAction } from "../protocol/action.ts";
import { type Episode, LIMITS, type Observation, type Step, type ToolResult } from "../protocol/wire.ts";
import { leaves, react } from "../users/policy.ts";
import { understand } from "../users/understand.ts";
import { speak } from "../users/voice.ts";

/** Invalid turns in a row that end an episode which observes them. */
const INVALID_IN_ROW = 3;

export interface StepInput {
  readonly body: { readonly action?: unknown; readonly message?: unknown };
  readonly onInvalid: "fail" | "observe";
}

/** A task with everything that playing it takes, made once per object. */
export interface Table {
  readonly environment: Environment;
  readonly task: Task;
  readonly problem: OpenProblem;
  readonly context: ToolContext;
}

/** Sets the table for a task. Throws when the stored problem no longer fits its schema. */
export function setTable(environment: Environment, task: Task, typeById: TypeById): Table {
  const problem = environment.open(task.problem);
  return { environment, task, problem, context: { task, aliases: new Aliases(task.root), typeById, shelf: problem.shelf } };
}

/** A parsed action with the facts that its calls need. */
export type Gathered =
  | { readonly valid: true; readonly action: AgentAction; readonly facts: readonly unknown[]; readonly mentioned: ReadonlyMap<string, Product> }
  | { readonly valid: false; readonly invalid: InvalidAction; readonly raw: unknown; readonly onInvalid: "fail" | "observe" };

/** A step's outcome as it is kept; what can be told from it is added when it is sent. */
export type StepCore = Omit<Step, "episode_id" | "task_id" | "metadata" | "messages">;

export interface StepOutcome {
  readonly changes: readonly Change[];
  readonly reply: StepCore;
  /** The action as the agent sent it, for the journal. */
  readonly action: unknown;
}

const NO_PRODUCTS: ReadonlyMap<string, Product> = new Map();

/** Parses an action and fetches what its calls need. Rejects only when the catalog is down. */
export async function gatherFacts(table: Table, input: StepInput, catalog: Catalog): Promise<Gathered> {
  const parsed = parseAction(input.body, table.environment);
  if (!parsed.ok) return { valid: false, invalid: parsed.invalid, raw: input.body.action ?? input.body.message, onInvalid: input.onInvalid };
  const { action } = parsed;
  const run = action.calls.slice(0, table.task.axes.tool_calls);
  const [facts, mentioned] = await Promise.all([
    Promise.all(run.map((call) => toolOf(table, call).gather(call.args, table.context, catalog))),
    mentionedProducts(action, table, catalog),
  ]);
  return { valid: true, action, facts, mentioned };
}

/** Products whose ids stand in the agent's words, at most 20, or in its answer, at most 50, so that the user can judge a proposal and the verifier an answer. */
async function mentionedProducts(action: AgentAction, table: Table, catalog: Catalog): Promise<ReadonlyMap<string, Product>> {
  const answered = (JSON.stringify(action.answer ?? null).match(ID_PATTERN) ?? []).slice(0, 50);
  const ids = [...new Set([...idsIn(action).slice(0, 20), ...answered])];
  const { aliases } = table.context;
  const indices = ids.map((id) => aliases.productIndex(id) ?? aliases.variantOf(id)?.index ?? null);
  const known = ids.flatMap((id, n) => (indices[n] === null ? [] : [{ id, index: indices[n] as number }]));
  if (known.length === 0) return new Map();
  const products = await catalog.byIndices(known.map(({ index }) => index));
  return new Map(known.flatMap(({ id }, n) => (products[n] ? [[id, products[n] as Product] as const] : [])));
}

function idsIn(action: AgentAction): string[] {
  const texts = [action.message ?? "", ...action.asks.map((ask) => ask.question)];
  return [...new Set(texts.flatMap((text) => text.match(ID_PATTERN) ?? []).map((id) => id.toLowerCase()))];
}

const toolOf = (table: Table, call: ToolCall) => table.environment.tools.find((tool) => tool.name === call.name) as Environment["tools"][number];

/** The state while a turn is being worked out, with the changes that led to it. */
class Draft {
  readonly changes: Change[] = [];
  state: EpisodeState;

  constructor(state: EpisodeState) {
    this.state = state;
  }

  change(...changes: readonly Change[]): void {
    for (const change of changes) {
      this.changes.push(change);
      this.state = apply(this.state, change);
    }
  }
}

interface Spoken {
  readonly user: { text: string; act: Observation["user_act"] } | null;
  readonly results: readonly ToolResult[];
  readonly notices: readonly string[];
  readonly error?: Observation["error"];
}

/**
 * Rule EP2. One turn: world events, tools in order, then message and answer, then the user, then the end if it is one.
 * Synchronous and total: every parsed action gives an outcome; it throws only for a bug.
 */
export function advance(table: Table, state: EpisodeState, gathered: Gathered): StepOutcome {
  const draft = new Draft(state);
  if (!gathered.valid) return invalidTurn(table, draft, gathered);
  const { action } = gathered;
  const due = table.problem.events(state, table.context, action.answer !== undefined);
  draft.change(...due.changes);
  const { results, unsafe, lookedUp } = runCalls(table, draft, gathered);
  draft.change({ kind: "said", ids: idsIn(action) });
  if (unsafe) {
    closeTurn(draft, false, false, false);
    return finish(table, draft, "unsafe", { user: null, results, notices: due.notices }, action);
  }
  const titles = [...gathered.mentioned.values()].map((product) => product.title);
  const speech = hear(table, action, titles);
  const context = {
    productOf: (id: string) => gathered.mentioned.get(id.toLowerCase()) ?? null,
    variantOf: (id: string) => table.context.aliases.variantOf(id),
  };
  const visibleChange = JSON.stringify(state.world.cart) !== JSON.stringify(draft.state.world.cart);
  const reaction = react({ task: table.task, problem: table.problem, action, speech, before: state, after: draft.state, visibleChange, context });
  draft.change(...reaction.changes);
  const free = reaction.mayBeFree && (!lookedUp || draft.state.freeLookUps < Math.ceil(draft.state.toldOnRequest / 3));
  closeTurn(draft, free, lookedUp, reaction.progressed);
  draft.change(...table.problem.notes(draft.state, table.context));
  return conclude(table, draft, { results, notices: due.notices, reaction, action, products: gathered.mentioned });
}

function closeTurn(draft: Draft, free: boolean, lookedUp: boolean, progressed: boolean): void {
  draft.change({ kind: "turn", free, lookedUp, progressed, invalid: false });
}

function hear(table: Table, action: AgentAction, titles: readonly string[]): Speech {
  const asked = action.asks.filter((ask) => ask.about.length === 0).map((ask) => ask.question);
  const text = [action.message ?? "", ...asked].filter((part) => part.trim() !== "").join("\n");
  const speech = understand(text, { kinds: table.environment.slotKinds.map((kind) => kind.id), subjects: table.problem.subjects(), titles });
  const understood = speech.questions.length > 0 || asked.length === 0;
  return understood ? speech : { ...speech, questions: [{ kinds: [], subjects: [], open: false }] };
}

function runCalls(table: Table, draft: Draft, gathered: Extract<Gathered, { valid: true }>): { results: ToolResult[]; unsafe: boolean; lookedUp: boolean } {
  const budget = table.task.axes.tool_calls;
  const results: ToolResult[] = [];
  let lookedUp = false;
  for (const [n, call] of gathered.action.calls.entries()) {
    if (n >= budget) {
      results.push({
        id: call.id,
        name: call.name,
        ok: false,
        error: { kind: "call_budget", message: "not run: the turn's tool calls are used up", allowed: `${budget} a turn` },
      });
      continue;
    }
    const tool = toolOf(table, call);
    const outcome = tool.run(call.args, gathered.facts[n], table.context, draft.state);
    lookedUp ||= tool.effect === "read";
    record(draft, outcome);
    results.push(resultOf(call, outcome));
    if (!outcome.ok && outcome.unsafe === true) return { results, unsafe: true, lookedUp };
  }
  for (const { id, name } of gathered.action.controlCalls) {
    results.push({ id, name, ok: true, result: name === "ask_user" ? { asked: true } : { received: true } });
  }
  return { results, unsafe: false, lookedUp };
}

function record(draft: Draft, outcome: ToolOutcome): void {
  draft.change({ kind: "called", ok: outcome.ok });
  if (!outcome.ok) return;
  draft.change(...(outcome.changes ?? []));
  const fresh = outcome.shows.filter((id) => !draft.state.seen.has(id));
  if (fresh.length > 0) draft.change({ kind: "seen", ids: [...new Set(fresh)] });
}

function resultOf(call: ToolCall, outcome: ToolOutcome): ToolResult {
  return outcome.ok ? { id: call.id, name: call.name, ok: true, result: outcome.result } : { id: call.id, name: call.name, ok: false, error: outcome.error };
}

/** Rule EP3. After the user has spoken: answered, user gone, turns spent, or on to the next turn. */
function conclude(
  table: Table,
  draft: Draft,
  turn: {
    results: readonly ToolResult[];
    notices: readonly string[];
    reaction: ReturnType<typeof react>;
    action: AgentAction;
    products: ReadonlyMap<string, Product>;
  },
): StepOutcome {
  const { reaction, action, results, notices } = turn;
  if (reaction.accepted) return finish(table, draft, "answered", { user: null, results, notices }, action, action.answer ?? null, turn.products);
  const leaving = leaves(table.task, draft.state);
  const decision = leaving ? { act: "ragequit" as const, parts: [{ kind: "leave" as const }] } : reaction.decision;
  const rng = new Rng(table.task.root).fork(`reply/${draft.state.turn}`);
  const user = decision === null ? null : { text: speak(decision, { style: table.task.style, rng, noise: table.task.axes.typing_noise }), act: decision.act };
  const spoken: Spoken = { user, results, notices };
  if (leaving) return finish(table, draft, "user_quit", spoken, action);
  if (draft.state.turn >= table.task.axes.turns) return finish(table, draft, "turn_limit", spoken, action);
  return { changes: draft.changes, reply: reply(table, draft.state, spoken), action };
}

/** Rule EP4. An invalid action: the end, or an error observation and a charged turn. Nothing in the world changes. */
function invalidTurn(table: Table, draft: Draft, { invalid, raw, onInvalid }: Extract<Gathered, { valid: false }>): StepOutcome {
  draft.change({ kind: "turn", free: false, lookedUp: false, progressed: false, invalid: true });
  const spoken: Spoken = { user: null, results: [], notices: [], error: { kind: "invalid_action", ...invalid } };
  if (onInvalid === "fail" || draft.state.invalidInRow >= INVALID_IN_ROW) return finish(table, draft, "invalid_action", spoken, raw);
  if (draft.state.turn >= table.task.axes.turns) return finish(table, draft, "turn_limit", spoken, raw);
  return { changes: draft.changes, reply: reply(table, draft.state, spoken), action: raw };
}

/** Grades the episode as the world stands (RW4), or pays -1 for a hard fail (RW5). */
function finish(
  table: Table,
  draft: Draft,
  reason: EndReason,
  spoken: Spoken,
  action: unknown,
  answer: unknown = null,
  products: ReadonlyMap<string, Product> = NO_PRODUCTS,
): StepOutcome {
  draft.change({ kind: "ended", ending: endingOf(table, draft.state, reason, answer, products) });
  return { changes: draft.changes, reply: reply(table, draft.state, spoken), action };
}

function endingOf(table: Table, state: EpisodeState, reason: EndReason, answer: unknown, products: ReadonlyMap<string, Product>): Ending {
  if (reason === "invalid_action" || reason === "unsafe") return { reason, reward: -1, success: false, breakdown: null };
  const verdict = table.problem.verify(answer, state, { ...table.context, productOf: (id) => products.get(id.toLowerCase()) ?? null });
  const { turn, freeTurns, seen, saidIds } = state;
  const breakdown = gradeEpisode(verdict, { turns: turn, freeTurns, turnLimit: table.task.axes.turns, seen, saidIds });
  return { reason, reward: breakdown.reward, success: breakdown.success, breakdown };
}

function reply(table: Table, state: EpisodeState, spoken: Spoken): StepCore {
  const { ending } = state;
  const { axes } = table.task;
  const observation: Observation = {
    user_message: spoken.user?.text ?? null,
    user_act: spoken.user?.act ?? null,
    tool_results: [...spoken.results],
    notices: [...spoken.notices],
    ...(spoken.error === undefined ? {} : { error: spoken.error }),
    remaining: { turns: Math.max(0, axes.turns - state.turn), tool_calls: axes.tool_calls },
  };
  const terminated = ending !== null && (TERMINATIONS as readonly string[]).includes(ending.reason);
  return {
    turn: state.turn,
    observation,
    reward: ending === null ? 0 : ending.reward,
    terminated,
    truncated: ending !== null && !terminated,
    reason: ending?.reason ?? null,
    success: ending?.success ?? null,
    breakdown: (ending?.breakdown ?? null) as StepCore["breakdown"],
  };
}

/** What is new, as chat messages: each tool result, then one user message with the shopper's line and shop notices. */
export function messagesOf(observation: Observation): Step["messages"] {
  const tools = observation.tool_results.map((result) => ({
    role: "tool" as const,
    tool_call_id: result.id,
    content: JSON.stringify(result.ok ? result.result : { error: result.error }),
  }));
  const lines = [
    ...observation.notices.map((notice) => `[shop] ${notice}`),
    ...(observation.error === undefined ? [] : [`[error] ${observation.error.parameter}: ${observation.error.message}. Allowed: ${observation.error.allowed}`]),
    ...(observation.user_message === null ? [] : [observation.user_message]),
  ];
  return lines.length === 0 ? tools : [...tools, { role: "user" as const, content: lines.join("\n") }];
}

/** Rule EP5. The first observation: role, rules, tools, limits and the user's opening line, complete in one place. */
export function firstObservation(table: Table): Pick<Episode, "observation" | "messages"> {
  const { environment, task } = table;
  const limits = { turns: task.axes.turns, tool_calls_per_turn: task.axes.tool_calls, patience: task.style.patience, message_bytes: LIMITS.messageBytes };
  const instructions = `${environment.instructions}\n\nYou have ${limits.turns} turns and ${limits.tool_calls_per_turn} tool calls a turn (ask_user and submit_answer do not count). The shopper leaves after ${limits.patience} turns in a row without progress.`;
  return {
    observation: { instructions, user_message: task.opening.text, tools: environment.tools.map(functionTool), answer_schema: environment.answerSchema, limits },
    messages: [
      { role: "system", content: instructions },
      { role: "user", content: task.opening.text },
    ],
  };
}
