/** GET /v1/environments/{env} */
import { z } from "zod";
import { AXES, AXIS_NAMES, axesAt, MAX_DIFFICULTY } from "../../core/difficulty.ts";
import { RlveError } from "../../core/errors.ts";
import { REWARD_FORMULA } from "../../core/reward.ts";
import { functionTool } from "../../core/tool.ts";
import { ENVIRONMENTS, environmentById } from "../../envs/index.ts";
import { EnvironmentPage } from "../../protocol/trainer.ts";
import { check } from "../body.ts";
import type { App } from "../context.ts";
import { document, errors, jsonContent } from "../openapi.ts";

const Query = z.strictObject({
  difficulty: z
    .string()
    .regex(/^\d{1,2}$/, "a whole number")
    .transform(Number)
    .pipe(z.int().max(MAX_DIFFICULTY))
    .optional(),
});

export function registerDescribeEnvironment(app: App): void {
  document(app, {
    method: "get",
    path: "/v1/environments/{env}",
    operationId: "describeEnvironment",
    summary: "Describe an environment: tools, answer, formulas, and its axes at a difficulty",
    tags: ["environments"],
    request: { params: z.object({ env: z.string() }), query: z.object({ difficulty: z.int().min(0).max(MAX_DIFFICULTY).optional() }) },
    responses: { 200: { description: "The environment", content: jsonContent(EnvironmentPage) }, ...errors("unknown_environment", "invalid_request") },
  });
  app.get("/v1/environments/:env", (c) => {
    const environment = environmentById(c.req.param("env"));
    if (environment === undefined)
      throw new RlveError("unknown_environment", "there is no such environment", [
        { path: "env", message: "unknown", allowed: ENVIRONMENTS.map(({ id }) => id).join(", ") },
      ]);
    const { difficulty = 0 } = check(c.req.query(), Query, "query");
    const values = axesAt(difficulty);
    const { id, version, title, summary, instructions, formulas, slotKinds, answerSchema } = environment;
    return c.json({
      id,
      version,
      title,
      summary,
      instructions,
      tools: environment.tools.map(functionTool),
      answer_schema: answerSchema,
      slot_kinds: slotKinds,
      formulas,
      reward: REWARD_FORMULA,
      difficulty,
      axes: AXIS_NAMES.map((axis) => {
        const { symbol, meaning, formula, unit, low, high } = AXES[axis];
        return { axis, symbol, meaning, formula, unit, low, high, value: values[axis] };
      }),
    });
  });
}
