/** Each axis that acts in cart moved alone, from its value at d = 0 to that at d = 12: the figure that it governs moves, the others stay. */

import { describe, it } from "vitest";
import { productTypeById } from "../../src/catalog/types/index.ts";
import { Aliases } from "../../src/core/alias.ts";
import { AXES, type AxisName } from "../../src/core/difficulty.ts";
import { Rng } from "../../src/core/rng.ts";
import type { Task } from "../../src/core/task.ts";
import { type StepCore, setTable } from "../../src/envs/play.ts";
import { opening } from "../../src/users/voice.ts";
import { cart } from "../makers/cart.ts";
import { makeShopTask, problemOf, Recorder, shop } from "../makers/random-agent.ts";

const MOVED = [
  "constraints",
  "turns",
  "omission",
  "typing_noise",
  "retrieval_depth",
  "retrieval_noise",
  "stock_outs",
  "tool_calls",
] as const satisfies readonly AxisName[];
type Moved = (typeof MOVED)[number];
type Figures = Record<Moved, number>;

/** Where the other axes stand meanwhile: in the middle, with turns and calls to spare so that they bound nothing. */
const REST = {
  constraints: 4,
  turns: 24,
  omission: 0.4,
  typing_noise: 0.05,
  retrieval_depth: 140,
  retrieval_noise: 0.1,
  stock_outs: 0.25,
  tool_calls: 14,
} as const satisfies Record<Moved, number>;
const DIFFICULTY = 7;
/** Tasks per value for figures of a task as drawn, for the share of ranks, and for whole numbers that every task has alike. */
const DRAWN = 150;
const SEARCHED = 16;
const PLAYED = 3;

/**
 * How far each figure may wander by the luck of other draws: four standard errors of a share of 0.4 over the slots, words, ranks or
 * tasks that are counted; whole-number figures not at all.
 */
const LUCK: Figures = {
  constraints: 0,
  turns: 0,
  omission: 0.09,
  typing_noise: 0.035,
  retrieval_depth: 0,
  retrieval_noise: 0.06,
  stock_outs: 0.16,
  tool_calls: 0,
};

/** Axes that may move another's figure, each by a rule. */
const COUPLED: Partial<Record<Moved, readonly Moved[]>> = {
  // AX4: few turns cap what is withheld; EN34: a stock-out happens only where the turns allow its plan.
  turns: ["omission", "stock_outs"],
};

