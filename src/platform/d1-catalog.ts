/** The catalog in D1: every query bounded, narrowed by type before it ranks, and cached in the isolate. */
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { LINES } from "../catalog/brands.ts";
import { countOfType } from "../catalog/generate.ts";
import { fuse, spread, type TypeScores, type Weights } from "../catalog/hybrid.ts";
import { MOST_HITS } from "../catalog/memory-catalog.ts";
import { matchExpression, type Plan, planQuery } from "../catalog/query.ts";
import { TypeIndex } from "../catalog/type-index.ts";
import { PRODUCT_TYPES, productTypeById } from "../catalog/types/index.ts";
import { nameStem, tokens } from "../catalog/words.ts";
import { RlveError } from "../core/errors.ts";
import type { BrandShelf, Catalog, CatalogInfo, CleanHits, CleanQuery, Place, VectorIndex } from "../core/ports.ts";
import type { Product } from "../core/product.ts";
import { type PackedRow, TypeShelf } from "../core/shelf.ts";
import { NO_VECTORS } from "./embedded-vectors.ts";
import { filterSql, type Sql } from "./filter-sql.ts";
import { Known, Lru } from "./lru.ts";
import { type ProductRow, toProduct } from "./rows.ts";
import { catalogMeta, typeBrands } from "./schema.ts";

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
/** Nearest products that are ranked. */
const NEAREST = 400;
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
/** Names of products kept in memory, two each: about ten megabytes. */
const KEPT_PRODUCTS = 16_384;
/** Brands read to correct a query that names no type. */
const MOST_BRANDS = 1000;

/** One per isolate and database. It takes the catalog to stay as it is for the isolate's life: replacing one means new isolates. */
export class D1Catalog implements Catalog {
  readonly types = PRODUCT_TYPES;
  readonly #db: D1Database;
  readonly #products = new Known<Product>(KEPT_PRODUCTS);
  /** Some twenty bytes a product, so that the shelves of all types fit up to about a million products. */
  readonly #columns = new Lru<TypeShelf>(PRODUCT_TYPES.length);
  readonly #searches = new Lru<CleanHits>(512);
  readonly #brands = new Lru<readonly string[]>(256);
  /** Brands that have a word in their name. */
  readonly #namesakes = new Known<readonly string[]>(4096);
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

