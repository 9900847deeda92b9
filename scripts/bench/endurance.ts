/** Many episodes in a row: whether latency or memory grows with how many there were. */
import { Progress } from "../lib/progress.ts";
import { median } from "../lib/statistics.ts";
import type { Calls } from "./calls.ts";
import type { Row } from "./rows.ts";
import { interval } from "./statistics.ts";

/** Growth over the run that still counts as none, as a share of the level. */
const BOUND = 0.05;
/** Parts that the run is cut into; each gives one latency and one reading of memory. */
const PARTS = 20;
/** The runtime lets an object go some ten seconds after its last call; before that the count of objects in memory still rises. */
const WARM_UP_MS = 15_000;

/** How long an episode takes: made, looked into, searched in, ended. */
async function episode(calls: Calls): Promise<number> {
  const { milliseconds, episode } = await calls.reset();
  return milliseconds + (await calls.view(episode)) + (await calls.search(episode)) + (await calls.abandon(episode));
}

/** How long the same number of calls takes where nothing but a row is kept: what the runtime itself grows by. */
async function bareObject(calls: Calls): Promise<number> {
  const { milliseconds, name } = await calls.create();
  return milliseconds + (await calls.echo(name)) + (await calls.echo(name)) + (await calls.echo(name));
}

/**
 * Plays `count` episodes, once as many were played as stay in memory; then as many bare objects, which have no bound.
 *
 * @param residentBytes the server's memory now; null where it cannot be read, and then no row tells of it.
 */
export async function endurance(calls: Calls, count: number, residentBytes: () => number | null): Promise<Row[]> {
  return [
    ...(await inARow("episodes", () => episode(calls), count, residentBytes, BOUND)),
    ...(await inARow("bare objects", () => bareObject(calls), count, residentBytes, null)),
  ];
}

async function inARow(what: string, one: () => Promise<number>, count: number, residentBytes: () => number | null, bound: number | null): Promise<Row[]> {
  process.stderr.write(`Filling memory with ${what} ...\n`);
  for (const end = performance.now() + WARM_UP_MS; performance.now() < end; ) await one();
  const latency: number[] = [];
  const memory: number[] = [];
  const part = Math.ceil(count / PARTS);
  const played = PARTS * part;
  const progress = new Progress(`${what} in a row`, played);
  for (let n = 0; n < PARTS; n += 1) {
    const times: number[] = [];
    for (let done = 1; done <= part; done += 1) {
      times.push(await one());
      progress.at(n * part + done);
    }
    latency.push(median(times));
    memory.push(residentBytes() ?? Number.NaN);
  }
  progress.done(String(played));
  const rows = [growthRow(`latency growth over ${played} ${what}`, latency, { played, scale: 1000, unit: "us each", bound })];
  if (memory.every(Number.isFinite)) rows.push(growthRow(`memory growth over ${played} ${what}`, memory, { played, scale: 1 / 1024, unit: "KiB each", bound }));
  return rows;
}

interface Growth {
  readonly played: number;
  /** What a level is multiplied by to be in `unit`. */
  readonly scale: number;
  readonly unit: string;
  readonly bound: number | null;
}

/** `ratio` is the growth over the whole run as a share of the median level, by the median of the slopes between all pairs of parts. */
function growthRow(name: string, levels: readonly number[], { played, scale, unit, bound }: Growth): Row {
  const points = levels.map((level, at): Point => ({ at, level }));
  const growth = (drawn: readonly Point[]): number => medianSlope(drawn) * levels.length;
  const level = median(levels);
  const { low, high } = interval(points.length, (drawn) => growth(drawn.map((n) => points[n] as Point)) / level);
  // As with all bounds: broken only when the whole interval lies beyond.
  const holds = bound === null ? null : low <= bound;
  return { name, value: (scale * growth(points)) / played, unit, ratio: growth(points) / level, low, high, bound, holds };
}

interface Point {
  readonly at: number;
  readonly level: number;
}

function medianSlope(points: readonly Point[]): number {
  const slopes = points.flatMap((a, n) => points.slice(n + 1).flatMap((b) => (a.at === b.at ? [] : [(b.level - a.level) / (b.at - a.at)])));
  return median(slopes);
}
