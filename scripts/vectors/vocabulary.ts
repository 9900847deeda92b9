/** Which words the table holds: frequent ones, the catalog's own, and rarer ones that are close to what the shop sells. */
import { PRODUCT_TYPES } from "../../src/catalog/types/index.ts";
import { isStopWord, tokens } from "../../src/catalog/words.ts";
import type { GloveWord } from "./sources.ts";
import { isTableWord } from "./sources.ts";

/** Every word of the product types, also "t-shirt" in one ("tshirt"). */
export function catalogWords(): Set<string> {
  return wordsOf(
    PRODUCT_TYPES.flatMap((type) => [
      ...namesOf(type),
      type.department,
      type.category,
      ...type.blurbs,
      ...type.attributes.flatMap((attribute) => [attribute.label, ...(attribute.kind === "enum" ? attribute.values : [attribute.unit])]),
    ]),
  );
}

function namesOf(type: (typeof PRODUCT_TYPES)[number]): string[] {
  return [type.noun, type.plural, ...type.synonyms];
}

function wordsOf(texts: readonly string[]): Set<string> {
  const joined = texts.flatMap((text) =>
    text
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]-[\p{L}\p{N}]/u.test(word))
      .map((word) => tokens(word).join("")),
  );
  return new Set([...texts.flatMap(tokens), ...joined].filter((word) => isTableWord(word)));
}

/**
 * The table's words, sorted.
 *
 * @param sizes `frequent` how many of GloVe's most frequent words, `near` how many of the rest, by their closeness to the word of a product's name.
 */
export function chooseWords(glove: ReadonlyMap<string, GloveWord>, own: ReadonlySet<string>, sizes: { frequent: number; near: number }): string[] {
  const ranked = [...glove].filter(([word]) => !isStopWord(word)).sort(([, a], [, b]) => a.rank - b.rank);
  const frequent = ranked.slice(0, sizes.frequent);
  const names = [...wordsOf(PRODUCT_TYPES.flatMap(namesOf))].flatMap((word) => glove.get(word)?.vector ?? []).map(atLengthOne);
  const near = ranked
    .slice(sizes.frequent)
    .map(([word, { vector }]) => ({ word, closeness: closest(atLengthOne(vector), names) }))
    .sort((a, b) => b.closeness - a.closeness)
    .slice(0, sizes.near);
  return [...new Set([...own, ...frequent.map(([word]) => word), ...near.map(({ word }) => word)])].filter((word) => !isStopWord(word)).sort();
}

function closest(vector: Float32Array, others: readonly Float32Array[]): number {
  let best = -1;
  for (const other of others) {
    let sum = 0;
    for (let n = 0; n < vector.length; n += 1) sum += (vector[n] as number) * (other[n] as number);
    best = Math.max(best, sum);
  }
  return best;
}

function atLengthOne(vector: Float32Array): Float32Array {
  const norm = Math.hypot(...vector);
  return vector.map((part) => part / norm);
}
