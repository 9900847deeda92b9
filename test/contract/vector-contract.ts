/** What every index of meanings must do, whatever stores it. */
import { describe, it } from "vitest";
import { PRODUCT_TYPES } from "../../src/catalog/types/index.ts";
import type { VectorHits, VectorIndex } from "../../src/core/ports.ts";

/**
 * @param open an index over the 2,000 products of the contract plan.
 * @param finds whether it finds anything: the index that is none keeps the contract by saying that it is down.
 */
export function vectorContract(name: string, open: () => Promise<VectorIndex>, finds: boolean): void {
  const ask = async (query: string, typeIds: readonly string[], only: boolean, limit: number): Promise<VectorHits | null | "down"> =>
    (await open()).nearest(query, typeIds, only, limit);

  describe(`${name} keeps the contract of vector indexes`, () => {
    it("[CA13] has a name of its own, the same every time", async ({ expect }) => {
      expect((await open()).id).toMatch(/^[a-z0-9-]+$/);
      expect((await open()).id).toBe((await open()).id);
    });
    it("[CA13] answers every query, odd ones too, and never rejects", async ({ expect }) => {
      for (const query of ["", " ", "xqzzt wvvk", "'\"); DROP TABLE products", "é".repeat(5000), "kettle"])
        for (const typeIds of [[], ["kettle"], ["no_such_type"]])
          for (const only of [true, false]) {
            const found = await ask(query, typeIds, only, 10);
            expect(finds ? found === null || found === "down" || found.hits.length <= 10 : found === "down").toBe(true);
          }
    });
    if (!finds) return;

    const hitsOf = async (...args: Parameters<typeof ask>): Promise<VectorHits> => {
      const found = await ask(...args);
      if (found === null || found === "down") throw new Error(`${args[0]}: ${found}`);
      return found;
    };
    it("[CA13] words that it does not know are no failure", async ({ expect }) => {
      expect(await ask("xqzzt wvvk", ["kettle"], true, 10)).toBeNull();
    });
    it("[CA13] searches the types it is told to, and only those when told so", async ({ expect }) => {
      const found = await hitsOf("boil water for tea", ["kettle", "teapot", "saucepan"], true, 30);
      expect(new Set(found.hits.map(({ typeId }) => typeId)).size).toBeGreaterThan(1);
      for (const { typeId } of found.hits) expect(["kettle", "teapot", "saucepan"]).toContain(typeId);
      const wide = await hitsOf("boil water for tea", ["bike_lock"], false, 100);
      const types = wide.types.map(({ typeId }) => typeId);
      expect(types).toContain("bike_lock");
      expect(types).toContain("kettle");
    });
    it("[CA13] hits come nearest first, each product once, of its own type, no nearer than 1, none below the least", async ({ expect }) => {
      const { hits, least } = await hitsOf("red braided cable for my phone", ["usb_cable"], false, 200);
      expect(hits.length).toBeGreaterThan(20);
      expect(new Set(hits.map(({ index }) => index)).size).toBe(hits.length);
      for (const [n, hit] of hits.entries()) {
        expect(PRODUCT_TYPES[hit.index % PRODUCT_TYPES.length]?.id).toBe(hit.typeId);
        expect(hit.score).toBeLessThanOrEqual(1.02);
        expect(hit.score).toBeGreaterThanOrEqual(least);
        if (n > 0) expect(hit.score).toBeLessThanOrEqual((hits[n - 1] as { score: number }).score);
      }
    });
    it("[CA13] the limit holds, a smaller one finds the nearest of a larger one, and asking twice finds the same", async ({ expect }) => {
      const many = await hitsOf("warm winter socks", ["socks"], true, 1000);
      const few = await hitsOf("warm winter socks", ["socks"], true, 3);
      expect(few.hits).toEqual(many.hits.slice(0, 3));
      expect(few.least).toBe(many.least);
      expect(await hitsOf("warm winter socks", ["socks"], true, 1000)).toEqual(many);
    });
    it("[CA13] nearness is of meaning: what a thing is for finds it before what it is not for", async ({ expect }) => {
      const { types } = await hitsOf("something to sleep on while camping", [], false, 50);
      const place = (id: string): number => types.findIndex(({ typeId }) => typeId === id);
      expect(place("sleeping_bag")).toBeGreaterThanOrEqual(0);
      expect(place("stapler")).toBe(-1);
    });
  });
}
