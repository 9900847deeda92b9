/** The shapes of the trainer's side of the API: groups, batches, state, transcripts, descriptions of environments. */
import { z } from "zod";
import { AXIS_NAMES } from "../core/difficulty.ts";
import { TERMINATIONS, TRUNCATIONS } from "../core/episode.ts";
import { LANGUAGES, Seed, SPLITS } from "../core/task.ts";
import { Breakdown, ChatMessage, Episode, LIMITS, Metadata, Observation, Problem, ResetRequest, Step, StepRequest } from "./wire.ts";

/** POST /v1/groups. */
export const GroupRequest = ResetRequest.extend({ n: z.int().min(1).max(LIMITS.groupSize).describe(`episodes of the one task, 1 to ${LIMITS.groupSize}`) });
export type GroupRequest = z.infer<typeof GroupRequest>;

export const Group = z.object({ task_id: z.string(), episodes: z.array(Episode).describe("siblings: all but the ids is equal") });
export type Group = z.infer<typeof Group>;

/** One step of a batch. */
export const BatchStep = StepRequest.extend({
  episode_id: z.string(),
  idempotency_key: z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, "1 to 255 visible ASCII characters")
    .optional(),
});
export type BatchStep = z.infer<typeof BatchStep>;

/** POST /v1/steps. Each item is checked and taken alone; one that fails never fails the others. */
export const BatchRequest = z.strictObject({
  steps: z.array(z.unknown()).min(1).max(LIMITS.batchSize).describe("each: a step's body with its episode_id and, if wanted, its idempotency_key"),
});
export type BatchRequest = z.infer<typeof BatchRequest>;

export const BatchReply = z.object({
  results: z
    .array(z.discriminatedUnion("ok", [z.object({ ok: z.literal(true), step: Step }), z.object({ ok: z.literal(false), error: Problem })]))
    .describe("in the order of the steps"),
});
export type BatchReply = z.infer<typeof BatchReply>;

const Ending = z.object({
  reason: z.enum([...TERMINATIONS, ...TRUNCATIONS]),
  reward: z.number().nullable().describe("null for expired and abandoned episodes, which are not counted"),
  success: z.boolean(),
  breakdown: Breakdown.nullable(),
});

/** What the user keeps to itself: shown once the episode is over, or to a trainer that asks for it. */
const Hidden = z.object({
  problem: z.unknown().describe("the environment's own goal"),
  style: z.unknown().describe("how the user speaks and how long it stays"),
  slots: z.array(z.object({ id: z.string(), kind: z.string(), subject: z.string(), state: z.string() })).describe("requirements and whether they were told"),
});

/** GET /v1/episodes/{id}: the trainer's view, never the agent's. */
export const EpisodeView = z.object({
  episode_id: z.string(),
  task_id: z.string(),
  env: z.string(),
  env_version: z.int(),
  difficulty: z.int(),
  seed: Seed,
  split: z.enum(SPLITS),
  language: z.enum(LANGUAGES),
  axes: z.record(z.enum(AXIS_NAMES), z.number()),
  catalog_version: z.string(),
  on_invalid: z.enum(["fail", "observe"]),
  status: z.enum(["live", "faulted", "over"]).describe("faulted: the last step failed on our side and can be tried again"),
  faults: z.int().describe("steps that failed on our side, in all"),
  turn: z.int(),
  free_turns: z.int(),
  cart: z.array(z.object({ title: z.string(), variant: z.string().nullable(), quantity: z.int() })),
  ending: Ending.nullable(),
  created_at: z.string(),
  expires_at: z.string().nullable().describe("when it expires if nothing happens; null once it is over"),
  ended_at: z.string().nullable(),
  metadata: Metadata.optional(),
  hidden: Hidden.optional(),
});
export type EpisodeView = z.infer<typeof EpisodeView>;

/** GET /v1/episodes/{id}/trajectory. */
export const Trajectory = z.object({
  episode_id: z.string(),
  task_id: z.string(),
  env: z.string(),
  env_version: z.int(),
  first: z.object({ observation: Episode.shape.observation, messages: z.array(ChatMessage) }),
  steps: z.array(
    z.object({
      turn: z.int().describe("the turn it was taken at, from 0"),
      at: z.string(),
      action: z.unknown().describe("as the agent sent it"),
      observation: Observation,
      reward: z.number().nullable(),
      free: z.boolean().describe("whether the turn was not charged"),
    }),
  ),
  ending: Ending.nullable(),
  metadata: Metadata.optional(),
});
export type Trajectory = z.infer<typeof Trajectory>;

/** One line of GET /v1/environments. */
export const EnvironmentSummary = z.object({ id: z.string(), version: z.int(), title: z.string(), summary: z.string() });

export const Axis = z.object({
  axis: z.enum(AXIS_NAMES),
  symbol: z.string(),
  meaning: z.string(),
  formula: z.string(),
  unit: z.string(),
  low: z.number(),
  high: z.number(),
  value: z.number().describe("at the difficulty asked about"),
});

/** GET /v1/environments/{env}. */
export const EnvironmentPage = EnvironmentSummary.extend({
  instructions: z.string(),
  tools: z.array(z.unknown()).describe("OpenAI function form"),
  answer_schema: z.unknown(),
  slot_kinds: z.array(z.object({ id: z.string(), description: z.string() })).describe("values of ask_user's `about`"),
  formulas: z.array(z.string()),
  reward: z.string().describe("how the terms make the total"),
  difficulty: z.int(),
  axes: z.array(Axis),
});
export type EnvironmentPage = z.infer<typeof EnvironmentPage>;
