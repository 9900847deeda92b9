/** Two projects: pure rooms in plain Node, and everything with a binding in workerd. */
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

const root = new URL("..", import.meta.url).pathname;
const migrations = await readD1Migrations(`${root}migrations`);

export default defineConfig({
  test: {
    // Tests provoke failures on purpose; what they log is shown only when one fails.
    silent: "passed-only",
    reporters: ["default", ["json", { outputFile: `${root}out/tests.json` }]],
    projects: [
      { root, test: { name: "core", include: ["test/core/**/*.test.ts", "test/contract/**/*.node.test.ts"], environment: "node", testTimeout: 30_000 } },
      {
        root,
        plugins: [
          cloudflareTest({
            remoteBindings: false,
            wrangler: { configPath: `${root}wrangler.toml` },
            miniflare: { bindings: { TEST_MIGRATIONS: migrations } },
          }),
        ],
        test: { name: "workers", include: ["test/workers/**/*.test.ts"], setupFiles: ["./test/workers/apply-migrations.ts"], testTimeout: 30_000 },
      },
    ],
  },
});
