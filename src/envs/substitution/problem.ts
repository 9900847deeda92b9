/** The hidden goal of a substitution task, and how one is drawn. */
import { z } from "zod";
import type { Draw, Setting } from "../../core/environment.ts";
import type { ProductType } from "../../core/product.ts";
import type { Rng } from "../../core/rng.ts";
import type { ShelfEntry } from "../../core/shelf.ts";
import type { Slot } from "../../core/slots.ts";
import { mayTarget } from "../../core/task.ts";
import { Constraint, candidatesOf, meets, niceDollars, priceConstraint, shareMet } from "../shared/constraints.ts";
import { anyhow, luckiest, ordersWouldDo, randomWouldDo } from "../shared/shortcuts.ts";
import { gower } from "../shared/similarity.ts";
import { gradeSubstitutes } from "./grade.ts";

export const SubstitutionProblem = z.strictObject({
  typeId: z.string(),
  called: z.strictObject({ one: z.string(), many: z.string() }),
  /** The product that is out of stock. */
  original: z.strictObject({ index: z.int(), title: z.string() }),
  k: z.int().min(1),
  /** Attributes that have to be the original's; each a slot. */
  compatibility: z.array(Constraint).min(1),
  constraints: z.array(Constraint),
  /** Compatible products in stock with their worth b, best first, ties by index. */
  compatible: z.array(z.strictObject({ index: z.int(), utility: z.number() })).min(1),
  stockOut: z.int().nullable(),
});
export type SubstitutionProblem = z.infer<typeof SubstitutionProblem>;

/** Compatible products in stock, at most. */
const MOST = 40;
const TARGET_TRIES = 12;
const ORIGINAL_TRIES = 4;
const PLAIN_TURNS = 2;
/** Reward of the task's own part from which on it is a success. */
export const SUCCESS = 0.95;

/** Rule EN52. Draws a product that is out of stock, what has to be as with it, and requirements after a compatible target. */
export async function drawSubstitution(setting: Setting, rng: Rng): Promise<Draw<SubstitutionProblem>> {
  const types = setting.catalog.types.filter((type) => type.compatibility.length > 0 && (setting.info.countByType[type.id] ?? 0) > 0);
  if (types.length === 0) return { ok: false, reason: "no type with parts that have to fit" };
  const type = rng.fork("type").pick(types);
  const shelf = await setting.catalog.shelf(type.id);
  if (shelf === null) return { ok: false, reason: "no shelf" };
  const entries = shelf.rows((row) => shelf.buyable(row)).map((row) => shelf.entry(row));
  const gone = shelf
    .rows((row) => !shelf.buyable(row))
    .map((row) => shelf.entry(row))
    .filter((entry) => entry.stock === 0 && !entry.restricted);
  let reason = "nothing of the type is out of stock";
  for (const [n, original] of rng.fork("original").sample(gone, ORIGINAL_TRIES).entries()) {
    const [product] = await setting.catalog.byPlaces([{ typeId: type.id, ordinal: original.ordinal }]);
    if (product === undefined) continue;
    const drawn = drawFor(setting, type, { ...original, title: product.title }, entries, rng.fork(`original/${n}`));
    if (typeof drawn !== "string") return { ok: true, ...drawn };
    reason = drawn;
  }
  return { ok: false, reason };
}

type Drawn = Omit<Extract<Draw<SubstitutionProblem>, { ok: true }>, "ok">;

function drawFor(setting: Setting, type: ProductType, original: ShelfEntry & { title: string }, entries: readonly ShelfEntry[], rng: Rng): Drawn | string {
  const k = setting.axes.list_length;
  const fitting = drawCompatibility(type, original, entries, k + 2, rng.fork("compatibility"));
  if (fitting === null) return "too few or too many are compatible";
  const targets = fitting.left.filter((entry) => mayTarget(setting.key.split, setting.key.catalogVersion, type.id, entry.ordinal));
  let reason = "no compatible product of the split";
  for (const [n, target] of rng.fork("targets").sample(targets, TARGET_TRIES).entries()) {
    const constraints = drawWishes(type, target, original, entries, fitting.fields, setting.axes.constraints, rng.fork(`wishes/${n}`));
    if (constraints === null) {
      reason = "too few requirements that the original misses";
      continue;
    }
    const compatible = fitting.left
      .map((entry) => ({ index: entry.index, utility: worthOf(entry, original, type, constraints) }))
      .sort((a, b) => b.utility - a.utility || a.index - b.index);
    const problem: SubstitutionProblem = {
      typeId: type.id,
      called: { one: type.noun, many: type.plural },
      original: { index: original.index, title: original.title },
      k,
      compatibility: fitting.compatibility,
      constraints,
      compatible,
      stockOut: null,
    };
    const shortcut = shortcutThatWorks(type, problem, entries, original, rng.fork(`orders/${n}`));
    if (shortcut !== null) {
      reason = `${shortcut} would do`;
      continue;
    }
    const mayRunOut = setting.axes.turns >= PLAIN_TURNS + 2 && compatible.length > k + 2;
    const sellsOut = mayRunOut && rng.fork("stock-out").chance(setting.axes.stock_outs) && staysFair(type, problem, entries, original, rng.fork(`left/${n}`));
    return {
      problem: { ...problem, stockOut: sellsOut ? (compatible[0]?.index ?? null) : null },
      slots: slotsOf(problem),
      turnsNeeded: PLAIN_TURNS + (sellsOut ? 1 : 0),
    };
  }
  return reason;
}

/**
 * b = ½·sim + ½·s: half how alike it is to the original, half the share of the requirements that it meets.
 *
 * Rule: EN50. In [0, 1].
 */
