/** Runs players against the service and holds each to its bound; the exit status says whether all hold. */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import Table from "cli-table3";
import { difficulties, usage, wholeNumber } from "./lib/flags.ts";
import { type Cell, journal, type Played, playCells } from "./lib/play-cells.ts";
import { startServer } from "./lib/server.ts";
import { PLAYERS } from "./players/index.ts";

const options = {
  env: { type: "string" },
  difficulty: { type: "string", default: "0-12" },
  seeds: { type: "string", default: "10" },
  player: { type: "string" },
  url: { type: "string" },
  json: { type: "string" },
  "seed-base": { type: "string" },
  journals: { type: "string", default: "5" },
} as const;

function flags() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return usage(
      `${(error as Error).message}\nflags: ${Object.keys(options)
        .map((flag) => `--${flag}`)
        .join(" ")}`,
    );
  }
}

const values = flags();
const envs = values.env?.split(",") ?? Object.keys(PLAYERS);
for (const env of envs) if (PLAYERS[env] === undefined) usage(`--env ${env}: ${Object.keys(PLAYERS).join(", ")} are allowed`);
const names = values.player?.split(",");
const cells: Cell[] = envs.flatMap((env) =>
  (PLAYERS[env] ?? [])
    .filter((player) => names === undefined || names.includes(player.name))
    .flatMap((player) => difficulties(values.difficulty).map((difficulty) => ({ env, difficulty, player }))),
);
if (cells.length === 0) usage(`--player ${values.player}: ${envs.flatMap((env) => (PLAYERS[env] ?? []).map((player) => player.name)).join(", ")} are allowed`);
const seeds = wholeNumber("seeds", values.seeds, 1, 100_000);
const seedBase = values["seed-base"] === undefined ? Math.floor(Math.random() * 2 ** 31) : wholeNumber("seed-base", values["seed-base"], 0, 2 ** 40);

/** A cell's figures and whether they keep the bound. Short runs are judged pooled over d, so one miss in ten is not yet a verdict on a cell. */
function row(cell: Cell, played: readonly Played[]) {
  const rows = played.filter((one) => one.cell === cell);
  const pooled = played.filter((one) => one.cell.env === cell.env && one.cell.player === cell.player);
  const judged = rows.length >= 100 ? rows : pooled;
  const rate = judged.filter((one) => one.success).length / judged.length;
  const mean = (of: (one: Played) => number): number => rows.reduce((sum, one) => sum + of(one), 0) / rows.length;
  return {
    env: cell.env,
    difficulty: cell.difficulty,
    player: cell.player.name,
    kind: cell.player.kind,
    bound: cell.player.bound,
    holds: cell.player.kind === "must_succeed" ? rate >= cell.player.bound : rate <= cell.player.bound,
    episodes: rows.length,
    successes: rows.filter((one) => one.success).length,
    mean_reward: mean((one) => one.reward),
    mean_turns: mean((one) => one.turns),
  };
}

const server = values.url === undefined ? await startServer() : null;
let holds = true;
try {
  const played = await playCells(values.url ?? (server as { url: string }).url, cells, seeds, seedBase);
  const rows = cells.map((cell) => row(cell, played));
  holds = rows.every((one) => one.holds);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 1)}\n`);
  const wrong = played.filter((one) => (one.cell.player.kind === "must_succeed") !== one.success);
  for (const one of wrong.slice(0, Number(values.journals))) console.log(journal(one));
  const table = new Table({
    head: ["env", "d", "player", "kind", "bound", "holds", "episodes", "successes", "mean reward", "mean turns"],
    style: { head: [], border: [] },
  });
  for (const one of rows)
    table.push([
      one.env,
      one.difficulty,
      one.player,
      one.kind,
      one.bound,
      one.holds ? "yes" : "NO",
      one.episodes,
      one.successes,
      one.mean_reward.toFixed(3),
      one.mean_turns.toFixed(2),
    ]);
  console.log(table.toString());
  console.log(
    `${played.length} episodes, seeds ${seedBase} up (--seed-base ${seedBase} repeats them): ${holds ? "every bound holds" : "a bound is broken"}; ${wrong.length} episodes went against their player's kind.`,
  );
} finally {
  await server?.stop();
}
process.exit(holds ? 0 : 1);
