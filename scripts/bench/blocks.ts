/** Measures kinds of calls in blocks, one of each kind after the other, so that they all meet the machine in the same mood. */
import { Rng } from "../../src/core/rng.ts";
import { median } from "../lib/statistics.ts";
import type { Calls, Playing } from "./calls.ts";

/** Steps in a batch, and requests that are under way at once where they are. */
export const BATCH = 32;
export const AT_ONCE = 8;
export const GROUP = 8;

/** Turns that an episode is used for, and rows that a bare object is given: fewer than a shopper has patience for. */
const USES = 4;

export const KINDS = [
  "noop",
  "echo",
  "create",
  "view",
  "search",
  "searchAgain",
  "read",
  "reset",
  "discovery",
  "substitution",
  "group",
  "singles",
  "concurrent",
  "batch",
] as const;
export type Kind = (typeof KINDS)[number];

/** Milliseconds per kind, block by block. For `singles`, `concurrent` and `batch` those of 32 steps together. */
export type Measured = Readonly<Record<Kind, number[][]>>;

/** How often a kind is run in a sample: small times need more of them. */
const REPEATS: Partial<Readonly<Record<Kind, number>>> = { noop: 6, echo: 6, view: 6, searchAgain: 3, read: 3 };
/** Kinds that are run in a block's first samples only, since each is 32 steps. */
const HEAVY: ReadonlySet<Kind> = new Set(["singles", "concurrent", "batch"]);
const HEAVY_SAMPLES = 2;

/**
 * Things that are used a few times each. They are made before a block begins, not between its calls: making one leaves the server busy
 * for a moment, and whoever trains thinks for longer than that before the first step.
 */
class Stock<T> {
  readonly #make: () => Promise<T>;
  readonly #items: { readonly item: T; uses: number }[] = [];

  constructor(make: () => Promise<T>) {
    this.#make = make;
  }

  /** Makes what is missing for `uses` uses. */
  async fill(uses: number): Promise<void> {
    const left = (): number => this.#items.reduce((sum, one) => sum + USES - one.uses, 0);
    while (left() < uses) this.#items.push({ item: await this.#make(), uses: 0 });
  }

  /** @throws Error when it was not filled. */
  next(): T {
    const [first] = this.#items;
    if (first === undefined) throw new Error("the stock is used up");
    first.uses += 1;
    if (first.uses === USES) this.#items.shift();
    return first.item;
  }
}

export class Bench {
  readonly #order = new Rng("bench/order");
  readonly #run: Readonly<Record<Kind, () => Promise<number>>>;
  readonly #stocks: Partial<Readonly<Record<Kind, Stock<unknown>>>>;

  constructor(calls: Calls) {
    const name = new Stock(async () => (await calls.create()).name);
    const fresh = async (): Promise<Playing> => (await calls.reset()).episode;
    const forView = new Stock(fresh);
    const forSearch = new Stock(fresh);
    const forAgain = new Stock(fresh);
    const many = async (): Promise<Playing[]> => {
      const episodes: Playing[] = [];
      for (let n = 0; n < BATCH; n += 1) episodes.push(await fresh());
      return episodes;
    };
    const forSingles = new Stock(many);
    const forConcurrent = new Stock(many);
    const forBatch = new Stock(many);
    this.#stocks = { echo: name, view: forView, search: forSearch, searchAgain: forAgain, singles: forSingles, concurrent: forConcurrent, batch: forBatch };
    this.#run = {
      noop: () => calls.noop(),
      echo: async () => calls.echo(name.next()),
      create: async () => (await calls.create()).milliseconds,
      view: async () => calls.view(forView.next()),
      search: async () => calls.search(forSearch.next()),
      searchAgain: async () => calls.searchAgain(forAgain.next()),
      read: () => calls.read(),
      discovery: async () => (await calls.reset("product_discovery")).milliseconds,
      substitution: async () => (await calls.reset("substitution")).milliseconds,
      reset: async () => (await calls.reset()).milliseconds,
      group: () => calls.group(GROUP),
      singles: async () => {
        const episodes = forSingles.next();
        return wall(async () => {
          for (const episode of episodes) await calls.view(episode);
        });
      },
      concurrent: async () => {
        const episodes = forConcurrent.next();
        return wall(async () => {
          const left = [...episodes];
          const worker = async (): Promise<void> => {
            for (let episode = left.pop(); episode !== undefined; episode = left.pop()) await calls.view(episode);
          };
          await Promise.all(Array.from({ length: AT_ONCE }, worker));
        });
      },
      batch: async () => calls.batch(forBatch.next()),
    };
  }

  /** One block of `samples` samples; in each the kinds come in an order drawn anew, since a call may leave work behind for the next. */
  async block(kinds: readonly Kind[], samples: number): Promise<Record<Kind, number[]>> {
    const block = Object.fromEntries(KINDS.map((kind) => [kind, []])) as unknown as Record<Kind, number[]>;
    for (const kind of kinds) await this.#stocks[kind]?.fill((HEAVY.has(kind) ? Math.min(samples, HEAVY_SAMPLES) : samples) * (REPEATS[kind] ?? 1));
    for (let sample = 0; sample < samples; sample += 1) {
      const due = kinds.filter((kind) => sample < HEAVY_SAMPLES || !HEAVY.has(kind));
      const order = this.#order.shuffle(due.flatMap((kind) => Array.from({ length: REPEATS[kind] ?? 1 }, () => kind)));
      for (const kind of order) block[kind].push(await this.#run[kind]());
    }
    return block;
  }
}

async function wall(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Measurements of a kind less the way there and back of the same block, as often as a measurement holds it. */
export function net(measured: Measured, kind: Kind): number[][] {
  const trips = kind === "singles" ? BATCH : 1;
  return measured[kind].map((block, n) => {
    const way = median(measured.noop[n] as number[]);
    return block.map((milliseconds) => milliseconds - trips * way);
  });
}
