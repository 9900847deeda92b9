/** The hidden goal of a discovery task, and how one is drawn. */
import { z } from "zod";
import type { Draw, Setting } from "../../core/environment.ts";
import type { ProductType } from "../../core/product.ts";
import type { Rng } from "../../core/rng.ts";
import type { ShelfEntry } from "../../core/shelf.ts";
import type { Slot } from "../../core/slots.ts";
import { mayTarget } from "../../core/task.ts";
import { Persona, utility } from "../../core/utility.ts";
import { Constraint, drawConstraints, meets, niceDollars, priceConstraint, roomyFields, shareMet } from "../shared/constraints.ts";
import { drawPersona } from "../shared/persona.ts";
import { anyhow, halvesWouldDo, luckiest, ordersWouldDo, randomWouldDo } from "../shared/shortcuts.ts";
import { gradeList, type Listed, type Worth } from "./grade.ts";

export const DiscoveryProblem = z.strictObject({
  typeId: z.string(),
  called: z.strictObject({ one: z.string(), many: z.string() }),
  /** How many products the answer lists. */
  k: z.int().min(1),
  /** The price first. */
  constraints: z.array(Constraint).min(1),
  persona: Persona,
  /** Exponent of the constraints' part: 4 + floor(d/4). */
  alpha: z.int(),
  /** Products that meet everything, with their utility; best first, ties by index. */
  feasible: z.array(z.strictObject({ index: z.int(), utility: z.number() })).min(1),
  /** The product that sells out on the turn after it was first seen, or null. */
  stockOut: z.int().nullable(),
});
export type DiscoveryProblem = z.infer<typeof DiscoveryProblem>;

/** Feasible products: at least and at most. */
const LEAST = 4;
const MOST = 20;
/** Products that a type must have for a choice to be one. */
const LEAST_ON_SHELF = 12;
/** Requirements beside the price that a task has at least, where the axis asks for as many. */
const SURELY = 5;
/** Targets tried per type. */
const TARGET_TRIES = 12;
/** Reward of the task's own part from which on it is a success. */
export const SUCCESS = 0.95;

/** Turns of an ideal player without asking: search and answer; a stock-out takes one look more. */
const PLAIN_TURNS = 2;

/** Rule EN44. Draws a type, a target, requirements that it meets, and a persona; four to twenty products meet everything. */
export async function drawDiscovery(setting: Setting, rng: Rng): Promise<Draw<DiscoveryProblem>> {
  const asked = Math.min(setting.axes.constraints - 1, SURELY);
  const types = setting.catalog.types.filter((type) => (setting.info.countByType[type.id] ?? 0) >= LEAST_ON_SHELF && roomyFields(type) >= asked);
  if (types.length === 0) return { ok: false, reason: "too few products a type" };
  const type = rng.fork("type").pick(types);
  const shelf = await setting.catalog.shelf(type.id);
  if (shelf === null) return { ok: false, reason: "no shelf" };
  const entries = shelf.rows((row) => shelf.buyable(row)).map((row) => shelf.entry(row));
  const targets = entries.filter((entry) => mayTarget(setting.key.split, setting.key.catalogVersion, type.id, entry.ordinal));
  let reason = "no product of the split";
  for (const [n, target] of rng.fork("targets").sample(targets, TARGET_TRIES).entries()) {
    const drawn = drawFor(setting, type, target, entries, rng.fork(`target/${n}`));
    if (typeof drawn !== "string") return { ok: true, ...drawn };
    reason = drawn;
  }
  return { ok: false, reason };
}

/** A problem around a target, or why there is none. */
function drawFor(
  setting: Setting,
  type: ProductType,
  target: ShelfEntry,
  entries: readonly ShelfEntry[],
  rng: Rng,
): Omit<Extract<Draw<DiscoveryProblem>, { ok: true }>, "ok"> | string {
  const { axes, key } = setting;
  const wanted = Math.max(0, axes.constraints - 1);
  const enough = drawRoomy(type, target, entries, wanted, Math.min(MOST, 2 * axes.list_length), rng.fork("constraints"));
  if (enough === null) return "too few requirements leave a choice";
  const { constraints, left, least } = enough;
  const price = drawPrice(target, left, least, rng.fork("price"));
  if (price === null) return "no price leaves four to twenty";
  const all = [price, ...constraints];
  const feasible = left.filter((entry) => meets(entry, price));
  const fields = all.map(({ field }) => field);
  const persona = drawPersona(fields, [...new Set(feasible.map((entry) => entry.brand))].sort(), rng.fork("persona"));
  const ranked = feasible
    .map((entry) => ({ index: entry.index, utility: utility(entry, type, persona) }))
    .sort((a, b) => b.utility - a.utility || a.index - b.index);
  const k = Math.min(axes.list_length, Math.floor(feasible.length / 2));
  const problem: DiscoveryProblem = {
    typeId: type.id,
    called: { one: type.noun, many: type.plural },
    k,
    constraints: all,
    persona,
    alpha: 4 + Math.floor(key.difficulty / 4),
    feasible: ranked,
    stockOut: null,
  };
  const shortcut = shortcutThatWorks(type, problem, ranked, entries, target, rng.fork("random orders"));
  if (shortcut !== null) return `${shortcut} would do`;
  const mayRunOut = axes.turns >= PLAIN_TURNS + 2 && feasible.length > Math.max(LEAST, k);
  const sellsOut = mayRunOut && rng.fork("stock-out").chance(axes.stock_outs) && staysFair(type, problem, entries, target, rng.fork("random orders left"));
  return {
    problem: { ...problem, stockOut: sellsOut ? (ranked[0]?.index ?? null) : null },
    slots: slotsOf(problem),
    turnsNeeded: PLAIN_TURNS + (sellsOut ? 1 : 0),
  };
}

