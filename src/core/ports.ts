/** The ports through which the pure rooms reach the world outside. Adapters live in `platform`. */
import type { Product, ProductType } from "./product.ts";
import type { TypeShelf } from "./shelf.ts";

/** One condition a product must meet, applied before ranking. Field: a common field, "brand", or an attribute id. */
export type Filter =
  | { readonly field: string; readonly op: "equal"; readonly value: string | number }
  | { readonly field: string; readonly op: "at_least" | "at_most"; readonly value: number };

export const SORTS = ["relevance", "price_asc", "price_desc", "rating_desc", "shipping_asc"] as const;
export type Sort = (typeof SORTS)[number];

/** A search with nothing of the episode in it, so that its result can be cached and shared by all. */
export interface CleanQuery {
  /** Free text; may be empty when filters narrow to a type. */
  readonly query: string;
  readonly typeId: string | null;
  readonly filters: readonly Filter[];
  readonly inStock: boolean;
  readonly sort: Sort;
  /** How many hits to return at most, 1 to 200. */
  readonly depth: number;
}

export interface CleanHits {
  /** Catalog indices, best first. */
  readonly indices: readonly number[];
  /** The product type most of the query is about, when one is recognised. */
  readonly typeId: string | null;
  /** The query after typo correction, when that changed it. */
  readonly correctedQuery: string | null;
  /** What ranked the hits: "hybrid" is the full search, "lexical" the fallback by words alone when vectors are down, "filter" the sort alone. */
  readonly mode: "hybrid" | "lexical" | "filter";
}

/** What names a catalog; part of every task key. */
export interface CatalogInfo {
  /** Changes whenever any product, type or order changes, e.g. "synthetic-1/10000/seed-7". */
  readonly version: string;
  readonly size: number;
  /** Products per type id; every ordinal below the count exists. */
  readonly countByType: Readonly<Record<string, number>>;
}

/** A product's place: its type, and its dense ordinal within the type, 0 up. */
export interface Place {
  readonly typeId: string;
  readonly ordinal: number;
}

/** All products of a type and brand. */
export interface BrandShelf {
  readonly typeId: string;
  readonly brand: string;
}

/**
 * The shop's shelves. Every call is bounded: none reads in proportion to the catalog.
 * Methods reject only when storage is down, never for an unknown id.
 */
export interface Catalog {
  info(): Promise<CatalogInfo>;
  /** All product types, in canonical order. */
  readonly types: readonly ProductType[];
  /** Products by type and dense ordinal within it (at most 100 places), in the order asked; missing ones left out. */
  byPlaces(places: readonly Place[]): Promise<readonly Product[]>;
  /** Products by catalog index (at most 200), in the order asked; null where there is none. */
  byIndices(indices: readonly number[]): Promise<readonly (Product | null)[]>;
  /** The shelves of types and brands (at most 20), in the order asked: all products of each by ordinal, at most `limit`, 1 to 100. */
  byBrands(shelves: readonly BrandShelf[], limit: number): Promise<readonly (readonly Product[])[]>;
  /** All products of a type, in columns; null for an unknown type. Kept by the adapter: the cost is one read per type and isolate. */
  shelf(typeId: string): Promise<TypeShelf | null>;
  search(query: CleanQuery): Promise<CleanHits>;
}

/** What a vector index found for a query. */
export interface VectorHits {
  /** Product types searched, with how near each is to the query; a larger score is nearer. */
  readonly types: readonly { readonly typeId: string; readonly score: number }[];
  /** Products with their similarity, best first. */
  readonly hits: readonly { readonly index: number; readonly typeId: string; readonly score: number }[];
  /** The least similarity of all products looked at, returned or not, so that scores mean the same whatever the limit. */
  readonly least: number;
}

/**
 * Search by meaning, behind one port. Null says that the index knows none of the words, "down" that it cannot be asked; the search
 * then goes by words alone, and says so when the index is down. Never rejects.
 */
export interface VectorIndex {
  /** Names embedder and dimensions; stored with every index and never mixed. */
  readonly id: string;
  /**
   * @param typeIds types to search in.
   * @param only false to search those as well that the index finds likeliest.
   * @param limit how many hits at most, 1 to 1000.
   */
  nearest(query: string, typeIds: readonly string[], only: boolean, limit: number): Promise<VectorHits | null | "down">;
}

/** Fixed facts of a type that results show beside products. */
export type TypeById = (typeId: string) => ProductType | undefined;
