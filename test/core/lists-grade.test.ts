/** Grades of product lists, worked out by hand. */
import { describe, it } from "vitest";
import { gradeList } from "../../src/envs/product_discovery/grade.ts";
import { ndcg, relevance } from "../../src/envs/shared/ranking.ts";
import { gradeSubstitutes } from "../../src/envs/substitution/grade.ts";

/** Three products, each 0.1 below the one before: worth 1, 1/2 and 1/4. */
const THREE = [
  { index: 1, utility: 0.9 },
  { index: 2, utility: 0.8 },
  { index: 3, utility: 0.7 },
];
const listed = (...indices: number[]) => indices.map((index) => ({ index, met: 1, inStock: true }));
/** log2(3), the discount of the second rank. */
const SECOND = Math.log2(3);

describe("worth and ranking", () => {
  it("[EN40] each 0.1 below the best halves a product's worth", ({ expect }) => {
    expect([0, 0.1, 0.2, 0.05].map((below) => relevance(0.9 - below, 0.9))).toEqual([
      1,
      expect.closeTo(0.5, 12),
      expect.closeTo(0.25, 12),
      expect.closeTo(Math.SQRT1_2, 12),
    ]);
  });
  it("[EN41] the discount is log2(rank + 1), missing ranks gain nothing, and k cuts both lists", ({ expect }) => {
    expect(ndcg([1, 0.5], [1, 0.5, 0.25], 2)).toBe(1);
    expect(ndcg([0.5, 1], [1, 0.5, 0.25], 2)).toBeCloseTo((0.5 + 1 / SECOND) / (1 + 0.5 / SECOND), 12);
    expect(ndcg([1], [1, 0.5, 0.25], 2)).toBeCloseTo(1 / (1 + 0.5 / SECOND), 12);
    expect(ndcg([], [1], 1)).toBe(0);
    expect(ndcg([1], [], 3)).toBe(0);
  });
});

describe("discovery", () => {
  const rank = (share: number): number => 0.55 * (2 * share - 1) + 0.45;
  it("[EN46] the ideal list is worth 1", ({ expect }) => {
    expect(gradeList(listed(1, 2), THREE, 2, 4)).toEqual({ rRank: 1, rCons: 1, rOos: 1, rTask: 1 });
  });
  it("[EN46] two neighbours swapped", ({ expect }) => {
    expect(gradeList(listed(2, 1), THREE, 2, 4).rTask).toBeCloseTo(rank((0.5 + 1 / SECOND) / (1 + 0.5 / SECOND)), 12);
  });
  it("[EN46] a product that meets half of the requirements gains nothing, and the best one listed counts for the requirements", ({ expect }) => {
    const one = gradeList([{ index: 9, met: 0.5, inStock: true }], THREE, 1, 4);
    expect(one.rCons).toBeCloseTo(2 * 0.5 ** 4 - 1, 12);
    expect(one.rTask).toBeCloseTo(0.55 * -1 + 0.35 * (2 / 16 - 1) + 0.1, 12);
    expect(gradeList([{ index: 9, met: 0.5, inStock: true }, ...listed(1)], THREE, 2, 4).rCons).toBe(1);
  });
  it("[EN46] what is out of stock gains nothing and costs its share", ({ expect }) => {
    const half = gradeList([{ index: 1, met: 1, inStock: false }, ...listed(2)], THREE, 2, 4);
    expect(half.rOos).toBe(0);
    expect(half.rRank).toBeCloseTo((2 * (0.5 / SECOND)) / (1 + 0.5 / SECOND) - 1, 12);
  });
  it("[EN46] an empty list is worth -1, and nothing is worth less", ({ expect }) => {
    expect(gradeList([], THREE, 2, 4).rTask).toBe(-1);
    expect(gradeList([{ index: 9, met: 0, inStock: false }], THREE, 2, 4).rTask).toBe(-1);
  });
});

describe("substitution", () => {
  it("[EN51] the ideal list is worth 1, a swap and a sold-out product what the formula says", ({ expect }) => {
    expect(gradeSubstitutes(listed(1, 2), THREE, 2).rTask).toBe(1);
    const swapped = (0.5 + 1 / SECOND) / (1 + 0.5 / SECOND);
    expect(gradeSubstitutes(listed(2, 1), THREE, 2).rTask).toBeCloseTo(0.8 * (2 * swapped - 1) + 0.2, 12);
    const gone = gradeSubstitutes(
      [
        { index: 1, inStock: false },
        { index: 2, inStock: true },
      ],
      THREE,
      2,
    );
    expect(gone.rTask).toBeCloseTo(0.8 * ((2 * (0.5 / SECOND)) / (1 + 0.5 / SECOND) - 1), 12);
  });
  it("[EN51] incompatible products and the original gain nothing; an empty list is worth -1", ({ expect }) => {
    expect(gradeSubstitutes(listed(7, 8), THREE, 2).rTask).toBeCloseTo(-0.8 + 0.2, 12);
    expect(gradeSubstitutes([], THREE, 2).rTask).toBe(-1);
  });
});
