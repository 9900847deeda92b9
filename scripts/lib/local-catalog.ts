/** The local D1 database that `wrangler dev` uses, opened from a script: migrated, then seeded with progress. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getPlatformProxy } from "wrangler";
import { loadEmbedder } from "../../src/catalog/embedding.ts";
import { TABLE_PATH } from "../../src/platform/embedded-vectors.ts";
import { type SeedPlan, seedCatalog, seededSoFar } from "../../src/platform/seed-core.ts";
import { seedVectors } from "../../src/platform/seed-vectors.ts";
import { Progress } from "./progress.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

export interface LocalCatalog {
  readonly db: D1Database;
  close(): Promise<void>;
}

/** Opens the database under a persist folder and applies the migrations that it lacks. */
export async function openLocalCatalog(persist: string): Promise<LocalCatalog> {
  const proxy = await getPlatformProxy<{ DB: D1Database }>({
    configPath: join(ROOT, "scripts/lib/catalog.wrangler.toml"),
    persist: { path: join(persist, "v3") },
    remoteBindings: false,
  });
  await migrate(proxy.env.DB);
  return { db: proxy.env.DB, close: () => proxy.dispose() };
}

/** Applies migrations in order and notes them in the table that wrangler itself uses. */
async function migrate(db: D1Database): Promise<void> {
  await db.exec(
    "CREATE TABLE IF NOT EXISTS d1_migrations(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
  );
  const done = new Set((await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>()).results.map(({ name }) => name));
  for (const name of readdirSync(join(ROOT, "migrations"))
    .filter((file) => file.endsWith(".sql"))
    .sort()) {
    if (done.has(name)) continue;
    const statements = readFileSync(join(ROOT, "migrations", name), "utf8")
      .split(/--> statement-breakpoint|;\s*(?:\n|$)/)
      .map((part) => part.replace(/^--.*$/gm, "").trim())
      .filter((part) => part !== "");
    await db.batch([...statements.map((statement) => db.prepare(statement)), db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name)]);
  }
}

/** Seeds with a progress line; says so when there is nothing to do. */
export async function seedLocal(db: D1Database, plan: SeedPlan): Promise<void> {
  const before = await seededSoFar(db, plan);
  if (before === plan.size) {
    console.error(`Catalog: ${plan.size} products are there already.`);
    await seedCatalog(db, plan, () => undefined);
    return seedLocalVectors(db, plan);
  }
  const progress = new Progress("Seeding the catalog", plan.size, before ?? 0);
  const { written } = await seedCatalog(db, plan, (seeded) => progress.at(seeded));
  progress.done(`${written} products written`);
  await seedLocalVectors(db, plan);
}

/** The word table's bytes, as the assets binding would give them. */
export const tableFile = async (): Promise<Uint8Array> => new Uint8Array(readFileSync(join(ROOT, "assets", TABLE_PATH)));

/** Vectors for what is seeded, with progress; nothing when they are there already. */
async function seedLocalVectors(db: D1Database, plan: SeedPlan): Promise<void> {
  const progress = new Progress("Adding vectors", plan.size);
  const { written } = await seedVectors(db, plan, loadEmbedder(await tableFile()), (done) => progress.at(done));
  if (written > 0) progress.done(`${written} vectors written`);
}
