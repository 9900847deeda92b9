/** Indexes of meanings: each adapter keeps the contract, and a search survives the loss of one. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, it } from "vitest";
import { loadEmbedder } from "../../src/catalog/embedding.ts";
import type { VectorIndex } from "../../src/core/ports.ts";
import { D1Catalog } from "../../src/platform/d1-catalog.ts";
import { EmbeddedVectors, NO_VECTORS, TABLE_PATH } from "../../src/platform/embedded-vectors.ts";
import { seedVectors } from "../../src/platform/seed-vectors.ts";
import { vectorContract } from "../contract/vector-contract.ts";

const table = async (): Promise<Uint8Array> => new Uint8Array(await (await env.ASSETS.fetch(`https://assets.invalid/${TABLE_PATH}`)).arrayBuffer());

beforeAll(async () => {
  await seedVectors(env.DB, { size: 2000, seed: "7" }, loadEmbedder(await table()), () => undefined);
});

vectorContract("EmbeddedVectors", () => Promise.resolve(new EmbeddedVectors(env.DB, table)), true);
vectorContract("NO_VECTORS", () => Promise.resolve(NO_VECTORS), false);

const query = { query: "something to boil water for tea", typeId: null, filters: [], inStock: false, sort: "relevance", depth: 20 } as const;

describe("a search without vectors", () => {
  it("[CA12] with the table gone it goes by words, says so, and is not empty", async ({ expect }) => {
    const broken = new EmbeddedVectors(env.DB, () => Promise.reject(new Error("no such asset")));
    expect(await broken.nearest("kettle", ["kettle"], true, 10)).toBe("down");
    const hits = await new D1Catalog(env.DB, broken).search(query);
    expect(hits.mode).toBe("lexical");
    expect(hits.indices.length).toBeGreaterThan(0);
  });
  it("[CA12] vectors of another embedder are never mixed in: the index is down", async ({ expect }) => {
    await env.DB.prepare("UPDATE product_vectors SET embedder = 'another'").run();
    try {
      const hits = await new D1Catalog(env.DB, new EmbeddedVectors(env.DB, table)).search(query);
      expect(hits.mode).toBe("lexical");
    } finally {
      const { id } = loadEmbedder(await table());
      await env.DB.prepare("UPDATE product_vectors SET embedder = ?").bind(id).run();
    }
    expect((await new D1Catalog(env.DB, new EmbeddedVectors(env.DB, table)).search(query)).mode).toBe("hybrid");
  });
  it("[CA12] when the index comes back the next search uses it: what was found meanwhile is not kept", async ({ expect }) => {
    let up = false;
    const real = new EmbeddedVectors(env.DB, table);
    const flaky: VectorIndex = { id: "flaky", nearest: (...args) => (up ? real.nearest(...args) : Promise.resolve("down")) };
    const catalog = new D1Catalog(env.DB, flaky);
    expect((await catalog.search(query)).mode).toBe("lexical");
    up = true;
    expect((await catalog.search(query)).mode).toBe("hybrid");
    up = false;
    expect((await catalog.search(query)).mode).toBe("hybrid");
  });
  it("[CA12] an answer by meaning stays inside the brand and the filters that were asked for", async ({ expect }) => {
    const catalog = new D1Catalog(env.DB, new EmbeddedVectors(env.DB, table));
    const [one] = await catalog.byIndices([3]);
    const brand = one?.brand ?? "";
    const { indices, mode } = await catalog.search({ ...query, query: "matte black", filters: [{ field: "brand", op: "equal", value: brand }] });
    expect(mode).toBe("hybrid");
    expect(indices.length).toBeGreaterThan(0);
    for (const product of await catalog.byIndices(indices)) expect(product?.brand).toBe(brand);
  });
});
