/** A change of any task fails here unless its environment's version was raised. */
import { readFileSync } from "node:fs";
import { describe, it } from "vitest";
import { ENVIRONMENTS } from "../../src/envs/index.ts";
import { fingerprint } from "../makers/fingerprints.ts";

const recorded = JSON.parse(readFileSync(new URL("../fixtures/fingerprints.json", import.meta.url).pathname, "utf8")) as Record<string, Record<string, string>>;

describe("fingerprints", () => {
  it.for(ENVIRONMENTS.map((environment) => ({ id: environment.id, environment })))(
    "[EN5] the tasks of $id are those of its version",
    async ({ environment }, { expect }) => {
      const known = recorded[environment.id]?.[String(environment.version)];
      expect(known, `no fingerprint of ${environment.id} version ${environment.version}: run npm run fingerprints`).toBeDefined();
      expect(await fingerprint(environment), `a task of ${environment.id} changed: raise its version, then run npm run fingerprints`).toBe(known);
    },
  );
  it("[EN5] a fingerprint sees a change of one text", async ({ expect }) => {
    const [environment] = ENVIRONMENTS;
    const changed = { ...environment!, instructions: `${environment!.instructions} ` };
    expect(await fingerprint(changed)).not.toBe(await fingerprint(environment!));
  });
});
