/** Retrieval noise: the episode's deterministic layer over the clean search. */
import type { CleanQuery } from "../core/ports.ts";
import type { Product } from "../core/product.ts";
import { keyedUnit } from "../core/rng.ts";
import type { Task } from "../core/task.ts";

/** Candidates per noisy rank, of which the first usable one is taken. */
const TRIES = 3;

export interface NoisyRank {
  /** Rank from 0. */
  readonly rank: number;
  /** Ordinals within the type to try, in order. */
  readonly ordinals: readonly number[];
}

/**
 * Rule AX8. Each rank is noisy with probability eps_rank, keyed by (task, normalised query, rank).
 *
 * @param end ranks from 0 up to this one, not included, are drawn.
 * @param count products of the type.
 */
export function noiseRanks(task: Task, query: CleanQuery, end: number, count: number): readonly NoisyRank[] {
  const eps = task.axes.retrieval_noise;
  if (eps === 0 || count === 0) return [];
  const normal = query.query.toLowerCase().split(/\W+/).filter(Boolean).sort().join(" ");
  const label = `noise/${normal}/${query.typeId ?? ""}`;
  const ranks: NoisyRank[] = [];
  for (let rank = 0; rank < end && ranks.length < 30; rank += 1) {
    if (keyedUnit(task.root, `${label}/${rank}`) >= eps) continue;
    const ordinals = Array.from({ length: TRIES }, (_, n) => Math.floor(keyedUnit(task.root, `${label}/${rank}/${n}`) * count));
    ranks.push({ rank, ordinals });
  }
  return ranks;
}

/**
 * Puts distractors at their ranks; what they displace moves down and stays findable. A product stands in the list once.
 *
 * @param end how many ranks to lay out.
 */
export function placeNoise(clean: readonly number[], distractors: ReadonlyMap<number, readonly Product[]>, end: number): readonly number[] {
  const order: number[] = [];
  const placed = new Set<number>();
  let next = 0;
  while (order.length < end) {
    while (next < clean.length && placed.has(clean[next] as number)) next += 1;
    if (next >= clean.length) break;
    const distractor = distractors.get(order.length)?.find((product) => !placed.has(product.index));
    const index = distractor?.index ?? (clean[next] as number);
    order.push(index);
    placed.add(index);
  }
  return order;
}
