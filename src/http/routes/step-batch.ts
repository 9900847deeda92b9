/** POST /v1/steps */
import { z } from "zod";
import { RlveError, type Reply } from "../../core/errors.ts";
import { LIMITS, Problem, Step, StepRequest } from "../../protocol/wire.ts";
import { readBody } from "../body.ts";
import type { App, AppContext } from "../context.ts";
import { step } from "../episodes.ts";
import { BODY_ERRORS, document, errors, jsonContent } from "../openapi.ts";
import { problemOf } from "../problem.ts";

const BatchStep = StepRequest.extend({ episode_id: z.string(), idempotency_key: z.string().regex(/^[\x21-\x7e]{1,255}$/).optional() });
const BatchRequest = z.strictObject({ steps: z.array(BatchStep).min(1).max(LIMITS.batchSize) });
const BatchReply = z.object({ results: z.array(z.union([z.object({ ok: z.literal(true), step: Step }), z.object({ ok: z.literal(false), error: Problem })])) });

/** One step of the batch as JSON; its failure is its own. */
async function one(c: AppContext, entry: z.infer<typeof BatchStep>): Promise<string> {
  const { episode_id, idempotency_key, ...request } = entry;
  let reply: Reply<string>;
  try {
    reply = await step(c, episode_id, request, idempotency_key ?? null);
  } catch (error) {
    const failure = error instanceof RlveError ? error.failure : { code: "internal" as const, detail: "the service failed; nothing was counted" };
    if (!(error instanceof RlveError)) console.error("batch step failed", c.get("requestId"), error);
    reply = { ok: false, error: failure };
  }
  return reply.ok ? `{"ok":true,"step":${reply.value}}` : JSON.stringify({ ok: false, error: problemOf(reply.error, c.get("requestId")) });
}

export function registerStepBatch(app: App): void {
  document(app, {
    method: "post", path: "/v1/steps", operationId: "stepBatch", summary: "Take many steps of many episodes; each has its own result", tags: ["episodes"],
    request: { body: { required: true, content: jsonContent(BatchRequest) } },
    responses: { 200: { description: "Results, in the order of the steps", content: jsonContent(BatchReply) }, ...errors(...BODY_ERRORS) },
  });
  app.post("/v1/steps", async (c) => {
    const { value } = await readBody(c, BatchRequest);
    const results = await Promise.all(value.steps.map((entry) => one(c, entry)));
    return c.body(`{"results":[${results.join(",")}]}`, 200, { "content-type": "application/json" });
  });
}
