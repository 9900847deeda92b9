/** How the shopper makes an agent's text plain before reading it: case, marks, short forms, slips of the pen. */
import { SLIPS } from "./lexicon.ts";

/** Common words that the lexicon's own are easily mistaken for; never corrected. */
const KEEP = new Set("socks sticks stacks branch plugin plugged numbers amounted signed besides replay optional finished finishing formal".split(" "));

/**
 * Lower case, straight quotes, without markdown marks; slips written out; long words that are one letter off a known one put right.
 *
 * @param known words that are never wrong, and that others are corrected to when they have six letters or more.
 */
export function plain(text: string, known: ReadonlySet<string>): string {
  const lower = text
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d"]/g, " ")
    .replace(/\u2026/g, "...")
    .replace(/[\u2013\u2014]/g, " - ")
    .replace(/[*_`#>]+(?=\s|\w|\W)|(?<=\w)[*`]+/g, (marks) => (marks.includes("_") ? marks.replace(/[^_]/g, "") : " "));
  return withoutIdioms(lower).replace(/(?<![\w-])(?:[a-z][a-z']*|&)(?![\w-])/g, (word) => SLIPS[word] ?? corrected(word, known));
}

/** Turns of phrase whose words would be taken for something else. */
const withoutIdioms = (text: string): string =>
  text
    .replace(
      /\banything (?:else )?(?:that|which)(?: would| could| might)? (?:helps?|identif\w+|sets?|distinguish\w*|describes?|narrows?)\b/g,
      "distinguishing features to",
    )
    .replace(/\b(?:just )?one (?:more|last|other|final|quick) (?:thing|question|point|detail)\b|\bmakes sense\b/g, " ")
    .replace(/\bmak(e|ing) sure\b/g, "ensur$1")
    .replace(/\bmake (?=it (?!one|two|three|four|\d|more|several)|this\b|that\b|them\b|sense\b|a \b|the (?:purchase|order|payment)\b)/g, "do ")
    .replace(/\b(to|can|could|will|would|i'll|let's|let me) make\b(?! and| or|,| of)/g, "$1 do")
    .replace(/\b(?:a number of|first of all|of course|kind regards|no problem)\b/g, " ");

function corrected(word: string, known: ReadonlySet<string>): string {
  if (word.length < 5 || known.has(word) || known.has(word.replace(/e?s$/, "")) || KEEP.has(word)) return word;
  for (const one of known) if (one.length >= 6 && Math.abs(one.length - word.length) <= 1 && one[0] === word[0] && oneApart(word, one)) return one;
  return word;
}

/** Whether two words differ by one letter changed, dropped, added, or two neighbours swapped. */
export function oneApart(a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.abs(a.length - b.length) > 1) return false;
  let head = 0;
  while (head < a.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const [restA, restB] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  return (restA.length <= 1 && restB.length <= 1) || (restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0]);
}