/** Whether no shortcut would do either once the best product has sold out. */
function staysFair(type: ProductType, problem: DiscoveryProblem, entries: readonly ShelfEntry[], target: ShelfEntry, rng: Rng): boolean {
  const [best, ...rest] = problem.feasible;
  const left = entries.filter((entry) => entry.index !== best?.index);
  return shortcutThatWorks(type, problem, rest, left, target, rng) === null;
}

/** Requirements that leave many products where a long list asks for them, or fewer where they cannot; null when they leave too few. */
function drawRoomy(type: ProductType, target: ShelfEntry, entries: readonly ShelfEntry[], wanted: number, roomy: number, rng: Rng) {
  for (const least of [roomy, (roomy + LEAST) >> 1, LEAST]) {
    const drawn = drawConstraints(type, target, entries, wanted, least, rng);
    if (drawn.constraints.length >= Math.min(wanted, SURELY)) return { ...drawn, least };
  }
  return null;
}

/** A price bound, in numbers people say, that the target meets and that leaves four to twenty of the products. */
function drawPrice(target: ShelfEntry, left: readonly ShelfEntry[], least: number, rng: Rng): Constraint | null {
  const bounds = [...new Set(left.filter((entry) => entry.priceCents >= target.priceCents).map((entry) => niceDollars(entry.priceCents / 100)))];
  const fitting = bounds.filter((bound) => {
    const count = left.filter((entry) => entry.priceCents <= bound * 100).length;
    return count >= least && count <= MOST;
  });
  return fitting.length === 0 ? null : priceConstraint("need-price", rng.pick(fitting));
}

/**
 * Rule EN45. The name of a shortcut that would be graded a success on this task; null when none would.
 *
 * @param open feasible products that are in stock.
 */
function shortcutThatWorks(
  type: ProductType,
  problem: DiscoveryProblem,
  open: readonly Worth[],
  entries: readonly ShelfEntry[],
  target: ShelfEntry,
  rng: Rng,
): string | null {
  const { k, constraints, persona } = problem;
  const utilities = new Map(open.map(({ index, utility }) => [index, utility]));
  const feasible = entries.filter((entry) => utilities.has(entry.index));
  const worth = (entry: ShelfEntry): number => utilities.get(entry.index) ?? Number.NEGATIVE_INFINITY;
  const asListed = new Map(entries.map((entry): [number, Listed] => [entry.index, { index: entry.index, met: shareMet(entry, constraints), inStock: true }]));
  const right = (list: readonly ShelfEntry[]): boolean => {
    const listed = list.slice(0, k).map(({ index }) => asListed.get(index) ?? { index, met: 1, inStock: false });
    return gradeList(listed, open, k, problem.alpha).rTask >= SUCCESS;
  };
  const orders: readonly (readonly [string, readonly ShelfEntry[]])[] = [
    ["the cheapest of the type", luckiest(entries, (entry) => entry.priceCents, worth)],
    ["the cheapest that fit", luckiest(feasible, (entry) => entry.priceCents, worth)],
    ["those that fit, in catalog order", luckiest(feasible, (entry) => entry.index, worth)],
    ["those that fit, in reverse order", luckiest(feasible, (entry) => -entry.index, worth)],
    ["the target alone", [target]],
  ];
  const order = orders.find(([, list]) => right(list));
  if (order !== undefined) return order[0];
  const ranked = entries
    .map((entry) => ({ entry, met: metBits(entry, constraints), utility: utility(entry, type, persona) }))
    .sort((a, b) => b.utility - a.utility || a.entry.index - b.entry.index);
  if (halvesWouldDo(ranked, constraints.length, k, (list) => right(list.map(({ entry }) => entry)))) return "half of the requirements";
  const tied = (order: (entry: ShelfEntry) => number) => () => anyhow(feasible, order, rng);
  if (
    ordersWouldDo(
      tied((entry) => -entry.rating),
      right,
    )
  )
    return "those that fit, by rating";
  if (
    ordersWouldDo(
      tied((entry) => entry.shippingDays),
      right,
    )
  )
    return "those that fit, by delivery";
  return randomWouldDo(feasible, k, right, rng) ? "a random order" : null;
}

/** A bit for each requirement that an entry meets. */
const metBits = (entry: ShelfEntry, constraints: readonly Constraint[]): number =>
  constraints.reduce((bits, constraint, n) => bits | (meets(entry, constraint) ? 1 << n : 0), 0);

/** One slot a requirement, one for the order of priorities, one for the favourite brand. */
function slotsOf(problem: DiscoveryProblem): Slot[] {
  const needs = problem.constraints.map(
    (constraint): Slot => ({ id: constraint.id, kind: constraint.field === "price" ? "budget" : "requirements", subject: "choice", arises: false }),
  );
  return [
    ...needs,
    { id: "priorities", kind: "priorities", subject: "choice", arises: false },
    { id: "brand", kind: "brand", subject: "choice", arises: false },
  ];
}
