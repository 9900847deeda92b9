/** Measures search on the labelled queries: lexical, dense and hybrid per kind, and exact titles; prints a table. */
import { parseArgs } from "node:util";
import Table from "cli-table3";
import { product } from "../src/catalog/generate.ts";
import { PRODUCT_TYPES } from "../src/catalog/types/index.ts";
import type { CleanQuery } from "../src/core/ports.ts";
import { D1Catalog } from "../src/platform/d1-catalog.ts";
import { EmbeddedVectors } from "../src/platform/embedded-vectors.ts";
import { type LabelledQuery, QUERIES } from "../test/search/queries.ts";
import { openLocalCatalog, seedLocal, tableFile } from "./lib/local-catalog.ts";
import { Progress } from "./lib/progress.ts";

const { values } = parseArgs({
  options: {
    size: { type: "string", default: "10000" },
    persist: { type: "string", default: ".wrangler/state" },
    verbose: { type: "boolean", default: false },
    weights: { type: "string", default: "" },
  },
});
const size = Number(values.size);
const SEED = "7";
const KINDS = ["paraphrase", "typo", "keywords"] as const;
const CUTS = [1, 5, 10] as const;

const local = await openLocalCatalog(values.persist);
try {
  await seedLocal(local.db, { size, seed: SEED });
  const vectors = new EmbeddedVectors(local.db, tableFile);
  const [lexical = 0.65, dense = 0.35, type = 4] = values.weights.split(",").map(Number);
  const systems = {
    lexical: new D1Catalog(local.db),
    dense: new D1Catalog(local.db, vectors, { lexical: 0, dense: 1, type: 4 }),
    hybrid: values.weights === "" ? new D1Catalog(local.db, vectors) : new D1Catalog(local.db, vectors, { lexical, dense, type }),
  };
  const relevant = relevantSets();
  const head = ["system", ...KINDS.flatMap((kind) => CUTS.map((k) => `${kind} R@${k}`)), ...CUTS.map((k) => `mean R@${k}`)];
  const table = new Table({ head, style: { head: [], border: [] } });
  for (const [name, catalog] of Object.entries(systems)) {
    const recalls = await Promise.all(QUERIES.map(async (query) => ({ query, at: await recallsOf(catalog, query, relevant.get(query) as Set<number>) })));
    const mean = (rows: typeof recalls, k: number): number => rows.reduce((sum, row) => sum + (row.at[k] as number), 0) / rows.length;
    const perKind = KINDS.map((kind) => recalls.filter(({ query }) => query.kind === kind));
    const means = CUTS.map((_, k) => (perKind.reduce((sum, rows) => sum + mean(rows, k), 0) / KINDS.length).toFixed(3));
    table.push([name, ...perKind.flatMap((rows) => CUTS.map((_, k) => mean(rows, k).toFixed(3))), ...means]);
    if (values.verbose)
      for (const { query, at } of recalls)
        if ((at[2] as number) < 1) console.log(`${name} ${query.kind}: "${query.text}" R@10 ${(at[2] as number).toFixed(2)}`);
  }
  console.log(table.toString());
  if (!values.verbose) await exactTitles(systems.hybrid);
} finally {
  await local.close();
}

/** The set of products that each label stands for. */
function relevantSets(): Map<LabelledQuery, Set<number>> {
  const sets = new Map(QUERIES.map((query) => [query, new Set<number>()]));
  for (let index = 0; index < size; index += 1) {
    const one = product(SEED, index);
    for (const query of QUERIES) {
      const fits = query.types.includes(one.typeId) && Object.entries(query.where ?? {}).every(([attribute, value]) => one.attributes[attribute] === value);
      if (fits) sets.get(query)?.add(index);
    }
  }
  return sets;
}

function clean(query: string): CleanQuery {
  return { query, typeId: null, filters: [], inStock: false, sort: "relevance", depth: 100 };
}

async function recallsOf(catalog: D1Catalog, query: LabelledQuery, relevant: ReadonlySet<number>): Promise<number[]> {
  const { indices } = await catalog.search(clean(query.text));
  return CUTS.map((k) => indices.slice(0, k).filter((index) => relevant.has(index)).length / Math.min(k, relevant.size));
}

/** Titles of 1,000 products as queries: how many find their product among the first three. */
async function exactTitles(catalog: D1Catalog): Promise<void> {
  const count = Math.min(1000, size);
  const progress = new Progress("Exact titles", count);
  let found = 0;
  for (let n = 0; n < count; n += 1) {
    const one = product(SEED, Math.floor((n * size) / count));
    const { indices } = await catalog.search(clean(one.title));
    if (indices.slice(0, 3).includes(one.index)) found += 1;
    progress.at(n + 1);
  }
  progress.done(`${count} titles searched`);
  console.log(`Exact title in the top 3: ${found} of ${count}. ${QUERIES.length} labelled queries, ${size} products, ${PRODUCT_TYPES.length} types.`);
}
