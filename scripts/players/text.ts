/** Reading a person's typing: tokens with what stands between them, and values found in spite of typos. */

export interface Token {
  readonly text: string;
  /** Punctuation that follows it. */
  readonly after: string;
}

/** Words and numbers in lower case; inner hyphens, dots and slashes stay, and a minus before a number. */
export function tokenise(text: string): Token[] {
  const found: Token[] = [];
  for (const match of text
    .toLowerCase()
    .matchAll(/((?:(?<![\p{L}\p{N}])-(?=\p{N}))?[\p{L}\p{N}°²]+(?:[-./'&][\p{L}\p{N}°²]+)*\/?)((?:(?!-\p{N})[^\p{L}\p{N}°²])*)/gu))
    found.push({ text: match[1] as string, after: match[2] as string });
  return found;
}

/** Restricted Damerau distance. */
export function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((rows[i - 1]?.[j] as number) + 1, (row[j - 1] as number) + 1, (rows[i - 1]?.[j - 1] as number) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (rows[i - 2]?.[j - 2] as number) + 1);
      row.push(best);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] as number;
}

/** Short forms that people type for words inside values. */
const SHORT: Readonly<Record<string, string>> = { "w/": "with", "w/o": "without", rite: "right" };

/** Edits between a typed and a meant word, or null when it cannot be that word. */
function wordCost(typed: string, meant: string): number | null {
  if (typed === meant || SHORT[typed] === meant) return 0;
  if (meant.length <= 3 || /\d/.test(meant) || typed[0] !== meant[0]) return null;
  const cost = distance(typed, meant);
  return cost <= (meant.length > 7 ? 2 : 1) ? cost : null;
}

export interface Found {
  readonly from: number;
  /** One past the last token. */
  readonly to: number;
  readonly cost: number;
}

/** Every place at which a phrase stands in the tokens, typos allowed. */
export function findAll(tokens: readonly Token[], phrase: string): Found[] {
  const words = tokenise(phrase).map((token) => token.text);
  const found: Found[] = [];
  for (let from = 0; words.length > 0 && from + words.length <= tokens.length; from += 1) {
    let cost = 0;
    for (const [n, word] of words.entries()) {
      const one = wordCost((tokens[from + n] as Token).text, word);
      if (one === null) {
        cost = Number.POSITIVE_INFINITY;
        break;
      }
      cost += one;
    }
    if (Number.isFinite(cost)) found.push({ from, to: from + words.length, cost });
  }
  return found;
}
