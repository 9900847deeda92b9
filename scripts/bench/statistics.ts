/** Intervals by resampling whole blocks, for figures that can come out near zero once the way there and back is taken off. */
import { Rng } from "../../src/core/rng.ts";
import { median, type Ratio } from "../lib/statistics.ts";

const RESAMPLINGS = 2000;

/** The middle 95 % of a figure over resamplings of `count` things, given as their numbers. */
export function interval(count: number, figure: (drawn: readonly number[]) => number): { low: number; high: number } {
  const rng = new Rng("bootstrap");
  const figures = Array.from({ length: RESAMPLINGS }, () => figure(Array.from({ length: count }, () => rng.int(0, count - 1))));
  figures.sort((a, b) => (a < b ? -1 : Number(a > b)));
  return { low: figures[Math.floor(0.025 * RESAMPLINGS)] as number, high: figures[Math.ceil(0.975 * RESAMPLINGS) - 1] as number };
}

/**
 * Median of `above` over median of `below`, with its 95 % interval. Where `below` comes out at nothing or less, the ratio is infinite:
 * a measurement too poor to tell is never a good one.
 *
 * @param above, below blocks of measurements, taken together.
 */
export function netRatio(above: readonly (readonly number[])[], below: readonly (readonly number[])[]): Ratio {
  const figure = (drawn: readonly number[]): number => {
    const divisor = median(drawn.flatMap((n) => below[n] as readonly number[]));
    return divisor <= 0 ? Number.POSITIVE_INFINITY : median(drawn.flatMap((n) => above[n] as readonly number[])) / divisor;
  };
  const all = above.map((_, n) => n);
  return { ratio: figure(all), ...interval(all.length, figure) };
}
