/** The synthetic shop: pure, unique, in families, and correlated like a shop. */
import fc from "fast-check";
import { describe, it } from "vitest";
import { BRAND_NAMES, brandName } from "../../src/catalog/brands.ts";
import { product } from "../../src/catalog/generate.ts";
import { PRODUCT_TYPES } from "../../src/catalog/types/index.ts";
import { Product } from "../../src/core/product.ts";

const T = PRODUCT_TYPES.length;
const shelf = (typeNumber: number, from: number, count: number) => Array.from({ length: count }, (_, n) => product("7", (from + n) * T + typeNumber));
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function correlation(xs: readonly number[], ys: readonly number[]): number {
  const [mx, my] = [mean(xs), mean(ys)];
  const cov = mean(xs.map((x, n) => (x - mx) * ((ys[n] as number) - my)));
  return cov / Math.sqrt(mean(xs.map((x) => (x - mx) ** 2)) * mean(ys.map((y) => (y - my) ** 2)));
}

describe("generator", () => {
  it("[CA1] product i depends on seed and i alone, whatever was made before", ({ expect }) => {
    fc.assert(
      fc.property(fc.nat(2_000_000), fc.nat(2_000_000), (a, b) => {
        const first = product("7", a);
        product("7", b);
        product("8", a);
        expect(product("7", a)).toEqual(first);
        expect(Product.parse(first)).toEqual(first);
        expect(first.index).toBe(a);
      }),
      { numRuns: 200 },
    );
    expect(product("7", 5)).not.toEqual(product("8", 5));
  });
  it("[CA2] titles are unique, among the first 10,000, and far out", ({ expect }) => {
    const titles = new Set<string>();
    for (let index = 0; index < 10_000; index += 1) titles.add(product("7", index).title);
    for (let index = 900_000; index < 905_000; index += 1) titles.add(product("7", index).title);
    expect(titles.size).toBe(15_000);
  });
  it("[CA6] brand names are injective and well formed", ({ expect }) => {
    const names = Array.from({ length: 5000 }, (_, n) => brandName(n));
    expect(new Set(names).size).toBe(5000);
    expect(names.every((name) => /^[A-Z][a-z]+( [A-Z][a-z]+)?$/.test(name))).toBe(true);
    expect(BRAND_NAMES).toBeGreaterThan(50_000);
  });
  it("[CA8] families have 6 to 12 members of one brand that differ in one to four attributes, no two alike", ({ expect }) => {
    for (const typeNumber of [0, 20, 77, 150]) {
      const families = new Map<string, ReturnType<typeof shelf>>();
      for (const one of shelf(typeNumber, 0, 180)) families.set(one.brand, [...(families.get(one.brand) ?? []), one]);
      for (const [brand, members] of families) {
        expect(members.length, brand).toBeGreaterThanOrEqual(6);
        expect(members.length, brand).toBeLessThanOrEqual(12);
        expect(new Set(members.map((one) => JSON.stringify(one.attributes))).size, brand).toBe(members.length);
        const differing = Object.keys(members[0]!.attributes).filter((id) => new Set(members.map((one) => one.attributes[id])).size > 1);
        expect(differing.length, brand).toBeLessThanOrEqual(4);
      }
    }
  });
  it("[CA8] a brand and type never have more than 24 products, far out as well", ({ expect }) => {
    const counts = new Map<string, number>();
    for (const one of shelf(3, 4000, 1000)) counts.set(one.brand, (counts.get(one.brand) ?? 0) + 1);
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(24);
  });
  it("[CA9] price goes with rating and against shipping time; few are sold out or restricted", ({ expect }) => {
    const all = shelf(4, 0, 1500);
    const log = all.map((one) => Math.log(one.priceCents));
    expect(
      correlation(
        log,
        all.map((one) => one.rating),
      ),
    ).toBeGreaterThan(0.15);
    expect(
      correlation(
        log,
        all.map((one) => one.shippingDays),
      ),
    ).toBeLessThan(-0.15);
    const many = Array.from({ length: 6000 }, (_, index) => product("7", index));
    expect(mean(many.map((one) => Number(one.stock === 0)))).toBeGreaterThan(0.03);
    expect(mean(many.map((one) => Number(one.stock === 0)))).toBeLessThan(0.07);
    expect(mean(many.map((one) => Number(one.restricted)))).toBeLessThan(0.05);
    expect(many.some((one) => one.restricted)).toBe(true);
  });
  it("[CA9] prices keep near the type's quantiles", ({ expect }) => {
    for (const typeNumber of [0, 30, 90]) {
      const type = PRODUCT_TYPES[typeNumber]!;
      const prices = shelf(typeNumber, 0, 600)
        .map((one) => one.priceCents)
        .sort((a, b) => a - b);
      expect(prices[0]!).toBeGreaterThan(type.priceCents.p5 * 0.7);
      expect(prices[599]!).toBeLessThan(type.priceCents.p95 * 1.4);
    }
  });
});
