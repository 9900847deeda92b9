/** The grade of a list of substitutes. */
import { clip } from "../../core/reward.ts";
import { ndcg, relevance } from "../shared/ranking.ts";

export interface SubstitutesGrade {
  readonly rRank: number;
  readonly rOos: number;
  readonly rTask: number;
}

/**
 * r_task = clip(0.80·(2·nDCG@k - 1) + 0.20·r_oos) with r_oos = 1 - 2·(share of the list out of stock); an empty list is -1. What is
 * incompatible or out of stock, and the original itself, gain 0.
 *
 * Rule: EN51. Unitless, in [-1, 1].
 *
 * @param listed at most k products, first rank first.
 * @param compatible all compatible products in stock, with their worth b.
 */
export function gradeSubstitutes(
  listed: readonly { readonly index: number; readonly inStock: boolean }[],
  compatible: readonly { readonly index: number; readonly utility: number }[],
  k: number,
): SubstitutesGrade {
  if (listed.length === 0) return { rRank: -1, rOos: -1, rTask: -1 };
  const best = compatible.reduce((most, { utility }) => Math.max(most, utility), Number.NEGATIVE_INFINITY);
  const gains = new Map(compatible.map(({ index, utility }) => [index, relevance(utility, best)]));
  const rRank =
    2 *
      ndcg(
        listed.map(({ index, inStock }) => (inStock ? (gains.get(index) ?? 0) : 0)),
        [...gains.values()],
        k,
      ) -
    1;
  const rOos = 1 - (2 * listed.filter(({ inStock }) => !inStock).length) / listed.length;
  return { rRank, rOos, rTask: clip(0.8 * rRank + 0.2 * rOos) };
}
