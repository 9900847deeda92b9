/** An agent that does anything, a table that records every step, and what has to hold after each. */
import { MemoryCatalog } from "../../src/catalog/memory-catalog.ts";
import { productTypeById } from "../../src/catalog/types/index.ts";
import { ID_PATTERN } from "../../src/core/alias.ts";
import { apply, type Change, type EpisodeState, fold, initialState } from "../../src/core/episode.ts";
import type { RewardBreakdown } from "../../src/core/reward.ts";
import type { Rng } from "../../src/core/rng.ts";
import type { Task, TaskKey } from "../../src/core/task.ts";
import { stockOutKey } from "../../src/envs/cart/goal.ts";
import type { CartProblem } from "../../src/envs/cart/problem.ts";
import { makeTask } from "../../src/envs/make-task.ts";
import { advance, gatherFacts, type StepCore, setTable, type Table } from "../../src/envs/play.ts";
import { parseAction } from "../../src/protocol/action.ts";
import { Step } from "../../src/protocol/wire.ts";
import { GREETINGS, PARTS, REASONS, REQUESTS } from "../../src/users/en/phrases.ts";
import { cart, makeKey } from "./cart.ts";

export const SHOP_SIZE = 10_000;
export const shop = new MemoryCatalog(SHOP_SIZE, "7");
const info = await shop.info();

/** A task of the synthetic shop. */
export function makeShopTask(over: Partial<TaskKey> = {}): Promise<Task> {
  return makeTask(cart, makeKey({ catalogVersion: info.version, ...over }), shop, info, productTypeById);
}

export const problemOf = (task: Task): CartProblem => task.problem as CartProblem;

/** One turn as it was played. */
export interface Turn {
  readonly action: unknown;
  readonly before: EpisodeState;
  readonly after: EpisodeState;
  readonly changes: readonly Change[];
  readonly reply: StepCore;
}

/** Plays turns on a task of the synthetic shop and keeps every state, change and reply. */
export class Recorder {
  readonly table: Table;
  readonly turns: Turn[] = [];
  state: EpisodeState;
  readonly #onInvalid: "fail" | "observe";

  constructor(task: Task, onInvalid: "fail" | "observe" = "observe") {
    this.table = setTable(cart, task, productTypeById);
    this.state = initialState(task);
    this.#onInvalid = onInvalid;
  }

  get task(): Task {
    return this.table.task;
  }

  get over(): boolean {
    return this.state.ending !== null;
  }

  /** Marks ids as shown, as a search would. Not part of the turns. */
  show(...ids: string[]): this {
    this.state = apply(this.state, { kind: "seen", ids });
    return this;
  }

