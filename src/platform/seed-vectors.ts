/** Writes the vectors of a seeded synthetic catalog into D1, chunk by chunk; resumes where it stopped. */
import type { Embedder } from "../catalog/embedding.ts";
import { quantise } from "../catalog/embedding.ts";
import { countOfType, indexOf, product } from "../catalog/generate.ts";
import { productText } from "../catalog/hybrid.ts";
import { PRODUCT_TYPES } from "../catalog/types/index.ts";
import type { ProductType } from "../core/product.ts";
import type { SeedDatabase, SeedPlan } from "./seed-core.ts";

/** Products per row; a row stays far below the two megabytes that D1 allows. */
export const CHUNK = 256;
/** Rows per batch. */
const ROWS = 20;

interface Chunk {
  readonly typeNumber: number;
  readonly chunk: number;
}

/** All chunks of a catalog, in canonical order. */
function chunksOf(size: number): Chunk[] {
  return PRODUCT_TYPES.flatMap((_, typeNumber) =>
    Array.from({ length: Math.ceil(countOfType(size, typeNumber) / CHUNK) }, (__, chunk) => ({ typeNumber, chunk })),
  );
}

/**
 * Rule CA5. Adds the vectors that are missing; a second run writes nothing. Vectors of another embedder are replaced.
 *
 * @param report called after each batch with products done so far.
 */
export async function seedVectors(db: SeedDatabase, plan: SeedPlan, embedder: Embedder, report: (done: number) => void): Promise<{ written: number }> {
  const meta = await db.prepare("SELECT embedder FROM catalog_meta WHERE id = 1").first<{ embedder: string }>();
  if (meta?.embedder === embedder.id) return { written: 0 };
  await db.prepare("DELETE FROM product_vectors WHERE embedder <> ?").bind(embedder.id).run();
  const { results } = await db.prepare("SELECT type_id, chunk FROM product_vectors").all<{ type_id: string; chunk: number }>();
  const done = new Set(results.map((row) => `${row.type_id}/${row.chunk}`));
  const missing = chunksOf(plan.size).filter(({ typeNumber, chunk }) => !done.has(`${PRODUCT_TYPES[typeNumber]?.id}/${chunk}`));
  let written = 0;
  for (let from = 0; from < missing.length; from += ROWS) {
    const rows = missing.slice(from, from + ROWS).map((chunk) => vectorRow(plan, embedder, chunk));
    await db.batch(
      rows.map((row) =>
        db
          .prepare("INSERT INTO product_vectors (type_id, chunk, embedder, indices, vectors) VALUES (?, ?, ?, ?, ?)")
          .bind(row.typeId, row.chunk, embedder.id, row.indices, row.vectors),
      ),
    );
    written += rows.reduce((sum, row) => sum + row.count, 0);
    report(written);
  }
  await db.prepare("UPDATE catalog_meta SET embedder = ? WHERE id = 1").bind(embedder.id).run();
  return { written };
}

function vectorRow(plan: SeedPlan, embedder: Embedder, { typeNumber, chunk }: Chunk) {
  const type = PRODUCT_TYPES[typeNumber] as ProductType;
  const last = Math.min(countOfType(plan.size, typeNumber), (chunk + 1) * CHUNK);
  const indices = Array.from({ length: last - chunk * CHUNK }, (_, n) => indexOf(typeNumber, chunk * CHUNK + n));
  const rows = new Uint8Array(indices.length * embedder.dimensions);
  for (const [row, index] of indices.entries()) {
    const vector = embedder.embed(productText(type, product(plan.seed, index).attributes));
    if (vector !== null) rows.set(new Uint8Array(quantise(vector).buffer), row * embedder.dimensions);
  }
  return { typeId: type.id, chunk, indices: JSON.stringify(indices), vectors: base64(rows), count: indices.length };
}

function base64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary);
}
