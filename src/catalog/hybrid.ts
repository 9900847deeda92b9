/** Ranking by words and by meaning at once. */

import type { VectorHits } from "../core/ports.ts";
import type { ProductType } from "../core/product.ts";
import { dot, type Embedder } from "./embedding.ts";

export interface Scored {
  readonly index: number;
  readonly typeId: string;
  readonly score: number;
}

export interface Weights {
  readonly lexical: number;
  readonly dense: number;
  /** Of how much the product's type is meant, where the query names none. */
  readonly type: number;
}

/** How much types are meant by a query: by its words, by its meaning, each with 1 for the likeliest. */
export interface TypeScores {
  readonly byWords: ReadonlyMap<string, number>;
  readonly byMeaning: ReadonlyMap<string, number>;
}

/** Scores from least to most as 0 to 1. */
export function spread(scores: readonly { readonly typeId: string; readonly score: number }[]): ReadonlyMap<string, number> {
  const values = scores.map(({ score }) => score);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return new Map(scores.map(({ typeId, score }) => [typeId, high === low ? 1 : (score - low) / (high - low)]));
}

/**
 * score = w_lexical · (l / max(l) + w_type · t_words) + w_dense · ((d - d_least) / (max(d) - d_least) + w_type · t_meaning); what one side does
 * not know scores 0 there.
 *
 * Rule: CA12. Ties go to the lower catalog index.
 *
 * @returns catalog indices, best first.
 */
export function fuse(
  lexical: readonly Scored[],
  { hits: dense, least: low }: Pick<VectorHits, "hits" | "least">,
  types: TypeScores,
  weights: Weights,
  depth: number,
): number[] {
  const scores = new Map<number, number>();
  for (const { index, typeId } of [...lexical, ...dense]) {
    scores.set(index, weights.type * (weights.lexical * (types.byWords.get(typeId) ?? 0) + weights.dense * (types.byMeaning.get(typeId) ?? 0)));
  }
  const top = Math.max(0, ...lexical.map(({ score }) => score));
  for (const { index, score } of lexical) scores.set(index, (scores.get(index) ?? 0) + (weights.lexical * score) / (top || 1));
  const high = dense.reduce((most, { score }) => Math.max(most, score), Number.NEGATIVE_INFINITY);
  for (const { index, score } of dense) scores.set(index, (scores.get(index) ?? 0) + (weights.dense * (score - low)) / (high - low || 1));
  return [...scores]
    .sort(([a, x], [b, y]) => y - x || a - b)
    .slice(0, depth)
    .map(([index]) => index);
}

/** What a product type means, for finding the types that a query is about when it names none. */
export class TypeMeanings {
  readonly #vectors: readonly { readonly typeId: string; readonly vector: Float32Array }[];

  constructor(types: readonly ProductType[], embedder: Embedder) {
    this.#vectors = types.flatMap((type) => {
      const vector = embedder.embed(typeText(type));
      return vector === null ? [] : [{ typeId: type.id, vector }];
    });
  }

  /** The nearest types, best first. */
  nearest(query: Float32Array): { readonly typeId: string; readonly score: number }[] {
    return this.#vectors
      .map(({ typeId, vector }) => ({ typeId, score: query.reduce((sum, component, n) => sum + component * (vector[n] as number), 0) }))
      .sort((a, b) => b.score - a.score || (a.typeId < b.typeId ? -1 : 1));
  }
}

const typeText = (type: ProductType): string => [type.noun, type.noun, ...type.synonyms, type.uses].join(" ");

/** Rule CA13. What is embedded of a product: what it is, what it is called, and the values that tell it from others. */
export function productText(type: ProductType, attributes: Readonly<Record<string, string | number>>): string {
  const values = type.attributes.filter((attribute) => attribute.kind === "enum").map((attribute) => String(attributes[attribute.id]));
  return [type.noun, ...type.synonyms, ...values, ...values].join(" ");
}

/** Vectors of one product type, end to end, with the catalog index of each. */
export interface VectorShelf {
  readonly typeId: string;
  readonly indices: Uint32Array;
  readonly rows: Int8Array;
}

/**
 * The products nearest to a query, best first, and the least similarity of all. Every shelf gives an equal part of the limit, so that
 * a type that the query may mean is not crowded out by one whose products happen to lie nearer.
 */
export function nearestProducts(query: Float32Array, shelves: readonly VectorShelf[], limit: number): Pick<VectorHits, "hits" | "least"> {
  const each = Math.ceil(limit / Math.max(1, shelves.length));
  let least = Number.POSITIVE_INFINITY;
  const hits: Scored[] = [];
  for (const { typeId, indices, rows } of shelves) {
    const scores = Float64Array.from(indices, (_, row) => dot(query, rows, row));
    // Numbers sort much faster than objects, and only the best become objects.
    const sorted = Float64Array.from(scores).sort();
    const needed = sorted[Math.max(0, scores.length - each)] ?? 0;
    least = Math.min(least, sorted[0] ?? least);
    for (const [row, score] of scores.entries()) if (score >= needed) hits.push({ index: indices[row] as number, typeId, score });
  }
  return { hits: hits.sort((a, b) => b.score - a.score || a.index - b.index).slice(0, limit), least: Number.isFinite(least) ? least : 0 };
}
