/** The embedded vector index: a static word table reads the query, int8 vectors per product type lie in D1 and are scanned in the isolate. */
import { type Embedder, loadEmbedder } from "../catalog/embedding.ts";
import { nearestProducts, TypeMeanings, type VectorShelf } from "../catalog/hybrid.ts";
import { PRODUCT_TYPES } from "../catalog/types/index.ts";
import type { VectorHits, VectorIndex } from "../core/ports.ts";

/** Types searched when the query names none. */
const LIKELY_TYPES = 8;
/** Bytes of vectors kept in an isolate; at a million products only the types in use stay. */
const KEPT_BYTES = 32 * 1024 * 1024;
export const TABLE_PATH = "embedding/words-96.bin";

/** How long a load that another object began is waited for. */
const LOAD_PATIENCE_MS = 3000;

interface Reader {
  readonly embedder: Embedder;
  readonly meanings: TypeMeanings;
}

/** Where the word table's bytes come from: the assets binding in the Worker, a file in scripts. */
export type TableSource = () => Promise<Uint8Array>;

export class EmbeddedVectors implements VectorIndex {
  readonly id = "embedded-words-96";
  readonly #db: D1Database;
  readonly #source: TableSource;
  #ready: Reader | null = null;
  #loading: Promise<Reader> | null = null;
  readonly #shelves = new Map<string, VectorShelf>();
  #kept = 0;

  constructor(db: D1Database, source: TableSource) {
    this.#db = db;
    this.#source = source;
  }

  async nearest(query: string, typeIds: readonly string[], only: boolean, limit: number): Promise<VectorHits | null | "down"> {
    try {
      const { embedder, meanings } = await this.#load();
      const vector = embedder.embed(query);
      if (vector === null) return null;
      const all = meanings.nearest(vector);
      const types = all.filter(({ typeId }, n) => typeIds.includes(typeId) || (!only && n < LIKELY_TYPES));
      const shelves = await this.#shelvesOf(
        types.map(({ typeId }) => typeId),
        embedder.id,
      );
      return shelves.every((shelf) => shelf.indices.length === 0) ? "down" : { types, ...nearestProducts(vector, shelves, limit) };
    } catch (error) {
      console.warn("vector index is down", error);
      return "down";
    }
  }

  /**
   * The reader, loaded once. Others wait for a load that is under way, since several tables at once would not fit an isolate, but
   * not for ever: a load belongs to the object that began it and never ends if that one goes away.
   */
  async #load(): Promise<Reader> {
    if (this.#ready !== null) return this.#ready;
    if (this.#loading !== null) {
      const late = new Promise<null>((resolve) => setTimeout(resolve, LOAD_PATIENCE_MS, null));
      const loaded = await Promise.race([this.#loading.catch(() => null), late]);
      if (loaded !== null) return loaded;
    }
    this.#loading = this.#source().then((bytes) => {
      const embedder = loadEmbedder(bytes);
      return { embedder, meanings: new TypeMeanings(PRODUCT_TYPES, embedder) };
    });
    try {
      this.#ready = await this.#loading;
      return this.#ready;
    } finally {
      this.#loading = null;
    }
  }

  /** Shelves of types, read once each in one query; those made by another embedder are not read. */
  async #shelvesOf(typeIds: readonly string[], embedderId: string): Promise<VectorShelf[]> {
    const missing = typeIds.filter((typeId) => !this.#shelves.has(typeId));
    if (missing.length > 0) {
      const statement =
        "SELECT type_id, indices, vectors FROM product_vectors WHERE type_id IN (SELECT value FROM json_each(?1)) AND embedder = ?2 ORDER BY type_id, chunk";
      const { results } = await this.#db
        .prepare(statement)
        .bind(JSON.stringify(missing), embedderId)
        .all<{ type_id: string; indices: string; vectors: string }>();
      for (const typeId of missing)
        this.#keep(
          typeId,
          joined(
            typeId,
            results.filter((row) => row.type_id === typeId),
          ),
        );
    }
    return typeIds.flatMap((typeId) => this.#shelves.get(typeId) ?? []);
  }

  #keep(typeId: string, shelf: VectorShelf): void {
    this.#shelves.set(typeId, shelf);
    this.#kept += shelf.rows.byteLength;
    for (const [oldest, old] of this.#shelves) {
      if (this.#kept <= KEPT_BYTES || oldest === typeId) break;
      this.#shelves.delete(oldest);
      this.#kept -= old.rows.byteLength;
    }
  }
}

function joined(typeId: string, rows: readonly { indices: string; vectors: string }[]): VectorShelf {
  const indices = rows.map((row) => JSON.parse(row.indices) as number[]);
  const vectors = rows.map((row) => decodeBase64(row.vectors));
  const whole = new Int8Array(vectors.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of vectors) {
    whole.set(new Int8Array(part.buffer), at);
    at += part.length;
  }
  return { typeId, indices: Uint32Array.from(indices.flat()), rows: whole };
}

function decodeBase64(text: string): Uint8Array {
  const binary = atob(text);
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/** The index that is none: searches go by words alone and say so. */
export const NO_VECTORS: VectorIndex = { id: "none", nearest: () => Promise.resolve("down") };