  async byPlaces(places: readonly Place[]): Promise<readonly Product[]> {
    const asked = places.slice(0, 100);
    const found = await this.#known(asked, placeName, (missing) =>
      this.#rows(
        `SELECT p.* FROM json_each(?1) AS wanted CROSS JOIN products AS p ON p.type_id = ${part(0)} AND p.ordinal = ${part(1)}`,
        JSON.stringify(missing.map(({ typeId, ordinal }) => [typeId, ordinal])),
      ),
    );
    return found.flatMap((product) => product ?? []);
  }

  byIndices(indices: readonly number[]): Promise<readonly (Product | null)[]> {
    return this.#known(indices.slice(0, 200), indexName, (missing) =>
      this.#rows("SELECT p.* FROM products AS p WHERE p.idx IN (SELECT value FROM json_each(?1))", JSON.stringify(missing)),
    );
  }

  /** Products by what they are asked for with, in that order; those that are not in memory are read in one query. */
  async #known<T>(asked: readonly T[], nameOf: (one: T) => string, read: (missing: readonly T[]) => Promise<readonly Product[]>): Promise<(Product | null)[]> {
    const known = asked.map((one) => this.#products.get(nameOf(one)));
    const missing = asked.filter((_, n) => known[n] === null);
    if (missing.length === 0) return known;
    const fresh = new Map((await read(missing)).flatMap((product) => [[indexName(product.index), product] as const, [placeName(product), product] as const]));
    for (const [name, product] of fresh) this.#products.set(name, product);
    return asked.map((one, n) => known[n] ?? fresh.get(nameOf(one)) ?? null);
  }

  async byBrands(shelves: readonly BrandShelf[], limit: number): Promise<readonly (readonly Product[])[]> {
    if (shelves.length === 0) return [];
    const asked = shelves.slice(0, 20);
    const wanted = JSON.stringify(asked.map(({ typeId, brand }) => [typeId, brand]));
    const shelf = `SELECT q.idx FROM products AS q WHERE q.type_id = ${part(0)} AND q.brand = ${part(1)} ORDER BY q.ordinal LIMIT ?2`;
    const rows = await this.#rows(
      `SELECT p.* FROM json_each(?1) AS wanted CROSS JOIN products AS p ON p.idx IN (${shelf}) ORDER BY wanted.key, p.ordinal`,
      wanted,
      Math.min(limit, 100),
    );
    return asked.map(({ typeId, brand }) => [
      ...new Map(rows.filter((one) => one.typeId === typeId && one.brand === brand).map((one) => [one.index, one])).values(),
    ]);
  }

  async shelf(typeId: string): Promise<TypeShelf | null> {
    const type = productTypeById(typeId);
    if (type === undefined) return null;
    return this.#columns.get(typeId, async () => {
      const { results } = await this.#db.prepare("SELECT rows FROM type_shelves WHERE type_id = ? ORDER BY chunk").bind(typeId).all<{ rows: string }>();
      return new TypeShelf(
        type,
        results.flatMap(({ rows }) => JSON.parse(rows) as PackedRow[]),
      );
    });
  }

  /** What is found while vectors are down is not kept: the next search tries them again. */
  search(query: CleanQuery): Promise<CleanHits> {
    return this.#searches.get(
      JSON.stringify(query),
      () => this.#search(query),
      ({ mode }) => mode !== "lexical",
    );
  }

  /** Rule CA12. Searches as if words that nothing knows were in no brand, and asks at the same time whether they are: few are. */
  async #search(query: CleanQuery): Promise<CleanHits> {
    const unknown = new Set<string>();
    const plan = (): Promise<Plan> => planQuery(query, types(), (typeIds, words) => this.#brandsOf(typeIds, words, unknown));
    const first = await plan();
    const [hits] = await Promise.all([this.#searchBy(query, first), this.#learnNamesakes([...unknown])]);
    const inBrands = [...unknown].some((word) => (this.#namesakes.get(word) ?? []).length > 0);
    return inBrands ? this.#searchBy(query, await plan()) : hits;
  }

  /** By filters alone, or by words and meaning at once within the types that the plan names. */
  async #searchBy(query: CleanQuery, plan: Plan): Promise<CleanHits> {
    const filtered = filterSql(query);
    const depth = Math.min(query.depth, MOST_HITS);
    const nothing = plan.words.length === 0 && query.typeId === null && query.filters.length === 0;
    // Without words a type's own indexes serve; the text index is for words and brands.
    const byShelf = plan.words.length === 0 && (query.typeId !== null || matchExpression(plan) === null);
    const base = { typeId: plan.typeId, correctedQuery: plan.correctedQuery };
    if (nothing) return { ...base, indices: [], mode: "filter" };
    if (byShelf) return { ...base, indices: await this.#filterOnly(query, filtered, depth), mode: "filter" };
    const byMeaning = plan.words.length > 0 && query.sort === "relevance";
    const near = filtered.text === "" ? NEAREST : CANDIDATES;
    const answer = byMeaning ? await this.#vectors.nearest(plan.words.join(" "), plan.typeIds ?? [], plan.named, near) : null;
    const vectors = answer === "down" ? null : answer;
    const typeIds = plan.named || plan.brands.length > 0 ? plan.typeIds : merged(plan.typeIds, vectors?.types.map(({ typeId }) => typeId) ?? []);
    const match = matchExpression({ ...plan, typeIds, words: vectors === null ? plan.words : this.#telling(plan) });
    const [title, lexical, dense] = await this.#batch(
      titleStatement(query, filtered),
      match === null ? null : rankedStatement(query, match, plan.words.length > 0, filtered, depth),
      vectors === null ? null : allowedStatement(vectors.hits, plan.brands, filtered),
    );
    const allowed = dense == null ? null : new Set(dense.map(({ idx }) => idx));
    const words = (lexical ?? []).map(({ idx, type_id, score }) => ({ index: idx, typeId: type_id, score }));
    const meaning = (vectors?.hits ?? []).filter(({ index }) => allowed === null || allowed.has(index));
    const scores = plan.named ? NAMED : { byWords: plan.typeScores, byMeaning: spread(vectors?.types ?? []) };
    const found = byMeaning
      ? fuse(words, { hits: meaning, least: vectors?.least ?? 0 }, scores, vectors === null ? WORDS_ONLY : this.#weights, depth)
      : words.map(({ index }) => index);
    const exact = title?.[0]?.idx;
    const indices = exact === undefined ? found : [exact, ...found.filter((index) => index !== exact)];
    return { ...base, indices: indices.slice(0, depth), mode: byMeaning ? (answer === "down" ? "lexical" : "hybrid") : "filter" };
  }

  /** The words of a query without those that every product of the named types has, unless nothing else is left. */
  #telling(plan: Plan): readonly string[] {
    if (!plan.named || plan.typeIds === null) return plan.words;
    const names = types().nameWords(plan.typeIds);
    const telling = plan.words.filter((word) => !names.has(nameStem(word)));
    return telling.length === 0 ? plan.words : telling;
  }

  /** Runs what there is to run in one round trip; null for what there is not. */
  async #batch(...statements: readonly (Statement | null)[]): Promise<readonly (readonly HitRow[] | null)[]> {
    const real = statements.filter((one) => one !== null);
    const prepared = real.map(({ sql, values }) => this.#db.prepare(sql).bind(...values));
    const results = prepared.length === 0 ? [] : await this.#db.batch<HitRow>(prepared);
    let next = 0;
    return statements.map((one) => (one === null ? null : (results[next++]?.results ?? [])));
  }

  /** By the indexes of the type; without a type among the first products only, since nothing narrows. */
  async #filterOnly(query: CleanQuery, filtered: Sql, depth: number): Promise<number[]> {
    const from = query.typeId === null ? `(SELECT * FROM products ORDER BY idx LIMIT ${MOST_CANDIDATES})` : "products";
    return this.#indices(`SELECT p.idx FROM ${from} AS p WHERE 1 = 1${filtered.text} ORDER BY ${ORDER[query.sort]} LIMIT ?`, ...filtered.values, depth);
  }

  /**
   * Brands of the types, or some of the shop's when no type is known; and those that have one of the words in their name.
   *
   * @param unknown gets the words of which that is not known yet.
   */
  async #brandsOf(typeIds: readonly string[] | null, words: readonly string[], unknown: Set<string>): Promise<readonly string[]> {
    const db = drizzle(this.#db);
    const names = async (rows: Promise<{ brand: string }[]>): Promise<string[]> => (await rows).map(({ brand }) => brand);
    const some = () => this.#brands.get("*", () => names(db.selectDistinct({ brand: typeBrands.brand }).from(typeBrands).limit(MOST_BRANDS)));
    const ofType = (typeId: string) =>
      this.#brands.get(typeId, () => names(db.select({ brand: typeBrands.brand }).from(typeBrands).where(eq(typeBrands.typeId, typeId)).limit(MOST_BRANDS)));
    const near = (await Promise.all(typeIds === null ? [some()] : typeIds.map(ofType))).flat();
    const spoken = new Set(near.flatMap(tokens));
    const strange = words.filter((word) => !spoken.has(word));
    for (const word of strange) if (this.#namesakes.get(word) === null) unknown.add(word);
    return [...new Set([...near, ...strange.flatMap((word) => this.#namesakes.get(word) ?? [])])];
  }

  /** Reads which brands have the words in their names. Words that are in none are remembered as well: lines of products are, and they are few. */
  async #learnNamesakes(words: readonly string[]): Promise<void> {
    if (words.length === 0) return;
    const statement = `SELECT word, brand FROM brand_words WHERE word IN (SELECT value FROM json_each(?)) LIMIT ${MOST_BRANDS}`;
    const { results } = await this.#db.prepare(statement).bind(JSON.stringify(words)).all<{ word: string; brand: string }>();
    for (const word of words)
      this.#namesakes.set(
        word,
        results.filter((row) => row.word === word).map(({ brand }) => brand),
      );
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

const indexName = (index: number): string => `i/${index}`;
const placeName = ({ typeId, ordinal }: Place): string => `${typeId}/${ordinal}`;

/** An element of a pair in a JSON list. */
const part = (n: number): string => `json_extract(wanted.value, '$[${n}]')`;

interface Statement {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

interface HitRow {
  readonly idx: number;
  readonly type_id: string;
  readonly score: number;
}

/** A query that is a title, word for word, finds its product first. */
function titleStatement(query: CleanQuery, filtered: Sql): Statement | null {
  if (query.sort !== "relevance" || !query.query.includes(" ")) return null;
  return { sql: `SELECT p.idx FROM products AS p WHERE p.title = ?${filtered.text} LIMIT 1`, values: [query.query.trim(), ...filtered.values] };
}

/** The candidates are cut before they are ranked, in the order of the index, so that no query reads in proportion to the catalog. */
function rankedStatement(query: CleanQuery, match: string, byWords: boolean, filtered: Sql, depth: number): Statement {
  const candidates = `SELECT rowid AS idx, ${RANK} AS score FROM product_text WHERE product_text MATCH ? LIMIT ${MOST_CANDIDATES}`;
  const columns = "SELECT p.idx AS idx, p.type_id AS type_id, -hit.score AS score";
  if (query.sort === "relevance" && byWords && filtered.text === "") {
    // Nothing of a product is needed to choose the best, so only those are looked up.
    const best = `SELECT idx, score FROM (${candidates}) ORDER BY score, idx LIMIT ?`;
    return { sql: `${columns} FROM (${best}) AS hit JOIN products AS p ON p.idx = hit.idx ORDER BY hit.score, p.idx`, values: [match, depth] };
  }
  const order = query.sort === "relevance" && byWords ? "hit.score, p.idx" : ORDER[query.sort];
  return {
    sql: `${columns} FROM (${candidates}) AS hit JOIN products AS p ON p.idx = hit.idx WHERE 1 = 1${filtered.text} ORDER BY ${order} LIMIT ?`,
    values: [match, ...filtered.values, depth],
  };
}

/** Rule CA4. Of the nearest products, those that meet the filters and are of the brands that are searched; null when all do. */
function allowedStatement(hits: readonly { readonly index: number }[], brands: readonly string[], filtered: Sql): Statement | null {
  if (hits.length === 0 || (filtered.text === "" && brands.length === 0)) return null;
  const ofBrand = brands.length === 0 ? "" : " AND lower(p.brand) IN (SELECT value FROM json_each(?))";
  return {
    sql: `SELECT p.idx FROM products AS p WHERE p.idx IN (SELECT value FROM json_each(?))${filtered.text}${ofBrand}`,
    values: [JSON.stringify(hits.map(({ index }) => index)), ...filtered.values, ...(brands.length === 0 ? [] : [JSON.stringify(brands)])],
  };
}
