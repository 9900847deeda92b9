/** The authored product types hold their own rules. */
import { describe, it } from "vitest";
import { PRODUCT_TYPES } from "../../src/catalog/types/index.ts";
import { editDistance } from "../../src/catalog/words.ts";
import { ProductType } from "../../src/core/product.ts";

describe("product types", () => {
  it("[CA7] at least 150 types over at least 12 departments, each as its schema says, ids unique", ({ expect }) => {
    expect(PRODUCT_TYPES.length).toBeGreaterThanOrEqual(150);
    expect(new Set(PRODUCT_TYPES.map((type) => type.department)).size).toBeGreaterThanOrEqual(12);
    expect(new Set(PRODUCT_TYPES.map((type) => type.id)).size).toBe(PRODUCT_TYPES.length);
    for (const type of PRODUCT_TYPES) expect(() => ProductType.parse(type), type.id).not.toThrow();
  });
  it("[CA7] no name or synonym stands for two types", ({ expect }) => {
    const owners = new Map<string, string>();
    for (const type of PRODUCT_TYPES) {
      for (const name of new Set([type.noun, type.plural, ...type.synonyms].map((one) => one.toLowerCase()))) {
        expect(owners.get(name) ?? type.id, name).toBe(type.id);
        owners.set(name, type.id);
      }
    }
  });
  it("[CA7] values of one attribute are told apart: none inside another, none one edit from another", ({ expect }) => {
    for (const type of PRODUCT_TYPES) {
      for (const attribute of type.attributes) {
        if (attribute.kind === "number") continue;
        for (const a of attribute.values)
          for (const b of attribute.values) {
            if (a === b) continue;
            expect(a.toLowerCase().includes(b.toLowerCase()), `${type.id}.${attribute.id}: ${b} inside ${a}`).toBe(false);
            if (!/\d/.test(a + b)) expect(editDistance(a.toLowerCase(), b.toLowerCase(), 1), `${type.id}.${attribute.id}: ${a}, ${b}`).toBeGreaterThan(1);
          }
      }
    }
  });
  it("[CA7] variant and compatibility attributes exist, are enums, and have enough values to vary", ({ expect }) => {
    for (const type of PRODUCT_TYPES) {
      for (const id of [...type.variantPriority, ...type.compatibility]) {
        const attribute = type.attributes.find((one) => one.id === id);
        expect(attribute?.kind, `${type.id}.${id}`).toBe("enum");
        if (type.variantPriority.includes(id) && attribute?.kind === "enum") expect(attribute.values.length, `${type.id}.${id}`).toBeGreaterThanOrEqual(3);
      }
    }
    expect(PRODUCT_TYPES.filter((type) => type.variantPriority.length > 0).length / PRODUCT_TYPES.length).toBeGreaterThan(0.8);
    expect(PRODUCT_TYPES.filter((type) => type.compatibility.length > 0).length / PRODUCT_TYPES.length).toBeGreaterThan(0.4);
  });
  it("[CA7] grids ascend and prices are in order", ({ expect }) => {
    for (const type of PRODUCT_TYPES) {
      expect(type.priceCents.p5, type.id).toBeLessThan(type.priceCents.p95);
      for (const attribute of type.attributes)
        if (attribute.kind === "number") expect(attribute.grid, `${type.id}.${attribute.id}`).toEqual([...attribute.grid].sort((a, b) => a - b));
    }
  });
  it('[CA7] no value is the name of another type: "a cat tree with hammock" asks for one thing', ({ expect }) => {
    const nouns = new Set(PRODUCT_TYPES.flatMap((type) => [type.noun, type.plural].map((name) => name.toLowerCase())));
    const values = PRODUCT_TYPES.flatMap((type) => type.attributes.flatMap((attribute) => (attribute.kind === "enum" ? attribute.values : [])));
    expect(values.filter((value) => nouns.has(value.toLowerCase()))).toEqual([]);
  });
});
