/** From a shopper's words to what the full-text index is asked: corrected words, types or brands to narrow to, a match expression. */
import type { CleanQuery } from "../core/ports.ts";
import type { TypeIndex } from "./type-index.ts";
import { isStopWord, nearest, tokens } from "./words.ts";

/** Types a query is narrowed to when it names none. */
const GUESSED_TYPES = 8;

export interface Plan {
  /** Corrected words of the query, stop words out. */
  readonly words: readonly string[];
  /** Types to search in; null for all: no word points anywhere, or a brand narrows already. */
  readonly typeIds: readonly string[] | null;
  /** Brands to search in, as tokens joined by spaces; empty for all. */
  readonly brands: readonly string[];
  /** Whether types were named outright, so that no others are searched. */
  readonly named: boolean;
  /** How much each of the types is meant, the likeliest 1. */
  readonly typeScores: ReadonlyMap<string, number>;
  /** The query with corrections, when there were any. */
  readonly correctedQuery: string | null;
  /** The one type that the query is about, when it is clear. */
  readonly typeId: string | null;
}

/**
 * Brands that a query may mean: those of the types (of the shop for null, as many as it is cheap to read), and every brand that has one
 * of the words in its name.
 */
export type BrandsOf = (typeIds: readonly string[] | null, words: readonly string[]) => Promise<readonly string[]>;

/** Token of a type in the index's `type` column. */
export const typeToken = (typeId: string): string => `t${typeId.replaceAll("_", "")}`;

/**
 * Rule CA10. Plans a search. Words are corrected against what types say, then against brands.
 *
 * @param brandsOf called only for words that nothing else knows.
 */
export async function planQuery(query: CleanQuery, types: TypeIndex, brandsOf: BrandsOf): Promise<Plan> {
  const raw = tokens(query.query);
  const first = raw.map((word, place) => (types.knows(word) || isStopWord(word) ? word : types.correct(raw, place)));
  const recognise = (words: readonly string[]) =>
    query.typeId !== null ? { typeIds: [query.typeId], named: true, scores: new Map([[query.typeId, 1]]) } : types.recognise(words, GUESSED_TYPES);
  const guess = recognise(first);
  const strange = raw.filter((word) => word.length >= 4 && !types.knows(word) && !isStopWord(word) && !/\d/.test(word));
  const brands = strange.length === 0 ? [] : await brandsOf(guess.named ? guess.typeIds : null, strange);
  const corrected = withBrands(raw, first, brands, types);
  const { typeIds, named, scores } = recognise(corrected);
  const within = brandsToSearch(query, named, corrected, brands);
  return {
    words: [...new Set(corrected.filter((word) => !isStopWord(word)))],
    typeIds: typeIds.length === 0 || (!named && within.length > 0) ? null : typeIds,
    brands: within,
    named,
    typeScores: scores,
    correctedQuery: corrected.some((word, n) => word !== raw[n]) ? corrected.join(" ") : null,
    typeId: named && typeIds.length === 1 ? (typeIds[0] as string) : null,
  };
}

/** A word of a brand stays; a word that no type explains becomes the nearest brand's. */
function withBrands(raw: readonly string[], first: readonly string[], brands: readonly string[], types: TypeIndex): string[] {
  const words = new Set(brands.flatMap(tokens));
  return raw.map((word, n) => {
    if (words.has(word)) return word;
    const corrected = first[n] as string;
    return corrected === word && !isStopWord(word) && !types.knows(word) ? (nearest(word, words) ?? word) : corrected;
  });
}

/** The brand that is filtered by; else, where no type is named, the brands that are: "Kestrel black" is about Kestrel in all of its types. */
function brandsToSearch(query: CleanQuery, named: boolean, words: readonly string[], brands: readonly string[]): readonly string[] {
  const filter = query.filters.find(({ field, op }) => field === "brand" && op === "equal");
  const phrase = filter === undefined ? "" : tokens(String(filter.value)).join(" ");
  if (phrase !== "") return [phrase];
  if (named) return [];
  const spoken = ` ${words.join(" ")} `;
  return [...new Set(brands.map((brand) => tokens(brand).join(" ")))].filter((brand) => spoken.includes(` ${brand} `));
}

/** The full-text expression: quoted words joined with OR, inside the types and brands. Null when there is nothing to match. */
export function matchExpression(plan: Plan): string | null {
  const anyOf = (terms: readonly string[]): string => `(${terms.map((term) => `"${term}"`).join(" OR ")})`;
  const parts = [
    ...(plan.typeIds === null ? [] : [`type : ${anyOf(plan.typeIds.map(typeToken))}`]),
    ...(plan.brands.length === 0 ? [] : [`brand : ${anyOf(plan.brands)}`]),
    ...(plan.words.length === 0 ? [] : [`{title brand words} : ${anyOf(plan.words)}`]),
  ];
  return parts.length === 0 ? null : parts.join(" AND ");
}

/** Text of a product for the `words` column: type names, attribute values, features. */
export function indexedWords(
  type: { readonly noun: string; readonly plural: string; readonly synonyms: readonly string[] },
  features: readonly string[],
): string {
  return [type.noun, type.plural, ...type.synonyms, ...features].join(" ");
}
