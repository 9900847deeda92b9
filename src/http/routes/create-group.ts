/** POST /v1/groups */
import { Group, GroupRequest } from "../../protocol/trainer.ts";
import { idempotencyKey, readBody } from "../body.ts";
import { type App, jsonReply } from "../context.ts";
import { create } from "../episodes.ts";
import { BODY_ERRORS, document, errors, IdempotencyHeader, jsonContent, OUR_ERRORS } from "../openapi.ts";
import { problem } from "../problem.ts";

export function registerCreateGroup(app: App): void {
  document(app, {
    method: "post",
    path: "/v1/groups",
    operationId: "createGroup",
    summary: "Start n episodes of one task",
    tags: ["episodes"],
    request: { headers: IdempotencyHeader, body: { required: true, content: jsonContent(GroupRequest) } },
    responses: {
      201: { description: "The group", content: jsonContent(Group) },
      ...errors(...BODY_ERRORS, "idempotency_conflict", "task_unavailable", ...OUR_ERRORS),
    },
  });
  app.post("/v1/groups", async (c) => {
    const key = idempotencyKey(c);
    const { value } = await readBody(c, GroupRequest);
    const { n, ...reset } = value;
    const reply = await create(c, reset, n, key);
    if (!reply.ok) return problem(c, reply.error);
    const [first] = JSON.parse(reply.value) as { task_id: string }[];
    return jsonReply(c, `{"task_id":${JSON.stringify(first?.task_id)},"episodes":${reply.value}}`, 201);
  });
}
