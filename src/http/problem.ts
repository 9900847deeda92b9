/** Failures as RFC 9457 problem details, from the one table of errors. */
import { ERRORS, type ErrorCode, type Failure, RlveError } from "../core/errors.ts";
import type { Problem } from "../protocol/wire.ts";
import { type AppContext, jsonReply } from "./context.ts";

/** Rule WR1. */
export function problemOf(failure: Failure, requestId: string): Problem {
  const { http, retryable, title } = ERRORS[failure.code];
  return {
    type: `urn:ecomrlve:error:${failure.code}`,
    title,
    status: http,
    detail: failure.detail,
    code: failure.code,
    retryable,
    ...(failure.errors === undefined ? {} : { errors: failure.errors.map((error) => ({ ...error })) }),
    ...(failure.turn === undefined ? {} : { turn: failure.turn }),
    request_id: requestId,
  };
}

/** A problem as a response; a retryable one says when to come back. `more` are further headers. */
export function problem(c: AppContext, failure: Failure, more: Readonly<Record<string, string>> = {}): Response {
  const body = problemOf(failure, c.get("requestId"));
  const headers: Record<string, string> = { "content-type": "application/problem+json", ...more };
  if (body.retryable) headers["retry-after"] = "1";
  return jsonReply(c, JSON.stringify(body), body.status, headers);
}

/** Any thrown thing as a response: coded failures as they are, the rest as `internal`, logged with its stack. */
export function problemOfError(c: AppContext, error: unknown): Response {
  if (error instanceof RlveError) return problem(c, error.failure);
  console.error("request failed", c.get("requestId"), error);
  return problem(c, { code: "internal" satisfies ErrorCode, detail: "the service failed; nothing was counted" });
}
