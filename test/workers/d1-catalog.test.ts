/** The catalog in D1 keeps the contract of catalogs, and seeding fills it once and for all. */
import { env } from "cloudflare:workers";
import { describe, it } from "vitest";
import { product } from "../../src/catalog/generate.ts";
import { SORTS } from "../../src/core/ports.ts";
import { D1Catalog } from "../../src/platform/d1-catalog.ts";
import { BATCH, type SeedDatabase, seedBatch, seedCatalog, seededSoFar, startCatalog } from "../../src/platform/seed-core.ts";
import { CONTRACT_PLAN, catalogContract } from "../contract/catalog-contract.ts";

catalogContract("D1Catalog", () => Promise.resolve(new D1Catalog(env.DB)));

const count = async (table: string): Promise<number> => (await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<{ n: number }>())?.n ?? -1;

/** A database that records what it is asked to bind, and stops after some batches as a killed process would. */
function recorded(stopAfter: number): { db: SeedDatabase; bound: number[] } {
  const bound: number[] = [];
  let batches = 0;
  const prepare: D1Database["prepare"] = (text) => {
    bound.push((text.match(/\?/g) ?? []).length);
    return env.DB.prepare(text);
  };
  const batch: D1Database["batch"] = (statements) => {
    batches += 1;
    return batches > stopAfter ? Promise.reject(new Error("killed")) : env.DB.batch(statements);
  };
  return { db: { prepare, batch }, bound };
}

/** The shop's database, noting every statement that is prepared. */
function watched(statements: Set<string>): D1Database {
  return new Proxy(env.DB, {
    get(db, key) {
      const member = Reflect.get(db, key, db);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => {
        if (key === "prepare") statements.add(String(args[0]));
        return member.apply(db, args);
      };
    },
  });
}

describe("D1 statements", () => {
  it("[CA3] none reads in proportion to the catalog, and none binds over 100 parameters", async ({ expect }) => {
    const statements = new Set<string>();
    const catalog = new D1Catalog(watched(statements));
    const { brand, title } = product(CONTRACT_PLAN.seed, 3);
    const filters = [
      { field: "colour", op: "equal", value: "matte black" },
      { field: "price", op: "at_most", value: 50 },
    ] as const;
    await catalog.info();
    await catalog.byPlaces([1, 2, 3].map((ordinal) => ({ typeId: "usb_cable", ordinal })));
    await catalog.byIndices([1, 2, 3]);
    await catalog.byBrands([{ typeId: "usb_cable", brand }], 24);
    for (const query of ["", title, `${brand} matte`, "kettle", "strange words"])
      for (const typeId of [null, "kettle"])
        for (const sort of SORTS)
          for (const some of [[], filters, [{ field: "brand", op: "equal", value: brand } as const]])
            await catalog.search({ query, typeId, filters: some, inStock: true, sort, depth: 50 });
    expect(statements.size).toBeGreaterThan(20);
    for (const statement of statements) {
      expect(marksOf(statement), statement).toBeLessThanOrEqual(100);
      if (!CUT.test(statement)) expect(await scansOf(statement), statement).toEqual([]);
    }
    expect(await scansOf("SELECT p.idx FROM products AS p WHERE p.stock > ?")).not.toEqual([]);
  });
});

/** Statements that read a table of their own from its start, and say how far. */
const CUT = /LIMIT 20000\)|from "type_brands"|from "catalog_meta"/i;

/** How many values a statement binds: the highest number of its marks, else their count. */
function marksOf(statement: string): number {
  const numbered = [...statement.matchAll(/\?(\d+)/g)].map((mark) => Number(mark[1]));
  return numbered.length > 0 ? Math.max(...numbered) : (statement.match(/\?/g) ?? []).length;
}

/** Steps of a statement's plan that read the products one after the other. */
async function scansOf(statement: string): Promise<string[]> {
  const explained = env.DB.prepare(`EXPLAIN QUERY PLAN ${statement}`).bind(...new Array(marksOf(statement)).fill(null));
  const { results } = await explained.all<{ detail: string }>();
  return results.map(({ detail }) => detail).filter((detail) => /^SCAN (p|products)\b/.test(detail));
}

describe("seeding", () => {
  it("[CA5] a second run writes nothing", async ({ expect }) => {
    expect(await seedCatalog(env.DB, CONTRACT_PLAN, () => undefined)).toEqual({ written: 0 });
    expect(await count("products")).toBe(CONTRACT_PLAN.size);
  });
  it("[CA5] after an interruption it goes on where it stopped; until then the catalog is not served", async ({ expect }) => {
    const plan = { size: 3 * BATCH + 100, seed: "interrupted" };
    const { db, bound } = recorded(3);
    const run = async () => seedCatalog(db, plan, () => undefined);
    await expect(run).rejects.toThrow("killed");
    expect(await seededSoFar(env.DB, plan)).toBe(2 * BATCH);
    expect(await count("products")).toBe(2 * BATCH);
    const info = async () => new D1Catalog(env.DB).info();
    await expect(info).rejects.toThrow(/not seeded \(1000 of 1600/);
    const reports: number[] = [];
    expect(await seedCatalog(env.DB, plan, (seeded) => reports.push(seeded))).toEqual({ written: BATCH + 100 });
    expect(reports).toEqual([3 * BATCH, plan.size]);
    expect(await count("products")).toBe(plan.size);
    expect(await count("product_text")).toBe(plan.size);
    expect(await new D1Catalog(env.DB).byIndices([0, 2 * BATCH, plan.size - 1])).toEqual([0, 2 * BATCH, plan.size - 1].map((n) => product(plan.seed, n)));
    expect(Math.max(...bound)).toBeLessThanOrEqual(100);
  });
  it("[CA5] a batch that fails leaves nothing of itself", async ({ expect }) => {
    const plan = { size: 1000, seed: "half" };
    await startCatalog(env.DB, plan);
    await seedBatch(env.DB, plan, 0, 100);
    const again = async () => seedBatch(env.DB, plan, 50, 150);
    await expect(again).rejects.toThrow(/UNIQUE/);
    expect([await count("products"), await count("product_text"), await seededSoFar(env.DB, plan)]).toEqual([100, 100, 100]);
  });
  it("[CA5] another seed replaces the whole catalog, its text and its brands", async ({ expect }) => {
    const plan = { size: 1000, seed: "other" };
    await seedCatalog(env.DB, plan, () => undefined);
    const catalog = new D1Catalog(env.DB);
    expect((await catalog.info()).version).toMatch(/^synthetic-\d+\/1000\/other$/);
    expect(await count("products")).toBe(1000);
    const { title } = product("other", 17);
    expect((await catalog.search({ query: title, typeId: null, filters: [], inStock: false, sort: "relevance", depth: 3 })).indices[0]).toBe(17);
    const old = product(CONTRACT_PLAN.seed, 17).title;
    expect(await env.DB.prepare("SELECT count(*) AS n FROM products WHERE title = ?").bind(old).first()).toEqual({ n: 0 });
  });
});
