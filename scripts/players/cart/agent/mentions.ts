/** Where a line speaks of which kind of product. */
import type { Kind } from "./goods.ts";
import { isOneOf, mistakes, type Token, tokensOf, wholeNumber } from "./words.ts";

/** Words `from` up to `to`, not included, that name a kind. */
export interface Mention {
  readonly kind: Kind;
  readonly from: number;
  readonly to: number;
  /** Typing mistakes in it. */
  readonly count: number;
}

const ARTICLES = ["a", "an", "some", "the", "my", "any", "another"];
const PREPOSITIONS = ["for", "of", "on", "to"];

/** Words that must stand together for a kind, one or many of it. */
function namesOf(kind: Kind): string[][] {
  return [kind.name, ...(kind.plural === undefined ? [] : [kind.plural])].map((name) =>
    tokensOf(name)
      .filter((token) => !token.mark && token.text !== "of")
      .map((token) => token.text),
  );
}

/** Mistakes of a name at a place, its words in any order with "of" between them; null when it does not stand there. */
function nameAt(tokens: readonly Token[], from: number, name: readonly string[]): { to: number; count: number } | null {
  const left = [...name];
  let leniently = false;
  let count = 0;
  let at = from;
  for (; at < tokens.length && left.length > 0; at += 1) {
    const { text } = tokens[at] as Token;
    if (text === "of" && at > from) continue;
    const near = left.map((word) => mistakes(text, word, name.length > 1 && !leniently));
    const best = near.reduce<number | null>((found, one, n) => (one !== null && (found === null || one < (near[found] as number)) ? n : found), null);
    if (best === null) return null;
    leniently ||= mistakes(text, left[best] as string) === null;
    count += near[best] as number;
    left.splice(best, 1);
  }
  return left.length === 0 ? { to: at, count } : null;
}

/** All mentions of the kinds in a line, in order, longer and better spelt names first where they overlap. */
export function mentionsIn(tokens: readonly Token[], kinds: readonly Kind[]): Mention[] {
  const found = kinds.flatMap((kind) =>
    namesOf(kind).flatMap((name) =>
      tokens.flatMap((_, from) => {
        const at = nameAt(tokens, from, name);
        return at === null ? [] : [{ kind, from, to: at.to, count: at.count }];
      }),
    ),
  );
  found.sort((a, b) => b.to - b.from - (a.to - a.from) || a.count - b.count || a.from - b.from);
  const kept: Mention[] = [];
  for (const one of found) if (!kept.some((other) => one.from < other.to && other.from < one.to)) kept.push(one);
  return kept.sort((a, b) => a.from - b.from);
}

/** Whether a text names a kind. */
export const names = (text: string, kind: Kind): boolean => mentionsIn(tokensOf(text), [kind]).length > 0;

/** An article; the one that is long enough to be mistyped may be. */
export const isArticle = (word: string): boolean => ARTICLES.includes(word) || isOneOf(word, ["some"]);

/** Where the clause around a mention begins: at its article or count, or at the mark before a phrase like "X for the Y". */
export function clauseStart(tokens: readonly Token[], mention: Mention, isCut: (at: number) => boolean): number {
  let at = mention.from;
  while (at > 0 && !isCut(at - 1)) {
    const { text } = tokens[at - 1] as Token;
    if (PREPOSITIONS.includes(text)) break;
    at -= 1;
    if (isArticle(text) || wholeNumber(text) !== null) break;
  }
  if (at === 0 || isCut(at - 1)) return at;
  if (!PREPOSITIONS.includes((tokens[at - 1] as Token).text)) return at;
  while (at > 0 && !isCut(at - 1)) at -= 1;
  return at;
}
