/** POST /v1/episodes/{id}/step */
import type { Reply } from "../../core/errors.ts";
import { Step, StepRequest } from "../../protocol/wire.ts";
import { idempotencyKey, readBody } from "../body.ts";
import { type App, jsonReply } from "../context.ts";
import { addressed, called, stepCall } from "../episodes.ts";
import { BODY_ERRORS, document, EPISODE_ERRORS, EpisodeParams, errors, IdempotencyHeader, jsonContent, OUR_ERRORS } from "../openapi.ts";
import { problem } from "../problem.ts";

export function registerStepEpisode(app: App): void {
  document(app, {
    method: "post",
    path: "/v1/episodes/{id}/step",
    operationId: "stepEpisode",
    summary: "Take one step",
    tags: ["episodes"],
    description:
      "One agent action, as `action` (the design's own form) or `message` (an OpenAI assistant message). With `turn` or an Idempotency-Key a retry is safe.",
    request: { params: EpisodeParams, headers: IdempotencyHeader, body: { required: true, content: jsonContent(StepRequest) } },
    responses: {
      200: { description: "The observation and, on the last step, the reward", content: jsonContent(Step) },
      ...errors(
        ...BODY_ERRORS,
        ...EPISODE_ERRORS,
        "episode_over",
        "turn_conflict",
        "step_in_progress",
        "idempotency_conflict",
        "episode_expired",
        ...OUR_ERRORS,
      ),
    },
  });
  app.post("/v1/episodes/:id/step", async (c) => {
    const id = c.req.param("id");
    const place = addressed(c, id);
    const key = idempotencyKey(c);
    const { value } = await readBody(c, StepRequest);
    const { stub, call } = stepCall(c, place, value, key);
    const reply = await called(stub.step(call) as Promise<Reply<string>>);
    return reply.ok ? jsonReply(c, reply.value) : problem(c, reply.error);
  });
}
