/** From a shopper's words to what the full-text index is asked: corrected words, types to narrow to, a match expression. */
import type { CleanQuery } from "../core/ports.ts";
import type { TypeIndex } from "./type-index.ts";
import { Corrector, isStopWord, tokens } from "./words.ts";

/** Types a query is narrowed to when it names none. */
const GUESSED_TYPES = 8;

export interface Plan {
  /** Corrected words of the query, stop words out. */
  readonly words: readonly string[];
  /** Types to search in; null for all, when no word points anywhere. */
  readonly typeIds: readonly string[] | null;
  /** The query with corrections, when there were any. */
  readonly correctedQuery: string | null;
  /** The one type that the query is about, when it is clear. */
  readonly typeId: string | null;
}

/** Token of a type in the index's `type` column. */
export const typeToken = (typeId: string): string => `t${typeId.replaceAll("_", "")}`;

/**
 * Plans a search. Words are corrected against what types say, then against the brands of the types in question.
 *
 * @param brandsOf brands of the types, or of the whole shop for null when they are few; called only for words that nothing else knows.
 */
export async function planQuery(
  query: CleanQuery,
  types: TypeIndex,
  brandsOf: (typeIds: readonly string[] | null, words: readonly string[]) => Promise<readonly string[]>,
): Promise<Plan> {
  const raw = tokens(query.query);
  const first = raw.map((word, place) => (types.knows(word) || isStopWord(word) ? word : types.correct(raw, place)));
  const typeIds = query.typeId !== null ? [query.typeId] : nullIfEmpty(types.recognise(first, GUESSED_TYPES).typeIds);
  const strange = raw.filter((word) => word.length >= 4 && !types.knows(word) && !isStopWord(word) && !/\d/.test(word));
  const corrected = strange.length === 0 ? first : withBrands(raw, first, await brandsOf(typeIds, strange));
  const named = query.typeId !== null ? { typeIds: [query.typeId], named: true } : types.recognise(corrected, GUESSED_TYPES);
  const changed = corrected.some((word, n) => word !== raw[n]);
  return {
    words: [...new Set(corrected.filter((word) => !isStopWord(word)))],
    typeIds: nullIfEmpty(named.typeIds),
    correctedQuery: changed ? corrected.join(" ") : null,
    typeId: named.named && named.typeIds.length === 1 ? (named.typeIds[0] as string) : null,
  };
}

const nullIfEmpty = <T>(items: readonly T[]): readonly T[] | null => (items.length === 0 ? null : items);

/** A word that is or is nearest to a brand becomes that brand's, before any other correction. */
function withBrands(raw: readonly string[], first: readonly string[], brands: readonly string[]): string[] {
  const words = new Set(brands.flatMap((brand) => tokens(brand)));
  const corrector = new Corrector(words);
  return raw.map((word, n) => {
    if (words.has(word)) return word;
    const corrected = first[n] as string;
    return corrected === word ? (corrector.correct(word) ?? word) : corrected;
  });
}

/** The full-text expression: quoted words joined with OR, inside the types. Null when there is nothing to match. */
export function matchExpression(plan: Plan): string | null {
  const quoted = plan.words.map((word) => `"${word}"`);
  const types = (plan.typeIds ?? []).map((typeId) => `"${typeToken(typeId)}"`);
  const words = quoted.length === 0 ? "" : `{title brand words} : (${quoted.join(" OR ")})`;
  const narrow = types.length === 0 ? "" : `type : (${types.join(" OR ")})`;
  if (words === "") return narrow === "" ? null : narrow;
  return narrow === "" ? words : `${narrow} AND ${words}`;
}

/** Text of a product for the `words` column: type names, attribute values, features. */
export function indexedWords(
  type: { readonly noun: string; readonly plural: string; readonly synonyms: readonly string[] },
  features: readonly string[],
): string {
  return [type.noun, type.plural, ...type.synonyms, ...features].join(" ");
}
