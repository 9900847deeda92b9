/** What every route shares: the app's type, the request's id, and whose request it is. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";

export interface AppEnv {
  Bindings: Env;
  Variables: { requestId: string };
}
export type App = OpenAPIHono<AppEnv>;
export type AppContext = Context<AppEnv>;

/** Whose episodes a request may touch. Everything local belongs to one owner; keys will decide here. */
export function ownerOf(_c: AppContext): string {
  return "local";
}

/** Headers of every reply. */
export const replyHeaders = (c: AppContext): Record<string, string> => ({ "cache-control": "no-store", "x-request-id": c.get("requestId") });

/** JSON text as a reply, made at once with all its headers. */
export const jsonReply = (c: AppContext, text: string, status = 200, more: Readonly<Record<string, string>> = {}): Response =>
  new Response(text, { status, headers: { "content-type": "application/json", ...replyHeaders(c), ...more } });

let isolate: string | null = null;
let requests = 0;

/** Names a request where its sender did not: a random name of this isolate and a count. */
export function freshRequestId(): string {
  isolate ??= crypto.randomUUID().slice(0, 13);
  requests += 1;
  return `${isolate}-${requests.toString(36)}`;
}
