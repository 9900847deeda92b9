/** Prints whole episodes for people to read: one a difficulty and seed. */
import { parseArgs } from "node:util";
import { difficulties, usage, wholeNumber } from "./lib/flags.ts";
import { playCells } from "./lib/play-cells.ts";
import { startServer } from "./lib/server.ts";
import { transcript } from "./lib/transcript.ts";
import { PLAYERS } from "./players/index.ts";

const { values } = parseArgs({
  options: {
    env: { type: "string", default: "cart" },
    difficulty: { type: "string", default: "2" },
    seed: { type: "string", default: "5" },
    seeds: { type: "string", default: "1" },
    player: { type: "string", default: "reference" },
    url: { type: "string" },
    whole: { type: "boolean", default: false },
  },
});
const players = PLAYERS[values.env] ?? usage(`--env ${values.env}: ${Object.keys(PLAYERS).join(", ")} are allowed`);
const player =
  players.find((one) => one.name === values.player) ?? usage(`--player ${values.player}: ${players.map((one) => one.name).join(", ")} are allowed`);
const cells = difficulties(values.difficulty).map((difficulty) => ({ env: values.env, difficulty, player }));
const server = values.url === undefined ? await startServer() : null;
try {
  const url = values.url ?? (server as { url: string }).url;
  for (const one of await playCells(url, cells, wholeNumber("seeds", values.seeds, 1, 1000), wholeNumber("seed", values.seed, 0, 2 ** 40)))
    console.log(`${transcript(one, values.whole)}\n`);
} finally {
  await server?.stop();
}
