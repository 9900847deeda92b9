/** Whether difficulty is difficult: agents of fixed skill at growing d. Exit status 1 when their success does not fall as it should. */
import { writeFileSync } from "node:fs";
import { difficulties, flagsOf, usage, wholeNumber } from "./lib/flags.ts";
import { type Cell, type Played, playCells } from "./lib/play-cells.ts";
import { startServer } from "./lib/server.ts";
import { percent, table } from "./lib/table.ts";
import { SKILLED } from "./players/index.ts";
import type { Player } from "./players/player.ts";

/** Chances that a fact goes wrong at d = 0. */
const SKILLS = [0.1, 0.15, 0.2];
/** What success falls by at least from the first difficulty to the last. */
const FALL = 0.2;
/** Standard deviations that a rise may be by luck. */
const LUCK = 3;

const options = {
  env: { type: "string" },
  difficulty: { type: "string", default: "0,3,6,9,12" },
  seeds: { type: "string", default: "200" },
  json: { type: "string" },
  "seed-base": { type: "string" },
} as const;

const values = flagsOf(options);
const envs = values.env?.split(",") ?? Object.keys(SKILLED);
for (const env of envs) if (SKILLED[env] === undefined) usage(`--env ${env}: ${Object.keys(SKILLED).join(", ")} are allowed`);
const levels = difficulties(values.difficulty);
const seeds = wholeNumber("seeds", values.seeds, 1, 100_000);
const seedBase = values["seed-base"] === undefined ? Math.floor(Math.random() * 2 ** 31) : wholeNumber("seed-base", values["seed-base"], 0, 2 ** 40);

/** A mistake in a fact grows likelier with what there is to keep in mind: p at d = 0, twice that at d = 12. */
const rateOf = (p: number, difficulty: number): number => p * (1 + difficulty / 12);

interface Rate {
  readonly wins: number;
  readonly all: number;
}
const winsOf = (played: readonly Played[], cell: Cell): Rate => {
  const own = played.filter((one) => one.cell === cell);
  return { wins: own.filter((one) => one.success).length, all: own.length };
};
const share = ({ wins, all }: Rate): number => wins / all;
const deviation = (a: Rate, b: Rate): number => {
  const pooled = (a.wins + b.wins) / (a.all + b.all);
  return Math.sqrt(pooled * (1 - pooled) * (1 / a.all + 1 / b.all));
};

const server = await startServer();
let holds = true;
try {
  const groups = envs.flatMap((env) =>
    SKILLS.map((p) => ({
      env,
      p,
      cells: levels.map((difficulty): Cell => ({ env, difficulty, player: (SKILLED[env] as (rate: number) => Player)(rateOf(p, difficulty)) })),
    })),
  );
  const played = await playCells(
    server.url,
    groups.flatMap(({ cells }) => cells),
    seeds,
    seedBase,
  );
  const rows = groups.map(({ env, p, cells }) => {
    const rates = cells.map((cell) => winsOf(played, cell));
    const [first, last] = [rates[0] as Rate, rates[rates.length - 1] as Rate];
    const rises = rates.slice(1).filter((rate, n) => share(rate) - share(rates[n] as Rate) > LUCK * deviation(rate, rates[n] as Rate));
    const fall = share(first) - share(last);
    return { env, player: `skilled(${p})`, rates: rates.map(share), fall, holds: fall >= FALL && rises.length === 0 };
  });
  holds = rows.every((row) => row.holds);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 1)}\n`);
  const header = ["env", "player", ...levels.map((d) => `d=${d}`), "fall", "holds"];
  console.log(
    table(
      header,
      rows.map((row) => [row.env, row.player, ...row.rates.map((rate) => percent(rate, 1)), percent(row.fall, 1), row.holds ? "yes" : "NO"]),
    ),
  );
  console.log(
    `${played.length} episodes, seeds ${seedBase} up; success has to fall by ${percent(FALL, 1)} from the first to the last, and to rise nowhere by more than luck.`,
  );
} finally {
  await server.stop();
}
process.exit(holds ? 0 : 1);
