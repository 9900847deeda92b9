/** Meaning of short texts from a static table of word vectors, handed in as bytes: no model runs, no platform is needed. */
import { z } from "zod";
import { isStopWord, singular, tokens } from "./words.ts";

/** Raised whenever `embed` gives another vector for the same text and table; part of every embedder's id. */
const METHOD = 1;
/** Characters of a text that are read; the rest is ignored, so that work is bounded. */
const MOST_CHARACTERS = 2000;
/** Letters of a word that is looked up or split; longer ones are unknown. */
const LONGEST_WORD = 32;
/** Letters that each half of a compound has at least. */
const SHORTEST_PART = 3;
/** int8 of the largest component. */
const FULL = 127;

/**
 * What the table's file says of itself. The file: header length (uint32, little-endian), header (JSON), `vocabularyBytes` of ASCII words, sorted and
 * joined by newlines, then per word in that order `dimensions` int8, then a float32 scale (little-endian) each, then a uint8 weight (255 is 1) each.
 */
export const TableHeader = z.strictObject({
  format: z.literal(1),
  /** Names the contents, e.g. "words-96-3f2a91c0". */
  id: z.string().regex(/^[a-z0-9-]+$/),
  dimensions: z.number().int().positive(),
  count: z.number().int().positive(),
  vocabularyBytes: z.number().int().positive(),
});
export type TableHeader = z.infer<typeof TableHeader>;

/** Rule CA11. Turns texts into vectors; the same text and id give the same vector on every machine. */
export interface Embedder {
  /** Names table and method. Stored with every index; vectors of different ids are never compared. */
  readonly id: string;
  readonly dimensions: number;
  /** Words in the table. */
  readonly size: number;
  /** Whether the table has the word as it stands, in lower case. */
  knows(word: string): boolean;
  /**
   * v = Σ w(t)·e(t) / |Σ w(t)·e(t)| over the tokens t of the first 2,000 characters without stop words, w(t) = a / (a + p(t)), a = 1e-3, p(t) the frequency of the word.
   * A word that is not in the table is looked up without its ending, then as two joined words (each at half weight), else left out.
   *
   * @returns a unit vector, or null when no word is known.
   */
  embed(text: string): Float32Array | null;
}

/** @throws Error when the bytes are not such a table. The bytes are copied; the caller may reuse them. */
export function loadEmbedder(bytes: Uint8Array): Embedder {
  return new WordTable(new Uint8Array(bytes));
}

/** A unit vector as one int8 per component, 127 standing for 1; a cosine of two keeps an error below about 0.01. */
export function quantise(vector: Float32Array): Int8Array {
  return Int8Array.from(vector, (component) => Math.max(-FULL, Math.min(FULL, Math.round(component * FULL))));
}

/** Cosine, in about [-1, 1], of a unit vector and row number `row` of quantised ones that lie end to end. The row must exist. */
export function dot(query: Float32Array, rows: Int8Array, row: number): number {
  const from = row * query.length;
  let sum = 0;
  for (let n = 0; n < query.length; n += 1) sum += (query[n] as number) * (rows[from + n] as number);
  return sum / FULL;
}

class WordTable implements Embedder {
  readonly id: string;
  readonly dimensions: number;
  readonly size: number;
  readonly #rowByWord: ReadonlyMap<string, number>;
  readonly #rows: Int8Array;
  /** Per row: scale times weight, what a row's int8 are multiplied by. */
  readonly #factors: Float32Array;

