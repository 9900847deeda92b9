/** Runs `npm ci` when the installed packages are missing or older than the lock file; plain Node, since nothing is installed yet. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const stamp = "node_modules/.installed-lock";
const wanted = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
const installed = existsSync(stamp) ? readFileSync(stamp, "utf8") : "";
if (installed !== wanted) {
  console.log("Installing packages from the lock file (npm ci) ...");
  const { status } = spawnSync("npm", ["ci", "--no-progress"], { stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, wanted);
}
