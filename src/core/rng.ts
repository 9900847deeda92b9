/** Named random streams. One root text seeds everything; each use forks a stream of its own by label. */
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";
import { digest, words } from "./hash.ts";

type Generator = ReturnType<typeof xoroshiro128plusFromState>;

/**
 * A stream of draws. Forking never draws, so a use added in one place cannot shift another.
 * Two streams with the same path give the same draws in every process.
 */
export class Rng {
  readonly #path: string;
  #generator: Generator | null = null;

  /** @param path what names the stream, e.g. a task's digest followed by labels. */
  constructor(path: string) {
    this.#path = path;
  }

  /** The stream under a label; "/" may be used to number, e.g. "item/2". */
  fork(label: string): Rng {
    return new Rng(digest(`${this.#path}>${label}`));
  }

  #source(): Generator {
    this.#generator ??= xoroshiro128plusFromState(nonZero(words(this.#path)));
    return this.#generator;
  }

  /** Uniform in [0, 1). */
  unit(): number {
    return uniformFloat64(this.#source());
  }

  /** Uniform whole number, both ends included. */
  int(low: number, high: number): number {
    return uniformInt(this.#source(), low, high);
  }

  /** True with probability `p` in [0, 1]. Always draws once. */
  chance(p: number): boolean {
    return this.unit() < p;
  }

  /** One of a non-empty list. */
  pick<T>(items: readonly T[]): T {
    const item = items[this.int(0, items.length - 1)];
    if (item === undefined) throw new RangeError("Rng.pick: the list is empty");
    return item;
  }

  /** A shuffled copy (Fisher and Yates). */
  shuffle<T>(items: readonly T[]): T[] {
    const copy = [...items];
    for (let last = copy.length - 1; last > 0; last -= 1) {
      const other = this.int(0, last);
      [copy[last], copy[other]] = [copy[other] as T, copy[last] as T];
    }
    return copy;
  }

  /** `count` different items, in drawn order; all of them when there are fewer. */
  sample<T>(items: readonly T[], count: number): T[] {
    return this.shuffle(items).slice(0, count);
  }
}

/** A keyed unit draw in [0, 1) that needs no stream: the same label always gives the same number. */
export function keyedUnit(path: string, label: string): number {
  return words(`${path}>${label}`)[0] / 2 ** 32;
}

function nonZero(state: [number, number, number, number]): [number, number, number, number] {
  return state.some((word) => word !== 0) ? state : [1, 0, 0, 0];
}
