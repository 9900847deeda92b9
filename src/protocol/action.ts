/** Reads an agent's action from the forms it may come in; what cannot be read is the agent's mistake, as data. */
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import type { AgentAction, Ask, InvalidAction, ParsedAction, ToolCall } from "../core/action.ts";
import type { Environment } from "../core/environment.ts";
import type { Tool } from "../core/tool.ts";
import { explain } from "./explain.ts";
import { LIMITS } from "./wire.ts";

/** Rule WR3. The design's own form; strict. */
const OwnForm = z.strictObject({
  assistant_message: z.string().nullish(),
  tool_calls: z.array(z.strictObject({ id: z.string().nullish(), name: z.string(), args: z.unknown().optional() })).nullish(),
  answer: z.unknown().optional(),
});

/** Rule WR4. An OpenAI assistant message; keys that frameworks add are not read. */
const ChatForm = z.object({
  role: z.literal("assistant"),
  content: z.union([z.string(), z.array(z.object({ type: z.string(), text: z.string().optional() }))]).nullish(),
  tool_calls: z.array(z.object({ id: z.string().nullish(), function: z.object({ name: z.string(), arguments: z.unknown().optional() }) })).nullish(),
});

interface RawCall {
  readonly path: string;
  readonly id: string | null;
  readonly name: string;
  readonly args: unknown;
}

interface RawAction {
  readonly message: string | null;
  readonly calls: readonly RawCall[];
  readonly answer: unknown;
}

class Refused extends Error {
  readonly invalid: InvalidAction;
  constructor(invalid: InvalidAction) {
    super(invalid.message);
    this.invalid = invalid;
  }
}

function refuse(parameter: string, message: string, allowed: string): never {
  throw new Refused({ parameter, message, allowed });
}

/**
 * Parses `{action}` or `{message}` for an environment. The whole action is checked before any of it runs.
 *
 * @returns the action, or why it is invalid: parameter, message, allowed values. Never throws on agent input.
 */
export function parseAction(body: { readonly action?: unknown; readonly message?: unknown }, environment: Environment): ParsedAction {
  try {
    const raw = body.action !== undefined ? ownForm(body.action) : chatForm(body.message);
    return { ok: true, action: assemble(raw, environment) };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, invalid: error.invalid };
    throw error;
  }
}

function checked<T>(schema: z.ZodType<T>, value: unknown, path: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Refused(issue === undefined ? { parameter: path, message: "does not match its schema", allowed: "see the schema" } : explain(issue, path));
}

function ownForm(value: unknown): RawAction {
  const form = checked(OwnForm, value, "action");
  const calls = (form.tool_calls ?? []).map((call, n) => ({ path: `action.tool_calls[${n}]`, id: call.id ?? null, name: call.name, args: call.args }));
  return { message: form.assistant_message ?? null, calls, answer: form.answer ?? null };
}

function chatForm(value: unknown): RawAction {
  const form = checked(ChatForm, value, "message");
  const text = Array.isArray(form.content) ? form.content.map((part) => part.text ?? "").join("") : (form.content ?? null);
  const calls = (form.tool_calls ?? []).map((call, n) => ({
    path: `message.tool_calls[${n}]`,
    id: call.id ?? null,
    name: call.function.name,
    args: call.function.arguments,
  }));
  return { message: text, calls, answer: null };
}

function assemble(raw: RawAction, environment: Environment): AgentAction {
  if (raw.message !== null && utf8ToBytes(raw.message).length > LIMITS.messageBytes) {
    refuse("assistant_message", "the message is too long", `at most ${LIMITS.messageBytes} bytes`);
  }
  if (raw.calls.length > LIMITS.toolCallsPerAction) refuse("tool_calls", "too many tool calls", `at most ${LIMITS.toolCallsPerAction}`);
  const ids = new CallIds();
  const calls: ToolCall[] = [];
  const asks: Ask[] = [];
  const controlCalls: { id: string; name: "ask_user" | "submit_answer" }[] = [];
  const answers: unknown[] = raw.answer === null ? [] : [checked(environment.answer, raw.answer, "answer")];
  for (const call of raw.calls) {
    const tool = findTool(call, environment.tools);
    const args = checked(tool.args, readArguments(call), `${call.path}.args`) as Record<string, unknown>;
    const id = ids.take(call.id);
    if (tool.name === "ask_user") {
      asks.push({ question: args.question as string, about: (args.about as string[] | undefined) ?? [] });
      controlCalls.push({ id, name: "ask_user" });
    } else if (tool.name === "submit_answer") {
      answers.push(args.answer);
      controlCalls.push({ id, name: "submit_answer" });
    } else {
      calls.push({ id, name: tool.name, args });
    }
  }
  if (answers.length > 1) refuse("answer", "more than one answer in one action", "one answer, in `answer` or by one submit_answer");
  const answer = answers[0] as Readonly<Record<string, unknown>> | undefined;
  return { message: raw.message, calls, asks, controlCalls, ...(answer === undefined ? {} : { answer }) };
}

/** Rule WR5. Names are exact; dotted spellings of the same name are the same tool. */
function findTool(call: RawCall, tools: readonly Tool[]): Tool {
  const name = call.name.replaceAll(".", "_");
  const tool = tools.find((one) => one.name === name);
  return tool ?? refuse(`${call.path}.name`, `unknown tool ${JSON.stringify(call.name.slice(0, 64))}`, tools.map((one) => one.name).join(", "));
}

/** Rule WR6. Arguments as an object, or JSON text of one (also encoded twice); nothing given is an empty object. */
function readArguments(call: RawCall): unknown {
  let value = call.args;
  for (let pass = 0; pass < 2 && typeof value === "string"; pass += 1) {
    if (value.trim() === "") return {};
    try {
      value = JSON.parse(value);
    } catch {
      refuse(`${call.path}.arguments`, "the arguments are not valid JSON", "a JSON object");
    }
  }
  if (value === undefined || value === null) return {};
  if (typeof value !== "object" || Array.isArray(value)) refuse(`${call.path}.arguments`, "the arguments are not an object", "a JSON object");
  return value;
}

/** Rule WR7. Call ids are echoed; blank or repeated ones are replaced, the same way each time. */
class CallIds {
  readonly #taken = new Set<string>();
  #count = 0;

  take(wanted: string | null): string {
    this.#count += 1;
    let id = wanted === null || wanted.trim() === "" || wanted.length > 64 ? `call_${this.#count}` : wanted;
    while (this.#taken.has(id)) id = `${id}_${this.#count}`;
    this.#taken.add(id);
    return id;
  }
}
