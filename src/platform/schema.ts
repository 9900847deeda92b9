/** The catalog's tables in D1. Rows stop in this room; what comes out is a Product. */
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const products = sqliteTable(
  "products",
  {
    idx: integer("idx").primaryKey(),
    typeId: text("type_id").notNull(),
    ordinal: integer("ordinal").notNull(),
    title: text("title").notNull(),
    description: text("description").notNull(),
    brand: text("brand").notNull(),
    /** JSON object of attribute id to value. */
    attributes: text("attributes").notNull(),
    /** JSON array of phrases. */
    features: text("features").notNull(),
    priceCents: integer("price_cents").notNull(),
    /** Rating in tenths, 10 to 50. */
    ratingTenths: integer("rating_tenths").notNull(),
    ratingCount: integer("rating_count").notNull(),
    shippingDays: integer("shipping_days").notNull(),
    stock: integer("stock").notNull(),
    /** 0 or 1: D1 binds no booleans. */
    restricted: integer("restricted").notNull(),
  },
  (table) => [
    uniqueIndex("products_place").on(table.typeId, table.ordinal),
    index("products_brand").on(table.typeId, table.brand),
    index("products_price").on(table.typeId, table.priceCents),
    index("products_rating").on(table.typeId, table.ratingTenths),
    index("products_shipping").on(table.typeId, table.shippingDays),
    uniqueIndex("products_title").on(table.title),
  ],
);

/** Brands of each type, for typo correction and brand queries: small, read whole per type. */
export const typeBrands = sqliteTable("type_brands", { typeId: text("type_id").notNull(), brand: text("brand").notNull() }, (table) => [
  primaryKey({ columns: [table.typeId, table.brand] }),
  index("type_brands_brand").on(table.brand),
]);

/** The words of brand names, so that a query's words find the brands that have them. */
export const brandWords = sqliteTable("brand_words", { word: text("word").notNull(), brand: text("brand").notNull() }, (table) => [
  primaryKey({ columns: [table.word, table.brand] }),
]);

/** int8 vectors of a type's products, 256 to a row, as text: D1 returns blobs as arrays of numbers, which cost ten times as much. */
export const productVectors = sqliteTable(
  "product_vectors",
  {
    typeId: text("type_id").notNull(),
    chunk: integer("chunk").notNull(),
    /** Embedder and method that made them; never mixed. */
    embedder: text("embedder").notNull(),
    /** JSON array of catalog indices. */
    indices: text("indices").notNull(),
    /** Base64 of the rows, end to end. */
    vectors: text("vectors").notNull(),
  },
  (table) => [primaryKey({ columns: [table.typeId, table.chunk] })],
);

/** The columns of a type's products, 256 to a row in the order of ordinals; see the core's shelf. */
export const typeShelves = sqliteTable(
  "type_shelves",
  {
    typeId: text("type_id").notNull(),
    chunk: integer("chunk").notNull(),
    /** JSON array of packed rows. */
    rows: text("rows").notNull(),
  },
  (table) => [primaryKey({ columns: [table.typeId, table.chunk] })],
);

/** One row: which catalog this is and how far seeding has come. */
export const catalogMeta = sqliteTable("catalog_meta", {
  id: integer("id").primaryKey(),
  version: text("version").notNull(),
  size: integer("size").notNull(),
  seed: text("seed").notNull(),
  /** Products written; equal to size when the catalog is complete. */
  seeded: integer("seeded").notNull(),
  /** Embedder of the vectors that are complete; empty until they are. */
  embedder: text("embedder").notNull().default(""),
});
