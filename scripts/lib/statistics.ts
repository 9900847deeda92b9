/** Medians, and intervals of ratios of medians by resampling blocks. */
import { Rng } from "../../src/core/rng.ts";

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] as number) : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

export interface Ratio {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Median of `above` over median of `below`, with its 95 % interval from 2,000 resamplings of whole blocks: measurements of one block
 * share the machine's mood, so blocks are drawn, not measurements.
 *
 * @param above, below blocks of measurements, taken in turns.
 */
export function medianRatio(above: readonly (readonly number[])[], below: readonly (readonly number[])[]): Ratio {
  const rng = new Rng("bootstrap");
  const blocks = Math.min(above.length, below.length);
  const ratios = Array.from({ length: 2000 }, () => {
    const drawn = Array.from({ length: blocks }, () => rng.int(0, blocks - 1));
    return median(drawn.flatMap((n) => above[n] as readonly number[])) / median(drawn.flatMap((n) => below[n] as readonly number[]));
  }).sort((a, b) => a - b);
  return { ratio: median(above.flat()) / median(below.flat()), low: ratios[50] as number, high: ratios[1949] as number };
}
