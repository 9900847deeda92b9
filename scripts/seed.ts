/** Seeds a local catalog: `npm run seed -- --size 10000 --seed 7 --persist .wrangler/state`. Resumes where it stopped; a second run writes nothing. */
import { parseArgs } from "node:util";
import { openLocalCatalog, seedLocal } from "./lib/local-catalog.ts";

const { values } = parseArgs({
  options: { size: { type: "string", default: "10000" }, seed: { type: "string", default: "7" }, persist: { type: "string", default: ".wrangler/state" } },
});
const size = Number(values.size);
if (!Number.isInteger(size) || size < 1000 || size > 1_000_000) {
  console.error(`--size ${values.size}: a whole number from 1000 to 1000000 is allowed`);
  process.exit(2);
}
const local = await openLocalCatalog(values.persist);
try {
  await seedLocal(local.db, { size, seed: values.seed });
} finally {
  await local.close();
}
