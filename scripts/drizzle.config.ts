/** How migrations are made: `npx drizzle-kit generate --config scripts/drizzle.config.ts`. */
import { defineConfig } from "drizzle-kit";

export default defineConfig({ dialect: "sqlite", schema: "./src/platform/schema.ts", out: "./migrations" });
