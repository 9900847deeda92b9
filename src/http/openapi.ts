/** Helpers that describe routes in the OpenAPI document. */
import type { RouteConfig } from "@hono/zod-openapi";
import { z } from "zod";
import { ERRORS, type ErrorCode } from "../core/errors.ts";
import { Problem } from "../protocol/wire.ts";
import type { App } from "./context.ts";

/** Adds a route to the document. The handler is registered beside it, since bodies are read with limits of our own. */
export function document(app: App, route: RouteConfig): void {
  app.openAPIRegistry.registerPath(route);
}

export const jsonContent = (schema: z.ZodType) => ({ "application/json": { schema } });

/** Error responses of a route, from the table of errors, one per status. */
export function errors(...codes: ErrorCode[]): RouteConfig["responses"] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(ERRORS[code].http, [...(byStatus.get(ERRORS[code].http) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      { description: list.map((code) => `${code}: ${ERRORS[code].title}`).join("; "), content: { "application/problem+json": { schema: Problem } } },
    ]),
  );
}

export const BODY_ERRORS = ["invalid_json", "invalid_request", "payload_too_large", "unsupported_media_type"] as const;
export const EPISODE_ERRORS = ["invalid_episode_id", "episode_not_found", "episode_purged"] as const;
export const OUR_ERRORS = ["internal", "upstream_unavailable"] as const;

export const IdempotencyHeader = z.object({
  "idempotency-key": z
    .string()
    .min(1)
    .max(255)
    .regex(/^[\x21-\x7e]+$/)
    .optional()
    .describe("makes a retry safe: the same key and body get the same reply"),
});
export const EpisodeParams = z.object({ id: z.string().describe("episode_id of a reset reply") });
