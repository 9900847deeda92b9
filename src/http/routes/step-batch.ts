/** POST /v1/steps */
import { fail, type Reply, RlveError } from "../../core/errors.ts";
import type { EpisodeObject } from "../../objects/episode-object.ts";
import type { StepCall } from "../../objects/messages.ts";
import { BatchReply, BatchRequest, BatchStep } from "../../protocol/trainer.ts";
import { check, idempotencyKey, readBody } from "../body.ts";
import { type App, type AppContext, jsonReply } from "../context.ts";
import { addressed, called, stepCall } from "../episodes.ts";
import { BODY_ERRORS, document, errors, IdempotencyHeader, jsonContent, OUR_ERRORS } from "../openapi.ts";
import { problemOf } from "../problem.ts";

/** Steps for one object, with their places in the batch. */
interface Load {
  readonly stub: DurableObjectStub<EpisodeObject>;
  readonly calls: StepCall[];
  readonly places: number[];
}

/** Takes the steps of a batch, one call per object; a step that fails fails alone. */
async function takeAll(c: AppContext, steps: readonly unknown[], key: string | null): Promise<Reply<string>[]> {
  const replies: Reply<string>[] = [];
  const loads = new Map<string, Load>();
  for (const [place, raw] of steps.entries()) {
    try {
      const { episode_id, idempotency_key, ...request } = check(raw, BatchStep, `steps[${place}]`);
      const { stub, call } = stepCall(c, addressed(c, episode_id), request, idempotency_key ?? (key === null ? null : `${key}/${place}`));
      const load = loads.get(stub.id.toString()) ?? { stub, calls: [], places: [] };
      load.calls.push(call);
      load.places.push(place);
      loads.set(stub.id.toString(), load);
    } catch (error) {
      if (!(error instanceof RlveError)) throw error;
      replies[place] = { ok: false, error: error.failure };
    }
  }
  await Promise.all(
    [...loads.values()].map(async ({ stub, calls, places }) => {
      const answers = await called((stub.steps(calls) as Promise<Reply<string>[]>).then((value): Reply<Reply<string>[]> => ({ ok: true, value })));
      for (const [n, place] of places.entries()) replies[place] = answers.ok ? (answers.value[n] ?? fail("internal", "the step got no answer")) : answers;
    }),
  );
  return replies;
}

export function registerStepBatch(app: App): void {
  document(app, {
    method: "post",
    path: "/v1/steps",
    operationId: "stepBatch",
    summary: "Take many steps of many episodes; each has its own result",
    tags: ["episodes"],
    description: "Steps of one episode are taken in the order given. An Idempotency-Key of the request is a key of each step that has none of its own.",
    request: { headers: IdempotencyHeader, body: { required: true, content: jsonContent(BatchRequest) } },
    responses: { 200: { description: "Results, in the order of the steps", content: jsonContent(BatchReply) }, ...errors(...BODY_ERRORS, ...OUR_ERRORS) },
  });
  app.post("/v1/steps", async (c) => {
    const key = idempotencyKey(c);
    const { value } = await readBody(c, BatchRequest);
    const replies = await takeAll(c, value.steps, key);
    const results = replies.map((reply) =>
      reply.ok ? `{"ok":true,"step":${reply.value}}` : JSON.stringify({ ok: false, error: problemOf(reply.error, c.get("requestId")) }),
    );
    return jsonReply(c, `{"results":[${results.join(",")}]}`);
  });
}
