/**
 * Distils two openly licensed models into the shop's table of word vectors: `tsx scripts/vectors/build.ts --sources DIR`. Run once and commit the
 * result; again when product types bring words of their own. Per word: sentence-encoder vector to 256 components and length 1, GloVe vector centred and
 * to length 1, both end to end, then to 96 components, int8 with a scale.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { loadEmbedder } from "../../src/catalog/embedding.ts";
import { usage, wholeNumber } from "../lib/flags.ts";
import { pack } from "./pack.ts";
import { centre, type Matrix, project, unit } from "./pca.ts";
import { encodeWords, GLOVE_DIMENSIONS, type GloveWord, missingSources, readGlove } from "./sources.ts";
import { catalogWords, chooseWords } from "./vocabulary.ts";

const DIMENSIONS = 96;
const ENCODER_DIMENSIONS = 256;
/** Ranks of GloVe from which rarer words are taken. */
const RANKS = 200_000;
const MOST_BYTES = 3.5e6;
const SIF = 1e-3;
/** Harmonic number of GloVe's 400,000 words: by Zipf's law, the word at rank r (0 up) has frequency 1 / (13.5 (r + 1)). */
const HARMONIC = 13.5;

const { values: flags } = parseArgs({
  options: {
    sources: { type: "string" },
    out: { type: "string", default: "assets/embedding/words-96.bin" },
    frequent: { type: "string", default: "20000" },
    near: { type: "string", default: "10000" },
  },
});
if (flags.sources === undefined) usage("--sources DIR: the folder that the two models are installed in");
const missing = missingSources(flags.sources);
if (missing !== null) usage(missing);

const own = catalogWords();
const glove = await readGlove(flags.sources, RANKS, own);
console.error("Choosing words.");
const words = chooseWords(glove, own, { frequent: wholeNumber("frequent", flags.frequent, 0, RANKS), near: wholeNumber("near", flags.near, 0, RANKS) });
const meaning = unit(narrowed("Encoder", await encodeWords(flags.sources, words), ENCODER_DIMENSIONS));
const table = narrowed("Both", beside(meaning, company(words, glove)), DIMENSIONS);
const file = pack(words, table, words.map(weight));
if (file.length > MOST_BYTES) usage(`the table has ${file.length} bytes, over ${MOST_BYTES}: lower --frequent or --near`);
mkdirSync(dirname(flags.out), { recursive: true });
writeFileSync(flags.out, file);

const embedder = loadEmbedder(file);
const unembedded = [...own].filter((word) => embedder.embed(word) === null);
console.log(`${flags.out}: ${embedder.id}, ${words.length} words, ${(file.length / 1e6).toFixed(2)} MB.`);
console.log(`Of the catalog's ${own.size} words ${own.size - unembedded.length} have a vector; stop words: ${unembedded.join(" ")}`);
console.log(`In GloVe too: ${words.filter((word) => glove.has(word)).length} of all, ${[...own].filter((word) => glove.has(word)).length} of the catalog's.`);

function narrowed(label: string, matrix: Matrix, dimensions: number): Matrix {
  const start = performance.now();
  const narrow = project(matrix, dimensions);
  console.error(
    `${label}: ${matrix.width} to ${dimensions} components keep ${(100 * narrow.kept).toFixed(1)} % of the variance, ${((performance.now() - start) / 1000).toFixed(1)} s.`,
  );
  return narrow;
}

/** GloVe rows, centred over the words that have one, at length 1; zeros elsewhere. */
function company(vocabulary: readonly string[], vectors: ReadonlyMap<string, GloveWord>): Matrix {
  const having = vocabulary.flatMap((word, row) => (vectors.has(word) ? [row] : []));
  const found = new Float32Array(having.length * GLOVE_DIMENSIONS);
  having.forEach((row, n) => {
    found.set((vectors.get(vocabulary[row] as string) as GloveWord).vector, n * GLOVE_DIMENSIONS);
  });
  const ready = unit(centre({ values: found, width: GLOVE_DIMENSIONS }));
  const values = new Float32Array(vocabulary.length * GLOVE_DIMENSIONS);
  having.forEach((row, n) => {
    values.set(ready.values.subarray(n * GLOVE_DIMENSIONS, (n + 1) * GLOVE_DIMENSIONS), row * GLOVE_DIMENSIONS);
  });
  return { values, width: GLOVE_DIMENSIONS };
}

/** Rows of both, end to end. */
function beside(left: Matrix, right: Matrix): Matrix {
  const width = left.width + right.width;
  const values = new Float32Array(words.length * width);
  for (let row = 0; row < words.length; row += 1) {
    values.set(left.values.subarray(row * left.width, (row + 1) * left.width), row * width);
    values.set(right.values.subarray(row * right.width, (row + 1) * right.width), row * width + left.width);
  }
  return { values, width };
}

/** a / (a + p); words that GloVe lacks count as rarer than any it has. */
function weight(word: string): number {
  const rank = glove.get(word)?.rank ?? 400_000;
  return SIF / (SIF + 1 / (HARMONIC * (rank + 1)));
}
