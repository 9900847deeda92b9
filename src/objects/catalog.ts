/** One catalog per isolate, so that its caches are shared by all objects and routes in it. */
import type { Catalog } from "../core/ports.ts";
import { D1Catalog } from "../platform/d1-catalog.ts";
import { EmbeddedVectors, TABLE_PATH } from "../platform/embedded-vectors.ts";

const catalogs = new WeakMap<D1Database, Catalog>();

/** The catalog of a deployment's bindings, with search by meaning from the embedded word table. */
export function catalogOf(env: Pick<Env, "DB" | "ASSETS">): Catalog {
  const known = catalogs.get(env.DB);
  if (known !== undefined) return known;
  const fresh = new D1Catalog(env.DB, new EmbeddedVectors(env.DB, () => tableAsset(env.ASSETS)));
  catalogs.set(env.DB, fresh);
  return fresh;
}

/** The word table through the assets binding; the host is a placeholder that assets do not look at. */
async function tableAsset(assets: Fetcher): Promise<Uint8Array> {
  const response = await assets.fetch(`https://assets.invalid/${TABLE_PATH}`);
  if (!response.ok) throw new Error(`the word table answers ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
