/** What a shopper's lines say of each kind of thing wanted: which product, which option, how many, and what if it is gone. */
import type { Kind } from "./goods.ts";
import { clauseStart, type Mention, mentionsIn } from "./mentions.ts";
import { type Option, type Said, valuesIn } from "./values.ts";
import { isOneOf, type Token, tokensOf, wholeNumber } from "./words.ts";

/** A product in words: features that it must have, each with its readings, and the words and marks among which its brand must stand. */
export interface Description {
  readonly features: readonly (readonly Option[])[];
  readonly words: readonly string[];
}

export type Fallback =
  | { readonly plan: "leave_out" }
  | { readonly plan: "variant"; readonly value: string }
  | { readonly plan: "product"; readonly description: Description };

export interface Wish {
  readonly kind: Kind;
  readonly description: Description | null;
  /** The option wanted of the attribute in which the kind varies; null where any will do. */
  readonly variant: string | null;
  readonly quantity: number | null;
  readonly fallback: Fallback | null;
}

/** One stretch of a line that speaks of one kind. */
interface Clause {
  readonly mention: Mention;
  readonly from: number;
  readonly to: number;
  readonly said: readonly Said[];
}

const BREAKS = /^[.,;:!?()]$/;
const LEAVE = ["leave", "skip", "without", "drop", "forget"];

/** The stretches of a line, each with the values that it holds. */
function clausesOf(tokens: readonly Token[], kinds: readonly Kind[]): Clause[] {
  const all = mentionsIn(tokens, kinds);
  const values = new Map(kinds.map((kind) => [kind, valuesIn(tokens, kind, () => false)]));
  const mentions = all.filter(
    (mention) => !kinds.some((kind) => values.get(kind)?.some((said) => said.from <= mention.from && mention.to <= said.to && isBetter(said, mention))),
  );
  const masked = (at: number): boolean => mentions.some((mention) => mention.from <= at && at < mention.to);
  const readable = new Map(kinds.map((kind) => [kind, valuesIn(tokens, kind, masked)]));
  const inside = (at: number): boolean => mentions.some(({ kind }) => readable.get(kind)?.some((said) => said.from < at && at < said.to - 1));
  const cuts = (at: number): boolean => (BREAKS.test((tokens[at] as Token).text) || joins(tokens, at)) && !inside(at);
  const starts = mentions.map((mention) => clauseStart(tokens, mention, cuts));
  return mentions.map((mention, n): Clause => {
    const from = Math.max(starts[n] as number, mentions[n - 1]?.to ?? 0);
    const to = Math.max(mention.to, starts[n + 1] ?? tokens.length);
    return { mention, from, to, said: (readable.get(mention.kind) ?? []).filter((said) => said.from >= from && said.to <= to) };
  });
}

/** A value explains more words than the name of a kind does, or the same ones with fewer typing mistakes: "stapleles" is not "staplers". */
const isBetter = (said: Said, { from, to, count }: Mention): boolean =>
  said.to - said.from > to - from || (said.to - said.from === to - from && said.count < count);

/** Words that can stand between two things wanted. */
const joins = (tokens: readonly Token[], at: number): boolean => {
  const { text } = tokens[at] as Token;
  return text === "and" || text === "also" || (isOneOf(text, ["plus"]) && startsThing(tokens[at + 1]?.text ?? ""));
  function startsThing(word: string): boolean {
    return word === "a" || word === "an" || isOneOf(word, ["some"]) || wholeNumber(word) !== null;
  }
};

/** A number that counts the thing: right before its name, or before "of the" and its name. */
function countIn(tokens: readonly Token[], { mention, from, said }: Clause): number | null {
  const used = (at: number): boolean => said.some((one) => one.from <= at && at < one.to);
  for (let at = mention.from - 1; at >= from && at >= mention.from - 6; at -= 1) {
    const { text, mark } = tokens[at] as Token;
    if (mark) return null;
    const number = wholeNumber(text);
    if (number !== null && !used(at)) return number;
  }
  return null;
}

/** The last value said of an attribute that is not ruled out by a "not" before it. */
function lastValue(tokens: readonly Token[], said: readonly Said[], attribute: string): string | null {
  const wanted = said.filter((one) => one.options.some((option) => option.attribute === attribute) && tokens[one.from - 1]?.text !== "not");
  const option = wanted[wanted.length - 1]?.options.find((one) => one.attribute === attribute);
  return option === undefined ? null : String(option.value);
}

