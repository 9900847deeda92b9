/** Requirements in a shopper's words, read against the vocabulary that the shop shows for a kind. */
import type { Goods, Kind } from "../cart/agent/goods.ts";
import { valuesIn } from "../cart/agent/values.ts";
import { isOneOf, mistakes, type Token, tokensOf } from "../cart/agent/words.ts";

export interface Need {
  /** "price", "rating", "rating_count", "shipping_days", or an attribute. */
  readonly field: string;
  readonly op: "equal" | "at_least" | "at_most";
  readonly value: string | number;
  /** Said to have to be the same as something else's. */
  readonly same?: boolean;
}

const COMMON: readonly { readonly field: string; readonly unit: string; readonly op: "at_least" | "at_most" }[] = [
  { field: "price", unit: "dollars", op: "at_most" },
  { field: "rating", unit: "stars", op: "at_least" },
  { field: "rating_count", unit: "reviews", op: "at_least" },
];

/** Needs in one line. */
function needsIn(line: string, kind: Kind): Need[] {
  const tokens = tokensOf(line);
  const used = new Set<number>();
  const needs: Need[] = [];
  for (const [at, { text }] of tokens.entries()) {
    const next = tokens[at + 1]?.text ?? "";
    if (!/^\d+(\.\d+)?$/.test(text)) continue;
    const common = COMMON.find(({ unit }) => next === unit);
    if (common !== undefined) {
      needs.push({ field: common.field, op: common.op, value: Number(text) });
      used.add(at).add(at + 1);
    } else if (/^days?$/.test(next) && isOneOf(tokens[at - 1]?.text ?? "", ["within"])) {
      needs.push({ field: "shipping_days", op: "at_most", value: Number(text) });
      used.add(at).add(at + 1);
    }
  }
  const masked = (at: number): boolean => used.has(at);
  for (const said of valuesIn(tokens, kind, masked)) {
    const [option] = said.options;
    if (option === undefined || said.options.length > 1) continue;
    if (typeof option.value === "string")
      needs.push({
        field: option.attribute,
        op: "equal",
        value: option.value,
        same: isSame(tokens, said.from, labelOf(kind, option.attribute)),
      });
    else needs.push({ field: option.attribute, op: directionBefore(tokens, said.from), value: option.value });
  }
  return needs;
}

const labelOf = (kind: Kind, attribute: string): readonly string[] =>
  tokensOf(kind.attributes.find((one) => one.attribute === attribute)?.label ?? attribute).map((token) => token.text);

/** "The same" before a value, or before its label: "the same units, imperial only", but not "same as before: rubber case". */
function isSame(tokens: readonly Token[], from: number, label: readonly string[]): boolean {
  const at = tokens[from - 1]?.mark === true ? from - 1 : from;
  const labelled = label.every((word, n) => mistakes(tokens[at - label.length + n]?.text ?? "", word, true) !== null);
  const before = tokens[labelled ? at - label.length - 1 : from - 1]?.text ?? "";
  return isOneOf(before, ["same"]);
}

/** "At least" or "at most" before a number. */
function directionBefore(tokens: readonly Token[], from: number): Need["op"] {
  for (let at = from - 1; at >= Math.max(0, from - 4); at -= 1) {
    const text = tokens[at]?.text ?? "";
    if (mistakes(text, "least", true) !== null) return "at_least";
    if (mistakes(text, "most", true) !== null) return "at_most";
  }
  return "equal";
}

/** Needs in all lines, a field said later replacing what was said before. */
export function readNeeds(lines: readonly string[], kind: Kind): Need[] {
  const needs = new Map<string, Need>();
  for (const line of lines) for (const need of needsIn(line, kind)) needs.set(need.field, need);
  return [...needs.values()];
}

/** What of a product a need looks at. */
function fieldOf(goods: Goods, field: string): string | number | undefined {
  const { price, rating, rating_count, shipping_days } = goods as Goods & { rating: number; rating_count: number; shipping_days: number };
  return { price, rating, rating_count, shipping_days }[field] ?? goods.attributes[field];
}

export function fits(goods: Goods, need: Need): boolean {
  const value = fieldOf(goods, need.field);
  if (need.op === "equal") return value === need.value;
  return typeof value === "number" && (need.op === "at_least" ? value >= Number(need.value) : value <= Number(need.value));
}

/** The filters of a search for a kind with needs; those that a search has no room for are left to the reader. */
export function filtersOf(kind: Kind, needs: readonly Need[]): Record<string, unknown> {
  const common = new Map(needs.map(({ field, value }) => [field, value]));
  const own = needs.filter(({ field }) => !["price", "rating", "rating_count", "shipping_days"].includes(field)).slice(0, 8);
  return {
    product_type: kind.id,
    in_stock: true,
    ...(common.has("price") ? { price_max: common.get("price") } : {}),
    ...(common.has("rating") ? { rating_min: common.get("rating") } : {}),
    ...(common.has("rating_count") ? { rating_count_min: common.get("rating_count") } : {}),
    ...(common.has("shipping_days") ? { shipping_days_max: common.get("shipping_days") } : {}),
    ...(own.length === 0 ? {} : { attributes: own.map(({ field, op, value }) => ({ attribute: field, op, value })) }),
  };
}
