/** A small shop held in memory, for tests of the pure rooms: a few types whose products are worked out by formula. */

import { meetsFilter } from "../../src/core/filter.ts";
import type { BrandShelf, Catalog, CatalogInfo, CleanHits, CleanQuery, Place } from "../../src/core/ports.ts";
import type { Product, ProductType } from "../../src/core/product.ts";
import { TypeShelf } from "../../src/core/shelf.ts";

const makeType = (id: string, noun: string, own: string, values: readonly string[]): ProductType => ({
  id,
  department: "Test",
  category: "Test",
  noun,
  plural: `${noun}s`,
  synonyms: [],
  attributes: [
    { kind: "enum", id: own, label: own, values: [...values] },
    { kind: "enum", id: "material", label: "material", values: ["walnut wood", "brushed steel", "recycled plastic", "woven cotton"] },
    { kind: "number", id: "weight", label: "weight", unit: "kg", direction: "at_most", grid: [1, 2, 3, 5] },
    { kind: "enum", id: "finish", label: "finish", values: ["glossy", "satin", "rugged"] },
  ],
  variantPriority: [own],
  compatibility: [],
  priceCents: { p5: 500, p95: 5000 },
  returnCategory: "standard",
  blurbs: ["Made to last."],
  uses: "",
});

export const TEST_TYPES: readonly ProductType[] = [
  makeType("test_lamp", "desk lamp", "colour", ["crimson", "navy blue", "forest green", "ivory"]),
  makeType("test_cable", "charging cable", "connector", ["USB-C", "Lightning", "Micro-USB", "barrel plug"]),
  makeType("test_mug", "coffee mug", "size", ["small", "medium", "oversized"]),
  makeType("test_bag", "gym bag", "colour", ["crimson", "navy blue", "forest green", "ivory"]),
  makeType("test_chair", "folding chair", "colour", ["crimson", "navy blue", "forest green", "ivory"]),
  { ...makeType("test_soap", "hand soap", "scent", ["lavender", "citrus", "sandalwood"]), variantPriority: [] },
];

const BRANDS = ["Kestrel", "Moorland", "Tavira", "Ombrella"];

/** Product number `ordinal` of a type; 48 per type, three in a row restricted or sold out. */
export function testProduct(typeNumber: number, ordinal: number): Product {
  const type = TEST_TYPES[typeNumber] as ProductType;
  const brand = BRANDS[ordinal % 4] as string;
  const place = Math.floor(ordinal / 4);
  const attributes: Record<string, string | number> = {};
  for (const [n, attribute] of type.attributes.entries()) {
    const list = attribute.kind === "enum" ? attribute.values : attribute.grid;
    attributes[attribute.id] = list[Math.floor(place / [1, 1, 4, 16][n]!) % list.length] as string | number;
  }
  attributes.weight = [1, 2, 3, 5][place % 4] as number;
  attributes.material = ["walnut wood", "brushed steel", "recycled plastic", "woven cotton"][Math.floor(place / 4) % 4] as string;
  return {
    index: ordinal * TEST_TYPES.length + typeNumber,
    typeId: type.id,
    ordinal,
    title: `${brand} ${type.noun} ${ordinal}`,
    description: "A product.",
    brand,
    attributes,
    priceCents: 500 + 95 * ordinal,
    rating: 3 + (ordinal % 20) / 10,
    ratingCount: ordinal * 7,
    shippingDays: 1 + (ordinal % 9),
    stock: ordinal === 7 ? 0 : 50,
    restricted: ordinal === 11,
    features: [],
  };
}

const PER_TYPE = 48;
const ALL: readonly Product[] = Array.from({ length: PER_TYPE * TEST_TYPES.length }, (_, index) =>
  testProduct(index % TEST_TYPES.length, Math.floor(index / TEST_TYPES.length)),
);

export class TestCatalog implements Catalog {
  readonly types = TEST_TYPES;
  info(): Promise<CatalogInfo> {
    return Promise.resolve({ version: "test-1", size: ALL.length, countByType: Object.fromEntries(TEST_TYPES.map((type) => [type.id, PER_TYPE])) });
  }
  byPlaces(places: readonly Place[]): Promise<readonly Product[]> {
    return Promise.resolve(places.flatMap(({ typeId, ordinal }) => ALL.find((product) => product.typeId === typeId && product.ordinal === ordinal) ?? []));
  }
  byIndices(indices: readonly number[]): Promise<readonly (Product | null)[]> {
    return Promise.resolve(indices.map((index) => ALL[index] ?? null));
  }
  byBrands(shelves: readonly BrandShelf[], limit: number): Promise<readonly (readonly Product[])[]> {
    return Promise.resolve(shelves.map(({ typeId, brand }) => ALL.filter((product) => product.typeId === typeId && product.brand === brand).slice(0, limit)));
  }
  shelf(typeId: string): Promise<TypeShelf | null> {
    const type = typeById(typeId);
    return Promise.resolve(type === undefined ? null : new TypeShelf(type, ALL.filter((product) => product.typeId === typeId).map(TypeShelf.pack)));
  }
  search(query: CleanQuery): Promise<CleanHits> {
    const words = query.query.toLowerCase().split(/\W+/).filter(Boolean);
    const score = (product: Product): number =>
      words.filter((word) => `${product.title} ${Object.values(product.attributes).join(" ")}`.toLowerCase().includes(word)).length;
    const hits = ALL.filter(
      (product) =>
        (query.typeId === null || product.typeId === query.typeId) &&
        query.filters.every((filter) => meetsFilter(product, filter)) &&
        (!query.inStock || product.stock > 0),
    )
      .map((product) => ({ product, score: score(product) }))
      .filter(({ score: points }) => words.length === 0 || points > 0)
      .sort((a, b) => b.score - a.score || a.product.index - b.product.index)
      .slice(0, query.depth);
    return Promise.resolve({
      indices: hits.map(({ product }) => product.index),
      typeId: query.typeId ?? hits[0]?.product.typeId ?? null,
      correctedQuery: null,
      mode: "lexical",
    });
  }
}

export const typeById = (id: string): ProductType | undefined => TEST_TYPES.find((type) => type.id === id);
