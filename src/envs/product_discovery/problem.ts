/** The hidden goal of a discovery task, and how one is drawn. */
import { z } from "zod";
import type { Draw, Setting } from "../../core/environment.ts";
import type { ProductType } from "../../core/product.ts";
import type { Rng } from "../../core/rng.ts";
import type { ShelfEntry } from "../../core/shelf.ts";
import type { Slot } from "../../core/slots.ts";
import { mayTarget } from "../../core/task.ts";
import { Persona, utility } from "../../core/utility.ts";
import { Constraint, drawConstraints, meets, niceDollars, priceConstraint, shareMet } from "../shared/constraints.ts";
import { drawPersona } from "../shared/persona.ts";
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
/** Targets tried per type. */
const TARGET_TRIES = 12;
/** Reward of the task's own part from which on it is a success. */
export const SUCCESS = 0.95;

/** Turns of an ideal player without asking: search and answer; a stock-out takes one look more. */
const PLAIN_TURNS = 2;

/** Rule EN44. Draws a type, a target, requirements that it meets, and a persona; four to twenty products meet everything. */
export async function drawDiscovery(setting: Setting, rng: Rng): Promise<Draw<DiscoveryProblem>> {
  const types = setting.catalog.types.filter((type) => (setting.info.countByType[type.id] ?? 0) >= LEAST_ON_SHELF);
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
  const shortcut = shortcutThatWorks(type, problem, ranked, entries, target);
  if (shortcut !== null) return `${shortcut} would do`;
  const mayRunOut = axes.turns >= PLAIN_TURNS + 2 && feasible.length > Math.max(LEAST, k);
  const sellsOut = mayRunOut && rng.fork("stock-out").chance(axes.stock_outs) && staysFair(type, problem, entries, target);
  return {
    problem: { ...problem, stockOut: sellsOut ? (ranked[0]?.index ?? null) : null },
    slots: slotsOf(problem),
    turnsNeeded: PLAIN_TURNS + (sellsOut ? 1 : 0),
  };
}

/** Whether no shortcut would do either once the best product has sold out. */
function staysFair(type: ProductType, problem: DiscoveryProblem, entries: readonly ShelfEntry[], target: ShelfEntry): boolean {
  const [best, ...rest] = problem.feasible;
  const left = entries.filter((entry) => entry.index !== best?.index);
  return shortcutThatWorks(type, problem, rest, left, target) === null;
}

/** Requirements that leave many products where a long list asks for them, or fewer where they cannot; null when they leave too few. */
function drawRoomy(type: ProductType, target: ShelfEntry, entries: readonly ShelfEntry[], wanted: number, roomy: number, rng: Rng) {
  for (const least of [roomy, (roomy + LEAST) >> 1, LEAST]) {
    const drawn = drawConstraints(type, target, entries, wanted, least, rng);
    if (drawn.constraints.length >= Math.min(wanted, 6)) return { ...drawn, least };
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
): string | null {
  const { k, constraints, persona } = problem;
  const worth = new Set(open.map(({ index }) => index));
  const feasible = entries.filter((entry) => worth.has(entry.index));
  const by = (list: readonly ShelfEntry[], order: (entry: ShelfEntry) => number): readonly ShelfEntry[] =>
    [...list].sort((a, b) => order(a) - order(b) || a.index - b.index);
  const count = Math.ceil(constraints.length / 2);
  const halves = [constraints.slice(0, count), constraints.slice(-count)];
  const lists: readonly (readonly [string, readonly ShelfEntry[]])[] = [
    ["the cheapest of the type", by(entries, (entry) => entry.priceCents)],
    ["the cheapest that fit", by(feasible, (entry) => entry.priceCents)],
    ["the cheapest that fit, ties the other way", by([...feasible].reverse(), (entry) => entry.priceCents - entry.index * 1e-9)],
    ["those that fit, in catalog order", by(feasible, (entry) => entry.index)],
    ["those that fit, in reverse order", by(feasible, (entry) => -entry.index)],
    ["those that fit, by rating", by(feasible, (entry) => -entry.rating)],
    ["those that fit, by delivery", by(feasible, (entry) => entry.shippingDays)],
    ["the target alone", [target]],
    ...halves.map((half): readonly [string, readonly ShelfEntry[]] => [
      "half of the requirements",
      by(
        entries.filter((entry) => half.every((constraint) => meets(entry, constraint))),
        (entry) => -utility(entry, type, persona),
      ),
    ]),
  ];
  for (const [name, list] of lists) {
    const listed: Listed[] = list.slice(0, k).map((entry) => ({ index: entry.index, met: shareMet(entry, constraints), inStock: true }));
    if (gradeList(listed, open, k, problem.alpha).rTask >= SUCCESS) return name;
  }
  return null;
}

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
