/** Starts the benchmark's Worker locally, offline, with a seeded catalog of its own and no objects left from earlier runs. */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Server, startServer } from "../lib/server.ts";

/** The catalog that is measured on. */
export const CATALOG = { size: 10_000, seed: "7" } as const;

export interface BenchServer extends Pick<Server, "url" | "stop"> {
  /** Resident bytes of the server's runtime: its isolates, objects and local databases together; null where that cannot be read. */
  residentBytes(): number | null;
}

/**
 * Seeds if needed, starts the Worker, and resolves once it is ready.
 *
 * @param persist folder of the local state; the Durable Objects in it are removed before and after.
 * @throws Error with the server's output when it does not start.
 */
export async function startBenchServer(persist: string): Promise<BenchServer> {
  const removeObjects = (): void => rmSync(join(persist, "v3/do"), { recursive: true, force: true });
  removeObjects();
  const server = await startServer({ persist, ...CATALOG, config: new URL("wrangler.toml", import.meta.url).pathname });
  const stop = async (): Promise<void> => {
    await server.stop();
    removeObjects();
  };
  return { url: server.url, residentBytes: () => residentBytes(server.pid), stop };
}

/** The runtime's processes are those below the server's that are called so. */
function residentBytes(root: number | undefined): number | null {
  let listing: string;
  try {
    listing = execFileSync("ps", ["-axo", "pid=,ppid=,rss=,comm="], { encoding: "utf8" });
  } catch {
    return null;
  }
  const processes = listing
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, kilobytes, name]) => ({ pid: Number(pid), parent: Number(parent), bytes: 1024 * Number(kilobytes), name: name ?? "" }));
  const ours = new Set([root]);
  for (let before = 0; before < ours.size; ) {
    before = ours.size;
    for (const { pid, parent } of processes) if (ours.has(parent)) ours.add(pid);
  }
  const runtimes = processes.filter(({ pid, name }) => ours.has(pid) && /workerd/.test(name));
  return runtimes.length === 0 ? null : runtimes.reduce((sum, { bytes }) => sum + bytes, 0);
}
