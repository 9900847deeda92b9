/** Typing habits change how words look, never what is wanted. */
import fc from "fast-check";
import { describe, it } from "vitest";
import { PRODUCT_TYPES } from "../../src/catalog/types/index.ts";
import { spokenValue } from "../../src/core/product.ts";
import { Rng } from "../../src/core/rng.ts";
import { addNoise } from "../../src/users/typing.ts";

const noisy = (text: string, seed: number, values: readonly string[] = []): string =>
  addNoise(text, { rng: new Rng(`typing/${seed}`), pLetter: 0.5, pWord: 1, values });
const SEEDS = Array.from({ length: 200 }, (_, n) => n);

describe("typing noise", () => {
  it("[AX5] numbers, the word after a number, codes, ids and short words stay as they are", ({ expect }) => {
    const text = "the p_1rf5azbs with 7 times magnification, USB-C, 30 SPF and 2 heat levels for my cat";
    for (const seed of SEEDS) {
      const line = noisy(text, seed);
      for (const kept of ["p_1rf5azbs", "7 times ", "USB-C,", "30 SPF ", "2 heat ", " cat"]) expect(line).toContain(kept);
    }
    expect(SEEDS.some((seed) => !noisy(text, seed).includes("magnification"))).toBe(true);
  });
  it("[AX5] every number of every type keeps the unit's word beside it", ({ expect }) => {
    for (const type of PRODUCT_TYPES)
      for (const attribute of type.attributes) {
        if (attribute.kind !== "number") continue;
        const words = spokenValue(attribute, attribute.grid[0] as number).split(" ");
        expect(noisy(words.join(" "), 1)).toContain(words.slice(0, 2).join(" "));
      }
  });
  it("[AX5] slang never stands inside a value, though it does elsewhere", ({ expect }) => {
    const text = "a kit with splint, please, with a strap";
    const lines = SEEDS.map((seed) => addNoise(text, { rng: new Rng(`slang/${seed}`), pLetter: 0, pWord: 1, values: ["with splint"] }));
    expect(new Set(lines)).toEqual(new Set(["a kit with splint, pls, w/ a strap"]));
  });
  it("[AX5] a word gets at most one typo, two when longer than seven letters, none in its first letter; lengths stay near (seed 5, 500 runs)", ({ expect }) => {
    fc.assert(
      fc.property(fc.stringMatching(/^[b-df-hj-np-tv-z]{4,14}$/), fc.nat(), (word, seed) => {
        const typed = noisy(word, seed);
        const most = word.length > 7 ? 2 : 1;
        expect(typed[0]).toBe(word[0]);
        expect(Math.abs(typed.length - word.length)).toBeLessThanOrEqual(most);
        const kept = [...word].filter((letter) => typed.includes(letter)).length;
        expect(kept).toBeGreaterThanOrEqual(new Set(word).size - most > 0 ? word.length - 2 * most - (word.length - new Set(word).size) : 0);
      }),
      { seed: 5, numRuns: 500 },
    );
  });
  it("[AX5] no noise leaves a line as it is", ({ expect }) => {
    expect(addNoise("Please find a kettle with 2 cups.", { rng: new Rng("x"), pLetter: 0, pWord: 0, values: [] })).toBe("Please find a kettle with 2 cups.");
  });
});
