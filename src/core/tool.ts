/** Tools: each has one source for its schema, validation, documentation and OpenAI form. */
import { z } from "zod";
import type { Aliases } from "./alias.ts";
import type { Change, EpisodeState } from "./episode.ts";
import type { Catalog, TypeById } from "./ports.ts";
import type { Task } from "./task.ts";

/** Kinds of an ordinary tool failure: the call was well formed and did not work out. */
export const TOOL_ERROR_KINDS = [
  "unknown_id",
  "unknown_filter",
  "out_of_stock",
  "restricted",
  "limit_reached",
  "not_in_cart",
  "wrong_product",
  "call_budget",
  "not_eligible",
  "refused",
  "unavailable",
] as const;
export type ToolErrorKind = (typeof TOOL_ERROR_KINDS)[number];

export interface ToolError {
  readonly kind: ToolErrorKind;
  readonly message: string;
  readonly allowed?: string;
}

/** What a tool gives back. `shows` lists the ids that the result puts before the agent. */
export type ToolOutcome =
  | { readonly ok: true; readonly result: Readonly<Record<string, unknown>>; readonly shows: readonly string[]; readonly changes?: readonly Change[] }
  /** `unsafe` ends the episode with reward -1. */
  | { readonly ok: false; readonly error: ToolError; readonly unsafe?: boolean };

/** What a tool may read of the task: never the hidden goal, except through `shelf` that the environment fills. */
export interface ToolContext {
  readonly task: Task;
  readonly aliases: Aliases;
  readonly typeById: TypeById;
  /** Facts an environment lends its tools, e.g. the visit history. */
  readonly shelf: Shelf;
}

export interface Shelf {
  /** Products the shopper looked at lately, in order. */
  readonly visited: readonly { readonly typeId: string; readonly ordinal: number }[];
}

/** Rule TL1. A tool as its author writes it: facts are gathered first, then the decision is synchronous. */
export interface ToolDefinition<Args extends z.ZodType, Facts> {
  /** A Python identifier. */
  readonly name: string;
  readonly description: string;
  readonly args: Args;
  /** "write" tools change something the user can see. */
  readonly effect: "read" | "write";
  readonly gather: (args: z.infer<Args>, context: ToolContext, catalog: Catalog) => Promise<Facts>;
  readonly run: (args: z.infer<Args>, facts: Facts, context: ToolContext, state: EpisodeState) => ToolOutcome;
}

/** A tool sealed for the registry: arguments in, outcome out, types checked inside. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly effect: "read" | "write";
  readonly args: z.ZodType;
  /** JSON Schema of the arguments, made from `args`. */
  readonly parameters: Readonly<Record<string, unknown>>;
  gather(args: unknown, context: ToolContext, catalog: Catalog): Promise<unknown>;
  run(args: unknown, facts: unknown, context: ToolContext, state: EpisodeState): ToolOutcome;
}

/** Seals a definition. Throws at start-up on a name that clients could not call. */
export function defineTool<Args extends z.ZodType, Facts>(definition: ToolDefinition<Args, Facts>): Tool {
  if (!/^[a-z][a-z0-9_]*$/.test(definition.name) || RESERVED_TOOL_NAMES.has(definition.name)) {
    throw new Error(`tool name ${definition.name} is reserved or is no identifier`);
  }
  return {
    name: definition.name,
    description: definition.description,
    effect: definition.effect,
    args: definition.args,
    parameters: schemaOf(definition.args),
    gather: (args, context, catalog) => definition.gather(args as z.infer<Args>, context, catalog),
    run: (args, facts, context, state) => definition.run(args as z.infer<Args>, facts as Facts, context, state),
  };
}

/** Names of lifecycle methods and object members that no tool may take. */
export const RESERVED_TOOL_NAMES: ReadonlySet<string> = new Set([
  "reset",
  "step",
  "state",
  "close",
  "verify",
  "score",
  "reward",
  "goal",
  "constructor",
  "prototype",
  "toString",
  "valueOf",
]);

/** JSON Schema of a zod schema, without the dialect line. */
export function schemaOf(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: "input", target: "draft-7" });
  return rest;
}

/** A tool in OpenAI's function form. */
export interface FunctionTool {
  readonly type: "function";
  readonly function: { readonly name: string; readonly description: string; readonly parameters: Readonly<Record<string, unknown>> };
}

export function functionTool(tool: Pick<Tool, "name" | "description" | "parameters">): FunctionTool {
  return { type: "function", function: { name: tool.name, description: tool.description, parameters: tool.parameters } };
}
