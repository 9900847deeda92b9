/** POST /v1/episodes */
import { Episode, ResetRequest } from "../../protocol/wire.ts";
import { idempotencyKey, readBody } from "../body.ts";
import { type App, jsonReply } from "../context.ts";
import { create } from "../episodes.ts";
import { BODY_ERRORS, document, errors, IdempotencyHeader, jsonContent, OUR_ERRORS } from "../openapi.ts";
import { problem } from "../problem.ts";

export function registerCreateEpisode(app: App): void {
  document(app, {
    method: "post",
    path: "/v1/episodes",
    operationId: "createEpisode",
    summary: "Reset: start an episode",
    tags: ["episodes"],
    request: { headers: IdempotencyHeader, body: { required: true, content: jsonContent(ResetRequest) } },
    responses: {
      201: { description: "The episode and its first observation", content: jsonContent(Episode) },
      ...errors(...BODY_ERRORS, "idempotency_conflict", "task_unavailable", ...OUR_ERRORS),
    },
  });
  app.post("/v1/episodes", async (c) => {
    const key = idempotencyKey(c);
    const { value } = await readBody(c, ResetRequest);
    const reply = await create(c, value, 1, key);
    return reply.ok ? jsonReply(c, reply.value.slice(1, -1), 201) : problem(c, reply.error);
  });
}
