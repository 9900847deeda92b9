/** Ranking by words and by meaning at once. */
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
 * score = w_lexical · (l / max(l) + w_type · t_words) + w_dense · ((d - min(d)) / (max(d) - min(d)) + w_type · t_meaning); what one side does
 * not know scores 0 there.
 *
 * Rule: CA12. Ties go to the lower catalog index.
 *
 * @returns catalog indices, best first.
 */
export function fuse(lexical: readonly Scored[], dense: readonly Scored[], types: TypeScores, weights: Weights, depth: number): number[] {
  const scores = new Map<number, number>();
  for (const { index, typeId } of [...lexical, ...dense]) {
    scores.set(index, weights.type * (weights.lexical * (types.byWords.get(typeId) ?? 0) + weights.dense * (types.byMeaning.get(typeId) ?? 0)));
  }
  const top = Math.max(0, ...lexical.map(({ score }) => score));
  for (const { index, score } of lexical) scores.set(index, (scores.get(index) ?? 0) + (weights.lexical * score) / (top || 1));
  const high = dense.reduce((most, { score }) => Math.max(most, score), Number.NEGATIVE_INFINITY);
  const low = dense.reduce((least, { score }) => Math.min(least, score), Number.POSITIVE_INFINITY);
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

/** The products of some shelves nearest to a query, best first. */
export function nearestProducts(query: Float32Array, shelves: readonly VectorShelf[], limit: number): Scored[] {
  const scored: Scored[] = [];
  for (const shelf of shelves) {
    for (let row = 0; row < shelf.indices.length; row += 1)
      scored.push({ index: shelf.indices[row] as number, typeId: shelf.typeId, score: dot(query, shelf.rows, row) });
  }
  return scored.sort((a, b) => b.score - a.score || a.index - b.index).slice(0, limit);
}
