/** A shopper's priorities and favourite brand, read from its words, and what they make a product worth by the published formula. */
import type { Goods, Kind } from "../cart/agent/goods.ts";
import { isOneOf, mistakes, tokensOf } from "../cart/agent/words.ts";

export const DIMENSIONS = ["price", "rating", "shipping", "brand"] as const;
export type Dimension = (typeof DIMENSIONS)[number];
const WEIGHTS = [0.4, 0.3, 0.2, 0.1];

/** A dimension that stands in a list of priorities; "a price of at most" and "my favourite brand" do not. */
function dimensionAt(words: readonly string[], at: number): Dimension | null {
  const word = words[at] ?? "";
  if (isOneOf(word, ["price"])) return words[at + 1] === "of" ? null : "price";
  if (isOneOf(word, ["rating"])) return "rating";
  if (isOneOf(word, ["delivery"]) && isOneOf(words[at + 1] ?? "", ["speed"])) return "shipping";
  const before = words[at - 1] ?? "";
  const favourite = ["a", "for"].includes(before) || isOneOf(before, ["favourite"]) || (before === "the" && words[at + 1] === "i");
  return isOneOf(word, ["brand"]) && !favourite ? "brand" : null;
}

/** Words between two dimensions of one list at most. */
const GAP = 8;

/** The order in the last line that lists all four dimensions close to each other; null when none does. */
export function readOrder(lines: readonly string[]): Dimension[] | null {
  let order: Dimension[] | null = null;
  for (const line of lines) {
    const words = tokensOf(line)
      .filter((token) => !token.mark)
      .map((token) => token.text);
    const found = words.flatMap((_, at) => {
      const dimension = dimensionAt(words, at);
      return dimension === null ? [] : [{ at, dimension }];
    });
    for (let from = 0; from + 4 <= found.length; from += 1) {
      const four = found.slice(from, from + 4);
      const close = four.every((one, n) => n === 0 || one.at - (four[n - 1] as { at: number }).at <= GAP);
      if (close && new Set(four.map(({ dimension }) => dimension)).size === 4) order = four.map(({ dimension }) => dimension);
    }
  }
  return order;
}

/** The brand, of some, that a line about brands names; null when none does. */
export function readBrand(lines: readonly string[], brands: readonly string[]): string | null {
  let best: { readonly brand: string; readonly count: number } | null = null;
  for (const line of lines) {
    const words = tokensOf(line)
      .filter((token) => !token.mark)
      .map((token) => token.text);
    if (!words.some((word) => isOneOf(word, ["brand", "brands"]))) continue;
    for (const brand of brands) {
      const parts = tokensOf(brand).map((token) => token.text);
      for (let from = 0; from + parts.length <= words.length; from += 1) {
        const counts = parts.map((part, n) => mistakes(words[from + n] as string, part, true));
        if (counts.some((count) => count === null)) continue;
        const count = counts.reduce<number>((sum, one) => sum + (one ?? 0), 0);
        if (best === null || count < best.count) best = { brand, count };
      }
    }
  }
  return best?.brand ?? null;
}

const clip01 = (x: number): number => Math.max(0, Math.min(1, x));

/** u = 0.4·a + 0.3·b + 0.2·c + 0.1·e, as the instructions say. */
export function worth(goods: Goods, kind: Kind, order: readonly Dimension[], brand: string | null): number {
  const { price, rating, shipping_days } = goods as Goods & { rating: number; shipping_days: number };
  const range = (kind as Kind & { price: { p5: number; p95: number } }).price;
  const scores: Readonly<Record<Dimension, number>> = {
    price: 1 - clip01((price - range.p5) / (range.p95 - range.p5)),
    rating: (rating - 1) / 4,
    shipping: 1 - Math.min(shipping_days, 14) / 14,
    brand: goods.brand === brand ? 1 : 0,
  };
  return order.reduce((sum, dimension, place) => sum + (WEIGHTS[place] as number) * scores[dimension], 0);
}
