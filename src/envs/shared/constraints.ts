/** Requirements that a product must meet: drawn after a target, loosened to numbers people say, and worded. */
import { z } from "zod";
import { meetsFilter } from "../../core/filter.ts";
import type { Filter } from "../../core/ports.ts";
import { type ProductType, spokenValue } from "../../core/product.ts";
import type { Rng } from "../../core/rng.ts";
import { fieldOf, type ShelfEntry } from "../../core/shelf.ts";
import type { Statement } from "../../core/shopper.ts";

/** One requirement: a filter with the words that say it. */
export const Constraint = z.strictObject({
  id: z.string(),
  /** A common field, or an attribute of the type. */
  field: z.string(),
  op: z.enum(["equal", "at_least", "at_most"]),
  value: z.union([z.string(), z.number()]),
  /** As it follows "with" or "it should have": "at most 80 dollars", "at least 20 hours battery life", "jacket braided nylon". */
  words: z.string(),
  /** What of the words has to be readable. */
  must: z.array(z.string()),
});
export type Constraint = z.infer<typeof Constraint>;

/** A constraint as a filter of the catalog. */
export const filterOf = ({ field, op, value }: Constraint): Filter => (op === "equal" ? { field, op, value } : { field, op, value: Number(value) });

export const meets = (entry: ShelfEntry, constraint: Constraint): boolean => meetsFilter(entry, filterOf(constraint));

/** Share of the constraints that a product meets, in [0, 1]; 1 when there are none. */
export const shareMet = (entry: ShelfEntry, constraints: readonly Constraint[]): number =>
  constraints.length === 0 ? 1 : constraints.filter((constraint) => meets(entry, constraint)).length / constraints.length;

const NICE_DOLLARS = [
  5, 8, 10, 12, 15, 20, 25, 30, 35, 40, 45, 50, 60, 70, 80, 90, 100, 120, 150, 180, 200, 250, 300, 350, 400, 450, 500, 600, 700, 800, 900, 1000, 1200, 1500,
  2000, 3000,
];

/** The least round number of dollars that is not below an amount. */
export const niceDollars = (dollars: number): number => NICE_DOLLARS.find((nice) => nice >= dollars) ?? Math.ceil(dollars / 1000) * 1000;

/** "At most" a price. */
export const priceConstraint = (id: string, dollars: number): Constraint => ({
  id,
  field: "price",
  op: "at_most",
  value: dollars,
  words: `a price of at most ${dollars} dollars`,
  must: [String(dollars)],
});

/** Bounds tried of a numeric field, the tightest first. */
const BOUNDS = 4;
/** Fields of a fixed value that may come anywhere among the requirements. */
const FIXED = 2;
/** Fields that every product has beside its price: rating, reviews, delivery. */
const COMMON = 3;
const REVIEWS = [10, 20, 50, 100, 200, 500, 1000, 2000];

/**
 * The requirements that a target meets in its fields other than price, tightest first in each field.
 *
 * @returns per field the candidates; a field that would ask for nothing is left out.
 */
export function candidatesOf(type: ProductType, target: ShelfEntry): readonly (readonly Omit<Constraint, "id">[])[] {
  const common: Omit<Constraint, "id">[][] = [
    [4.5, 4, 3.5].filter((stars) => stars <= target.rating).map((stars) => atLeast("rating", stars, `a rating of at least ${stars} stars`)),
    REVIEWS.filter((count) => count <= target.ratingCount)
      .reverse()
      .slice(0, BOUNDS)
      .map((count) => atLeast("rating_count", count, `at least ${count} reviews`)),
    [2, 3, 5, 7].filter((days) => days >= target.shippingDays).map((days) => atMost("shipping_days", days, `delivery within ${days} days`)),
  ];
  const own = type.attributes.map((attribute): Omit<Constraint, "id">[] => {
    const value = target.attributes[attribute.id];
    if (value === undefined) return [];
    if (attribute.kind === "enum")
      return [
        {
          field: attribute.id,
          op: "equal",
          value,
          words: saysItself(attribute.label, String(value)) ? String(value) : `${attribute.label} ${value}`,
          must: [String(value)],
        },
      ];
    const grid = [...attribute.grid].sort((a, b) => a - b);
    const upward = attribute.direction === "at_least";
    // The far end of the grid would ask for nothing.
    const bounds = upward
      ? grid.filter((bound) => bound <= Number(value) && bound > (grid[0] as number)).reverse()
      : grid.filter((bound) => bound >= Number(value) && bound < (grid[grid.length - 1] as number));
    return bounds.slice(0, BOUNDS).map((bound) => ({
      field: attribute.id,
      op: attribute.direction,
      value: bound,
      words: `at ${upward ? "least" : "most"} ${spokenValue(attribute, bound)}`,
      must: [String(bound)],
    }));
  });
  return [...common, ...own].filter((candidates) => candidates.length > 0);
}

