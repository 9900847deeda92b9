/** What a cart shopper's words say of each item, read with nothing but the shop's own vocabulary. */
import { findAll, type Token, tokenise } from "../text.ts";

/** A product type as search results show it. */
export interface ShopType {
  readonly id: string;
  readonly name: string;
  readonly attributes: readonly { readonly attribute: string; readonly label: string; readonly values?: readonly string[]; readonly unit?: string }[];
  readonly variants_by?: string;
}

/** A stretch of one line that is about one item. */
export interface Segment {
  readonly tokens: readonly Token[];
  /** True for what to do when the item is sold out. */
  readonly fallback: boolean;
  /** Number that stands before the item's name, or null. */
  readonly count: number | null;
}

interface Mention {
  readonly typeId: string;
  readonly from: number;
  readonly to: number;
  readonly cost: number;
}

/** Names by which a type's item can be mentioned: as the shop writes it, one or many. */
function names(type: ShopType): string[] {
  const bare = type.name.replace(/^(pair|set|pack|bag|jar|bottle) of /, "");
  const plural = (name: string): string => (/(s|x|ch|sh)$/.test(name) ? `${name}es` : /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`);
  const heads = /^(pair|set|pack|bag|jar|bottle) of (.*)$/.exec(type.name);
  const more = heads === null ? [] : [`${heads[1]}s of ${heads[2]}`, `${heads[2]} ${heads[1]}s`];
  const odd = bare.endsWith("knife") ? [bare.replace(/knife$/, "knives")] : bare.endsWith("shelf") ? [bare.replace(/shelf$/, "shelves")] : bare.endsWith("scarf") ? ["scarves"] : bare.endsWith("mouse") ? [bare.replace(/mouse$/, "mice")] : [];
  return [...new Set([type.name, plural(type.name), bare, plural(bare), bare.replace(/s$/, ""), ...more, ...odd])];
}

function mentionsOf(tokens: readonly Token[], types: readonly ShopType[]): Mention[] {
  const all = types.flatMap((type) => names(type).flatMap((name) => findAll(tokens, name).map((found): Mention => ({ typeId: type.id, ...found }))));
  const best = all.sort((a, b) => b.to - b.from - (a.to - a.from) || a.cost - b.cost);
  const kept: Mention[] = [];
  for (const one of best) if (!kept.some((other) => one.from < other.to && other.from < one.to)) kept.push(one);
  return kept.sort((a, b) => a.from - b.from);
}

/** Whether the shop's type is named in a text. */
export const isNamed = (text: string, type: ShopType): boolean => mentionsOf(tokenise(text), [type]).length > 0;

/** Cuts a line into what it says of each item. What stands right before "for the ITEM" belongs to that item. */
export function segments(text: string, types: readonly ShopType[]): Map<string, Segment[]> {
  const tokens = tokenise(text);
  const mentions = mentionsOf(tokens, types);
  const starts = mentions.map((mention, n) => (leads(tokens, mention) ? leadStart(tokens, mention, mentions[n - 1]?.to ?? 0) : mention.from));
  const result = new Map<string, Segment[]>();
  for (const [n, mention] of mentions.entries()) {
    const end = starts[n + 1] ?? tokens.length;
    const after = tokens.slice(mention.to, Math.min(end, mention.to + 6));
    const fallback = findAll(after, "sold out").length > 0 || findAll(after, "out of stock").length > 0 || findAll(after, "gone").length > 0;
    const segment = { tokens: tokens.slice(starts[n], end), fallback, count: countBefore(tokens, mention.from) };
    result.set(mention.typeId, [...(result.get(mention.typeId) ?? []), segment]);
  }
  return result;
}

const leads = (tokens: readonly Token[], mention: Mention): boolean => tokens[mention.from - 2]?.text === "for" && tokens[mention.from - 1]?.text === "the" && !/[,.;:?!]/.test(tokens[mention.from - 3]?.after ?? ",");

/** Back to the last punctuation or "and", at most six words. */
function leadStart(tokens: readonly Token[], mention: Mention, floor: number): number {
  let from = mention.from - 2;
  while (from > floor && mention.from - from < 9 && !/[,.;:?!]/.test(tokens[from - 1]?.after ?? ",") && tokens[from - 1]?.text !== "and") from -= 1;
  return from;
}

function countBefore(tokens: readonly Token[], from: number): number | null {
  for (const back of [1, 3]) {
    const token = tokens[from - back];
    if (token === undefined || (back === 3 && !(tokens[from - 2]?.text === "of" && tokens[from - 1]?.text === "the"))) continue;
    if (/^\d{1,2}$/.test(token.text)) return Number(token.text);
  }
  return null;
}

/** Whether tokens say a value of an attribute: a phrase, or a number with its unit. */
export function says(tokens: readonly Token[], value: string | number, unit: string | undefined): { cost: number; words: number } | null {
  if (typeof value === "string") {
    const found = findAll(tokens, value).sort((a, b) => a.cost - b.cost)[0];
    return found === undefined ? null : { cost: found.cost, words: found.to - found.from };
  }
  const phrase = tokenise(`${value} ${unit ?? ""}`).map((token) => token.text).join(" ");
  const found = findAll(tokens, phrase)[0];
  return found === undefined ? null : { cost: found.cost, words: 1 };
}
