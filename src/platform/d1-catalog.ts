/** The catalog in D1: every query bounded, narrowed by type before it ranks, and cached in the isolate. */
import { and, asc, eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { countOfType } from "../catalog/generate.ts";
import { matchExpression, planQuery } from "../catalog/query.ts";
import { TypeIndex } from "../catalog/type-index.ts";
import { PRODUCT_TYPES } from "../catalog/types/index.ts";
import { RlveError } from "../core/errors.ts";
import type { Catalog, CatalogInfo, CleanHits, CleanQuery, Filter } from "../core/ports.ts";
import type { Product } from "../core/product.ts";
import { Lru } from "./lru.ts";
import { type ProductRow, toProduct } from "./rows.ts";
import { catalogMeta, products, typeBrands } from "./schema.ts";

let typeIndex: TypeIndex | null = null;
/** Built on first use: it takes some milliseconds that start-up should not pay. */
const types = (): TypeIndex => {
  typeIndex ??= new TypeIndex(PRODUCT_TYPES);
  return typeIndex;
};

/** Weights of title, brand, words and type in the ranking. */
const RANK = "bm25(product_text, 4.0, 3.0, 1.0, 0.5)";
const COLUMN: Readonly<Record<string, string>> = {
  price: "p.price_cents",
  rating: "p.rating_tenths",
  rating_count: "p.rating_count",
  shipping_days: "p.shipping_days",
};
const SCALE: Readonly<Record<string, number>> = { price: 100, rating: 10 };
const ORDER: Readonly<Record<CleanQuery["sort"], string>> = {
  relevance: "p.idx",
  price_asc: "p.price_cents, p.idx",
  price_desc: "p.price_cents DESC, p.idx",
  rating_desc: "p.rating_tenths DESC, p.rating_count DESC, p.idx",
  shipping_asc: "p.shipping_days, p.idx",
};

/** One per isolate and database: the caches are keyed by catalog version. */
export class D1Catalog implements Catalog {
  readonly types = PRODUCT_TYPES;
  readonly #db: D1Database;
  readonly #shelves = new Lru<readonly Product[]>(512);
  readonly #searches = new Lru<CleanHits>(512);
  readonly #brands = new Lru<readonly string[]>(256);
  #info: Promise<CatalogInfo> | null = null;

  constructor(db: D1Database) {
    this.#db = db;
  }

  /** @throws RlveError `upstream_unavailable` when the catalog is not seeded, or not wholly. */
  info(): Promise<CatalogInfo> {
    this.#info ??= this.#readInfo();
    this.#info.catch(() => {
      this.#info = null;
    });
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
    const wanted = JSON.stringify(indices.slice(0, 200));
    const found = await this.#shelves.get(`i/${wanted}`, () =>
      this.#rows("SELECT p.* FROM products AS p WHERE p.idx IN (SELECT value FROM json_each(?1))", wanted),
    );
    const byIndex = new Map(found.map((product) => [product.index, product]));
    return indices.map((index) => byIndex.get(index) ?? null);
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

  async #search(query: CleanQuery): Promise<CleanHits> {
    const plan = await planQuery(query, types(), (typeIds) => this.#brandsOf(typeIds));
    const filtered = filterSql(query);
    const match = matchExpression(plan);
    if (match === null && query.typeId === null && query.filters.length === 0)
      return { indices: [], typeId: null, correctedQuery: plan.correctedQuery, mode: "filter" };
    const [exact, ranked] = await Promise.all([
      this.#exactTitle(query, filtered),
      match === null ? this.#filterOnly(query, filtered) : this.#ranked(query, match, filtered),
    ]);
    const indices = query.sort === "relevance" && exact !== null ? [exact, ...ranked.filter((index) => index !== exact)] : ranked;
    return {
      indices: indices.slice(0, query.depth),
      typeId: plan.typeId,
      correctedQuery: plan.correctedQuery,
      mode: plan.words.length === 0 ? "filter" : "lexical",
    };
  }

  async #ranked(query: CleanQuery, match: string, filtered: Sql): Promise<number[]> {
    const order = query.sort === "relevance" ? `${RANK}, p.idx` : ORDER[query.sort];
    const statement = `SELECT p.idx FROM product_text JOIN products AS p ON p.idx = product_text.rowid WHERE product_text MATCH ?${filtered.text} ORDER BY ${order} LIMIT ?`;
    return this.#indices(statement, match, ...filtered.values, query.depth);
  }

  async #filterOnly(query: CleanQuery, filtered: Sql): Promise<number[]> {
    return this.#indices(`SELECT p.idx FROM products AS p WHERE 1 = 1${filtered.text} ORDER BY ${ORDER[query.sort]} LIMIT ?`, ...filtered.values, query.depth);
  }

  /** A query that is a title, word for word, finds its product first. */
  async #exactTitle(query: CleanQuery, filtered: Sql): Promise<number | null> {
    if (!query.query.includes(" ")) return null;
    const found = await this.#indices(`SELECT p.idx FROM products AS p WHERE p.title = ?${filtered.text} LIMIT 1`, query.query.trim(), ...filtered.values);
    return found[0] ?? null;
  }

  /** Brands of the types; of the whole shop's first thousand when no type is known. */
  async #brandsOf(typeIds: readonly string[] | null): Promise<readonly string[]> {
    const db = drizzle(this.#db);
    if (typeIds === null)
      return this.#brands.get("*", async () => (await db.selectDistinct({ brand: typeBrands.brand }).from(typeBrands).limit(1000)).map(({ brand }) => brand));
    const lists = await Promise.all(
      typeIds.map((typeId) =>
        this.#brands.get(typeId, async () =>
          (await db.select({ brand: typeBrands.brand }).from(typeBrands).where(eq(typeBrands.typeId, typeId)).limit(1000)).map(({ brand }) => brand),
        ),
      ),
    );
    return lists.flat();
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

interface Sql {
  readonly text: string;
  readonly values: readonly (string | number)[];
}

/** Rule CA4. The filters as conditions on `p`, each with its bound values. */
function filterSql(query: CleanQuery): Sql {
  const parts: string[] = [];
  const values: (string | number)[] = [];
  if (query.typeId !== null) {
    parts.push(" AND p.type_id = ?");
    values.push(query.typeId);
  }
  if (query.inStock) parts.push(" AND p.stock > 0");
  for (const filter of query.filters) {
    const { text, bound } = conditionOf(filter);
    parts.push(text);
    values.push(...bound);
  }
  return { text: parts.join(""), values };
}

function conditionOf(filter: Filter): { text: string; bound: (string | number)[] } {
  const operator = filter.op === "equal" ? "=" : filter.op === "at_least" ? ">=" : "<=";
  if (filter.field === "brand") return { text: " AND p.brand = ? COLLATE NOCASE", bound: [String(filter.value)] };
  const column = COLUMN[filter.field];
  if (column !== undefined)
    return { text: ` AND ${column} ${operator} ?`, bound: [Math.round(Number(filter.value) * (SCALE[filter.field] ?? 1) * 1000) / 1000] };
  const path = `$."${filter.field.replaceAll('"', "")}"`;
  if (filter.op === "equal" && typeof filter.value === "string")
    return { text: " AND json_extract(p.attributes, ?) = ? COLLATE NOCASE", bound: [path, filter.value] };
  return { text: ` AND json_extract(p.attributes, ?) ${operator} ?`, bound: [path, filter.value] };
}
