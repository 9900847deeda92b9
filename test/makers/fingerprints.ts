/** Fingerprints: one hash over 200 tasks of an environment, so that no task changes unnoticed. */
import { MemoryCatalog } from "../../src/catalog/memory-catalog.ts";
import { productTypeById } from "../../src/catalog/types/index.ts";
import type { Environment } from "../../src/core/environment.ts";
import { canonicalJson, digest } from "../../src/core/hash.ts";
import { makeTask } from "../../src/envs/make-task.ts";
import { firstObservation, setTable } from "../../src/envs/play.ts";

/** d = 0 to 19, ten seeds each, over the default catalog: all that the tasks hold and all that the agent is first shown. */
export async function fingerprint(environment: Environment): Promise<string> {
  const catalog = new MemoryCatalog(10_000, "7");
  const info = await catalog.info();
  const parts: string[] = [];
  for (let n = 0; n < 200; n += 1) {
    const key = {
      env: environment.id,
      envVersion: environment.version,
      difficulty: n % 20,
      axes: {},
      seed: String(1000 + n),
      split: (["train", "eval", "test"] as const)[n % 3] ?? "train",
      language: "en" as const,
      catalogVersion: info.version,
    };
    const task = await makeTask(environment, key, catalog, info, productTypeById);
    parts.push(digest(canonicalJson({ task, first: firstObservation(setTable(environment, task, productTypeById)) })));
  }
  return digest(parts.join());
}
