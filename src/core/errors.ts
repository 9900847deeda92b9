/** Every failure a caller can see. HTTP, sockets and MCP all read this one table. */

/**
 * `http` the status, `retryable` whether the same request may succeed later, `title` the problem-details title.
 * The agent's mistakes are not here: they are data in an observation.
 */
export const ERRORS = {
  invalid_json: { http: 400, retryable: false, title: "The body is not valid JSON" },
  invalid_request: { http: 400, retryable: false, title: "The request does not match its schema" },
  invalid_episode_id: { http: 400, retryable: false, title: "The episode id is malformed or not signed by this service" },
  unauthorized: { http: 401, retryable: false, title: "A valid key is needed" },
  forbidden: { http: 403, retryable: false, title: "The key does not allow this" },
  not_found: { http: 404, retryable: false, title: "There is nothing at this address" },
  unknown_environment: { http: 404, retryable: false, title: "There is no such environment" },
  episode_not_found: { http: 404, retryable: false, title: "There is no such episode" },
  method_not_allowed: { http: 405, retryable: false, title: "The address does not take this method" },
  episode_over: { http: 409, retryable: false, title: "The episode is over" },
  turn_conflict: { http: 409, retryable: false, title: "The episode is not at this turn" },
  step_in_progress: { http: 409, retryable: true, title: "Another step of this episode is being taken" },
  idempotency_conflict: { http: 409, retryable: false, title: "The idempotency key was used for another request" },
  episode_expired: { http: 410, retryable: false, title: "The episode expired" },
  episode_purged: { http: 410, retryable: false, title: "The episode was purged" },
  payload_too_large: { http: 413, retryable: false, title: "The body is too large" },
  unsupported_media_type: { http: 415, retryable: false, title: "The body must be application/json in UTF-8" },
  task_unavailable: { http: 422, retryable: false, title: "No certified task could be drawn for this key" },
  rate_limited: { http: 429, retryable: true, title: "Too many requests" },
  internal: { http: 500, retryable: true, title: "The service failed; nothing was counted" },
  upstream_unavailable: { http: 503, retryable: true, title: "A part of the service is not available; nothing was counted" },
} as const satisfies Record<string, { http: number; retryable: boolean; title: string }>;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

/** What a failure says: where it is wrong and what is allowed. Flat and plain; never a stack, SQL or the hidden goal. */
export interface ErrorDetail {
  /** JSON path or parameter, e.g. "action.tool_calls[0].args.quantity". */
  readonly path?: string;
  readonly message: string;
  /** Allowed values or range, as a person would say it. */
  readonly allowed?: string;
}

/** A failure as plain data, so that it survives a Durable Object call. */
export interface Failure {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly errors?: readonly ErrorDetail[];
  /** The turn the episode is at, where that helps the caller. */
  readonly turn?: number;
}

/** The reply of every call across a boundary: a value, or a failure with a code. */
export type Reply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure };

/** A coded failure on its way up inside one isolate. */
export class RlveError extends Error {
  readonly failure: Failure;
  constructor(code: ErrorCode, detail: string, errors?: readonly ErrorDetail[]) {
    super(`${code}: ${detail}`);
    this.name = "RlveError";
    this.failure = { code, detail, ...(errors === undefined ? {} : { errors }) };
  }
}

/** A failed reply. */
export function fail(code: ErrorCode, detail: string, more: Partial<Failure> = {}): { ok: false; error: Failure } {
  return { ok: false, error: { code, detail, ...more } };
}
