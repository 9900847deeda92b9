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
