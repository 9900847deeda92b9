/** Before each test file: the catalog's tables, and a small catalog in them. Migrations that were applied are not applied again. */
import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { seedCatalog } from "../../src/platform/seed-core.ts";

/** The catalog that worker tests play on. */
const PLAN = { size: 2000, seed: "7" };

await applyD1Migrations(env.DB, (env as Env & { TEST_MIGRATIONS: D1Migration[] }).TEST_MIGRATIONS);
await seedCatalog(env.DB, PLAN, () => undefined);
