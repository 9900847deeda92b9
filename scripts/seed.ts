/**
 * Seeds a local catalog: `npm run seed -- --size 10000 --seed 7 --persist .wrangler/state`. Resumes where it stopped; a second run writes
 * nothing. `--force` starts anew, also when the very catalog is there.
 */
import { parseArgs } from "node:util";
import { startCatalog } from "../src/platform/seed-core.ts";
import { openLocalCatalog, seedLocal } from "./lib/local-catalog.ts";

const { values } = parseArgs({
  options: {
    size: { type: "string", default: "10000" },
    seed: { type: "string", default: "7" },
    persist: { type: "string", default: ".wrangler/state" },
    force: { type: "boolean", default: false },
  },
});
const size = Number(values.size);
if (!Number.isInteger(size) || size < 1000 || size > 2_000_000) {
  console.error(`--size ${values.size}: a whole number from 1000 to 2000000 is allowed`);
  process.exit(2);
}
const plan = { size, seed: values.seed };
const local = await openLocalCatalog(values.persist);
try {
  if (values.force) await startCatalog(local.db, plan);
  await seedLocal(local.db, plan);
} finally {
  await local.close();
}