async function tasksAt(axis: Moved, value: number): Promise<Task[]> {
  return Promise.all(Array.from({ length: DRAWN }, (_, n) => makeShopTask({ difficulty: DIFFICULTY, seed: String(n), axes: { ...REST, [axis]: value } })));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const share = (hits: number, all: number): number => hits / Math.max(1, all);

/** What the axes do, measured on tasks alone and on what playing them shows. */
async function figuresOf(tasks: readonly Task[]): Promise<Figures> {
  const each = async (measure: (task: Task) => Promise<number>, count = PLAYED): Promise<number> => mean(await Promise.all(tasks.slice(0, count).map(measure)));
  const slots = tasks.flatMap((task) => task.slots);
  return {
    constraints: mean(tasks.flatMap((task) => problemOf(task).items.map((item) => item.description.features.length))),
    omission: 1 - share(tasks.flatMap((task) => task.opening.discloses).length, slots.length),
    typing_noise: perLetter(tasks.flatMap(typedWords)),
    stock_outs: share(tasks.filter((task) => problemOf(task).stockOut !== null).length, tasks.length),
    turns: await each(turnsPlayed),
    tool_calls: await each(callsRun),
    retrieval_depth: await each(depthReached),
    retrieval_noise: await each(displaced, SEARCHED),
  };
}

interface Typed {
  /** Letters at which a typo can be made. */
  readonly letters: number;
  readonly wrong: boolean;
}

/** Words of the opening that a typo may be in, beside the same opening without noise. */
function typedWords(task: Task): Typed[] {
  const rng = new Rng(task.root);
  const plan = cart.open(task.problem).opening(new Set(task.opening.discloses), rng.fork("wording"), new Aliases(task.root));
  const clean = opening(plan, { style: task.style, rng: rng.fork("opening"), noise: 0 }).split(/\s+/);
  const typed = task.opening.text.split(/\s+/);
  if (clean.length !== typed.length) throw new Error(`words were lost: ${task.opening.text}`);
  return clean.flatMap((word, n): Typed[] => {
    const [, letters] = /^[^A-Za-z]*([A-Za-z][a-z]{3,})[^A-Za-z]*$/.exec(word) ?? [];
    const open = letters !== undefined && !/[\d_']/.test(word) && !/\d$/.test(clean[n - 1] ?? "");
    return open ? [{ letters: letters.length - 1, wrong: word !== typed[n] }] : [];
  });
}

/** The chance of a typo per letter at which as many words would be mistyped as are: the root of sum(1 - (1 - p)^letters) = mistyped. */
function perLetter(words: readonly Typed[]): number {
  const wrong = words.filter((word) => word.wrong).length;
  let [low, high] = [0, 1];
  for (let n = 0; n < 40; n += 1) {
    const p = (low + high) / 2;
    const expected = words.reduce((sum, { letters }) => sum + 1 - (1 - p) ** letters, 0);
    if (expected < wrong) low = p;
    else high = p;
  }
  return low;
}

/** Turns until the episode is cut off; a right thing put in and taken out again keeps the shopper there. */
async function turnsPlayed(task: Task): Promise<number> {
  const recorder = new Recorder(task);
  const { aliases } = recorder.table.context;
  const [item] = problemOf(task).items;
  if (item === undefined) throw new Error("no item");
  const type = productTypeById(item.typeId);
  const [product] = await shop.byIndices([item.productIndex]);
  if (!product || type === undefined) throw new Error(`${item.typeId} is not in the shop`);
  while (!recorder.over) {
    const [line] = recorder.state.world.cart;
    const variant = item.variant === null ? {} : { variant_id: aliases.variant(item.productIndex, item.variant.number) };
    const call =
      line === undefined
        ? { name: "cart_add", args: { product_id: aliases.product(item.productIndex), ...variant } }
        : { name: "cart_remove", args: { line_id: aliases.line(line.productIndex, line.variant) } };
    await recorder.step({ tool_calls: [call] });
  }
  if (recorder.state.ending?.reason !== "turn_limit") throw new Error(`ended by ${recorder.state.ending?.reason}`);
  return recorder.state.turn;
}

/** Calls of one turn that were run. */
async function callsRun(task: Task): Promise<number> {
  const reply = await new Recorder(task).step({ tool_calls: Array.from({ length: 30 }, () => ({ name: "datetime_now", args: {} })) });
  return reply.observation.tool_results.filter((result) => result.ok).length;
}

/** What the searches of a step found. */
function resultsOf(reply: StepCore): { product_id: string }[] {
  return reply.observation.tool_results.flatMap((result) => (result.result as { results: { product_id: string }[] }).results);
}

/** Ids of the first twenty results of a search, in order. */
async function firstTwenty(task: Task, query: string, typeId: string): Promise<string[]> {
  const args = { query, filters: { product_type: typeId }, page_size: 20 };
  const reply = await new Recorder(task).step({ tool_calls: [{ name: "catalog_search", args }] });
  return resultsOf(reply).map((one) => one.product_id);
}

/** Results of a search that fits every product of the shop, all pages together. */
async function depthReached(task: Task): Promise<number> {
  const recorder = new Recorder(task);
  const calls = Array.from({ length: 11 }, (_, n) => ({ name: "catalog_search", args: { query: "", filters: { price_min: 0 }, page: n + 1, page_size: 20 } }));
  const ids = new Set<string>();
  for (const half of [calls.slice(0, 3), calls.slice(3, 6), calls.slice(6, 9), calls.slice(9)]) {
    const reply = await recorder.step({ tool_calls: half });
    for (const one of resultsOf(reply)) ids.add(one.product_id);
  }
  return ids.size;
}

/** Share of the first twenty ranks at which something stands that is not the next of the clean search. */
async function displaced(task: Task): Promise<number> {
  const { aliases } = setTable(cart, task, productTypeById).context;
  const shares = await Promise.all(
    problemOf(task).items.map(async (item) => {
      const query = { query: item.called.one, typeId: item.typeId, filters: [], inStock: false, sort: "relevance", depth: task.axes.retrieval_depth } as const;
      const clean = (await shop.search(query)).indices.map((index) => aliases.product(index));
      const shown = await firstTwenty(task, query.query, item.typeId);
      const placed = new Set<string>();
      let wrong = 0;
      for (const id of shown) {
        if (id !== clean.find((one) => !placed.has(one))) wrong += 1;
        placed.add(id);
      }
      return share(wrong, shown.length);
    }),
  );
  return mean(shares);
}

/** What a figure has to be at a value of its axis: the value, but for features, of which three are named at most (EN36). */
const expectedAt = (axis: Moved, value: number): number => (axis === "constraints" ? Math.min(3, value) : value);

describe(`axes of cart moved alone at d = ${DIFFICULTY}, ${DRAWN} tasks a value`, () => {
  it.for(MOVED)("[AX1] %s moves its own figure and no other", { timeout: 60_000 }, async (axis, { expect }) => {
    for (const value of [AXES[axis].at(0), AXES[axis].at(12)]) {
      const figures = await figuresOf(await tasksAt(axis, value));
      for (const other of MOVED) {
        if (COUPLED[axis]?.includes(other)) continue;
        const expected = other === axis ? expectedAt(axis, value) : expectedAt(other, REST[other]);
        expect(Math.abs(figures[other] - expected), `${other} is ${figures[other]}, not ${expected}, with ${axis} ${value}`).toBeLessThanOrEqual(LUCK[other]);
      }
    }
  });
});