  /** @param file owned by the table, from the first byte of its buffer. */
  constructor(file: Uint8Array<ArrayBuffer>) {
    const view = new DataView(file.buffer);
    const headerBytes = file.length < 4 ? Number.POSITIVE_INFINITY : view.getUint32(0, true);
    if (4 + headerBytes > file.length) throw new Error("word vectors: the file is cut short or is no such table");
    const header = TableHeader.parse(JSON.parse(ascii(file, 4, headerBytes)));
    const rowsAt = 4 + headerBytes + header.vocabularyBytes;
    const scalesAt = rowsAt + header.count * header.dimensions;
    const weightsAt = scalesAt + header.count * 4;
    const words = ascii(file, 4 + headerBytes, header.vocabularyBytes).split("\n");
    if (weightsAt + header.count !== file.length || words.length !== header.count) throw new Error("word vectors: the file's parts do not match its header");
    this.id = `${header.id}.${METHOD}`;
    this.dimensions = header.dimensions;
    this.size = header.count;
    this.#rowByWord = new Map(words.map((word, row) => [word, row]));
    this.#rows = new Int8Array(file.buffer, rowsAt, header.count * header.dimensions);
    this.#factors = Float32Array.from(words, (_, row) => (view.getFloat32(scalesAt + 4 * row, true) * (file[weightsAt + row] as number)) / 255);
  }

  knows(word: string): boolean {
    return this.#rowByWord.has(word);
  }

  embed(text: string): Float32Array | null {
    const sum = new Float64Array(this.dimensions);
    for (const word of this.#joinLetters(tokens(text.slice(0, MOST_CHARACTERS)))) {
      if (isStopWord(word)) continue;
      const rows = this.#lookUp(word);
      for (const row of rows) this.#add(sum, row, 1 / rows.length);
    }
    const norm = Math.sqrt(sum.reduce((total, component) => total + component * component, 0));
    return norm < 1e-6 ? null : Float32Array.from(sum, (component) => component / norm);
  }

  #add(sum: Float64Array, row: number, share: number): void {
    const factor = (this.#factors[row] as number) * share;
    const from = row * this.dimensions;
    for (let n = 0; n < this.dimensions; n += 1) sum[n] = (sum[n] as number) + factor * (this.#rows[from + n] as number);
  }

  /** "t shirt" as "tshirt" and "e reader" as "ereader", where the table has that; other lone letters say nothing. */
  #joinLetters(words: readonly string[]): string[] {
    const joined: string[] = [];
    for (let n = 0; n < words.length; n += 1) {
      const word = words[n] as string;
      const pair = `${word}${words[n + 1] ?? ""}`;
      if (word.length > 1) joined.push(word);
      else if (this.#row(pair) !== undefined) {
        joined.push(pair);
        n += 1;
      }
    }
    return joined;
  }

  /** Rows that stand for a word: its own, that of a form of it, or those of its halves. */
  #lookUp(word: string): readonly number[] {
    if (word.length > LONGEST_WORD) return [];
    const known = this.#row(word);
    return known === undefined ? this.#halves(word) : [known];
  }

  #row(word: string): number | undefined {
    for (const form of forms(word)) {
      const row = this.#rowByWord.get(form);
      if (row !== undefined) return row;
    }
    return undefined;
  }

  /** The two words a compound is made of, the most even cut first: "raincoat" is "rain" and "coat". */
  #halves(word: string): readonly number[] {
    const cuts = Array.from({ length: Math.max(0, word.length - 2 * SHORTEST_PART + 1) }, (_, n) => n + SHORTEST_PART);
    cuts.sort((a, b) => Math.abs(2 * a - word.length) - Math.abs(2 * b - word.length) || b - a);
    for (const cut of cuts) {
      const head = this.#rowByWord.get(word.slice(0, cut));
      const tail = this.#row(word.slice(cut));
      if (head !== undefined && tail !== undefined) return [head, tail];
    }
    return [];
  }
}

/** The word, then forms that mean much the same: singular, plural, and without -ing or -ed. */
function forms(word: string): string[] {
  const found = [word, singular(word), `${word}s`];
  const stem = /^(.{3,})(?:ing|ed)$/.exec(word)?.[1];
  if (stem !== undefined) found.push(stem, `${stem}e`);
  if (stem !== undefined && stem.at(-1) === stem.at(-2)) found.push(stem.slice(0, -1));
  return found;
}

/** Bytes as text, one character each; pure rooms have no decoder. */
function ascii(file: Uint8Array, from: number, length: number): string {
  let text = "";
  for (let at = from; at < from + length; at += 4096) text += String.fromCharCode(...file.subarray(at, Math.min(at + 4096, from + length)));
  return text;
}
