/** A local service for scripts: `wrangler dev` on its own port and storage, offline, with a seeded catalog. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openLocalCatalog, seedLocal } from "./local-catalog.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const READY_WITHIN_MS = 60_000;
const STOPS_WITHIN_MS = 5_000;

export interface ServerOptions {
  /** A free one is taken when left out. */
  readonly port?: number;
  /** Where objects and catalog are kept; `.wrangler/state` in the repository when left out. */
  readonly persist?: string;
  /** Products and seed of the catalog, when it is to be made. */
  readonly catalog?: { readonly size: number; readonly seed: string };
}

export interface Server {
  readonly url: string;
  /** Ends the service and everything it started; safe to call again. */
  stop(): Promise<void>;
}

/**
 * Migrates and seeds what is missing, starts the service, and returns once it is ready.
 *
 * @throws Error with the captured output when the service ends early or is not ready in time.
 */
export async function startServer({ port, persist = join(ROOT, ".wrangler/state"), catalog = { size: 2000, seed: "7" } }: ServerOptions = {}): Promise<Server> {
  const local = await openLocalCatalog(persist);
  try {
    await seedLocal(local.db, catalog);
  } finally {
    await local.close();
  }
  const taken = port ?? (await freePort());
  const output: string[] = [];
  const child = launch(taken, persist, output);
  const stop = stopper(child);
  const url = `http://127.0.0.1:${taken}`;
  try {
    await ready(url, child);
  } catch (error) {
    await stop();
    throw new Error(`${error instanceof Error ? error.message : String(error)}; its output:\n${output.join("")}`);
  }
  return { url, stop };
}

/** A process group of its own, so that the runtime beneath wrangler ends with it. */
function launch(port: number, persist: string, output: string[]): ChildProcess {
  const registry = join(persist, "registry");
  mkdirSync(registry, { recursive: true });
  const args = ["dev", "--local", "--config", join(ROOT, "wrangler.toml"), "--ip", "127.0.0.1", "--port", String(port), "--inspector-port", "0", "--persist-to", persist, "--show-interactive-dev-session=false"];
  const child = spawn(join(ROOT, "node_modules/.bin/wrangler"), args, {
    cwd: ROOT, detached: true, stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env, CI: "1", CLOUDFLARE_CF_FETCH_ENABLED: "false", WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true", WRANGLER_REGISTRY_PATH: registry,
      X_LOCAL_OBSERVABILITY: "false", X_LOCAL_EXPLORER: "false", PATH: `${join(ROOT, "node_modules/.bin")}:${process.env.PATH ?? ""}`,
    },
  });
  const keep = (chunk: Buffer): void => {
    output.push(chunk.toString());
    if (output.length > 400) output.shift();
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  child.on("error", (error) => keep(Buffer.from(String(error))));
  return child;
}

/** The port opens before the service can answer, so its own word is awaited. */
async function ready(url: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the service ended with ${child.exitCode ?? child.signalCode} before it was ready`);
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    if (answer?.ok === true) return;
    await sleep(150);
  }
  throw new Error(`the service at ${url} was not ready within ${READY_WITHIN_MS / 1000} s`);
}

function stopper(child: ChildProcess): () => Promise<void> {
  const ended = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
    child.once("error", () => resolve());
  });
  const signal = (name: NodeJS.Signals): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, name);
    } catch {
      // The group is gone already.
    }
  };
  process.once("exit", () => signal("SIGKILL"));
  return async () => {
    signal("SIGTERM");
    await Promise.race([ended, sleep(STOPS_WITHIN_MS).then(() => signal("SIGKILL"))]);
    await ended;
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (typeof address === "object" && address !== null ? resolve(address.port) : reject(new Error("no port is free"))));
    });
  });
}
