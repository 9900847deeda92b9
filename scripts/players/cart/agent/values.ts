/** Attribute values in a line, read against the vocabulary that the shop shows for a kind. */
import type { AttributeView, Kind } from "./goods.ts";
import { mistakes, type Token, tokensOf } from "./words.ts";

export interface Option {
  readonly attribute: string;
  readonly value: string | number;
}

/** Words `from` up to `to`, not included, and what they may say: more than one option where two attributes share a value. */
export interface Said {
  readonly from: number;
  readonly to: number;
  readonly options: readonly Option[];
  /** Typing mistakes in them. */
  readonly count: number;
}

/** Whether the word at a place belongs to something else, e.g. the name of a kind. */
type Masked = (at: number) => boolean;

interface Candidate extends Option {
  readonly from: number;
  readonly to: number;
  /** Words that match, the label's included. */
  readonly words: number;
  readonly letters: number;
  readonly count: number;
}

/** The words of labels and values, cut once each. */
const cut = new Map<string, readonly string[]>();

function wordsOf(text: string): readonly string[] {
  const known = cut.get(text);
  if (known !== undefined) return known;
  const words = tokensOf(text)
    .filter((token) => !token.mark)
    .map((token) => token.text);
  cut.set(text, words);
  return words;
}

/**
 * Mistakes of words that stand together from a place on; null when they do not.
 *
 * @param sure whether what stands beside them says that they are meant, so that even common words may be mistyped ones: "firmness plus".
 */
function standsAt(tokens: readonly Token[], from: number, words: readonly string[], sure = false): number | null {
  let count = 0;
  let leniently = false;
  for (const [n, word] of words.entries()) {
    const token = tokens[from + n];
    const near = token === undefined ? null : mistakes(token.text, word, sure || (words.length > 1 && !leniently));
    if (near === null) return null;
    leniently ||= mistakes(token?.text ?? "", word) === null;
    count += near;
  }
  return words.length === 0 ? null : count;
}

/** Values that stand in the line for a kind, outside the words that are masked; the longest reading of each stretch wins. */
export function valuesIn(tokens: readonly Token[], kind: Kind, masked: Masked): Said[] {
  const found = kind.attributes
    .flatMap((attribute) => (attribute.values === undefined ? numbers(tokens, attribute, masked) : texts(tokens, attribute, masked)))
    .filter((one) => !anyMasked(one, masked));
  found.sort((a, b) => b.words - a.words || b.letters - a.letters || a.count - b.count);
  const kept: Candidate[][] = [];
  for (const one of found) {
    const rivals = kept.find((group) => group.some((other) => one.from < other.to && other.from < one.to));
    if (rivals === undefined) kept.push([one]);
    else if (sameReading(rivals[0] as Candidate, one)) rivals.push(one);
  }
  return kept
    .map((group) => ({
      from: Math.min(...group.map((one) => one.from)),
      to: Math.max(...group.map((one) => one.to)),
      options: group.map(({ attribute, value }) => ({ attribute, value })),
      count: Math.min(...group.map((one) => one.count)),
    }))
    .sort((a, b) => a.from - b.from);
}

const sameReading = (a: Candidate, b: Candidate): boolean =>
  a.from === b.from && a.to === b.to && a.words === b.words && a.count === b.count && a.attribute !== b.attribute;

function anyMasked({ from, to }: { readonly from: number; readonly to: number }, masked: Masked): boolean {
  for (let at = from; at < to; at += 1) if (masked(at)) return true;
  return false;
}

/** Words of a label just before or after a place; 0 when it does not stand there. */
function labelled(tokens: readonly Token[], attribute: AttributeView, from: number, to: number, masked: Masked): { before: number; after: number } {
  const label = wordsOf(attribute.label ?? attribute.attribute.replaceAll("_", " "));
  const free = (start: number): boolean => !anyMasked({ from: start, to: start + label.length }, masked);
  // "connector XLR" and "connector, XLR" alike.
  const gap = tokens[from - 1]?.text === "," ? 1 : 0;
  const start = from - gap - label.length;
  const before = start >= 0 && free(start) && standsAt(tokens, start, label) !== null ? label.length + gap : 0;
  return { before, after: !free(to) || standsAt(tokens, to, label) === null ? 0 : label.length };
}

/** Whether words stand as an interjection does: "oh sute, ..." is "oh sure", not jute. */
function isAside(tokens: readonly Token[], from: number, to: number): boolean {
  const before = tokens[from - 1];
  const opens = before === undefined || ["oh", "ah", "ok", "yep", "hm"].includes(before.text) || /^[.!?;]$/.test(before.text);
  return opens && tokens[to]?.mark === true;
}

/** A text value. One of three letters or fewer counts only beside its label, since such letters stand for much else. */
function texts(tokens: readonly Token[], attribute: AttributeView, masked: Masked): Candidate[] {
  return (attribute.values ?? []).flatMap((value) => {
    const words = wordsOf(value);
    return tokens.flatMap((_, from): Candidate[] => {
      if (standsAt(tokens, from, words, true) === null) return [];
      const to = from + words.length;
      const { before } = labelled(tokens, attribute, from, to, masked);
      const count = standsAt(tokens, from, words, before > 0);
      if (count === null || (count > 0 && before === 0 && isAside(tokens, from, to))) return [];
      if (before === 0 && (value.length <= 3 || words.every((word) => /^\d+$/.test(word)))) return [];
      return [{ attribute: attribute.attribute, value, from: from - before, to, words: words.length + before, letters: value.length, count }];
    });
  });
}

/** A measured value: a number, its unit, and perhaps the label after or before it. */
function numbers(tokens: readonly Token[], attribute: AttributeView, masked: Masked): Candidate[] {
  const unit = wordsOf(attribute.unit ?? "");
  return tokens.flatMap(({ text }, at): Candidate[] => {
    if (!/^-?\d+(\.\d+)?$/.test(text)) return [];
    const value = Number(text);
    const count = unit.length === 0 ? 0 : standsAt(tokens, at + 1, unit, true);
    if (count === null || value < (attribute.from ?? value) || value > (attribute.to ?? value)) return [];
    const to = at + 1 + unit.length;
    const { before, after } = labelled(tokens, attribute, at, to, masked);
    const extra = after > 0 ? after : before;
    return [
      {
        attribute: attribute.attribute,
        value,
        from: after > 0 ? at : at - before,
        to: to + after,
        words: 1 + unit.length + extra,
        letters: text.length,
        count,
      },
    ];
  });
}