/** Two values of one attribute cannot both be meant; the one spelt better is: "it sould be baroque" is not about soul. */
const contradicts = (a: Said, b: Said): boolean =>
  a !== b && a.options.length === 1 && b.options.length === 1 && a.options[0]?.attribute === b.options[0]?.attribute;

function descriptionIn(tokens: readonly Token[], clause: Clause): Description | null {
  const { variants_by: varying } = clause.mention.kind;
  const own = clause.said.filter((one) => one.options.some((option) => option.attribute !== varying));
  const features = own
    .filter((one) => !own.some((other) => contradicts(other, one) && other.count < one.count))
    .map((one) => one.options.filter((option) => option.attribute !== varying));
  if (features.length === 0) return null;
  return { features, words: tokens.slice(clause.from, clause.to).map((token) => token.text) };
}

/** "If it is sold out", "in case it is gone", "take ... instead": words that only together speak of a stock-out, since each alone is near others. */
function speaksOfStockOut(tokens: readonly Token[], { mention, from, to }: Clause): boolean {
  const words = tokens.slice(Math.max(0, from - 3), to).map((token) => token.text);
  const after = tokens.slice(mention.to, to).map((token) => token.text);
  const before = tokens.slice(Math.max(0, from - 3), mention.from).map((token) => token.text);
  const supposed = before.some((word) => word === "if" || isOneOf(word, ["case", "should"])) || words.some((word) => isOneOf(word, ["instead"]));
  const gone = after.some(
    (word, n) =>
      (isOneOf(word, ["sold"]) && after[n + 1] === "out") ||
      (isOneOf(word, ["stock"]) && after[n - 1] === "of") ||
      (["is", "be", "are", "gets"].includes(after[n - 1] ?? "") && isOneOf(word, ["gone"])) ||
      isOneOf(word, ["unavailable", "available"]),
  );
  return supposed && gone;
}

function fallbackIn(tokens: readonly Token[], clause: Clause): Fallback | null {
  if (!speaksOfStockOut(tokens, clause)) return null;
  // "leave" is meant unless a value spelt right says it: "juts leave" is no "jute weave", and "skin" in "mature skin" is no "skip".
  const explained = (at: number, text: string): boolean =>
    clause.said.some((said) => said.from <= at && at < said.to && (said.count === 0 || !LEAVE.includes(text)));
  if (tokens.some(({ text }, at) => at >= clause.from && at < clause.to && !explained(at, text) && isOneOf(text, LEAVE))) return { plan: "leave_out" };
  const description = descriptionIn(tokens, clause);
  if (description !== null) return { plan: "product", description };
  const value = lastValue(tokens, clause.said, clause.mention.kind.variants_by ?? "");
  return value === null ? null : { plan: "variant", value };
}

/** Reads all lines in order; what is said later replaces what was said before. Kinds that no line names are left out. */
export function readWishes(lines: readonly string[], kinds: readonly Kind[]): Wish[] {
  const wishes = new Map<string, Wish>();
  for (const line of lines) {
    const tokens = tokensOf(line);
    for (const clause of clausesOf(tokens, kinds)) {
      const { kind } = clause.mention;
      const before = wishes.get(kind.id) ?? { kind, description: null, variant: null, quantity: null, fallback: null };
      wishes.set(kind.id, withClause(before, tokens, clause));
    }
  }
  return [...wishes.values()];
}

/** The later description, unless it says only part of what the earlier one did: then a word of it was misread. */
function fuller(before: Description | null, after: Description | null): Description | null {
  if (before === null || after === null) return after ?? before;
  const known = new Set(before.features.map((options) => JSON.stringify(options)));
  const part = after.features.length < before.features.length && after.features.every((options) => known.has(JSON.stringify(options)));
  return part ? before : after;
}

function withClause(wish: Wish, tokens: readonly Token[], clause: Clause): Wish {
  const fallback = fallbackIn(tokens, clause);
  if (fallback !== null) return { ...wish, fallback };
  return {
    ...wish,
    description: fuller(wish.description, descriptionIn(tokens, clause)),
    variant: lastValue(tokens, clause.said, wish.kind.variants_by ?? "") ?? wish.variant,
    quantity: countIn(tokens, clause) ?? wish.quantity,
  };
}
