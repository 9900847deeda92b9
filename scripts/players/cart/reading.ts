/** What a cart shopper's words say of each item, read with nothing but the shop's own vocabulary. */
import { findAll, type Token, tokenise } from "../text.ts";

/** A product type as search results show it. */
export interface ShopType {
  readonly id: string;
  readonly name: string;
  readonly plural: string;
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

/** An item is named after an article or a count; the same words elsewhere are a value ("a cat tree with hammock"). */
function introduces(token: Token | undefined): boolean {
  return token !== undefined && (/^(the|a|an|one|\d{1,2})$/.test(token.text) || findAll([token], "some").length > 0);
}

function mentionsOf(tokens: readonly Token[], types: readonly ShopType[]): Mention[] {
  const found = types.flatMap((type) => [type.name, type.plural].flatMap((name) => findAll(tokens, name).map((one): Mention => ({ typeId: type.id, ...one }))));
  const all = found.filter(({ from }) => introduces(tokens[from - 1]));
  const best = all.sort((a, b) => b.to - b.from - (a.to - a.from) || a.cost - b.cost);
  const kept: Mention[] = [];
  for (const one of best) if (!kept.some((other) => one.from < other.to && other.from < one.to)) kept.push(one);
  return kept.sort((a, b) => a.from - b.from);
}

/** Whether the shop's type is named in a text. */
export const isNamed = (text: string, type: ShopType): boolean => mentionsOf(tokenise(text), [type]).length > 0;

/** Words after "the" in a reply: each may name an item that is not known yet. */
export function namesAfterThe(text: string): string[] {
  const tokens = tokenise(text);
  return tokens.flatMap((token, n) =>
    token.text === "the"
      ? [
          tokens
            .slice(n + 1, n + 5)
            .map((one) => one.text)
            .join(" "),
        ]
      : [],
  );
}

/** Cuts a line into what it says of each item. What stands right before "for the ITEM" belongs to that item. */
export function segments(text: string, types: readonly ShopType[]): Map<string, Segment[]> {
  const tokens = tokenise(text);
  const mentions = mentionsOf(tokens, types);
  const starts = mentions.map((mention, n) =>
    leads(tokens, mention) ? leadStart(tokens, mention, mentions[n - 1]?.to ?? 0, types.find((type) => type.id === mention.typeId) as ShopType) : mention.from,
  );
  const result = new Map<string, Segment[]>();
  for (const [n, mention] of mentions.entries()) {
    const end = starts[n + 1] ?? tokens.length;
    const after = tokens.slice(mention.to, Math.min(end, mention.to + 6));
    const fallback = findAll(after, "sold out").length > 0 || findAll(after, "out of stock").length > 0 || findAll(after, "gone").length > 0;
    const segment = {
      tokens: [...tokens.slice(starts[n], mention.from), ...tokens.slice(mention.to, end)],
      fallback,
      count: countBefore(tokens, mention.from),
    };
    const before = result.get(mention.typeId) ?? [];
    const last = before[before.length - 1];
    const goesOn = last !== undefined && mentions[n - 1]?.typeId === mention.typeId && last.fallback === fallback && segment.count === null;
    result.set(mention.typeId, goesOn ? [...before.slice(0, -1), { ...last, tokens: [...last.tokens, ...segment.tokens] }] : [...before, segment]);
  }
  return result;
}

const leads = (tokens: readonly Token[], mention: Mention): boolean =>
  tokens[mention.from - 2]?.text === "for" &&
  tokens[mention.from - 1]?.text === "the" &&
  tokens[mention.from - 3]?.text !== "and" &&
  !/[,.;:?!]/.test(tokens[mention.from - 3]?.after ?? ",");

/** Where what leads up to "for the ITEM" begins: at a value of the item that ends there, else at a brand's one or two words. */
function leadStart(tokens: readonly Token[], mention: Mention, floor: number, type: ShopType): number {
  const end = mention.from - 2;
  const before = tokens.slice(floor, end);
  const values = type.attributes.flatMap((attribute) => (attribute.values ?? []).flatMap((value) => findAll(before, `${attribute.label} ${value}`)));
  const ending = values.filter((found) => floor + found.to === end).sort((a, b) => a.from - b.from)[0];
  if (ending !== undefined) return floor + ending.from;
  const previous = tokens[end - 2];
  return previous === undefined || end - 2 < floor || /[,.;:?!]/.test(previous.after) || previous.text === "and" ? Math.max(floor, end - 1) : end - 2;
}

function countBefore(tokens: readonly Token[], from: number): number | null {
  for (const back of [1, 3]) {
    const token = tokens[from - back];
    if (token === undefined || (back === 3 && !(tokens[from - 2]?.text === "of" && tokens[from - 1]?.text === "the"))) continue;
    if (/^\d{1,2}$/.test(token.text)) return Number(token.text);
  }
  return null;
}

export interface Feature {
  readonly attribute: string;
  readonly value: string | number;
}

interface Candidate extends Feature {
  readonly from: number;
  readonly to: number;
  readonly cost: number;
  readonly labelled: boolean;
}

/** The values that a stretch of words names, at most one per attribute: labelled ones first, then the longest and the least misspelt. */
export function featuresIn(tokens: readonly Token[], type: ShopType): Feature[] {
  const all = type.attributes.flatMap((attribute) => (attribute.values === undefined ? numbersIn(tokens, attribute) : valuesIn(tokens, attribute)));
  all.sort((a, b) => Number(b.labelled) - Number(a.labelled) || b.to - b.from - (a.to - a.from) || a.cost - b.cost);
  const kept: Candidate[] = [];
  for (const one of all) {
    if (!kept.some((other) => other.attribute === one.attribute || (one.from < other.to && other.from < one.to))) kept.push(one);
  }
  return kept.map(({ attribute, value }) => ({ attribute, value }));
}

function valuesIn(tokens: readonly Token[], attribute: ShopType["attributes"][number]): Candidate[] {
  return (attribute.values ?? []).flatMap((value) => [
    ...findAll(tokens, `${attribute.label} ${value}`).map((found): Candidate => ({ attribute: attribute.attribute, value, ...found, labelled: true })),
    ...findAll(tokens, value).map((found): Candidate => ({ attribute: attribute.attribute, value, ...found, labelled: false })),
  ]);
}

/** A number followed by the attribute's unit and label. */
function numbersIn(tokens: readonly Token[], { attribute, label, unit = "" }: ShopType["attributes"][number]): Candidate[] {
  const tail = label === unit ? unit : `${unit} ${label}`;
  return findAll(tokens, tail).flatMap((found): Candidate[] => {
    const number = tokens[found.from - 1]?.text ?? "";
    return /^-?\d+(\.\d+)?$/.test(number) ? [{ attribute, value: Number(number), from: found.from - 1, to: found.to, cost: found.cost, labelled: true }] : [];
  });
}
