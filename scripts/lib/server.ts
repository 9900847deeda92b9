/** Starts the service locally, offline, with a migrated and seeded catalog; quiet unless it fails. */
import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { openLocalCatalog, seedLocal } from "./local-catalog.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

export interface ServerOptions {
  /** Left out: a free one. */
  readonly port?: number;
  /** Folder of the local state; default `.wrangler/state`. */
  readonly persist?: string;
  readonly size?: number;
  readonly seed?: string;
  /** Another configuration than the project's own, as a path. */
  readonly config?: string;
}

export interface Server {
  readonly url: string;
  /** The process that started it; the runtime is below it. */
  readonly pid: number | undefined;
  stop(): Promise<void>;
}

/** Seeds if needed, starts `wrangler dev`, and resolves once the service is ready. Throws with the server's output when it does not start. */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const persist = options.persist ?? join(ROOT, ".wrangler/state");
  const catalog = await openLocalCatalog(persist);
  try {
    await seedLocal(catalog.db, { size: options.size ?? 10_000, seed: options.seed ?? "7" });
  } finally {
    await catalog.close();
  }
  const port = options.port ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  process.stderr.write("Starting the service ...\n");
  const args = [
    "dev",
    "--local",
    "--ip",
    "127.0.0.1",
    "--port",
    String(port),
    "--inspector-port",
    "0",
    "--persist-to",
    persist,
    "--show-interactive-dev-session=false",
    "--log-level",
    "warn",
    ...(options.config === undefined ? [] : ["--config", options.config]),
  ];
  const child = spawn(join(ROOT, "node_modules/.bin/wrangler"), args, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    detached: process.platform !== "win32",
    env: {
      ...process.env,
      WRANGLER_SEND_METRICS: "false",
      WRANGLER_HIDE_BANNER: "true",
      CLOUDFLARE_CF_FETCH_ENABLED: "false",
      X_LOCAL_OBSERVABILITY: "false",
      X_LOCAL_EXPLORER: "false",
      WRANGLER_REGISTRY_PATH: join(persist, "registry"),
      // Names the processes of this server, so that a script can find what they use.
      ECOMRLVE_PORT: String(port),
    },
  });
  const output: string[] = [];
  child.stdout?.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  const stop = (): Promise<void> => stopChild(child);
  process.once("exit", () => killGroup(child, "SIGKILL"));
  try {
    await ready(url, child, output);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pid: child.pid, stop };
}

async function ready(url: string, child: ChildProcess, output: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) break;
    try {
      if ((await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) })).ok) return;
    } catch {
      // Not listening yet: the port opens before the Worker is ready.
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`the service did not become ready at ${url}; its output:\n${output.join("").slice(-4000)}`);
}

function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const late = setTimeout(() => killGroup(child, "SIGKILL"), 5000);
    child.once("exit", () => {
      clearTimeout(late);
      resolve();
    });
    killGroup(child, "SIGTERM");
  });
}

/** The server's own process group: wrangler and the runtime it started. */
function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
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
