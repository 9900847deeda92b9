/** Compiles each pure room without platform types, so that `fetch`, `crypto` or a clock of the platform is a compile error there. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const ROOMS = ["core", "catalog", "tools", "users", "protocol", "envs"].map((room) => `src/${room}`).filter((room) => existsSync(`${room}/tsconfig.json`));
let failed = false;
for (const room of ROOMS) {
  const run = spawnSync("tsc", ["--noEmit", "-p", room], { encoding: "utf8" });
  console.log(`${room}: ${run.status === 0 ? "pure" : "FAILED"}`);
  if (run.status !== 0) {
    failed = true;
    console.error(run.stdout + run.stderr);
  }
}
process.exit(failed ? 1 : 0);
