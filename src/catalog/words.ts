/** Words of queries and of the catalog: tokens, stems for comparison, stop words, and typo correction. */

const STOP = new Set(
  "a an and are as at be but by can could do for from get go good has have help i if in into is it its just like look looking me more my need nice of on one or our please show some something that the their them there these they this those to under up us want was we what which who will with would you your".split(
    " ",
  ),
);

/** Lower-case tokens of letters and digits; "USB-C" gives "usb" and "c". */
export function tokens(text: string): string[] {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== "");
}

export const isStopWord = (token: string): boolean => STOP.has(token);

/** A rough singular, for comparing names; not shown. */
export function singular(token: string): string {
  if (token.length > 4 && token.endsWith("ies")) return `${token.slice(0, -3)}y`;
  if (token.length > 4 && /(ses|xes|ches|shes)$/.test(token)) return token.slice(0, -2);
  if (token.length > 3 && token.endsWith("ves")) return `${token.slice(0, -3)}f`;
  return token.length > 3 && token.endsWith("s") && !token.endsWith("ss") ? token.slice(0, -1) : token;
}

/** A form that a singular and its plural share, for comparing names; not shown: "knife" and "knives" give "knif". */
export function nameStem(token: string): string {
  if (token.length > 4 && token.endsWith("ies")) return `${token.slice(0, -3)}y`;
  if (token.length > 4 && token.endsWith("ie")) return `${token.slice(0, -2)}y`;
  if (token.length > 4 && /[vf]es?$/.test(token)) return `${token.replace(/es?$/, "").slice(0, -1)}f`;
  const bare = token.length > 3 ? token.replace(/(s|x|ch|sh)es?$/, "$1") : token;
  return bare.length > 3 && bare.endsWith("s") && !bare.endsWith("ss") ? bare.slice(0, -1) : bare;
}

/** Damerau-Levenshtein distance (adjacent swaps count one), given up above `most`. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let best = i;
    for (let j = 1; j <= b.length; j += 1) {
      const swap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] as number) + 1 : Number.POSITIVE_INFINITY;
      const cost = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1), swap);
      row.push(cost);
      best = Math.min(best, cost);
    }
    if (best > most) return most + 1;
    [before, last] = [last, row];
  }
  return last[b.length] as number;
}

/** Edits that a typo may have: one, or two in words over six letters. */
const editsIn = (word: string): number => (word.length > 6 ? 2 : 1);

/** Rule CA10. The nearest of a few thousand words, by a scan; null when none is near. Ties go to the same first letter, then to the alphabet. */
export function nearest(word: string, words: Iterable<string>): string | null {
  if (word.length < 4 || /\d/.test(word)) return null;
  const most = editsIn(word);
  const near: [string, number][] = [];
  for (const known of words) {
    if (known.length < 4) continue;
    const distance = editDistance(word, known, most);
    if (distance <= most) near.push([known, distance]);
  }
  near.sort(([a, x], [b, y]) => x - y || Number(b[0] === word[0]) - Number(a[0] === word[0]) || (a < b ? -1 : 1));
  return near[0]?.[0] ?? null;
}

/** Words by their deletions, so that a word one or two edits away is found without a scan. */
export class Corrector {
  readonly #words = new Set<string>();
  readonly #byDeletion = new Map<string, string[]>();

  constructor(words: Iterable<string>) {
    for (const word of words) this.add(word);
  }

  add(word: string): void {
    if (word.length < 4 || this.#words.has(word) || /\d/.test(word)) return;
    this.#words.add(word);
    for (const form of deletions(word)) this.#byDeletion.set(form, [...(this.#byDeletion.get(form) ?? []), word]);
  }

  /**
   * The nearest known word: one edit away, or two where the word has over six letters or the known one over seven; null when none is or the word is known.
   *
   * @param agreement how well a candidate goes with the words around it; decides between candidates equally near.
   */
  correct(word: string, agreement: (candidate: string) => number = () => 0): string | null {
    if (word.length < 4 || this.#words.has(word) || /\d/.test(word)) return null;
    const near = new Map<string, number>();
    for (const form of deletions(word))
      for (const known of this.#byDeletion.get(form) ?? []) if (!near.has(known)) near.set(known, editDistance(word, known, 2));
    const best = [...near]
      .filter(([known, distance]) => distance <= Math.max(editsIn(word), editsIn(known.slice(1))))
      .sort(([a, x], [b, y]) => x - y || agreement(b) - agreement(a) || Number(b[0] === word[0]) - Number(a[0] === word[0]) || (a < b ? -1 : 1));
    return best[0]?.[0] ?? null;
  }
}

/** The word and every form with one letter deleted, and two for words over six letters. */
function deletions(word: string): Set<string> {
  const forms = new Set([word]);
  const once = Array.from(word, (_, n) => word.slice(0, n) + word.slice(n + 1));
  for (const form of once) forms.add(form);
  if (word.length > 6) for (const form of once) for (let n = 0; n < form.length; n += 1) forms.add(form.slice(0, n) + form.slice(n + 1));
  return forms;
}
