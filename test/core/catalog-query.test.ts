/** From words to a search: names, corrections, brands, and the expression that the text index is asked. */
import fc from "fast-check";
import { describe, it } from "vitest";
import { LINES } from "../../src/catalog/brands.ts";
import { product } from "../../src/catalog/generate.ts";
import { matchExpression, planQuery } from "../../src/catalog/query.ts";
import { TypeIndex } from "../../src/catalog/type-index.ts";
import { PRODUCT_TYPES } from "../../src/catalog/types/index.ts";
import { Corrector, editDistance, isStopWord, nameStem, nearest, tokens } from "../../src/catalog/words.ts";
import type { CleanQuery } from "../../src/core/ports.ts";

const index = new TypeIndex(PRODUCT_TYPES, LINES);
const BRANDS = ["Kestrel", "Verdvale Works", "Bramock", "Moorland"];
const plan = (query: string, asked: Partial<CleanQuery> = {}) =>
  planQuery({ query, typeId: null, filters: [], inStock: false, sort: "relevance", depth: 20, ...asked }, index, () => Promise.resolve(BRANDS));

describe("names", () => {
  it("[CA3] every name of every type is recognised, alone and in a sentence", async ({ expect }) => {
    for (const type of PRODUCT_TYPES) {
      for (const name of [type.noun, type.plural, ...type.synonyms]) {
        expect((await plan(`I am looking for a ${name}, please`)).typeId, name).toBe(type.id);
        const many = name.replace(/(s|x|ch|sh)$/, "$1e").replace(/y$/, "ie");
        if (!name.endsWith("s")) expect((await plan(`${many}s`)).typeId, `${many}s`).toBe(type.id);
      }
    }
  });
  it("[CA3] the longest name wins, and several can be named", async ({ expect }) => {
    expect((await plan("winter hat")).typeIds).toEqual(["beanie"]);
    const two = await plan("a kettle clock for the wall clock, and a toaster");
    expect(two.typeIds).toEqual(["toaster", "wall_clock"]);
    expect(two.typeId).toBeNull();
    expect(two.named).toBe(true);
  });
  it("[CA3] without a name, the words of values point to types", async ({ expect }) => {
    const guessed = await plan("gooseneck borosilicate");
    expect(guessed.typeIds?.[0]).toBe("kettle");
    expect(guessed.named).toBe(false);
    expect(guessed.typeId).toBeNull();
  });
});

