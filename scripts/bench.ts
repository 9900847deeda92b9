/** Measures the service against the least that a stored object can do, on the same server and in the same run: ratios, not milliseconds. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import Table from "cli-table3";
import { AT_ONCE, Bench, KINDS, type Measured } from "./bench/blocks.ts";
import { Calls } from "./bench/calls.ts";
import { endurance } from "./bench/endurance.ts";
import { Connections } from "./bench/http.ts";
import { COMPARISONS, kindsOf, type Row, rowsOf } from "./bench/rows.ts";
import { startBenchServer } from "./bench/server.ts";
import { flagsOf, usage, wholeNumber } from "./lib/flags.ts";
import { Progress } from "./lib/progress.ts";

const ENDURANCE = "endurance";
const NAMES = [...new Set([...COMPARISONS.map(({ only }) => only), ENDURANCE])];

const options = {
  blocks: { type: "string" },
  only: { type: "string" },
  full: { type: "boolean", default: false },
  quick: { type: "boolean", default: false },
  json: { type: "string" },
  persist: { type: "string", default: ".wrangler/bench" },
} as const;

const values = flagsOf(options);
const { quick, full } = values;
const only = values.only?.split(",") ?? NAMES;
if (only.some((name) => !NAMES.includes(name))) usage(`--only ${values.only}: ${NAMES.join(", ")} are allowed, several with commas between them`);
const blocks = wholeNumber("blocks", values.blocks ?? (quick ? "4" : "16"), 2, 1000);
const samples = quick ? 4 : 6;
const episodes = full ? 10_000 : quick ? 100 : 400;
const comparisons = COMPARISONS.filter((one) => only.includes(one.only));

/** Blocks of all that the comparisons need, after some that do not count. */
async function measure(calls: Calls): Promise<Measured> {
  const bench = new Bench(calls);
  const kinds = kindsOf(comparisons);
  const measured: Measured = Object.fromEntries(KINDS.map((kind) => [kind, [] as number[][]])) as Record<(typeof KINDS)[number], number[][]>;
  for (let n = 0; n < 2; n += 1) await bench.block(kinds, samples);
  const progress = new Progress("Measuring", blocks);
  for (let n = 0; n < blocks; n += 1) {
    const block = await bench.block(kinds, samples);
    for (const kind of KINDS) measured[kind].push(block[kind]);
    progress.at(n + 1);
  }
  progress.done(`${blocks} blocks`);
  return measured;
}

async function run(): Promise<Row[]> {
  const server = await startBenchServer(values.persist);
  const connections = new Connections(server.url, AT_ONCE);
  try {
    const calls = new Calls(connections, Math.floor(Math.random() * 2 ** 40));
    process.stderr.write("Warming up ...\n");
    await calls.warm();
    const rows = comparisons.length === 0 ? [] : rowsOf(comparisons, await measure(calls));
    if (only.includes(ENDURANCE)) rows.push(...(await endurance(calls, episodes, server.residentBytes)));
    process.stderr.write(`${connections.calls} calls over ${connections.opened} connections.\n`);
    return rows;
  } finally {
    connections.close();
    await server.stop();
  }
}

/** Three decimals are enough for every column. */
const cell = (value: number | null): string => (value === null ? "" : value.toFixed(3));

function print(rows: readonly Row[]): void {
  const table = new Table({
    head: ["name", "value", "unit", "ratio", "low", "high", "bound", "holds"],
    colAligns: ["left", "right", "left", "right", "right", "right", "right", "left"],
    style: { head: [], border: [] },
  });
  for (const { name, value, unit, ratio, low, high, bound, holds } of rows)
    table.push([name, cell(value), unit, cell(ratio), cell(low), cell(high), bound ?? "", holds === null ? "" : holds ? "yes" : "NO"]);
  console.log(table.toString());
}

const rows = await run();
print(rows);
if (values.json !== undefined) {
  mkdirSync(dirname(values.json), { recursive: true });
  writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
}
process.exit(rows.some(({ holds }) => holds === false) ? 1 : 0);
