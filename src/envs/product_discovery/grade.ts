/** The grade of a list of suggestions. */
import { clip } from "../../core/reward.ts";
import { ndcg, relevance } from "../shared/ranking.ts";

/** A listed product as far as the grade looks at it. */
export interface Listed {
  readonly index: number;
  /** Share of the requirements that it meets, in [0, 1]. */
  readonly met: number;
  readonly inStock: boolean;
}

/** A product that could be listed, with its utility. */
export interface Worth {
  readonly index: number;
  readonly utility: number;
}

export interface ListGrade {
  readonly rRank: number;
  readonly rCons: number;
  readonly rOos: number;
  readonly rTask: number;
}

/**
 * r_task = clip(0.55·r_rank + 0.35·r_cons + 0.10·r_oos) with r_rank = 2·nDCG@k - 1, r_cons = 2·s_best^alpha - 1 (s_best the best share of
 * requirements met in the list), r_oos = 1 - 2·(share of the list out of stock); an empty list is -1.
 *
 * Rule: EN46. Unitless, in [-1, 1].
 *
 * @param listed at most k products, first rank first.
 * @param feasible all products in stock that meet every requirement.
 */
export function gradeList(listed: readonly Listed[], feasible: readonly Worth[], k: number, alpha: number): ListGrade {
  if (listed.length === 0) return { rRank: -1, rCons: -1, rOos: -1, rTask: -1 };
  const best = feasible.reduce((most, { utility }) => Math.max(most, utility), Number.NEGATIVE_INFINITY);
  const gains = new Map(feasible.map(({ index, utility }) => [index, relevance(utility, best)]));
  const rRank =
    2 *
      ndcg(
        listed.map(({ index, inStock }) => (inStock ? (gains.get(index) ?? 0) : 0)),
        [...gains.values()],
        k,
      ) -
    1;
  const rCons = 2 * Math.max(...listed.map(({ met }) => met)) ** alpha - 1;
  const rOos = 1 - (2 * listed.filter(({ inStock }) => !inStock).length) / listed.length;
  return { rRank, rCons, rOos, rTask: clip(0.55 * rRank + 0.35 * rCons + 0.1 * rOos) };
}
