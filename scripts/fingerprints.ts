/** Records the fingerprint of each environment's current version. An existing one is never overwritten: raise the version instead. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { ENVIRONMENTS } from "../src/envs/index.ts";
import { fingerprint } from "../test/makers/fingerprints.ts";

const file = new URL("../test/fixtures/fingerprints.json", import.meta.url).pathname;
const recorded: Record<string, Record<string, string>> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
for (const environment of ENVIRONMENTS) {
  const version = String(environment.version);
  const hash = await fingerprint(environment);
  const known = recorded[environment.id]?.[version];
  if (known !== undefined && known !== hash) {
    console.error(`${environment.id} version ${version} has another fingerprint on record: raise the version in its index.ts first.`);
    process.exit(1);
  }
  recorded[environment.id] = { ...recorded[environment.id], [version]: hash };
  console.log(`${environment.id} version ${version}: ${hash}`);
}
writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`);
