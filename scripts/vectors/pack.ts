/** Writes the word table's file; its layout is described beside the reader. */
import { createHash } from "node:crypto";
import { TableHeader } from "../../src/catalog/embedding.ts";
import { heightOf, type Matrix } from "./pca.ts";

/** @param words sorted, ASCII, one per row. @param weights in (0, 1], one per row. */
export function pack(words: readonly string[], vectors: Matrix, weights: readonly number[]): Uint8Array {
  const count = heightOf(vectors);
  if (words.length !== count || weights.length !== count) throw new Error(`${count} vectors need as many words and weights`);
  const rows = Buffer.alloc(vectors.values.length);
  const scales = Buffer.alloc(count * 4);
  for (let row = 0; row < count; row += 1) {
    const vector = vectors.values.subarray(row * vectors.width, (row + 1) * vectors.width);
    const scale = Math.fround(vector.reduce((most, part) => Math.max(most, Math.abs(part)), 0) / 127) || 1;
    vector.forEach((part, n) => {
      rows.writeInt8(Math.max(-127, Math.min(127, Math.round(part / scale))), row * vectors.width + n);
    });
    scales.writeFloatLE(scale, row * 4);
  }
  const vocabulary = Buffer.from(words.join("\n"), "ascii");
  const body = Buffer.concat([vocabulary, rows, scales, Buffer.from(weights.map((weight) => Math.max(1, Math.round(weight * 255))))]);
  const id = `words-${vectors.width}-${createHash("sha256").update(body).digest("hex").slice(0, 8)}`;
  const header = Buffer.from(
    JSON.stringify(TableHeader.parse({ format: 1, id, dimensions: vectors.width, count, vocabularyBytes: vocabulary.length })),
    "ascii",
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  return new Uint8Array(Buffer.concat([length, header, body]));
}
