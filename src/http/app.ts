/** The HTTP API: routes, request ids, CORS for public reading, and one place for errors. */
import { OpenAPIHono } from "@hono/zod-openapi";
import { cors } from "hono/cors";
import { type App, type AppContext, type AppEnv, freshRequestId, replyHeaders } from "./context.ts";
import { registerDocs } from "./docs.ts";
import { problem, problemOfError } from "./problem.ts";
import { registerCreateEpisode } from "./routes/create-episode.ts";
import { registerCreateGroup } from "./routes/create-group.ts";
import { registerDescribeEnvironment } from "./routes/describe-environment.ts";
import { registerHealth } from "./routes/health.ts";
import { registerListEnvironments } from "./routes/list-environments.ts";
import { registerReadEpisode } from "./routes/read-episode.ts";
import { registerStepBatch } from "./routes/step-batch.ts";
import { registerStepEpisode } from "./routes/step-episode.ts";

export function createApp(): App {
  const app: App = new OpenAPIHono<AppEnv>();
  app.use(async (c, next) => {
    const given = c.req.header("x-request-id");
    const requestId = given !== undefined && /^[\w.-]{1,64}$/.test(given) ? given : freshRequestId();
    c.set("requestId", requestId);
    await next();
    if (c.res.headers.has("x-request-id")) return;
    for (const [name, value] of Object.entries(replyHeaders(c))) c.header(name, value);
  });
  for (const path of ["/v1/environments", "/v1/environments/*", "/openapi.json", "/healthz", "/readyz"])
    app.use(path, cors({ origin: "*", allowMethods: ["GET"] }));
  for (const register of [
    registerListEnvironments,
    registerDescribeEnvironment,
    registerCreateEpisode,
    registerCreateGroup,
    registerStepEpisode,
    registerStepBatch,
    registerReadEpisode,
    registerHealth,
    registerDocs,
  ])
    register(app);
  app.notFound((c) => notFound(app, c));
  app.onError((error, c) => problemOfError(c, error));
  return app;
}

/** 405 with the allowed methods for a known path, else 404. */
function notFound(app: App, c: AppContext): Response {
  const path = new URL(c.req.url).pathname;
  const allowed = [...new Set(app.routes.filter((route) => route.method !== "ALL" && matches(route.path, path)).map((route) => route.method))];
  if (allowed.length === 0) return problem(c, { code: "not_found", detail: `there is nothing at ${path.slice(0, 200)}; see /openapi.json` });
  const failure = {
    code: "method_not_allowed" as const,
    detail: `${c.req.method} is not allowed here`,
    errors: [{ path: "method", message: "not allowed", allowed: allowed.join(", ") }],
  };
  return problem(c, failure, { allow: allowed.join(", ") });
}

const matches = (pattern: string, path: string): boolean => {
  const [a, b] = [pattern.split("/"), path.split("/")];
  return a.length === b.length && a.every((part, n) => (part.startsWith(":") ? b[n] !== "" : part === b[n]));
};
