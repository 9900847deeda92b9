/** How alike two products of a type are. */
import type { ProductType } from "../../core/product.ts";
import { clip01 } from "../../core/reward.ts";
import type { ShelfEntry } from "../../core/shelf.ts";

/**
 * Gower similarity: the mean over the type's attributes, brand and price of 1 or 0 for equal or different texts, and of
 * 1 - |a - b|/range for numbers (the attribute's range of values; P95 - P5 for the price, at most 1 apart).
 *
 * Rule: EN48. In [0, 1].
 */
export function gower(a: ShelfEntry, b: ShelfEntry, type: ProductType): number {
  const parts = type.attributes.map((attribute) => {
    const [x, y] = [a.attributes[attribute.id], b.attributes[attribute.id]];
    if (attribute.kind === "enum") return x === y ? 1 : 0;
    const range = Math.max(...attribute.grid) - Math.min(...attribute.grid);
    return 1 - clip01(Math.abs(Number(x) - Number(y)) / range);
  });
  const { p5, p95 } = type.priceCents;
  const all = [...parts, a.brand === b.brand ? 1 : 0, 1 - clip01(Math.abs(a.priceCents - b.priceCents) / (p95 - p5))];
  return all.reduce((sum, part) => sum + part, 0) / all.length;
}
