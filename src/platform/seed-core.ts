/** Writes a synthetic catalog into D1, batch by batch; each batch is atomic and remembers how far it came. */
import { catalogVersion, product } from "../catalog/generate.ts";
import { indexedWords, typeToken } from "../catalog/query.ts";
import { PRODUCT_TYPES, productTypeById } from "../catalog/types/index.ts";
import { tokens } from "../catalog/words.ts";
import type { Product, ProductType } from "../core/product.ts";
import { ROW_COLUMNS, toRow } from "./rows.ts";

/** The part of a D1 database that seeding uses. */
export type SeedDatabase = Pick<D1Database, "prepare" | "batch">;

/** Products per batch: one statement each for rows, text and brands, one JSON parameter each. */
export const BATCH = 500;

const unpack = (columns: number): string => Array.from({ length: columns }, (_, n) => `json_extract(value, '$[${n}]')`).join(", ");
const INSERT_ROWS = `INSERT INTO products (${ROW_COLUMNS.join(", ")}) SELECT ${unpack(ROW_COLUMNS.length)} FROM json_each(?)`;
const INSERT_TEXT = `INSERT INTO product_text (rowid, title, brand, words, type) SELECT ${unpack(5)} FROM json_each(?)`;
const INSERT_BRANDS = `INSERT OR IGNORE INTO type_brands (type_id, brand) SELECT ${unpack(2)} FROM json_each(?)`;

const INSERT_BRAND_WORDS = `INSERT OR IGNORE INTO brand_words (word, brand) SELECT ${unpack(2)} FROM json_each(?)`;

/** Products per row of a shelf. */
const SHELF_CHUNK = 256;
const TYPES_AT_ONCE = 20;
const PACK_SHELF = `INSERT INTO type_shelves (type_id, chunk, rows) SELECT type_id, ordinal / ${SHELF_CHUNK}, json_group_array(json_array(idx, brand, price_cents, rating_tenths, rating_count, shipping_days, stock, restricted, json(attributes))) FROM (SELECT * FROM products WHERE type_id = ? ORDER BY ordinal) GROUP BY ordinal / ${SHELF_CHUNK}`;

export interface SeedPlan {
  readonly size: number;
  readonly seed: string;
}

/** How many products of this very catalog are there already; null when the database holds another catalog or none. */
export async function seededSoFar(db: SeedDatabase, plan: SeedPlan): Promise<number | null> {
  const row = await db.prepare("SELECT version, seeded FROM catalog_meta WHERE id = 1").first<{ version: string; seeded: number }>();
  return row !== null && row.version === catalogVersion(plan.size, plan.seed) ? row.seeded : null;
}

/** Empties the catalog and names the one to come. */
export async function startCatalog(db: SeedDatabase, plan: SeedPlan): Promise<void> {
  await db.batch([
    db.prepare("DELETE FROM products"),
    db.prepare("INSERT INTO product_text(product_text) VALUES ('delete-all')"),
    db.prepare("DELETE FROM type_brands"),
    db.prepare("DELETE FROM brand_words"),
    db.prepare("DELETE FROM product_vectors"),
    db.prepare("DELETE FROM type_shelves"),
    db
      .prepare("INSERT OR REPLACE INTO catalog_meta (id, version, size, seed, seeded) VALUES (1, ?, ?, ?, 0)")
      .bind(catalogVersion(plan.size, plan.seed), plan.size, plan.seed),
  ]);
}

/** Writes products `from` up to `to`, not included, and notes it, all or nothing. */
export async function seedBatch(db: SeedDatabase, plan: SeedPlan, from: number, to: number): Promise<void> {
  const batch: Product[] = [];
  for (let index = from; index < to; index += 1) batch.push(product(plan.seed, index));
  await db.batch([
    db.prepare(INSERT_ROWS).bind(JSON.stringify(batch.map(toRow))),
    db.prepare(INSERT_TEXT).bind(JSON.stringify(batch.map(textOf))),
    db.prepare(INSERT_BRANDS).bind(JSON.stringify(batch.map((one) => [one.typeId, one.brand]))),
    db.prepare(INSERT_BRAND_WORDS).bind(JSON.stringify(batch.flatMap((one) => tokens(one.brand).map((word) => [word, one.brand])))),
    db.prepare("UPDATE catalog_meta SET seeded = ? WHERE id = 1").bind(to),
  ]);
}

function textOf(one: Product): readonly (string | number)[] {
  const type = productTypeById(one.typeId) as ProductType;
  return [one.index, one.title, one.brand, indexedWords(type, one.features), typeToken(type.id)];
}

/**
 * Rule CA5. Seeds what is missing of a catalog; a second run writes nothing.
 *
 * @param report called after each batch with products written so far.
 */
export async function seedCatalog(db: SeedDatabase, plan: SeedPlan, report: (seeded: number) => void): Promise<{ written: number }> {
  let seeded = await seededSoFar(db, plan);
  if (seeded === null) {
    await startCatalog(db, plan);
    seeded = 0;
  }
  const first = seeded;
  for (let from = first; from < plan.size; from += BATCH) {
    const to = Math.min(plan.size, from + BATCH);
    await seedBatch(db, plan, from, to);
    report(to);
  }
  await seedShelves(db);
  return { written: plan.size - first };
}

/** Packs each type's products into the rows of its shelf; types that have theirs are left alone. */
async function seedShelves(db: SeedDatabase): Promise<void> {
  const { results } = await db.prepare("SELECT DISTINCT type_id FROM type_shelves").all<{ type_id: string }>();
  const done = new Set(results.map((row) => row.type_id));
  const missing = PRODUCT_TYPES.filter((type) => !done.has(type.id));
  for (let from = 0; from < missing.length; from += TYPES_AT_ONCE)
    await db.batch(missing.slice(from, from + TYPES_AT_ONCE).map((type) => db.prepare(PACK_SHELF).bind(type.id)));
}
