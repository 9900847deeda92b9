/** Which searches to make: first for the kinds that an opening names, then for the product that a description means. */
import type { Call } from "../../player.ts";
import type { Kind } from "./goods.ts";
import { names } from "./mentions.ts";
import { nounPhrases } from "./phrases.ts";
import type { Description } from "./wishes.ts";
import { tokensOf } from "./words.ts";

const QUERY_LENGTH = 200;
const PAGE_SIZE = 20;

export function search(query: string, filters?: Readonly<Record<string, unknown>>, page = 1, sort?: string): Call {
  return {
    name: "catalog_search",
    args: {
      query: query.slice(0, QUERY_LENGTH),
      page_size: PAGE_SIZE,
      ...(filters === undefined ? {} : { filters }),
      ...(page === 1 ? {} : { page }),
      ...(sort === undefined ? {} : { sort }),
    },
  };
}

/**
 * Queries for noun phrases of lines that no known kind explains: with what is said of the thing first, alone when that was tried.
 *
 * @param after "the": only phrases after "the", as when something is spoken of that was named before.
 */
export function unexplained(lines: readonly string[], kinds: readonly Kind[], tried: ReadonlySet<string>, after: "any" | "the"): string[] {
  const phrases = lines
    .flatMap((line) => nounPhrases(tokensOf(line)))
    .filter((phrase) => (after === "any" || phrase.known) && !kinds.some((kind) => names(phrase.words, kind)));
  const queries = phrases.flatMap(({ words, clause }) => [clause, words].find((query) => !tried.has(query)) ?? []);
  return [...new Set(queries)];
}

/** The n-th try to find a described product: with all its features as filters, without them, then deeper. Null when there is no further one. */
export function descriptionSearch(kind: Kind, description: Description, attempt: number): Call | null {
  const words = description.words.filter((word) => /[a-z0-9]/.test(word)).join(" ");
  const query = `${kind.name} ${words}`;
  const sure = description.features.flatMap((options) =>
    options.length === 1 ? [{ attribute: options[0]?.attribute, op: "equal", value: options[0]?.value }] : [],
  );
  const narrow = { product_type: kind.id, attributes: sure };
  const wide = { product_type: kind.id };
  const tries = [
    search(query, narrow),
    search(query, wide),
    search(kind.name, narrow),
    search(kind.name, narrow, 2),
    search(query, wide, 2),
    search(kind.name, narrow, 3),
    search(query, wide, 3),
  ];
  return tries[attempt] ?? null;
}
