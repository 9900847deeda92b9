/** GET /healthz and /readyz */
import { z } from "zod";
import { D1Catalog } from "../../platform/d1-catalog.ts";
import type { App } from "../context.ts";
import { document, errors, jsonContent } from "../openapi.ts";

export function registerHealth(app: App): void {
  document(app, {
    method: "get",
    path: "/healthz",
    operationId: "healthz",
    summary: "Whether the Worker answers",
    tags: ["service"],
    responses: { 200: { description: "It does", content: jsonContent(z.object({ status: z.literal("ok") })) } },
  });
  document(app, {
    method: "get",
    path: "/readyz",
    operationId: "readyz",
    summary: "Whether the catalog is seeded",
    tags: ["service"],
    responses: {
      200: { description: "It is", content: jsonContent(z.object({ status: z.literal("ready"), catalog: z.object({ version: z.string(), size: z.int() }) })) },
      ...errors("upstream_unavailable"),
    },
  });
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.get("/readyz", async (c) => {
    const { version, size } = await new D1Catalog(c.env.DB).info();
    return c.json({ status: "ready", catalog: { version, size } });
  });
}
