/** The catalog in D1: every query bounded, narrowed by type before it ranks, and cached in the isolate. */
import { and, asc, eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { LINES } from "../catalog/brands.ts";
import { countOfType } from "../catalog/generate.ts";
import { fuse, type Scored, spread, type TypeScores, type Weights } from "../catalog/hybrid.ts";
import { MOST_HITS } from "../catalog/memory-catalog.ts";
import { matchExpression, planQuery } from "../catalog/query.ts";
import { TypeIndex } from "../catalog/type-index.ts";
import { PRODUCT_TYPES } from "../catalog/types/index.ts";
import { RlveError } from "../core/errors.ts";
import type { Catalog, CatalogInfo, CleanHits, CleanQuery, VectorIndex } from "../core/ports.ts";
import type { Product } from "../core/product.ts";
import { NO_VECTORS } from "./embedded-vectors.ts";
import { filterSql, type Sql } from "./filter-sql.ts";
import { Lru } from "./lru.ts";
import { type ProductRow, toProduct } from "./rows.ts";
import { catalogMeta, products, typeBrands } from "./schema.ts";

let typeIndex: TypeIndex | null = null;
/** Built on first use: it takes some milliseconds that start-up should not pay. */
const types = (): TypeIndex => {
  typeIndex ??= new TypeIndex(PRODUCT_TYPES, LINES);
  return typeIndex;
};

/** Measured on the labelled queries; see the quality script. */
const WEIGHTS: Weights = { lexical: 0.65, dense: 0.35, type: 4 };
const WORDS_ONLY: Weights = { ...WEIGHTS, lexical: 1, dense: 0 };
const NAMED: TypeScores = { byWords: new Map(), byMeaning: new Map() };
/** Nearest products that filters are applied to. */
const CANDIDATES = 1000;

/** Types guessed by words, then those guessed by meaning, each once. */
function merged(byWords: readonly string[] | null, byMeaning: readonly string[]): readonly string[] | null {
  const all = [...new Set([...(byWords ?? []), ...byMeaning])];
  return all.length === 0 ? null : all;
}

/** Weights of title, brand, words and type in the ranking. */
const RANK = "bm25(product_text, 4.0, 3.0, 1.0, 0.5)";
const ORDER: Readonly<Record<CleanQuery["sort"], string>> = {
  relevance: "p.idx",
  price_asc: "p.price_cents, p.idx",
  price_desc: "p.price_cents DESC, p.idx",
  rating_desc: "p.rating_tenths DESC, p.rating_count DESC, p.idx",
  shipping_asc: "p.shipping_days, p.idx",
};

/** Rows that a search reads at most before it ranks: more than any type has in a catalog of two million, so only vague queries meet it. */
const MOST_CANDIDATES = 20_000;
/** Brands read to correct a query that names no type. */
const MOST_BRANDS = 1000;

/** One per isolate and database. It takes the catalog to stay as it is for the isolate's life: replacing one means new isolates. */
export class D1Catalog implements Catalog {
  readonly types = PRODUCT_TYPES;
  readonly #db: D1Database;
  readonly #shelves = new Lru<readonly Product[]>(512);
  readonly #searches = new Lru<CleanHits>(512);
  readonly #brands = new Lru<readonly string[]>(256);
  readonly #vectors: VectorIndex;
  readonly #weights: Weights;
  #info: CatalogInfo | null = null;

  /** @param weights how much words and meaning count; for measuring, either can be 0. */
  constructor(db: D1Database, vectors: VectorIndex = NO_VECTORS, weights: Weights = WEIGHTS) {
    this.#db = db;
    this.#vectors = vectors;
    this.#weights = weights;
  }

  /** @throws RlveError `upstream_unavailable` when the catalog is not seeded, or not wholly. */
  async info(): Promise<CatalogInfo> {
    this.#info ??= await this.#readInfo();
    return this.#info;
  }

  async #readInfo(): Promise<CatalogInfo> {
    const meta = await drizzle(this.#db).select().from(catalogMeta).where(eq(catalogMeta.id, 1)).get();
    if (meta === undefined || meta.seeded < meta.size) {
      throw new RlveError("upstream_unavailable", `the catalog is not seeded (${meta?.seeded ?? 0} of ${meta?.size ?? "?"} products): run the seed script`);
    }
    const counts = PRODUCT_TYPES.map((type, number): [string, number] => [type.id, countOfType(meta.size, number)]);
    return { version: meta.version, size: meta.size, countByType: Object.fromEntries(counts) };
  }

  async byOrdinals(typeId: string, ordinals: readonly number[]): Promise<readonly Product[]> {
    if (ordinals.length === 0) return [];
    const wanted = JSON.stringify(ordinals.slice(0, 100));
    const shelf = await this.#shelves.get(`o/${typeId}/${wanted}`, () =>
      this.#rows(
        "SELECT p.* FROM json_each(?2) AS wanted JOIN products AS p ON p.type_id = ?1 AND p.ordinal = wanted.value ORDER BY wanted.key",
        typeId,
        wanted,
      ),
    );
    return shelf;
  }

  async byIndices(indices: readonly number[]): Promise<readonly (Product | null)[]> {
    if (indices.length === 0) return [];
    const asked = indices.slice(0, 200);
    const wanted = JSON.stringify(asked);
    const found = await this.#shelves.get(`i/${wanted}`, () =>
      this.#rows("SELECT p.* FROM products AS p WHERE p.idx IN (SELECT value FROM json_each(?1))", wanted),
    );
    const byIndex = new Map(found.map((product) => [product.index, product]));
    return asked.map((index) => byIndex.get(index) ?? null);
  }

  byBrand(typeId: string, brand: string, limit: number): Promise<readonly Product[]> {
    return this.#shelves.get(`b/${typeId}/${brand}/${limit}`, async () => {
      const rows = await drizzle(this.#db)
        .select({ idx: products.idx })
        .from(products)
        .where(and(eq(products.typeId, typeId), eq(products.brand, brand)))
        .orderBy(asc(products.ordinal))
        .limit(limit);
      return (await this.byIndices(rows.map(({ idx }) => idx))).flatMap((product) => product ?? []);
    });
  }

  search(query: CleanQuery): Promise<CleanHits> {
    return this.#searches.get(JSON.stringify(query), () => this.#search(query));
  }

  /** Rule CA12. By filters alone, or by words and meaning at once within the types that the query is about. */
  async #search(query: CleanQuery): Promise<CleanHits> {
    const plan = await planQuery(query, types(), (typeIds, words) => this.#brandsOf(typeIds, words));
    const filtered = filterSql(query);
    const depth = Math.min(query.depth, MOST_HITS);
    const nothing = plan.words.length === 0 && query.typeId === null && query.filters.length === 0;
    // Without words a type's own indexes serve; the text index is for words and brands.
    const byShelf = plan.words.length === 0 && (query.typeId !== null || matchExpression(plan) === null);
    const base = { typeId: plan.typeId, correctedQuery: plan.correctedQuery };
    if (nothing) return { ...base, indices: [], mode: "filter" };
    if (byShelf) return { ...base, indices: await this.#filterOnly(query, filtered, depth), mode: "filter" };
    const byMeaning = plan.words.length > 0 && query.sort === "relevance";
    const [exact, vectors] = await Promise.all([
      this.#exactTitle(query, filtered),
      byMeaning ? this.#vectors.nearest(plan.words.join(" "), plan.typeIds ?? [], plan.named, CANDIDATES) : null,
    ]);
    const typeIds = plan.named || plan.brands.length > 0 ? plan.typeIds : merged(plan.typeIds, vectors?.types.map(({ typeId }) => typeId) ?? []);
    const match = matchExpression({ ...plan, typeIds });
    const [lexical, dense] = await Promise.all([
      match === null ? [] : this.#ranked(query, match, plan.words.length > 0, filtered, depth),
      this.#allowed(vectors?.hits ?? [], filtered),
    ]);
    const scores = plan.named ? NAMED : { byWords: plan.typeScores, byMeaning: spread(vectors?.types ?? []) };
    const found = byMeaning ? fuse(lexical, dense, scores, vectors === null ? WORDS_ONLY : this.#weights, depth) : lexical.map(({ index }) => index);
    const indices = exact === null ? found : [exact, ...found.filter((index) => index !== exact)];
    return { ...base, indices: indices.slice(0, depth), mode: plan.words.length === 0 ? "filter" : byMeaning && vectors !== null ? "hybrid" : "lexical" };
  }

  /** The candidates are cut before they are ranked, in the order of the index, so that no query reads in proportion to the catalog. */
  async #ranked(query: CleanQuery, match: string, byWords: boolean, filtered: Sql, depth: number): Promise<Scored[]> {
    const order = query.sort === "relevance" && byWords ? "hit.score, p.idx" : ORDER[query.sort];
    const candidates = `SELECT rowid AS idx, ${RANK} AS score FROM product_text WHERE product_text MATCH ? LIMIT ${MOST_CANDIDATES}`;
    const statement = `SELECT p.idx AS idx, p.type_id AS type_id, -hit.score AS score FROM (${candidates}) AS hit JOIN products AS p ON p.idx = hit.idx WHERE 1 = 1${filtered.text} ORDER BY ${order} LIMIT ?`;
    const { results } = await this.#db
      .prepare(statement)
      .bind(match, ...filtered.values, depth)
      .all<{ idx: number; type_id: string; score: number }>();
    return results.map(({ idx, type_id, score }) => ({ index: idx, typeId: type_id, score }));
  }

  /** Rule CA4. Of the nearest products, those that meet the filters. */
  async #allowed(hits: readonly Scored[], filtered: Sql): Promise<readonly Scored[]> {
    if (hits.length === 0 || filtered.text === "") return hits;
    const statement = `SELECT p.idx FROM products AS p WHERE p.idx IN (SELECT value FROM json_each(?))${filtered.text}`;
    const allowed = new Set(await this.#indices(statement, JSON.stringify(hits.map(({ index }) => index)), ...filtered.values));
    return hits.filter(({ index }) => allowed.has(index));
  }

  /** By the indexes of the type; without a type among the first products only, since nothing narrows. */
  async #filterOnly(query: CleanQuery, filtered: Sql, depth: number): Promise<number[]> {
    const from = query.typeId === null ? `(SELECT * FROM products ORDER BY idx LIMIT ${MOST_CANDIDATES})` : "products";
    return this.#indices(`SELECT p.idx FROM ${from} AS p WHERE 1 = 1${filtered.text} ORDER BY ${ORDER[query.sort]} LIMIT ?`, ...filtered.values, depth);
  }

  /** A query that is a title, word for word, finds its product first. */
  async #exactTitle(query: CleanQuery, filtered: Sql): Promise<number | null> {
    if (query.sort !== "relevance" || !query.query.includes(" ")) return null;
    const found = await this.#indices(`SELECT p.idx FROM products AS p WHERE p.title = ?${filtered.text} LIMIT 1`, query.query.trim(), ...filtered.values);
    return found[0] ?? null;
  }

  /** Brands of the types, or some of the shop's when no type is known; and those that have one of the words in their name. */
  async #brandsOf(typeIds: readonly string[] | null, words: readonly string[]): Promise<readonly string[]> {
    const db = drizzle(this.#db);
    const names = async (rows: Promise<{ brand: string }[]>): Promise<string[]> => (await rows).map(({ brand }) => brand);
    const some = () => this.#brands.get("*", () => names(db.selectDistinct({ brand: typeBrands.brand }).from(typeBrands).limit(MOST_BRANDS)));
    const ofType = (typeId: string) =>
      this.#brands.get(typeId, () => names(db.select({ brand: typeBrands.brand }).from(typeBrands).where(eq(typeBrands.typeId, typeId)).limit(MOST_BRANDS)));
    const lists = await Promise.all([...(typeIds === null ? [some()] : typeIds.map(ofType)), this.#brandsNamed(words)]);
    return lists.flat();
  }

  async #brandsNamed(words: readonly string[]): Promise<readonly string[]> {
    const match = `brand : (${words.map((word) => `"${word}"`).join(" OR ")})`;
    const statement = `SELECT DISTINCT p.brand FROM (SELECT rowid AS idx FROM product_text WHERE product_text MATCH ? LIMIT ${MOST_BRANDS}) AS hit JOIN products AS p ON p.idx = hit.idx`;
    const { results } = await this.#db.prepare(statement).bind(match).all<{ brand: string }>();
    return results.map(({ brand }) => brand);
  }

  async #rows(statement: string, ...values: readonly (string | number)[]): Promise<readonly Product[]> {
    const { results } = await this.#db
      .prepare(statement)
      .bind(...values)
      .all<ProductRow & Record<string, unknown>>();
    return results.map(toProduct);
  }

  async #indices(statement: string, ...values: readonly (string | number)[]): Promise<number[]> {
    const { results } = await this.#db
      .prepare(statement)
      .bind(...values)
      .all<{ idx: number }>();
    return results.map(({ idx }) => idx);
  }
}
