/** The synthetic catalog without a database: made on demand, for tests, fingerprints and offline certificates. */

import { meetsFilter } from "../core/filter.ts";
import type { BrandShelf, Catalog, CatalogInfo, CleanHits, CleanQuery, Place } from "../core/ports.ts";
import type { Product } from "../core/product.ts";
import { TypeShelf } from "../core/shelf.ts";
import { LINES } from "./brands.ts";
import { catalogVersion, countOfType, indexOf, product } from "./generate.ts";
import { indexedWords, type Plan, planQuery } from "./query.ts";
import { TypeIndex } from "./type-index.ts";
import { PRODUCT_TYPES, productTypeById } from "./types/index.ts";
import { nameStem, tokens } from "./words.ts";

const ALL_TYPES = PRODUCT_TYPES.map((type) => type.id);
/** Hits of a search at most, in every adapter. */
export const MOST_HITS = 200;

const ORDERS: Readonly<Record<CleanQuery["sort"], (a: Product, b: Product) => number>> = {
  relevance: (a, b) => a.index - b.index,
  price_asc: (a, b) => a.priceCents - b.priceCents,
  price_desc: (a, b) => b.priceCents - a.priceCents,
  rating_desc: (a, b) => b.rating - a.rating || b.ratingCount - a.ratingCount,
  shipping_asc: (a, b) => a.shippingDays - b.shippingDays,
};

export class MemoryCatalog implements Catalog {
  readonly types = PRODUCT_TYPES;
  readonly #size: number;
  readonly #seed: string;
  readonly #shelves = new Map<string, readonly Product[]>();
  readonly #columns = new Map<string, TypeShelf>();
  #index: TypeIndex | null = null;

  constructor(size: number, seed: string) {
    this.#size = size;
    this.#seed = seed;
  }

  info(): Promise<CatalogInfo> {
    const counts = PRODUCT_TYPES.map((type, number): [string, number] => [type.id, countOfType(this.#size, number)]);
    return Promise.resolve({ version: catalogVersion(this.#size, this.#seed), size: this.#size, countByType: Object.fromEntries(counts) });
  }

  byPlaces(places: readonly Place[]): Promise<readonly Product[]> {
    const found = places.slice(0, 100).flatMap(({ typeId, ordinal }) => {
      const number = PRODUCT_TYPES.findIndex((type) => type.id === typeId);
      const known = number >= 0 && Number.isInteger(ordinal) && ordinal >= 0 && ordinal < countOfType(this.#size, number);
      return known ? [product(this.#seed, indexOf(number, ordinal))] : [];
    });
    return Promise.resolve(found);
  }

  byIndices(indices: readonly number[]): Promise<readonly (Product | null)[]> {
    return Promise.resolve(
      indices.slice(0, 200).map((index) => (Number.isInteger(index) && index >= 0 && index < this.#size ? product(this.#seed, index) : null)),
    );
  }

  byBrands(shelves: readonly BrandShelf[], limit: number): Promise<readonly (readonly Product[])[]> {
    return Promise.resolve(
      shelves.slice(0, 20).map(({ typeId, brand }) =>
        this.#shelf(typeId)
          .filter((one) => one.brand === brand)
          .slice(0, Math.min(limit, 100)),
      ),
    );
  }

  shelf(typeId: string): Promise<TypeShelf | null> {
    const type = productTypeById(typeId);
    if (type === undefined) return Promise.resolve(null);
    const known = this.#columns.get(typeId) ?? new TypeShelf(type, this.#shelf(typeId).map(TypeShelf.pack));
    this.#columns.set(typeId, known);
    return Promise.resolve(known);
  }

  async search(query: CleanQuery): Promise<CleanHits> {
    this.#index ??= new TypeIndex(PRODUCT_TYPES, LINES);
    const plan = await planQuery(query, this.#index, (typeIds, words) => Promise.resolve(this.#brandsOf(typeIds, words)));
    const nothing = plan.words.length === 0 && query.typeId === null && query.filters.length === 0;
    const points = scoreOf(query, plan);
    const hits = (nothing ? [] : (plan.typeIds ?? ALL_TYPES))
      .flatMap((typeId) => this.#shelf(typeId))
      .filter((one) => query.filters.every((filter) => meetsFilter(one, filter)) && (!query.inStock || one.stock > 0))
      .map((one) => ({ one, points: points(one) }))
      .filter((hit) => hit.points > 0)
      .sort((a, b) => (query.sort === "relevance" ? b.points - a.points : 0) || ORDERS[query.sort](a.one, b.one) || a.one.index - b.one.index);
    return {
      indices: hits.slice(0, Math.min(query.depth, MOST_HITS)).map(({ one }) => one.index),
      typeId: plan.typeId,
      correctedQuery: plan.correctedQuery,
      mode: plan.words.length === 0 || query.sort !== "relevance" ? "filter" : "hybrid",
    };
  }

  /** Brands of the types, and all that have one of the words in their name. */
  #brandsOf(typeIds: readonly string[] | null, words: readonly string[]): readonly string[] {
    const brandsIn = (ids: readonly string[]): string[] => [...new Set(ids.flatMap((typeId) => this.#shelf(typeId).map((one) => one.brand)))];
    const all = brandsIn(ALL_TYPES);
    return typeIds === null ? all : [...brandsIn(typeIds), ...all.filter((brand) => tokens(brand).some((token) => words.includes(token)))];
  }

  #shelf(typeId: string): readonly Product[] {
    const number = PRODUCT_TYPES.findIndex((type) => type.id === typeId);
    const shelf =
      this.#shelves.get(typeId) ??
      (number < 0 ? [] : Array.from({ length: countOfType(this.#size, number) }, (_, ordinal) => product(this.#seed, indexOf(number, ordinal))));
    this.#shelves.set(typeId, shelf);
    return shelf;
  }
}

/** Occurrences of the query's words; 0 for a product that has none, or is of none of the brands; a title word for word beats all. */
function scoreOf(query: CleanQuery, plan: Plan): (one: Product) => number {
  const words = new Set(plan.words.map(nameStem));
  const exact = query.query.trim();
  return (one) => {
    const brand = ` ${tokens(one.brand).join(" ")} `;
    if (plan.brands.length > 0 && !plan.brands.some((name) => brand.includes(` ${name} `))) return 0;
    if (words.size === 0) return 1;
    const type = productTypeById(one.typeId);
    const text = `${one.title} ${one.brand} ${type === undefined ? "" : indexedWords(type, one.features)}`;
    return tokens(text).filter((token) => words.has(nameStem(token))).length + (one.title === exact ? 1000 : 0);
  };
}
