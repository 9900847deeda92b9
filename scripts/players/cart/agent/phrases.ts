/** What in a line may be the name of a thing for sale. */
import { isArticle } from "./mentions.ts";
import { isOneOf, type Token, wholeNumber } from "./words.ts";

const BOUNDARIES = [
  "from",
  "by",
  "in",
  "with",
  "without",
  "for",
  "made",
  "that",
  "which",
  "and",
  "plus",
  "also",
  "please",
  "if",
  "should",
  "to",
  "on",
  "at",
  "asap",
  "quickly",
  "fast",
  "today",
  "kind",
  "as",
  "or",
  "is",
  "are",
  "has",
];
/** Things that openings speak of and no shop sells. */
const IDLE = [
  "gift",
  "friend",
  "hurry",
  "rush",
  "minute",
  "colleague",
  "look",
  "break",
  "moment",
  "while",
  "thing",
  "replacement",
  "relative",
  "bit",
  "few",
  "couple",
  "treat",
  "quick",
  "sister",
  "cart",
  "day",
  "shop",
  "assistant",
  "neighbour",
  "one",
  "ones",
  "minutes",
  "same",
  "mistake",
];
/** Units after which a number is no count of things. */
const UNITS =
  /^(m|mm|cm|km|g|kg|mg|l|ml|cl|w|kw|v|a|ah|mah|gb|tb|mb|hz|db|inch|inches|in|%|°|days?|hours?|watts?|lumens?|pieces?|ports?|stars?|sheets?|pages?|layers?|litres?|liters?|years?|months?|weeks?|minutes?|seconds?|x)$/;

export interface Phrase {
  readonly words: string;
  /** The phrase with what is said of the thing after it. */
  readonly clause: string;
  /** After "the" or "my": less likely something new. */
  readonly known: boolean;
  /** After a number that may as well belong to a feature. */
  readonly weak: boolean;
}

const MOST_WORDS = 6;
const CLAUSE_WORDS = 24;

/** Noun phrases of a line after an article or a number, likeliest to be things for sale first. */
export function nounPhrases(tokens: readonly Token[]): Phrase[] {
  const phrases = tokens.flatMap((_, at) => phraseAt(tokens, at) ?? []);
  return phrases.sort((a, b) => Number(a.known) - Number(b.known) || Number(a.weak) - Number(b.weak));
}

function phraseAt(tokens: readonly Token[], at: number): Phrase | null {
  const { text } = tokens[at] as Token;
  const counted = wholeNumber(text) !== null;
  if ((!counted && !isArticle(text)) || (text === "one" && tokens[at - 1]?.text === "the")) return null;
  let to = at + 1;
  while (to < tokens.length && to <= at + MOST_WORDS && !endsPhrase(tokens, to, at + 1)) to += 1;
  const words = tokens.slice(at + 1, to).map((token) => token.text);
  const [first, last] = [words[0], words[words.length - 1]];
  if (first === undefined || last === undefined || (counted && UNITS.test(first)) || IDLE.includes(last) || tokens[to]?.text === "kind") return null;
  let end = to;
  while (end < tokens.length && end < at + CLAUSE_WORDS && !startsNext(tokens, end)) end += 1;
  return {
    words: words.join(" "),
    clause: tokens
      .slice(at + 1, end)
      .map((token) => token.text)
      .join(" "),
    known: text === "the" || text === "my",
    weak: counted && !(["and", "also"].includes(tokens[at - 1]?.text ?? "") || saysPlus(tokens, at - 1)),
  };
}

function endsPhrase(tokens: readonly Token[], at: number, first: number): boolean {
  const { text, mark } = tokens[at] as Token;
  return mark || BOUNDARIES.includes(text) || saysPlus(tokens, at) || isArticle(text) || (text === "of" && at === first);
}

/** "plus" before a new thing, a typing mistake forgiven: "plush toys" may well be typed "plus toys". */
function saysPlus(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]?.text ?? "";
  return isOneOf(tokens[at]?.text ?? "", ["plus"]) && (isArticle(next) || wholeNumber(next) !== null);
}

/** A new thing begins at an article after a joining word or a mark. */
function startsNext(tokens: readonly Token[], at: number): boolean {
  const [before, here] = [tokens[at - 1] as Token, tokens[at] as Token];
  const joiner = ["and", "also"].includes(before.text) || saysPlus(tokens, at - 1);
  const joined = before.mark || joiner;
  if (joiner && wholeNumber(here.text) !== null) return true;
  return here.text === ";" || (joined && (["a", "an"].includes(here.text) || (isArticle(here.text) && here.text.length >= 3 && here.text !== "the")));
}
