/** Measures reset and search on a large catalog against a small one, block by block in turns; fails when a ratio is above its bound beyond doubt. */
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import Table from "cli-table3";
import { product } from "../src/catalog/generate.ts";
import { PRODUCT_TYPES } from "../src/catalog/types/index.ts";
import { Client } from "./lib/client.ts";
import { wholeNumber } from "./lib/flags.ts";
import { Progress } from "./lib/progress.ts";
import { type Server, startServer } from "./lib/server.ts";
import { median, medianRatio } from "./lib/statistics.ts";

/** Largest ratio of medians that still counts as not growing with the catalog. */
const BOUND = 1.25;
const SEED = "7";

const { values } = parseArgs({
  options: {
    small: { type: "string", default: "10000" },
    large: { type: "string", default: "100000" },
    blocks: { type: "string", default: "24" },
    block: { type: "string", default: "12" },
    persist: { type: "string", default: ".wrangler/scaling" },
  },
});
const sizes = { small: wholeNumber("small", values.small, 1000, 1_000_000), large: wholeNumber("large", values.large, 1000, 1_000_000) };
const blocks = wholeNumber("blocks", values.blocks, 4, 1000);
const perBlock = wholeNumber("block", values.block, 4, 1000);

interface Side {
  readonly size: number;
  readonly persist: string;
  readonly server: Server;
  readonly client: Client;
  readonly reset: number[][];
  readonly search: number[][];
}

async function open(size: number): Promise<Side> {
  const persist = join(values.persist, String(size));
  const server = await startServer({ persist, size, seed: SEED });
  return { size, persist, server, client: new Client(server.url), reset: [], search: [] };
}

/** Milliseconds of one call. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

let turn = 0;

/** One block on one side: fresh tasks, and searches for words of products drawn all over the catalog, none asked twice. */
async function block(side: Side, count: boolean): Promise<void> {
  const reset: number[] = [];
  const search: number[] = [];
  for (let n = 0; n < perBlock; n += 1) {
    turn += 1;
    const seed = turn;
    const episodes: string[] = [];
    reset.push(await timed(async () => episodes.push((await side.client.reset({ env: "cart", difficulty: 6, seed })).episode_id)));
    const words = product(SEED, (turn * 7919) % side.size).title.replace(/,.*/, "");
    const call = { name: "catalog_search", args: { query: `${words} ${turn}`, page_size: 10 } };
    search.push(await timed(() => side.client.step(episodes[0] as string, 0, { action: { tool_calls: [call] } })));
  }
  if (count) {
    side.reset.push(reset);
    side.search.push(search);
  }
}

/** Bytes of the database files under a folder. */
async function databaseBytes(folder: string): Promise<number> {
  const files = await readdir(join(folder, "v3/d1"), { recursive: true, withFileTypes: true });
  return files.filter((file) => file.isFile()).reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
}

/** Resident megabytes of the runtime that serves a port: the isolate, its objects and the local database together. */
function residentMegabytes(url: string): string {
  try {
    const port = new URL(url).port;
    const pids = execFileSync("pgrep", ["-f", "workerd serve"], { encoding: "utf8" }).trim().split("\n");
    const own = pids.filter((pid) => readFileSync(`/proc/${pid}/environ`, "utf8").includes(`ECOMRLVE_PORT=${port}`));
    const kilobytes = own.map((pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0));
    return kilobytes.length === 0 ? "not known" : `${Math.round(kilobytes.reduce((sum, one) => sum + one, 0) / 1024)} MB`;
  } catch {
    return "not known";
  }
}

/** One search for each product type, so that both sides are measured as they run, not as they start. */
async function warm(side: Side): Promise<void> {
  for (const [n, type] of PRODUCT_TYPES.entries()) {
    const { episode_id } = await side.client.reset({ env: "cart", difficulty: 6, seed: 1_000_000 + n });
    await side.client.step(episode_id, 0, { action: { tool_calls: [{ name: "catalog_search", args: { query: type.noun, page_size: 10 } }] } });
  }
}

const small = await open(sizes.small);
const large = await open(sizes.large);
let holds = true;
try {
  for (const side of [small, large]) await warm(side);
  for (const side of [small, large, small, large]) await block(side, false);
  const progress = new Progress("Measuring", blocks);
  for (let n = 0; n < blocks; n += 1) {
    for (const side of n % 2 === 0 ? [small, large] : [large, small]) await block(side, true);
    progress.at(n + 1);
  }
  progress.done(`${blocks} blocks of ${perBlock} on each side`);
  const table = new Table({
    head: ["what", `p50 at ${small.size}`, `p50 at ${large.size}`, "ratio", "95 % interval", "bound", "holds"],
    style: { head: [], border: [] },
  });
  for (const what of ["reset", "search"] as const) {
    const { ratio, low, high } = medianRatio(large[what], small[what]);
    const kept = low <= BOUND;
    holds &&= kept;
    table.push([
      what,
      `${median(small[what].flat()).toFixed(2)} ms`,
      `${median(large[what].flat()).toFixed(2)} ms`,
      ratio.toFixed(3),
      `${low.toFixed(3)} to ${high.toFixed(3)}`,
      BOUND,
      kept ? "yes" : "NO",
    ]);
  }
  console.log(table.toString());
  for (const side of [small, large])
    console.log(
      `${side.size} products: database ${((await databaseBytes(side.persist)) / 1e6).toFixed(1)} MB, runtime memory ${residentMegabytes(side.server.url)}`,
    );
} finally {
  await small.server.stop();
  await large.server.stop();
}
process.exit(holds ? 0 : 1);
