/** Runs players against the service and holds each to its bound; the exit status says whether all hold. */
import { writeFileSync } from "node:fs";
import Table from "cli-table3";
import { difficulties, flagsOf, usage, wholeNumber } from "./lib/flags.ts";
import { type Cell, journal, playCells } from "./lib/play-cells.ts";
import { startServer } from "./lib/server.ts";
import { asksBest, rankingTerms, rowOf } from "./lib/verdict.ts";
import { PLAYERS } from "./players/index.ts";

const options = {
  env: { type: "string" },
  difficulty: { type: "string", default: "0-12" },
  seeds: { type: "string" },
  full: { type: "boolean", default: false },
  player: { type: "string" },
  url: { type: "string" },
  json: { type: "string" },
  "seed-base": { type: "string" },
  journals: { type: "string", default: "5" },
} as const;

const values = flagsOf(options);
const envs = values.env?.split(",") ?? Object.keys(PLAYERS);
for (const env of envs) if (PLAYERS[env] === undefined) usage(`--env ${env}: ${Object.keys(PLAYERS).join(", ")} are allowed`);
const names = values.player?.split(",");
const cells: Cell[] = envs.flatMap((env) =>
  (PLAYERS[env] ?? [])
    .filter((player) => names === undefined || names.includes(player.name))
    .flatMap((player) => difficulties(values.difficulty).map((difficulty) => ({ env, difficulty, player }))),
);
if (cells.length === 0) usage(`--player ${values.player}: ${envs.flatMap((env) => (PLAYERS[env] ?? []).map((player) => player.name)).join(", ")} are allowed`);
const seeds = wholeNumber("seeds", values.seeds ?? (values.full ? "200" : "10"), 1, 100_000);
const seedBase = values["seed-base"] === undefined ? Math.floor(Math.random() * 2 ** 31) : wholeNumber("seed-base", values["seed-base"], 0, 2 ** 40);

const server = values.url === undefined ? await startServer() : null;
let holds = true;
try {
  const played = await playCells(values.url ?? (server as { url: string }).url, cells, seeds, seedBase);
  const rows = cells.map((cell) => rowOf(cell, played));
  holds = rows.every((one) => one.holds);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 1)}\n`);
  const wrong = played.filter(
    (one) =>
      one.counts &&
      (one.cell.player.kind === "must_succeed") !== one.success &&
      (one.cell.player.kind === "must_succeed" || typeof one.cell.player.bound === "number"),
  );
  for (const one of wrong.slice(0, Number(values.journals))) console.log(journal(one));
  const table = new Table({
    head: ["env", "d", "player", "kind", "bound", "holds", "episodes", "counted", "successes", "mean reward", "mean turns"],
    style: { head: [], border: [] },
  });
  for (const one of rows)
    table.push([
      one.env,
      one.difficulty,
      one.player,
      one.kind,
      Number(one.bound.toFixed(3)),
      one.holds ? "yes" : "NO",
      one.episodes,
      one.counted,
      one.successes,
      one.mean_reward.toFixed(3),
      one.mean_turns.toFixed(2),
    ]);
  console.log(table.toString());
  for (const { env, difficulty, informed, blind } of rankingTerms(played))
    console.log(
      `Ranking term of ${env} d=${difficulty}: ${informed.toFixed(3)} informed, ${blind.toFixed(3)} blind${informed > blind ? "" : ": NOT SEPARATED"}`,
    );
  for (const line of asksBest(rows)) console.log(`Asking first did not pay best: ${line}`);
  console.log(
    `${played.length} episodes, seeds ${seedBase} up (--seed-base ${seedBase} repeats them): ${holds ? "every bound holds" : "a bound is broken"}; ${wrong.length} episodes went against their player's kind.`,
  );
} finally {
  await server?.stop();
}
process.exit(holds ? 0 : 1);
