/** Words of a line, and how near a mistyped word is to one that is known. */

/** A word or a mark of a line, lower case. Marks are single characters such as "," or ";". */
export interface Token {
  readonly text: string;
  readonly mark: boolean;
}

/** Short forms that people type, written out. */
const SHORT: Readonly<Record<string, string>> = {
  "w/": "with",
  "w/o": "without",
  shld: "should",
  cld: "could",
  wld: "would",
  pls: "please",
  plz: "please",
  thx: "thanks",
  smth: "something",
  abt: "about",
  rly: "really",
  tho: "though",
  u: "you",
  ur: "your",
  n: "and",
};

/** Cuts a line into words and marks; a full stop inside a number or a hyphen inside a word stays there. */
export function tokensOf(line: string): Token[] {
  const found =
    line
      .toLowerCase()
      .replace(/[\u2018\u2019]/g, "'")
      .match(/w\/o?(?![\w])|(?<![^\s(])-\d+(?:\.\d+)?|[a-z0-9°²³µ%\u00c0-\u024f]+(?:['.\-/][a-z0-9°²³µ%\u00c0-\u024f]+)*'?|[^\s]/g) ?? [];
  return found.map((text) => ({ text: SHORT[text] ?? text, mark: !/[a-z0-9°%\u00c0-\u024f]/.test(text) }));
}

/** Words that are so common that they stand for themselves and are no misspelling of a rarer one: "have" is not "cave". */
const COMMON = new Set(
  (
    "a able about after again all allow almost already also always am an and another any anything are as asap at back be because been before being best better both bring but buy by call can case cart check come could " +
    "day dear did do does doing done each else enough even ever every everything fast few find fine first for forget forgot friend from gave get gets getting give glad go going gone good got great had hand has have he hello help her here hey hi him his hold hope how " +
    "hurry i if in indeed instead into is it item just keep kind know last late later leave left let like list little long look looking love made make making many may maybe me mean meet might mind mine more most much must my " +
    "need needs never new next nice no not nothing now of off ok okay old on once one only or order other our out over own pay please plus point precise put quick quickly quite rather ready really right run rush said same say says see seen shall she should so some something soon sorry start starts still stop such sure " +
    "take tell than thank thanks that the their them then there these they thing things think this those time to today together told too total try two use very wait want wanted was way we week well were what when where which while who whole why will wish with without work would wrong year yes yet you your"
  ).split(" "),
);

/** Mistakes that a word of a length may hold and still be read: none in short words and in words with digits. */
function mistakesAllowed(word: string): number {
  if (word.length <= 3 || /\d/.test(word)) return 0;
  return word.length <= 7 ? 1 : 2;
}

/**
 * How many mistakes turn `known` into `typed`: letters changed, dropped, added, or two neighbours swapped.
 *
 * @param commonToo whether a common word may be the mistyped one, as "are" in "are rug": for words that others around them make sure of.
 * @returns 0 to 2, or null when that is too many for a word of this length.
 */
export function mistakes(typed: string, known: string, commonToo = false): number | null {
  if (typed === known) return 0;
  const allowed = mistakesAllowed(known);
  if (allowed === 0 || (COMMON.has(typed) && !commonToo)) return null;
  if (Math.abs(typed.length - known.length) > allowed) return null;
  const distance = remembered(typed, known);
  return distance <= allowed ? distance : null;
}

/** Distances found so far: a player compares the same words turn after turn. */
const distances = new Map<string, number>();
const MOST_REMEMBERED = 500_000;

function remembered(a: string, b: string): number {
  const key = `${a} ${b}`;
  const known = distances.get(key);
  if (known !== undefined) return known;
  if (distances.size >= MOST_REMEMBERED) distances.clear();
  const distance = editDistance(a, b);
  distances.set(key, distance);
  return distance;
}

/** Optimal string alignment distance. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (before[j - 2] as number) + 1);
      row.push(best);
    }
    before = last;
    last = row;
  }
  return last[b.length] as number;
}

/** Whether a word is one of some words, a typing mistake forgiven. */
export const isOneOf = (typed: string, words: readonly string[]): boolean => words.some((word) => mistakes(typed, word) !== null);

const NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** A whole number from digits or a number word; null for other words. */
export function wholeNumber(word: string): number | null {
  if (/^\d{1,2}$/.test(word)) return Number(word);
  const place = NUMBERS.indexOf(word);
  return place < 0 ? null : place + 1;
}