export const worthOf = (entry: ShelfEntry, original: ShelfEntry, type: ProductType, constraints: readonly Constraint[]): number =>
  0.5 * gower(entry, original, type) + 0.5 * shareMet(entry, constraints);

/** What has to be as with the original: the type's own parts that fit, then further ones until at most forty products are left. */
function drawCompatibility(
  type: ProductType,
  original: ShelfEntry,
  entries: readonly ShelfEntry[],
  least: number,
  rng: Rng,
): { compatibility: Constraint[]; fields: ReadonlySet<string>; left: readonly ShelfEntry[] } | null {
  const further = rng.shuffle(
    type.attributes.filter((attribute) => attribute.kind === "enum" && !type.compatibility.includes(attribute.id)).map((attribute) => attribute.id),
  );
  const compatibility: Constraint[] = [];
  let left = entries;
  for (const field of [...rng.fork("own").shuffle(type.compatibility), ...further]) {
    if (compatibility.length > 0 && left.length <= MOST) break;
    const attribute = type.attributes.find((one) => one.id === field);
    const value = original.attributes[field];
    if (attribute === undefined || value === undefined) continue;
    const constraint: Constraint = {
      id: `fit-${compatibility.length + 1}`,
      field,
      op: "equal",
      value,
      words: `the same ${attribute.label}, ${value}`,
      must: [String(value)],
    };
    const next = left.filter((entry) => meets(entry, constraint));
    if (next.length < least) continue;
    compatibility.push(constraint);
    left = next;
  }
  return compatibility.length === 0 || left.length > MOST ? null : { compatibility, fields: new Set(compatibility.map(({ field }) => field)), left };
}

/** Requirements that a target meets, at least half of which the original misses; null when there are too few of those. */
function drawWishes(
  type: ProductType,
  target: ShelfEntry,
  original: ShelfEntry,
  entries: readonly ShelfEntry[],
  taken: ReadonlySet<string>,
  m: number,
  rng: Rng,
): Constraint[] | null {
  const price = { ...priceConstraint("", niceDollars(target.priceCents / 100)) };
  const all = rng.shuffle([[price], ...candidatesOf(type, target)].filter(([one]) => one !== undefined && !taken.has(one.field)));
  const chosen = all
    .map((candidates, n) => ({ ...rng.fork(`bound/${n}`).pick(candidates), id: "" }))
    .filter((one) => entries.some((entry) => !meets(entry, one)));
  const missed = chosen.filter((one) => !meets(original, one));
  const met = chosen.filter((one) => meets(original, one));
  const wanted = Math.min(m, chosen.length);
  const needed = Math.ceil(wanted / 2);
  if (missed.length < needed || wanted < Math.min(m, 4)) return null;
  const picked = [...missed.slice(0, needed), ...[...met, ...missed.slice(needed)].slice(0, wanted - needed)];
  return rng
    .fork("order")
    .shuffle(picked)
    .map((one, n) => ({ ...one, id: `need-${n + 1}` }));
}

/** Whether no shortcut would do either once the best product has sold out. */
function staysFair(type: ProductType, problem: SubstitutionProblem, entries: readonly ShelfEntry[], original: ShelfEntry, rng: Rng): boolean {
  const [best, ...compatible] = problem.compatible;
  const left = entries.filter((entry) => entry.index !== best?.index);
  return shortcutThatWorks(type, { ...problem, compatible }, left, original, rng) === null;
}

/** Rule EN53. The name of a shortcut that would be graded a success on this task; null when none would. */
function shortcutThatWorks(type: ProductType, problem: SubstitutionProblem, entries: readonly ShelfEntry[], original: ShelfEntry, rng: Rng): string | null {
  const utilities = new Map(problem.compatible.map((one) => [one.index, one.utility]));
  const compatible = entries.filter((entry) => utilities.has(entry.index));
  const worth = (entry: ShelfEntry): number => utilities.get(entry.index) ?? Number.NEGATIVE_INFINITY;
  const right = (list: readonly ShelfEntry[]): boolean => {
    const listed = list.slice(0, problem.k).map((entry) => ({ index: entry.index, inStock: true }));
    return gradeSubstitutes(listed, problem.compatible, problem.k).rTask >= SUCCESS;
  };
  const orders: Readonly<Record<string, readonly ShelfEntry[]>> = {
    "similarity alone": luckiest(compatible, (entry) => -gower(entry, original, type), worth),
    "compatibility ignored": luckiest(entries, (entry) => -worthOf(entry, original, type, problem.constraints), worth),
    "the nearest price": luckiest(compatible, (entry) => Math.abs(entry.priceCents - original.priceCents), worth),
    "catalog order": luckiest(compatible, (entry) => entry.index, worth),
  };
  const order = Object.entries(orders).find(([, list]) => right(list));
  if (order !== undefined) return order[0];
  const shares = new Map(compatible.map((entry) => [entry.index, shareMet(entry, problem.constraints)]));
  const byNeeds = () => anyhow(compatible, ({ index }) => -(shares.get(index) ?? 0), rng);
  if (ordersWouldDo(byNeeds, right)) return "the requirements alone";
  return randomWouldDo(compatible, problem.k, right, rng.fork("random")) ? "a random order" : null;
}

function slotsOf(problem: SubstitutionProblem): Slot[] {
  const slot = (id: string, kind: string): Slot => ({ id, kind, subject: "choice", arises: false });
  return [
    ...problem.compatibility.map(({ id }) => slot(id, "compatibility")),
    ...problem.constraints.map(({ id, field }) => slot(id, field === "price" ? "budget" : "requirements")),
  ];
}
