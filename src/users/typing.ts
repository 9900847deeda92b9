/** Typing noise: typos a letter, slang a word, never on what carries the goal's numbers, ids and codes. */
import type { Rng } from "../core/rng.ts";
import { NEIGHBOURS, SLANG } from "./en/slang.ts";

export interface Noise {
  readonly rng: Rng;
  /** Chance of a typo per letter, in [0, 1]. */
  readonly pLetter: number;
  /** Chance of slang per word that has a slang form, in [0, 1]. */
  readonly pWord: number;
  /** Values the line says; their words get no slang, e.g. "with splint". */
  readonly values: readonly string[];
}

/**
 * Rule AX5. Words of three letters or fewer, tokens with a digit or an apostrophe, codes (capitals after the first letter, inner hyphens before
 * capitals), ids, and what follows a number, which may be its unit, stay as they are. A word gets at most one typo, or two when it is longer than seven letters, never in its first letter.
 */
export function addNoise(text: string, noise: Noise): string {
  if (noise.pLetter === 0 && noise.pWord === 0) return text;
  const inValue = placesOf(text, noise.values);
  let at = 0;
  return text
    .split(/(\s+)/)
    .map((token, place) => {
      const from = at;
      at += token.length;
      if (/^\s*$/.test(token)) return token;
      if (/\d$/.test(text.slice(0, from).trimEnd())) return token;
      const pWord = inValue.some((span) => span.from <= from && from < span.to) ? 0 : noise.pWord;
      return noisyToken(token, { ...noise, pWord, rng: noise.rng.fork(`${place}`) });
    })
    .join("");
}

/** Where values of several words stand in a text. */
function placesOf(text: string, values: readonly string[]): { readonly from: number; readonly to: number }[] {
  const low = text.toLowerCase();
  return values
    .filter((value) => value.includes(" "))
    .flatMap((value) => {
      const spans: { from: number; to: number }[] = [];
      for (let from = low.indexOf(value.toLowerCase()); from >= 0; from = low.indexOf(value.toLowerCase(), from + 1))
        spans.push({ from, to: from + value.length });
      return spans;
    });
}

function noisyToken(token: string, noise: Noise): string {
  if (/\d/.test(token) || /[_']/.test(token) || /[a-z-][A-Z]|[A-Z]{2}/.test(token)) return token;
  const [, before, word, after] = /^([^A-Za-z]*)([A-Za-z]+)([^A-Za-z]*)$/.exec(token) ?? [];
  if (word === undefined || word.length <= 3) return token;
  const slang = SLANG[word.toLowerCase()];
  if (slang !== undefined && noise.rng.fork("slang").chance(noise.pWord)) return `${before}${slang}${after}`;
  return `${before}${misspell(word, noise.pLetter, noise.rng.fork("typo"))}${after}`;
}

function misspell(word: string, pLetter: number, rng: Rng): string {
  let left = word.length > 7 ? 2 : 1;
  let out = word[0] as string;
  for (let place = 1; place < word.length; place += 1) {
    const letter = word[place] as string;
    if (left === 0 || !/[a-z]/.test(letter) || !rng.chance(pLetter)) {
      out += letter;
      continue;
    }
    left -= 1;
    const kind = rng.int(0, 3);
    const next = word[place + 1];
    if (kind === 0 && next !== undefined && /[a-z]/.test(next)) {
      out += next + letter;
      place += 1;
    } else if (kind === 1) out += letter + letter;
    else if (kind === 2) out += rng.pick([...(NEIGHBOURS[letter] ?? letter)]);
  }
  return out;
}