describe("corrections", () => {
  it("[CA10] a word that the shop uses is never touched, nor a brand, a line, a number or a short word", async ({ expect }) => {
    for (const query of ["Kestrel Lark charging cable", "braided nylon 240 W USB-C", "Bramock", "Verdvale Works toaster", "fit my cat 3x4"]) {
      expect((await plan(query)).correctedQuery, query).toBeNull();
    }
    const titles = Array.from({ length: 400 }, (_, n) => product("7", 31 * n));
    for (const one of titles) {
      const read = await planQuery({ query: one.title, typeId: null, filters: [], inStock: false, sort: "relevance", depth: 20 }, index, () =>
        Promise.resolve([one.brand]),
      );
      expect(read.correctedQuery, one.title).toBeNull();
      expect(read.typeIds, one.title).toContain(one.typeId);
    }
  });
  it("[CA10] one edit is put right in short words, two in words over six letters", async ({ expect }) => {
    expect((await plan("ketle")).correctedQuery).toBe("kettle");
    expect((await plan("ktetle")).correctedQuery).toBe("kettle");
    expect((await plan("headfones")).correctedQuery).toBe("headphones");
    expect((await plan("keste kettle")).correctedQuery).toBeNull();
    expect((await plan("Kestrl kettle")).correctedQuery).toBe("kestrel kettle");
    expect((await plan("Morland charging cable")).correctedQuery).toBe("moorland charging cable");
  });
  it("[CA10] the corrector agrees with a plain scan on any single edit", ({ expect }) => {
    const words = [...new Set(PRODUCT_TYPES.flatMap((type) => tokens(`${type.noun} ${type.synonyms.join(" ")}`)))].filter((word) => word.length > 4);
    const corrector = new Corrector(words);
    const letter = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz");
    fc.assert(
      fc.property(fc.constantFrom(...words), fc.nat(20), letter, fc.constantFrom("drop", "swap", "insert", "replace"), (word, at, extra, kind) => {
        const place = at % word.length;
        const typed = editWord(word, place, extra, kind);
        if (words.includes(typed)) return;
        expect(corrector.correct(typed)).toBe(nearest(typed, words));
        if (typed.length > 3) expect(editDistance(typed, nearest(typed, words) as string, 2)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

function editWord(word: string, at: number, extra: string, kind: string): string {
  if (kind === "drop") return word.slice(0, at) + word.slice(at + 1);
  if (kind === "insert") return word.slice(0, at) + extra + word.slice(at);
  if (kind === "replace") return word.slice(0, at) + extra + word.slice(at + 1);
  return word.slice(0, at) + word.slice(at + 1, at + 2) + word.slice(at, at + 1) + word.slice(at + 2);
}

describe("the expression", () => {
  it("[CA3] words are quoted and joined with OR, inside the type that is named", async ({ expect }) => {
    expect(matchExpression(await plan("the silicone charging cable"))).toBe(
      'type : ("tusbcable") AND {title brand words} : ("silicone" OR "charging" OR "cable")',
    );
  });
  it("[CA3] a brand narrows where no type does; a brand that is filtered by narrows always", async ({ expect }) => {
    expect(matchExpression(await plan("Verdvale Works matte"))).toBe('brand : ("verdvale works") AND {title brand words} : ("verdvale" OR "works" OR "matte")');
    const filtered = await plan("toaster", { filters: [{ field: "brand", op: "equal", value: "KESTREL" }] });
    expect(matchExpression(filtered)).toBe('type : ("ttoaster") AND brand : ("kestrel") AND {title brand words} : ("toaster")');
  });
  it("[CA3] nothing to match gives none, and no text of a shopper gets out of its quotes", async ({ expect }) => {
    expect(matchExpression(await plan("the of"))).toBeNull();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 60 }), async (text) => {
        const match = matchExpression(await plan(text));
        if (match !== null)
          expect(match).toMatch(
            /^(type : \(("[a-z0-9]+"( OR )?)+\)( AND )?)?(brand : \(("[a-z ]+"( OR )?)+\)( AND )?)?(\{title brand words\} : \(("[\p{L}\p{N}]+"( OR )?)+\))?$/u,
          );
      }),
    );
  });
});

describe("words", () => {
  it("[CA10] distances count swaps of neighbours once, and give up beyond the limit", ({ expect }) => {
    expect(editDistance("kettle", "kettle", 2)).toBe(0);
    expect(editDistance("ketlte", "kettle", 2)).toBe(1);
    expect(editDistance("cattle", "kettle", 2)).toBe(2);
    expect(editDistance("abcdef", "uvwxyz", 2)).toBe(3);
    expect(editDistance("a", "abcd", 2)).toBe(3);
  });
  it("[CA3] tokens drop accents and signs; singulars meet their plurals", ({ expect }) => {
    expect(tokens("Jalapeño, USB-C & 1.5 m")).toEqual(["jalapeno", "usb", "c", "1", "5", "m"]);
    for (const [one, many] of [
      ["knife", "knives"],
      ["box", "boxes"],
      ["brush", "brushes"],
      ["battery", "batteries"],
      ["lens", "lenses"],
      ["dress", "dresses"],
      ["shelf", "shelves"],
      ["case", "cases"],
      ["glove", "gloves"],
      ["hoodie", "hoodies"],
      ["watch", "watches"],
      ["glass", "glasses"],
    ] as const) {
      expect(nameStem(many), many).toBe(nameStem(one));
    }
    expect(isStopWord("the") && !isStopWord("kettle")).toBe(true);
  });
});
