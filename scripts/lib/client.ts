/** A typed client of the HTTP API for scripts: bounded retries that are safe to repeat, errors that name the address. */
import { randomUUID } from "node:crypto";
import type { Episode, Problem, ResetRequest, Step } from "../../src/protocol/wire.ts";

/** Tries of one call, the first included. */
const TRIES = 5;
/** Longest wait between two tries, whatever Retry-After asks for. */
const LONGEST_WAIT_MS = 10_000;
const TIMEOUT_MS = 60_000;

/** A refusal of the service, with its problem details. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Whether the same request may succeed later; `waitMs` when the service said how much later. */
  readonly retryable: boolean;
  readonly waitMs: number | null;

  constructor(response: Response, text: string, where: string) {
    const problem = problemOf(text);
    super(
      problem === null
        ? `${where}: ${response.status} ${text.slice(0, 200)}`
        : `${where}: ${response.status} ${problem.code}: ${problem.detail} (request ${problem.request_id})`,
    );
    this.status = response.status;
    this.code = problem?.code ?? "unknown";
    this.retryable = problem?.retryable ?? (response.status === 429 || response.status === 503);
    const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
    this.waitMs = Number.isFinite(seconds) ? 1000 * seconds : null;
  }
}

export class Client {
  readonly #url: string;

  /** @param url where the service listens. Throws when it is no http or https address. */
  constructor(url: string) {
    if (!/^https?:\/\/[^/]+/.test(url)) throw new Error(`${url} is no address: http://host:port is expected`);
    this.#url = url.replace(/\/+$/, "");
  }

  /** Starts an episode; the key makes its retry get the same one. */
  reset(request: ResetRequest): Promise<Episode> {
    return this.call<Episode>("POST", "/v1/episodes", request, { "idempotency-key": randomUUID() });
  }

  /** A step; `turn` makes its retry get the recorded reply. */
  step(episodeId: string, turn: number, action: object): Promise<Step> {
    return this.call<Step>("POST", `/v1/episodes/${episodeId}/step`, { turn, ...action });
  }

  get<T>(path: string): Promise<T> {
    return this.call<T>("GET", path);
  }

  /** One call; what the service calls retryable and lost connections are tried again, five times in all. Throws ApiError when refused. */
  async call<T>(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#once<T>(method, path, body, headers);
      } catch (error) {
        const refused = error instanceof ApiError ? error : null;
        if (attempt === TRIES || (refused !== null && !refused.retryable)) throw refused ?? unreachable(this.#url, error);
        await pause(Math.min(LONGEST_WAIT_MS, refused?.waitMs ?? 200 * 2 ** attempt));
      }
    }
  }

  async #once<T>(method: string, path: string, body: unknown, headers: Readonly<Record<string, string>>): Promise<T> {
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: { ...headers, "content-type": "application/json" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...content,
    });
    const text = await response.text();
    if (!response.ok) throw new ApiError(response, text, `${method} ${this.#url}${path}`);
    return JSON.parse(text) as T;
  }
}

function problemOf(text: string): Problem | null {
  try {
    const value = JSON.parse(text) as Problem;
    return typeof value.code === "string" ? value : null;
  } catch {
    return null;
  }
}

function unreachable(url: string, error: unknown): Error {
  const cause = error instanceof Error ? (error.cause ?? error.message) : error;
  return new Error(
    `${url} does not answer (${cause instanceof Error ? cause.message : String(cause)}). Start the service with "npm run dev", or leave --url out to have one started.`,
  );
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
