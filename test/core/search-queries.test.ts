/** The labelled query set is whole: enough of each kind, and labels that name things the shop has. */
import { describe, it } from "vitest";
import { productTypeById } from "../../src/catalog/types/index.ts";
import { QUERIES } from "../search/queries.ts";

describe("labelled queries", () => {
  it("[CA14] at least 150, at least 50 of each kind, none twice", ({ expect }) => {
    expect(QUERIES.length).toBeGreaterThanOrEqual(150);
    expect(new Set(QUERIES.map((one) => one.text)).size).toBe(QUERIES.length);
    for (const kind of ["paraphrase", "typo", "keywords"]) expect(QUERIES.filter((one) => one.kind === kind).length, kind).toBeGreaterThanOrEqual(50);
  });
  it.for(QUERIES.map((one) => ({ text: one.text, one })))("[CA14] $text is labelled with types and values of the shop", ({ one }, { expect }) => {
    for (const id of one.types) {
      const type = productTypeById(id);
      expect(type, id).toBeDefined();
      for (const [attribute, value] of Object.entries(one.where ?? {})) {
        const known = type?.attributes.find((each) => each.id === attribute);
        expect(known?.kind === "enum" && known.values.includes(value), `${id}.${attribute} = ${value}`).toBe(true);
      }
    }
  });
});
