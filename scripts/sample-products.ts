/** Prints products of the synthetic shop to read by eye: `npx tsx scripts/sample-products.ts --types 10 --each 3 --seed 7`. */
import { parseArgs } from "node:util";
import { indexOf, product } from "../src/catalog/generate.ts";
import { PRODUCT_TYPES } from "../src/catalog/types/index.ts";

const { values } = parseArgs({
  options: {
    types: { type: "string", default: "10" },
    each: { type: "string", default: "3" },
    seed: { type: "string", default: "7" },
    only: { type: "string" },
  },
});
const [types, each] = [Number(values.types), Number(values.each)];
if (!Number.isInteger(types) || types < 1 || types > PRODUCT_TYPES.length || !Number.isInteger(each) || each < 1 || each > 1000) {
  console.error(`--types ${values.types} --each ${values.each}: whole numbers are allowed, 1 to ${PRODUCT_TYPES.length} types and 1 to 1000 of each`);
  process.exit(2);
}
const step = Math.floor(PRODUCT_TYPES.length / types);
for (const [number, type] of PRODUCT_TYPES.entries()) {
  const chosen = values.only === undefined ? number % step === 0 && number / step < types : type.id === values.only;
  if (!chosen) continue;
  console.log(`\n${type.department} / ${type.category} / ${type.plural}`);
  for (let n = 0; n < each; n += 1) {
    // The first two stand in one family, the others further on.
    const one = product(values.seed, indexOf(number, n < 2 ? n : 9 * n));
    const flags = `${one.stock === 0 ? ", sold out" : ""}${one.restricted ? ", restricted" : ""}`;
    console.log(
      `- ${one.title}: $${(one.priceCents / 100).toFixed(2)}, ${one.rating.toFixed(1)} stars of ${one.ratingCount}, ${one.shippingDays} days${flags}`,
    );
    console.log(`  ${one.description}\n  ${one.features.join(" · ")}`);
  }
}
