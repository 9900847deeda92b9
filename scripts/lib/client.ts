/** A typed client of the HTTP API for scripts: bounded retries, keyed steps, errors that name the address. */
import type { Episode, ResetRequest, Step } from "../../src/protocol/wire.ts";

const TRIES = 5;

/** A refusal of the service, with its problem details. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export class Client {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url.replace(/\/$/, "");
  }

  reset(request: ResetRequest): Promise<Episode> {
    return this.call<Episode>("POST", "/v1/episodes", request);
  }

  /** A step; `turn` makes its retry safe. */
  step(episodeId: string, turn: number, action: object): Promise<Step> {
    return this.call<Step>("POST", `/v1/episodes/${episodeId}/step`, { turn, ...action });
  }

  get<T>(path: string): Promise<T> {
    return this.call<T>("GET", path);
  }

  /** One call; 429, 503 and lost connections are tried again, honouring Retry-After, five times in all. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    let last: unknown;
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      try {
        const response = await fetch(`${this.#url}${path}`, {
          method,
          signal: AbortSignal.timeout(60_000),
          ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
        });
        const text = await response.text();
        if (response.ok) return JSON.parse(text) as T;
        last = failureOf(response.status, text, `${method} ${this.#url}${path}`);
        if (response.status !== 429 && response.status !== 503) throw last;
        await pause(1000 * Number(response.headers.get("retry-after") ?? 1) * (1 + 0.2 * attempt));
      } catch (error) {
        if (error instanceof ApiError && error.status !== 429 && error.status !== 503) throw error;
        last = error;
        if (!(error instanceof ApiError)) await pause(200 * 2 ** attempt);
      }
    }
    throw last instanceof ApiError ? last : new Error(`${this.#url} does not answer: ${last instanceof Error ? (last.cause ?? last.message) : last}`);
  }
}

function failureOf(status: number, text: string, where: string): ApiError {
  try {
    const { code, detail, request_id } = JSON.parse(text) as { code: string; detail: string; request_id: string };
    return new ApiError(status, code, `${where}: ${status} ${code}: ${detail} (request ${request_id})`);
  } catch {
    return new ApiError(status, "unknown", `${where}: ${status} ${text.slice(0, 200)}`);
  }
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