const atLeast = (field: string, value: number, words: string): Omit<Constraint, "id"> => ({ field, op: "at_least", value, words, must: [String(value)] });
const atMost = (field: string, value: number, words: string): Omit<Constraint, "id"> => ({ field, op: "at_most", value, words, must: [String(value)] });
const saysItself = (label: string, value: string): boolean => ` ${value.toLowerCase()} `.includes(` ${label.toLowerCase()} `);

/**
 * Draws up to `count` requirements that a target meets, each of which leaves at least `least` of the products, and asks for something.
 *
 * Rule: EN43. Numeric bounds are loosened where the tight one would leave too few.
 *
 * @param entries products to choose among; the target is one of them.
 * @returns the requirements with what they leave.
 */
export function drawConstraints(
  type: ProductType,
  target: ShelfEntry,
  entries: readonly ShelfEntry[],
  count: number,
  least: number,
  rng: Rng,
): { constraints: Constraint[]; left: readonly ShelfEntry[] } {
  const constraints: Constraint[] = [];
  let left = entries;
  for (const [n, candidates] of fixedLast(rng.fork("fields").shuffle(candidatesOf(type, target))).entries()) {
    if (constraints.length >= count) break;
    const ordered = rng.fork(`loose/${n}`).chance(0.5) ? candidates : [...candidates].reverse();
    for (const candidate of ordered) {
      const constraint = { ...candidate, id: `need-${constraints.length + 1}` };
      const next = left.filter((entry) => meets(entry, constraint));
      const asks = entries.some((entry) => !meets(entry, constraint));
      if (next.length < least || !asks) continue;
      constraints.push(constraint);
      left = next;
      break;
    }
  }
  return { constraints, left };
}

/** How many fields of a type can be asked about and still leave a choice: those with bounds, and two of those with a fixed value. */
export function roomyFields(type: ProductType): number {
  const fixed = type.attributes.filter((attribute) => attribute.kind === "enum").length;
  return COMMON + type.attributes.length - fixed + Math.min(FIXED, fixed);
}

/** Fields whose value is fixed leave few products each: those after the second come last. */
function fixedLast<T>(fields: readonly (readonly T[])[]): readonly (readonly T[])[] {
  const fixed = fields.filter((candidates) => candidates.length === 1);
  const late = new Set(fixed.slice(FIXED));
  return [...fields.filter((field) => !late.has(field)), ...late];
}

/** What the user says of a requirement when it is told. */
export function constraintSaid({ words, must }: Constraint): Statement {
  return { forms: [`it should have ${words}`, `I need ${words}`, `${words}, please`, `I want ${words}`, `it has to come with ${words}`], must };
}

/** What the user says of a suggestion that goes against a requirement. */
export function constraintMissed({ words, must }: Constraint): Statement {
  return {
    forms: [`that one doesn't fit, I need ${words}`, `not everything there has ${words}, which I need`, `I asked for something else, it has to have ${words}`],
    must,
  };
}

/** A field of an entry as text, for evidence. */
export const fieldText = (entry: ShelfEntry, field: string): string => String(fieldOf(entry, field) ?? "none");
