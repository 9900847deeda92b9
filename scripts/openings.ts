/** How different openings are: of many at one difficulty, the share that no other is like, and a sample to read by eye. */
import { MemoryCatalog } from "../src/catalog/memory-catalog.ts";
import { productTypeById } from "../src/catalog/types/index.ts";
import type { Environment } from "../src/core/environment.ts";
import { Rng } from "../src/core/rng.ts";
import { environmentById } from "../src/envs/index.ts";
import { makeTask } from "../src/envs/make-task.ts";
import { difficulties, flagsOf, usage, wholeNumber } from "./lib/flags.ts";
import { percent } from "./lib/table.ts";

/** The share of openings that have to be distinct. */
const BOUND = 0.95;

const options = {
  env: { type: "string", default: "cart" },
  difficulty: { type: "string", default: "12" },
  tasks: { type: "string", default: "1000" },
  sample: { type: "string", default: "50" },
  "seed-base": { type: "string", default: "0" },
} as const;

const values = flagsOf(options);
const environment: Environment = environmentById(values.env) ?? usage(`--env ${values.env}: there is no such environment`);
const count = wholeNumber("tasks", values.tasks, 1, 100_000);
const size = wholeNumber("sample", values.sample, 0, 1000);
const seedBase = wholeNumber("seed-base", values["seed-base"], 0, 2 ** 40);
const shop = new MemoryCatalog(10_000, "7");
const info = await shop.info();

/** The opening of one task. */
async function openingOf(difficulty: number, seed: number): Promise<string> {
  const key = { env: environment.id, envVersion: environment.version, difficulty, axes: {}, seed: String(seed), split: "train", language: "en" } as const;
  return (await makeTask(environment, { ...key, catalogVersion: info.version }, shop, info, productTypeById)).opening.text;
}

/** Letters and digits only, so that a stop or a capital makes no difference. */
const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

let holds = true;
for (const difficulty of difficulties(values.difficulty)) {
  const texts: string[] = [];
  for (let n = 0; n < count; n += 1) texts.push(await openingOf(difficulty, seedBase + n));
  const distinct = new Set(texts.map(bare)).size;
  holds &&= distinct >= BOUND * count;
  for (const text of new Rng(`openings/${difficulty}/${seedBase}`).sample(texts, size)) console.log(`- ${text}`);
  console.log(`${environment.id} d=${difficulty}: ${distinct} of ${count} openings are distinct (${percent(distinct, count)}, bound ${percent(BOUND, 1)}).`);
}
process.exit(holds ? 0 : 1);
