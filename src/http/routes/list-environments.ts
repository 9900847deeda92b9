/** GET /v1/environments */
import { z } from "zod";
import { ENVIRONMENTS } from "../../envs/index.ts";
import { EnvironmentSummary } from "../../protocol/trainer.ts";
import type { App } from "../context.ts";
import { document, jsonContent } from "../openapi.ts";

export function registerListEnvironments(app: App): void {
  document(app, {
    method: "get",
    path: "/v1/environments",
    operationId: "listEnvironments",
    summary: "List the environments",
    tags: ["environments"],
    responses: { 200: { description: "All environments", content: jsonContent(z.object({ environments: z.array(EnvironmentSummary) })) } },
  });
  app.get("/v1/environments", (c) => c.json({ environments: ENVIRONMENTS.map(({ id, version, title, summary }) => ({ id, version, title, summary })) }));
}
