/** Builds the Worker without deploying it and prints its size; fails over the limit that keeps it deployable. */
import { spawnSync } from "node:child_process";

const LIMIT_KIB = 3 * 1024;

const run = spawnSync("wrangler", ["deploy", "--dry-run", "--outdir", "dist"], {
  encoding: "utf8",
  env: { ...process.env, WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true", CLOUDFLARE_CF_FETCH_ENABLED: "false" },
});
const output = `${run.stdout}${run.stderr}`;
console.log(output.trim());
const gzip = /gzip:\s*([\d.]+)\s*KiB/.exec(output)?.[1];
if (run.status !== 0 || gzip === undefined) {
  console.error("size: the dry run failed");
  process.exit(1);
}
console.log(`Worker script: ${gzip} KiB gzipped of ${LIMIT_KIB} KiB allowed.`);
if (Number(gzip) > LIMIT_KIB) process.exit(1);
