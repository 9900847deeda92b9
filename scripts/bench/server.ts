/** Starts the benchmark's Worker locally, offline, with a seeded catalog of its own and no objects left from earlier runs. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { openLocalCatalog, seedLocal } from "../lib/local-catalog.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
/** Milliseconds in which the Worker must answer for the first time. */
const START_MS = 60_000;

/** The catalog that is measured on. */
export const CATALOG = { size: 10_000, seed: "7" } as const;

export interface BenchServer {
  readonly url: string;
  /** Resident bytes of the server's runtime: its isolates, objects and local databases together; null where that cannot be read. */
  residentBytes(): number | null;
  /** Stops the server and removes the objects that it made. */
  stop(): Promise<void>;
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
  const catalog = await openLocalCatalog(persist);
  try {
    await seedLocal(catalog.db, CATALOG);
  } finally {
    await catalog.close();
  }
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  process.stderr.write("Starting the service ...\n");
  const child = launch(port, persist);
  const onExit = (): void => kill(child, "SIGKILL");
  process.once("exit", onExit);
  const stop = async (): Promise<void> => {
    await stopped(child);
    process.off("exit", onExit);
    removeObjects();
  };
  try {
    await ready(url, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, residentBytes: () => residentBytes(child.pid), stop };
}

function launch(port: number, persist: string): ChildProcess {
  const flags = {
    config: join(ROOT, "scripts/bench/wrangler.toml"),
    ip: "127.0.0.1",
    port: String(port),
    "inspector-port": "0",
    "persist-to": persist,
    "show-interactive-dev-session": "false",
    "log-level": "warn",
  };
  const args = ["dev", "--local", ...Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`)];
  return spawn(join(ROOT, "node_modules/.bin/wrangler"), args, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
    env: {
      ...process.env,
      WRANGLER_SEND_METRICS: "false",
      WRANGLER_HIDE_BANNER: "true",
      CLOUDFLARE_CF_FETCH_ENABLED: "false",
      X_LOCAL_OBSERVABILITY: "false",
      X_LOCAL_EXPLORER: "false",
      WRANGLER_REGISTRY_PATH: join(persist, "registry"),
    },
  });
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4000);
    });
  }
  for (const end = performance.now() + START_MS; performance.now() < end && child.exitCode === null; ) {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`the service did not become ready at ${url}; its output:\n${output}`);
}

function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const late = setTimeout(() => kill(child, "SIGKILL"), 5000);
    child.once("exit", () => {
      clearTimeout(late);
      resolve();
    });
    kill(child, "SIGTERM");
  });
}

/** The server's own process group: the tool that starts it and the runtime that it started. */
function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (typeof address === "object" && address !== null ? resolve(address.port) : reject(new Error("no free port"))));
    });
  });
}
