/** The catalog that objects play on. */
import type { Catalog } from "../core/ports.ts";
import { D1Catalog } from "../platform/d1-catalog.ts";

const catalogs = new WeakMap<D1Database, Catalog>();

/** One catalog per isolate, so that its caches are shared by all objects in it. */
export function catalogOf(db: D1Database): Catalog {
  const known = catalogs.get(db) ?? new D1Catalog(db);
  catalogs.set(db, known);
  return known;
}
