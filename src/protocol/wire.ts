/** The shapes of the native HTTP API: one zod schema each, from which types and the OpenAPI document come. */
import { z } from "zod";
import { AxisOverrides, Difficulty } from "../core/difficulty.ts";
import { TERMINATIONS, TRUNCATIONS, USER_ACTS } from "../core/episode.ts";
import { LANGUAGES, Seed, SPLITS } from "../core/task.ts";
import { TOOL_ERROR_KINDS } from "../core/tool.ts";

export const LIMITS = {
  bodyBytes: 1024 * 1024,
  messageBytes: 32 * 1024,
  jsonDepth: 32,
  groupSize: 64,
  batchSize: 64,
  forksPerObject: 64,
  metadataBytes: 2 * 1024,
  toolCallsPerAction: 64,
} as const;

const json = z.unknown();

/** Free-form labels a trainer attaches to an episode, echoed back and never shown to the agent. */
export const Metadata = z.record(z.string().max(64), z.union([z.string().max(512), z.number(), z.boolean(), z.null()]));

/** POST /v1/episodes. */
export const ResetRequest = z.strictObject({
  env: z.string().describe("Environment id, e.g. cart"),
  difficulty: Difficulty.optional().describe("d, 0 to 20; default 0"),
  seed: Seed.optional().describe("0 to 2^53-1, or a decimal string of up to 20 digits; drawn and returned when left out"),
  split: z.enum(SPLITS).optional().describe("default train"),
  axes: AxisOverrides.optional().describe("values for single axes in place of their formulas"),
  language: z.enum(LANGUAGES).optional().describe("default en"),
  on_invalid: z.enum(["fail", "observe"]).optional().describe("what an invalid action does; default fail"),
  metadata: Metadata.optional(),
});
export type ResetRequest = z.infer<typeof ResetRequest>;

export const ChatMessage = z.object({
  role: z.enum(["system", "user", "tool"]),
  content: z.string(),
  tool_call_id: z.string().optional(),
});

export const Limits = z.object({
  turns: z.int().describe("turns in the episode, free ones included"),
  tool_calls_per_turn: z.int().describe("tool calls run in one turn; ask_user and submit_answer do not count"),
  patience: z.int().describe("charged turns in a row without progress after which the user leaves"),
  message_bytes: z.int(),
});

/** The reply to a reset: all that a policy needs to play, in one place. */
export const Episode = z.object({
  episode_id: z.string(),
  task_id: z.string().describe("equal for episodes of the same task; group by it"),
  env: z.string(),
  env_version: z.int(),
  difficulty: z.int().describe("for the trainer; never shown to the agent"),
  seed: Seed,
  split: z.enum(SPLITS),
  turn: z.literal(0),
  expires_at: z.string().describe("ISO time after which an idle episode expires"),
  observation: z.object({
    instructions: z.string(),
    user_message: z.string(),
    tools: z.array(json).describe("OpenAI function form"),
    answer_schema: json,
    limits: Limits,
  }),
  messages: z.array(ChatMessage).describe("system and first user message, ready for a chat template"),
  metadata: Metadata.optional(),
});
export type Episode = z.infer<typeof Episode>;

/** POST /v1/episodes/{id}/step. `action` or `message`, not both. */
export const StepRequest = z.strictObject({
  turn: z.int().min(0).optional().describe("the turn the caller believes the episode is at; a repeat of an earlier turn gets the recorded reply"),
  action: json.optional().describe("the design's own form: {assistant_message, tool_calls: [{name, args}], answer}"),
  message: json.optional().describe("an OpenAI chat-completions assistant message"),
});
export type StepRequest = z.infer<typeof StepRequest>;

export const ToolResult = z.object({
  id: z.string(),
  name: z.string(),
  ok: z.boolean(),
  result: json.optional(),
  error: z
    .object({ kind: z.enum([...TOOL_ERROR_KINDS, "invalid_action"]), message: z.string(), parameter: z.string().optional(), allowed: z.string().optional() })
    .optional(),
});
export type ToolResult = z.infer<typeof ToolResult>;

export const Observation = z.object({
  user_message: z.string().nullable(),
  user_act: z.enum(USER_ACTS).nullable(),
  tool_results: z.array(ToolResult),
  notices: z.array(z.string()).describe("events in the shop, e.g. that something just sold out"),
  error: z.object({ kind: z.literal("invalid_action"), parameter: z.string(), message: z.string(), allowed: z.string() }).optional(),
  remaining: z.object({ turns: z.int(), tool_calls: z.int() }),
});
export type Observation = z.infer<typeof Observation>;

export const Component = z.object({
  name: z.string(),
  value: z.number(),
  weight: z.number(),
  gates: z.boolean(),
  right: z.boolean(),
  expected: z.string(),
  got: z.string(),
});

export const Breakdown = z.object({
  reward: z.number(),
  success: z.boolean(),
  terms: z.object({
    task: z.object({ value: z.number(), weight: z.number() }),
    efficiency: z.object({ value: z.number(), weight: z.number(), turns: z.int(), free_turns: z.int(), turn_limit: z.int() }),
    hallucination: z.object({ value: z.number(), weight: z.number(), used_ids: z.int(), unseen_ids: z.array(z.string()) }),
  }),
  components: z.array(Component),
  formula: z.string(),
});

/** The reply to a step. `reward` is 0 until the last step, which carries the total and its breakdown. */
export const Step = z.object({
  episode_id: z.string(),
  task_id: z.string(),
  turn: z.int().describe("turns taken so far, this one included"),
  observation: Observation,
  messages: z.array(ChatMessage).describe("only what is new: tool results and the user's line"),
  reward: z.number().nullable().describe("in [-1, 1]; null when the episode ended without a grade"),
  terminated: z.boolean(),
  truncated: z.boolean(),
  reason: z.enum([...TERMINATIONS, ...TRUNCATIONS]).nullable(),
  success: z.boolean().nullable().describe("null until the end"),
  breakdown: Breakdown.nullable(),
  metadata: Metadata.optional(),
});
export type Step = z.infer<typeof Step>;

/** RFC 9457. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string().describe("stable; see the table of codes"),
  retryable: z.boolean(),
  errors: z.array(z.object({ path: z.string().optional(), message: z.string(), allowed: z.string().optional() })).optional(),
  turn: z.int().optional(),
  request_id: z.string(),
});
export type Problem = z.infer<typeof Problem>;
