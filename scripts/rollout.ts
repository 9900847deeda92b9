/** The main job: a player plays an environment through the HTTP API, with progress, a table, and trajectories as JSON lines. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import Table from "cli-table3";
import { difficulties, flagsOf, usage, wholeNumber } from "./lib/flags.ts";
import { type Played, playCells } from "./lib/play-cells.ts";
import { startServer } from "./lib/server.ts";
import { PLAYERS } from "./players/index.ts";

const options = {
  env: { type: "string", default: "cart" },
  difficulty: { type: "string", default: "0-12" },
  seeds: { type: "string", default: "8" },
  player: { type: "string", default: "reference" },
  url: { type: "string" },
  json: { type: "string", default: "out/rollout.jsonl" },
  "seed-base": { type: "string" },
} as const;

const values = flagsOf(options);
const players = PLAYERS[values.env] ?? usage(`--env ${values.env}: ${Object.keys(PLAYERS).join(", ")} are allowed`);
const player =
  players.find((one) => one.name === values.player) ?? usage(`--player ${values.player}: ${players.map((one) => one.name).join(", ")} are allowed`);
const levels = difficulties(values.difficulty);
const seeds = wholeNumber("seeds", values.seeds, 1, 100_000);
const seedBase = values["seed-base"] === undefined ? Math.floor(Math.random() * 2 ** 31) : wholeNumber("seed-base", values["seed-base"], 0, 2 ** 40);

const server = values.url === undefined ? await startServer() : null;
try {
  const url = values.url ?? (server as { url: string }).url;
  const cells = levels.map((difficulty) => ({ env: values.env, difficulty, player }));
  const played = await playCells(url, cells, seeds, seedBase);
  mkdirSync(dirname(values.json), { recursive: true });
  writeFileSync(values.json, played.map(line).join(""));
  printTable(played);
  console.log(`${played.length} episodes by ${player.name}, seeds ${seedBase} up. Trajectories: ${values.json}`);
} finally {
  await server?.stop();
}

function line(one: Played): string {
  const { first, steps } = one.session;
  return `${JSON.stringify({ env: one.cell.env, difficulty: one.cell.difficulty, seed: one.seed, task_id: first.task_id, player: one.cell.player.name, success: one.success, reward: one.reward, first: first.observation, steps })}\n`;
}

function printTable(played: readonly Played[]): void {
  const table = new Table({
    head: ["difficulty", "episodes", "success", "mean reward", "mean turns", "free turns"],
    colAligns: ["right", "right", "right", "right", "right", "right"],
    style: { head: [], border: [] },
  });
  const mean = (rows: readonly Played[], of: (one: Played) => number): number => rows.reduce((sum, one) => sum + of(one), 0) / rows.length;
  for (const difficulty of levels) {
    const rows = played.filter((one) => one.cell.difficulty === difficulty);
    table.push([
      difficulty,
      rows.length,
      `${(100 * mean(rows, (one) => Number(one.success))).toFixed(1)} %`,
      mean(rows, (one) => one.reward).toFixed(3),
      mean(rows, (one) => one.turns).toFixed(2),
      mean(rows, (one) => one.freeTurns).toFixed(2),
    ]);
  }
  console.log(table.toString());
}
