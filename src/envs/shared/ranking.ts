/** Ranked lists: how much a product is worth, and how well a list is ordered. */

/** A product whose worth halves with each 0.1 below the best. */
const HALF = 0.1;

/**
 * rel(p) = 2^(-(u_best - u)/0.1).
 *
 * Rule: EN40. In (0, 1] for u up to the best.
 */
export const relevance = (utility: number, best: number): number => 2 ** (-(best - utility) / HALF);

/**
 * nDCG@k with linear gain and discount log2(rank + 1); missing ranks gain 0.
 *
 * Rule: EN41. In [0, 1].
 *
 * @param gains of the list, first rank first.
 * @param all gains of everything that could be listed.
 * @param k how many ranks count.
 */
export function ndcg(gains: readonly number[], all: readonly number[], k: number): number {
  const ideal = dcg([...all].sort((a, b) => b - a).slice(0, k));
  return ideal === 0 ? 0 : dcg(gains.slice(0, k)) / ideal;
}

const dcg = (gains: readonly number[]): number => gains.reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0);