  async step(action: unknown): Promise<StepCore> {
    const before = this.state;
    const outcome = advance(this.table, before, await gatherFacts(this.table, { body: { action }, onInvalid: this.#onInvalid }, shop));
    for (const change of outcome.changes) this.state = apply(this.state, change);
    this.turns.push({ action, before, after: this.state, changes: outcome.changes, reply: outcome.reply });
    return outcome.reply;
  }

  /** The same table at the state before a turn, to play on differently. */
  at(turn: number): Recorder {
    const fork = new Recorder(this.task, this.#onInvalid);
    fork.state = this.turns[turn]?.before ?? this.state;
    return fork;
  }
}

interface Call {
  readonly name: string;
  readonly args: unknown;
}

const QUESTIONS = [
  "Which brand do you want?",
  "What size or colour, and how many?",
  "What should I do if something is sold out?",
  "Is there anything else I should know?",
  "Blorp the zim?",
  "Could you tell me more about each of them?",
];
const REMARKS = [
  "Let me check.",
  "Done, everything is in your cart.",
  "I've added it for you.",
  "Thank you, goodbye!",
  "Thanks!",
  "It is sold out, I'm afraid.",
  "I cannot help with that.",
  "",
  "ok",
  "\u0000\ud800 p_ \n\n {{}}",
];
const KINDS = ["features", "variant", "quantity", "fallback"];
const GARBAGE: readonly unknown[] = [
  null,
  7,
  "cart_add",
  [],
  { tool_calls: "none" },
  { tool_calls: [{ name: "cart_clear", args: {} }] },
  { tool_calls: [{ name: "cart_add", args: { product_id: 5 } }] },
  { tool_calls: [{ name: "cart_view", args: "{" }] },
  { tool_calls: [{ name: "ask_user", args: { question: "Well?", about: ["secrets"] } }] },
  { answer: { products: [] } },
  { assistant_message: "x".repeat(40_000) },
  { thought: "I should ask." },
];

/** Does anything, from a stream of its own: right and wrong, seen and made up, sensible and garbage. */
export class RandomAgent {
  readonly #recorder: Recorder;
  readonly #rng: Rng;

  constructor(recorder: Recorder, rng: Rng) {
    this.#recorder = recorder;
    this.#rng = rng;
  }

  /** The next action. */
  act(): unknown {
    const rng = this.#rng;
    if (rng.chance(0.04)) return rng.pick(GARBAGE);
    const most = this.#recorder.task.axes.tool_calls + 2;
    const calls = Array.from({ length: rng.chance(0.25) ? 0 : rng.int(1, rng.chance(0.1) ? most : 3) }, () => this.#call());
    if (rng.chance(0.2)) calls.push(this.#ask());
    if (rng.chance(0.01)) calls.push({ name: "submit_answer", args: { answer: {} } });
    return {
      ...(rng.chance(0.4) ? { assistant_message: this.#words() } : {}),
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
      ...(rng.chance(0.03) ? { answer: {} } : {}),
    };
  }

  #words(): string {
    const rng = this.#rng;
    if (rng.chance(0.35)) return rng.pick(QUESTIONS);
    if (rng.chance(0.4))
      return `Shall I add ${rng.chance(0.3) ? `${rng.int(1, 4)} x ` : ""}${this.#id("p")}${rng.chance(0.3) ? ` in ${this.#id("v")}` : ""} to your cart?`;
    return rng.pick(REMARKS);
  }

  #ask(): Call {
    const rng = this.#rng;
    const about = rng.sample(KINDS, rng.int(0, KINDS.length));
    return { name: "ask_user", args: { question: rng.pick(QUESTIONS), ...(rng.chance(0.7) ? { about } : {}) } };
  }

  #call(): Call {
    const rng = this.#rng;
    const quantity = rng.chance(0.5) ? {} : { quantity: rng.int(1, rng.chance(0.1) ? 20 : 4) };
    const name = rng.pick([
      "search",
      "search",
      "search",
      "add",
      "add",
      "add",
      "wanted",
      "wanted",
      "remove",
      "set",
      "variants",
      "options",
      "product",
      "look",
    ] as const);
    if (name === "search") return this.#search();
    if (name === "add")
      return { name: "cart_add", args: { product_id: this.#id("p"), ...(rng.chance(0.4) ? { variant_id: this.#id("v") } : {}), ...quantity } };
    if (name === "wanted") return this.#wanted();
    if (name === "options") return { name: "catalog_get_variants", args: { product_id: (this.#wanted().args as { product_id: string }).product_id } };
    if (name === "remove") return { name: "cart_remove", args: { line_id: this.#id("l") } };
    if (name === "set") return { name: "cart_set_quantity", args: { line_id: this.#id("l"), quantity: rng.int(1, 4) } };
    if (name === "look") return { name: rng.pick(["cart_view", "user_get_visit_history", "datetime_now"]), args: {} };
    return { name: name === "variants" ? "catalog_get_variants" : "catalog_get_product", args: { product_id: this.#id("p") } };
  }

  #search(): Call {
    const rng = this.#rng;
    const words = rng.pick(this.#lines()).split(/\s+/);
    const from = rng.int(0, words.length - 1);
    const filters = { product_type: rng.pick(problemOf(this.#recorder.task).items).typeId, ...(rng.chance(0.3) ? { in_stock: true } : {}) };
    return {
      name: "catalog_search",
      args: {
        query: words
          .slice(from, from + rng.int(1, 6))
          .join(" ")
          .slice(0, 200),
        ...(rng.chance(0.5) ? { filters } : {}),
        ...(rng.chance(0.2) ? { page: rng.int(1, 20), page_size: rng.int(1, 20), sort: rng.pick(["relevance", "price_asc", "rating_desc"]) } : {}),
      },
    };
  }

  /** Adds something that is wanted, whether its ids were shown or not: luck that gets episodes on. */
  #wanted(): Call {
    const { task, table } = this.#recorder;
    const item = this.#rng.pick(problemOf(task).items);
    const variant = item.variant === null ? {} : { variant_id: table.context.aliases.variant(item.productIndex, item.variant.number) };
    return { name: "cart_add", args: { product_id: table.context.aliases.product(item.productIndex), ...variant, quantity: item.quantity } };
  }

  #lines(): string[] {
    return [this.#recorder.task.opening.text, ...this.#recorder.turns.flatMap(({ reply }) => reply.observation.user_message ?? [])];
  }

  /** Mostly an id that was shown, else one of the shop's that was not, or one made up. */
  #id(prefix: "p" | "v" | "l"): string {
    const rng = this.#rng;
    const shown = [...this.#recorder.state.seen].filter((id) => id.startsWith(prefix));
    if (shown.length > 0 && rng.chance(0.8)) return rng.pick(shown);
    const { aliases } = this.#recorder.table.context;
    const index = rng.int(0, SHOP_SIZE - 1);
    if (rng.chance(0.3)) return `${prefix}_0000000${rng.int(0, 9)}`;
    return prefix === "p" ? aliases.product(index) : prefix === "v" ? aliases.variant(index, rng.int(0, 2)) : aliases.line(index, rng.int(0, 2));
  }
}

/** The reward that a client works out from a breakdown alone, by the published formulas. */
export function recomputed({ success, terms, components }: RewardBreakdown): number {
  const cut = (x: number): number => Math.max(-1, Math.min(1, x));
  const { turns, free_turns, turn_limit } = terms.efficiency;
  const task = components.reduce((sum, one) => sum + one.weight * one.value, 0);
  const efficiency = success ? cut(1 - (2 * (Math.max(1, turns - free_turns) - 1)) / (turn_limit - 1)) : -1;
  const hallucination = -terms.hallucination.unseen_ids.length / Math.max(1, terms.hallucination.used_ids);
  return cut(terms.task.weight * task + terms.efficiency.weight * efficiency + terms.hallucination.weight * hallucination);
}

/** What r_task has to be by the words of the units component: (4·matched - wanted - held)/(wanted + held). */
export function unitsOfBreakdown({ components }: RewardBreakdown): number {
  const units = components.find((one) => one.name === "units");
  const [wanted] = (units?.expected.match(/\d+/g) ?? []).map(Number);
  const [matched, held] = (units?.got.match(/\d+/g) ?? []).map(Number);
  if (wanted === undefined || matched === undefined || held === undefined) return Number.NaN;
  return (4 * matched - wanted - held) / (wanted + held);
}

/** Values that telling a slot gives away. */
function valuesOf(problem: CartProblem, slotId: string): string[] {
  const [itemId, kind] = slotId.split("/");
  const item = problem.items.find((one) => one.id === itemId);
  if (item === undefined) return [];
  const described = ({ brand, features }: (typeof item)["description"]): string[] => [brand, ...features.map((feature) => String(feature.value))];
  if (kind === "features") return described(item.description);
  if (kind === "variant") return item.variant === null ? [] : [item.variant.value];
  if (kind === "quantity") return [String(item.quantity)];
  const plan = problem.stockOut?.fallback;
  return plan?.plan === "variant" ? [plan.value] : plan?.plan === "product" ? described(plan.description) : [];
}

const holds = (text: string, value: string): boolean =>
  ` ${text.toLowerCase().replace(/[^a-z0-9.]+/g, " ")} `.replace(/\.(?= )/g, "").includes(
    ` ${value
      .toLowerCase()
      .replace(/[^a-z0-9.]+/g, " ")
      .trim()} `,
  );

/** Words that any shopper may say, whatever it wants. */
const PLAIN_WORDS = JSON.stringify([GREETINGS, PARTS, REASONS, REQUESTS]);

/** Values of slots still withheld that stand in a line and nowhere else in what was shown; rule US9 and US2. */
function leaks(task: Task, line: string, state: EpisodeState, shown: string): string[] {
  const problem = problemOf(task);
  const told = task.slots.filter((slot) => state.slots[slot.id]?.state === "disclosed").flatMap((slot) => valuesOf(problem, slot.id));
  const names = problem.items.flatMap((item) => [item.called.one, item.called.many, item.variant?.label ?? ""]);
  const known = [PLAIN_WORDS, shown, ...told, ...names].join(" | ");
  return task.slots
    .filter((slot) => state.slots[slot.id]?.state === "withheld")
    .flatMap((slot) => valuesOf(problem, slot.id).map((value) => ({ slot, value })))
    .filter(({ value }) => holds(line, value) && !holds(known, value))
    .map(({ slot, value }) => `${slot.id} is withheld, yet ${JSON.stringify(value)} stands in ${JSON.stringify(line)}`);
}

/** Every leak of an episode, the opening's included. */
export function leaksOf(recorder: Recorder): string[] {
  const { task, turns } = recorder;
  const found = leaks(task, task.opening.text, initialState(task), "");
  let shown = task.opening.text;
  for (const { action, reply, after } of turns) {
    const { user_message, tool_results, notices } = reply.observation;
    shown += ` | ${JSON.stringify([action, tool_results, notices])}`;
    if (user_message !== null) {
      found.push(...leaks(task, user_message, after, shown));
      shown += ` | ${user_message}`;
    }
  }
  return found;
}

const CoreStep = Step.omit({ episode_id: true, task_id: true, messages: true, metadata: true }).strict();

/** What is wrong with a turn: an empty list when every invariant of a step holds. */
export function wrongIn(task: Task, turn: Turn): string[] {
  return [...wrongReply(task, turn), ...wrongCalls(task, turn), ...wrongWorld(task, turn), ...wrongLine(task, turn)];
}

const complain = (wrong: boolean, what: string): string[] => (wrong ? [what] : []);

function wrongReply(task: Task, { before, after, reply, changes }: Turn): string[] {
  const ended = changes.filter((change) => change.kind === "ended").length;
  const open = reply.reward === 0 && reply.success === null && reply.breakdown === null && reply.reason === null && !reply.terminated && !reply.truncated;
  const closed = reply.terminated !== reply.truncated && reply.reason !== null && reply.reward !== null && Math.abs(reply.reward) <= 1;
  return [
    ...complain(!CoreStep.safeParse(reply).success, "the reply does not fit its schema"),
    ...complain(
      reply.turn !== before.turn + 1 || reply.turn !== after.turn || reply.turn > task.axes.turns,
      `turn ${reply.turn} of ${task.axes.turns} after ${before.turn}`,
    ),
    ...complain(reply.observation.remaining.turns !== task.axes.turns - reply.turn, "the remaining turns are wrong"),
    ...complain(after.ending === null ? ended !== 0 || !open : ended !== 1 || !closed, "an ending without its marks, or marks without an ending"),
    ...complain(after.ending === null && reply.turn >= task.axes.turns, "it goes on after the last turn"),
    ...complain(after.freeTurns > after.turn || after.freeLookUps > Math.ceil(after.toldOnRequest / 3), "more free turns than there can be"),
    ...(reply.breakdown === null ? [] : wrongGrade(reply.breakdown as RewardBreakdown, reply.reward as number)),
  ];
}

function wrongGrade(breakdown: RewardBreakdown, reward: number): string[] {
  const right = breakdown.components.every((one) => !one.gates || one.right) && breakdown.terms.hallucination.unseen_ids.length === 0;
  return [
    ...complain(Math.abs(recomputed(breakdown) - reward) > 1e-12, `a client gets ${recomputed(breakdown)}, the reward is ${reward}`),
    ...complain(Math.abs(unitsOfBreakdown(breakdown) - breakdown.terms.task.value) > 1e-12, "r_task is not what the units say"),
    ...complain(breakdown.success !== right, "success is not: every gate right and no unseen id"),
    ...complain(reward > 0.9 + 1e-12, "more than 0.90"),
  ];
}

/** Rule EP2, TL3: budget, order and ids of results; a turn in which nothing worked changes no cart. */
function wrongCalls(task: Task, { action, before, after, reply, changes }: Turn): string[] {
  const parsed = parseAction({ action }, cart);
  const results = reply.observation.tool_results;
  const cartChanged = JSON.stringify(before.world.cart) !== JSON.stringify(after.world.cart);
  if (!parsed.ok) {
    const untouched =
      JSON.stringify(before.world) === JSON.stringify(after.world) && results.length === 0 && reply.observation.error?.kind === "invalid_action";
    return complain(!untouched, "an invalid action did something");
  }
  const { calls, controlCalls } = parsed.action;
  const run = results.filter((result) => result.error?.kind !== "call_budget").length - controlCalls.length;
  const expected = [...calls, ...controlCalls].map((call) => call.id);
  return [
    ...complain(
      reply.reason !== "unsafe" && run !== Math.min(calls.length, task.axes.tool_calls),
      `${run} calls run of ${calls.length}, budget ${task.axes.tool_calls}`,
    ),
    ...complain(changes.filter((change) => change.kind === "called").length > task.axes.tool_calls, "more calls than the budget"),
    ...complain(
      results.some((result, n) => result.id !== expected[n]),
      "results are not in the order of the calls",
    ),
    ...complain(cartChanged && !results.some((result) => result.ok && /^cart_(add|remove|set)/.test(result.name)), "the cart changed and no call worked"),
  ];
}

function wrongWorld(task: Task, { before, after, reply }: Turn): string[] {
  const { cart: lines, soldOut } = after.world;
  const keys = lines.map((line) => `${line.productIndex}/${line.variant}`);
  const fresh = soldOut.filter((key) => !before.world.soldOut.includes(key));
  return [
    ...complain(new Set(keys).size !== keys.length, "two lines of the cart are one"),
    ...complain(
      lines.some((line) => !Number.isInteger(line.quantity) || line.quantity < 1 || line.quantity > 20),
      "a quantity out of range",
    ),
    ...complain(soldOut.some((key) => key !== stockOutKey(problemOf(task))) || soldOut.length > 1, "something else sold out"),
    ...complain(fresh.length !== reply.observation.notices.length, "a stock-out without a notice, or a notice without one"),
    ...complain(after.ending !== null && fresh.length > 0 && reply.reason === "turn_limit", "it sold out on the last turn"),
    ...complain(
      [...before.seen].some((id) => !after.seen.has(id)),
      "something seen was forgotten",
    ),
  ];
}

/** Rule US2: at most three slots told a reply and none taken back; a line is never empty. */
function wrongLine(task: Task, { before, after, reply }: Turn): string[] {
  const { user_message, user_act } = reply.observation;
  const standing = (state: EpisodeState, id: string): string => state.slots[id]?.state ?? "none";
  const moved = task.slots.filter((slot) => standing(before, slot.id) !== standing(after, slot.id));
  return [
    ...complain(moved.length > 3, `${moved.length} slots told in one reply`),
    ...complain(
      moved.some((slot) => standing(after, slot.id) !== "disclosed"),
      "a slot was taken back",
    ),
    ...complain(moved.length > 0 && user_message === null, "something was told without a line"),
    ...complain((user_message === null) !== (user_act === null), "a line without an act, or an act without a line"),
    ...complain(user_message !== null && user_message.trim() === "", "an empty line"),
    ...complain(/\b(undefined|null|NaN)\b|\[object|item-\d|\*/.test(user_message ?? ""), `an unfinished line: ${user_message}`),
    ...complain((user_message?.length ?? 0) > 1200, "a line of more than 1200 characters"),
    ...complain((user_message?.match(ID_PATTERN) ?? []).length > 0, "the shopper speaks in ids"),
  ];
}

/** What is wrong with a whole episode that has ended. */
export function wrongWhole(recorder: Recorder): string[] {
  const { task, turns, state } = recorder;
  const changes = turns.flatMap((turn) => turn.changes);
  const folded = fold(task, changes);
  return [
    ...complain(changes.filter((change) => change.kind === "ended").length !== 1, "not exactly one ending"),
    ...complain(turns.length > task.axes.turns, "more turns than the limit"),
    ...complain(textOf(folded) !== textOf(state), "the fold of the journal is not the state"),
    ...leaksOf(recorder),
  ];
}

/** A state as text, sets included. */
export const textOf = (state: EpisodeState): string => JSON.stringify(state, (_key, value) => (value instanceof Set ? [...value].sort() : value));
