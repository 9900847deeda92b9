/** What the benchmark promises: each row sets one kind of call against another, within one run. */
import { median, type Ratio } from "../lib/statistics.ts";
import { BATCH, type Kind, type Measured, net } from "./blocks.ts";
import { netRatio } from "./statistics.ts";

/** A line of the table and of the JSON file. What has no bound is told, not judged. */
export interface Row {
  readonly name: string;
  /** In `unit`. */
  readonly value: number;
  readonly unit: string;
  readonly ratio: number | null;
  /** Ends of the ratio's 95 % interval. */
  readonly low: number | null;
  readonly high: number | null;
  readonly bound: number | null;
  /** Whether the bound lies within the interval or on its good side; null without a bound. */
  readonly holds: boolean | null;
}

interface Comparison {
  readonly name: string;
  /** What --only calls it; several rows may go by one name. */
  readonly only: string;
  readonly above: Kind;
  readonly below: Kind;
  /** Whether the way there and back is taken off first. */
  readonly net: boolean;
  readonly bound: { readonly at: number; readonly side: "most" | "least" } | null;
}

const most = (at: number) => ({ at, side: "most" as const });

/** In the order of the table. */
export const COMPARISONS: readonly Comparison[] = [
  { name: "step with cart_view / echo", only: "view", above: "view", below: "echo", net: true, bound: most(1.5) },
  { name: "step with catalog_search, words known / echo", only: "search", above: "searchAgain", below: "echo", net: true, bound: most(4) },
  // New words are looked up in the database, and one bare read of it takes longer than an echo by itself: told beside it, not judged.
  { name: "step with catalog_search, new words / echo", only: "search", above: "search", below: "echo", net: true, bound: null },
  { name: "step with catalog_search, new words / bare database read", only: "search", above: "search", below: "read", net: true, bound: null },
  { name: "bare database read / echo", only: "search", above: "read", below: "echo", net: true, bound: null },
  { name: "reset / create", only: "reset", above: "reset", below: "create", net: true, bound: most(2.5) },
  { name: "reset of product_discovery / create", only: "lists", above: "discovery", below: "create", net: true, bound: most(2.5) },
  { name: "reset of substitution / create", only: "lists", above: "substitution", below: "create", net: true, bound: most(2.5) },
  { name: "group of 8 / reset", only: "group", above: "group", below: "reset", net: true, bound: most(2) },
  // Throughput is what a client gets, the way there and back included: sparing it 31 times is what a batch is for.
  { name: "32 single steps / batch of 32", only: "batch", above: "singles", below: "batch", net: false, bound: { at: 5, side: "least" } },
  { name: "32 single steps / batch of 32, without the way", only: "batch", above: "singles", below: "batch", net: true, bound: null },
  { name: "32 steps, 8 at once / batch of 32", only: "batch", above: "concurrent", below: "batch", net: false, bound: null },
];

/** Kinds that comparisons need, each once, the way there and back among them. */
export const kindsOf = (comparisons: readonly Comparison[]): Kind[] => [
  ...new Set<Kind>(["noop", ...comparisons.flatMap(({ above, below }) => [above, below])]),
];

/** The rows of comparisons, behind what their smallest calls take. */
export function rowsOf(comparisons: readonly Comparison[], measured: Measured): Row[] {
  const plain = (name: string, kind: Kind): Row[] => {
    const values = (kind === "noop" ? measured.noop : net(measured, kind)).flat();
    return values.length === 0 ? [] : [{ name, value: median(values), unit: "ms", ratio: null, low: null, high: null, bound: null, holds: null }];
  };
  return [...plain("way there and back", "noop"), ...plain("echo", "echo"), ...plain("create", "create"), ...comparisons.map((one) => rowOf(one, measured))];
}

function rowOf(comparison: Comparison, measured: Measured): Row {
  const of = (kind: Kind): number[][] => (comparison.net ? net(measured, kind) : measured[kind]);
  const ratio = netRatio(of(comparison.above), of(comparison.below));
  const steps = comparison.below === "batch";
  const value = steps ? (1000 * BATCH) / median(of("batch").flat()) : median(of(comparison.above).flat());
  return { name: comparison.name, value, unit: steps ? "steps/s" : "ms", ...ratio, bound: comparison.bound?.at ?? null, holds: holds(comparison.bound, ratio) };
}

/** By the interval's good end: a bound is broken only when the whole interval lies beyond it. */
function holds(bound: Comparison["bound"], { low, high }: Ratio): boolean | null {
  if (bound === null) return null;
  return bound.side === "most" ? low <= bound.at : high >= bound.at;
}
