/** What a list of products must not be got right by: orders that look at one thing, luck, half of what is wanted. */
import type { Rng } from "../../core/rng.ts";

/** Random orders tried per task. */
const RANDOM_ORDERS = 64;
/** Of these, how many may be right at most. */
const LUCKY_ORDERS = 3;
/** Share of the halves of the requirements that may be enough at most. */
const LUCKY_HALVES = 0.1;

/** By `order`, low first; what is tied stands in the order that luck could at best give it: worthiest first. */
export function luckiest<T extends { readonly index: number }>(list: readonly T[], order: (one: T) => number, worth: (one: T) => number): readonly T[] {
  return list
    .map((one) => ({ one, key: order(one), worth: worth(one) }))
    .sort((a, b) => a.key - b.key || b.worth - a.worth || a.one.index - b.one.index)
    .map(({ one }) => one);
}

/** By `order`, low first; what is tied stands in random order. */
export function anyhow<T extends { readonly index: number }>(list: readonly T[], order: (one: T) => number, rng: Rng): readonly T[] {
  return rng
    .shuffle(list)
    .map((one) => ({ one, key: order(one) }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one);
}

/** Whether orders that leave something to luck are right too often: more than 3 of 64 of them. */
export function ordersWouldDo<T>(order: () => readonly T[], right: (list: readonly T[]) => boolean): boolean {
  let lucky = 0;
  for (let n = 0; n < RANDOM_ORDERS && lucky <= LUCKY_ORDERS; n += 1) lucky += Number(right(order()));
  return lucky > LUCKY_ORDERS;
}

/** Whether a random order is right too often. */
export const randomWouldDo = <T>(open: readonly T[], k: number, right: (list: readonly T[]) => boolean, rng: Rng): boolean =>
  ordersWouldDo(() => rng.sample(open, k), right);

/**
 * Whether too many halves of the requirements are enough: more than one in ten, of all halves that there are (rounded down).
 *
 * @param ranked everything that could be listed, best first, with a bit set for each requirement that it meets.
 * @param count how many requirements there are; at most 30.
 */
export function halvesWouldDo<T extends { readonly met: number }>(
  ranked: readonly T[],
  count: number,
  k: number,
  right: (list: readonly T[]) => boolean,
): boolean {
  const halves = subsets(count, Math.floor(count / 2));
  const enough = halves.filter((half) => right(ranked.filter(({ met }) => (met & half) === half).slice(0, k))).length;
  return enough > LUCKY_HALVES * halves.length;
}

/** All sets of `size` of the first `count` bits. */
function subsets(count: number, size: number): readonly number[] {
  if (size === 0) return [0];
  if (count < size) return [];
  return [...subsets(count - 1, size), ...subsets(count - 1, size - 1).map((rest) => rest | (1 << (count - 1)))];
}
