/** The synthetic catalog without a database: made on demand, for tests, fingerprints and offline certificates. */
import type { Catalog, CatalogInfo, CleanHits, CleanQuery, Filter } from "../core/ports.ts";
import { COMMON_FIELDS, type Product } from "../core/product.ts";
import { catalogVersion, countOfType, indexOf, product } from "./generate.ts";
import { planQuery } from "./query.ts";
import { TypeIndex } from "./type-index.ts";
import { PRODUCT_TYPES } from "./types/index.ts";
import { singular, tokens } from "./words.ts";

/** Rule CA4. Whether a product meets a filter; the reading that every adapter shares. */
export function meetsFilter(one: Product, filter: Filter): boolean {
  const common = filter.field in COMMON_FIELDS ? COMMON_FIELDS[filter.field as keyof typeof COMMON_FIELDS].of(one) : undefined;
  const value = filter.field === "brand" ? one.brand : (common ?? one.attributes[filter.field]);
  if (value === undefined) return false;
  if (filter.op === "at_least") return Number(value) >= filter.value;
  if (filter.op === "at_most") return Number(value) <= filter.value;
  return String(value).toLowerCase() === String(filter.value).toLowerCase();
}

const ORDERS: Readonly<Record<CleanQuery["sort"], (a: Product, b: Product) => number>> = {
  relevance: () => 0,
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
  #index: TypeIndex | null = null;

  constructor(size: number, seed: string) {
    this.#size = size;
    this.#seed = seed;
  }

  info(): Promise<CatalogInfo> {
    const counts = PRODUCT_TYPES.map((type, number): [string, number] => [type.id, countOfType(this.#size, number)]);
    return Promise.resolve({ version: catalogVersion(this.#size, this.#seed), size: this.#size, countByType: Object.fromEntries(counts) });
  }

  byOrdinals(typeId: string, ordinals: readonly number[]): Promise<readonly Product[]> {
    const number = PRODUCT_TYPES.findIndex((type) => type.id === typeId);
    const known = ordinals.slice(0, 100).filter((ordinal) => number >= 0 && ordinal >= 0 && ordinal < countOfType(this.#size, number));
    return Promise.resolve(known.map((ordinal) => product(this.#seed, indexOf(number, ordinal))));
  }

  byIndices(indices: readonly number[]): Promise<readonly (Product | null)[]> {
    return Promise.resolve(
      indices.slice(0, 200).map((index) => (Number.isInteger(index) && index >= 0 && index < this.#size ? product(this.#seed, index) : null)),
    );
  }

  byBrand(typeId: string, brand: string, limit: number): Promise<readonly Product[]> {
    return Promise.resolve(
      this.#shelf(typeId)
        .filter((one) => one.brand === brand)
        .slice(0, limit),
    );
  }

  async search(query: CleanQuery): Promise<CleanHits> {
    this.#index ??= new TypeIndex(PRODUCT_TYPES);
    const plan = await planQuery(query, this.#index, (typeIds) =>
      Promise.resolve((typeIds ?? []).flatMap((typeId) => this.#shelf(typeId).map((one) => one.brand))),
    );
    const words = new Set(plan.words.map(singular));
    const score = (one: Product): number =>
      tokens(`${one.title} ${one.brand} ${one.features.join(" ")}`).filter((token) => words.has(singular(token))).length +
      (one.title === query.query.trim() ? 1000 : 0);
    const hits = (plan.typeIds ?? (query.query.trim() === "" && query.filters.length > 0 ? PRODUCT_TYPES.map((type) => type.id) : []))
      .flatMap((typeId) => this.#shelf(typeId))
      .filter((one) => query.filters.every((filter) => meetsFilter(one, filter)) && (!query.inStock || one.stock > 0))
      .map((one) => ({ one, points: score(one) }))
      .sort((a, b) => ORDERS[query.sort](a.one, b.one) || b.points - a.points || a.one.index - b.one.index);
    return {
      indices: hits.slice(0, query.depth).map(({ one }) => one.index),
      typeId: plan.typeId,
      correctedQuery: plan.correctedQuery,
      mode: plan.words.length === 0 ? "filter" : "lexical",
    };
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
