/** Reads request bodies: media type, size while streaming, JSON, depth, schema; each refusal says what is allowed. */
import type { z } from "zod";
import { RlveError } from "../core/errors.ts";
import { explain } from "../protocol/explain.ts";
import { LIMITS } from "../protocol/wire.ts";
import type { AppContext } from "./context.ts";

/** The schema's value of a JSON body, and the text it came as. Throws a coded failure on anything else. */
export async function readBody<T>(c: AppContext, schema: z.ZodType<T>): Promise<{ value: T; text: string }> {
  const type = c.req.header("content-type") ?? "";
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)) {
    throw new RlveError("unsupported_media_type", type === "" ? "the content-type header is missing" : `content-type is ${type.slice(0, 100)}`, [
      { path: "content-type", message: "not JSON in UTF-8", allowed: "application/json" },
    ]);
  }
  const coding = c.req.header("content-encoding") ?? "identity";
  if (coding.toLowerCase() !== "identity")
    throw new RlveError("unsupported_media_type", "the body is compressed", [{ path: "content-encoding", message: "not taken", allowed: "identity, or none" }]);
  const text = await readText(c);
  const json = parseJson(text);
  if (typeof json !== "object" || json === null || Array.isArray(json))
    throw new RlveError("invalid_json", "the body is no JSON object", [{ path: "body", message: "not an object", allowed: "a JSON object" }]);
  return { value: check(json, schema, "body"), text };
}

/** Checks a value against a schema; every issue is named. */
export function check<T>(value: unknown, schema: z.ZodType<T>, where: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.slice(0, 10).map((issue) => {
    const { parameter, message, allowed } = explain(issue, "");
    return { path: parameter === "" ? where : parameter, message, allowed };
  });
  throw new RlveError("invalid_request", `${errors[0]?.path}: ${errors[0]?.message}`, errors);
}

/** A body that is too large is read on up to this size, unkept, so that its sender gets to read the refusal. */
const DRAINED_BYTES = 64 * 1024 * 1024;

/** Rule WR9. Counted while it is read, whatever Content-Length says. */
async function readText(c: AppContext): Promise<string> {
  const declared = c.req.header("content-length");
  if (declared !== undefined && !/^\d+$/.test(declared))
    throw new RlveError("invalid_request", "the content-length header is no whole number", [
      { path: "content-length", message: "malformed", allowed: "the body's bytes, or none" },
    ]);
  if (Number(declared ?? 0) > LIMITS.bodyBytes) throw tooLarge();
  if (declared !== undefined) return decoded(new Uint8Array(await c.req.raw.arrayBuffer()));
  const stream = c.req.raw.body;
  if (stream === null) throw new RlveError("invalid_json", "the body is empty", [{ path: "body", message: "empty", allowed: "a JSON object" }]);
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size <= LIMITS.bodyBytes) chunks.push(value);
    else chunks.length = 0;
    if (size > DRAINED_BYTES) {
      await reader.cancel();
      throw tooLarge();
    }
  }
  if (size > LIMITS.bodyBytes) throw tooLarge();
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return decoded(whole);
}

function decoded(bytes: Uint8Array): string {
  if (bytes.byteLength === 0) throw new RlveError("invalid_json", "the body is empty", [{ path: "body", message: "empty", allowed: "a JSON object" }]);
  if (bytes.byteLength > LIMITS.bodyBytes) throw tooLarge();
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new RlveError("invalid_json", "the body is not UTF-8", [{ path: "body", message: "not UTF-8", allowed: "JSON in UTF-8" }]);
  }
}

const tooLarge = (): RlveError =>
  new RlveError("payload_too_large", `the body is over ${LIMITS.bodyBytes} bytes`, [
    { path: "body", message: "too large", allowed: `at most ${LIMITS.bodyBytes} bytes` },
  ]);

function parseJson(text: string): unknown {
  if (depthOf(text) > LIMITS.jsonDepth)
    throw new RlveError("invalid_json", "the JSON is nested too deeply", [
      { path: "body", message: "too deep", allowed: `at most ${LIMITS.jsonDepth} levels` },
    ]);
  const value = jsonOf(text);
  checkNumbers(value);
  return value;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RlveError("invalid_json", error instanceof Error ? error.message.slice(0, 200) : "not JSON", [
      { path: "body", message: "not valid JSON", allowed: "a JSON object" },
    ]);
  }
}

/** JSON can write numbers that a double cannot hold, such as 1e999; they could be neither hashed nor stored. */
function checkNumbers(value: unknown): void {
  if (typeof value === "number" && !Number.isFinite(value))
    throw new RlveError("invalid_json", "a number is out of range", [{ path: "body", message: "number out of range", allowed: "numbers that fit a double" }]);
  if (typeof value === "object" && value !== null) for (const member of Object.values(value)) checkNumbers(member);
}

/** Deepest nesting of brackets outside strings; linear. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (inString) {
      if (letter === "\\") at += 1;
      else if (letter === '"') inString = false;
    } else if (letter === '"') inString = true;
    else if (letter === "{" || letter === "[") deepest = Math.max(deepest, ++depth);
    else if (letter === "}" || letter === "]") depth -= 1;
  }
  return deepest;
}

/** Rule WR8. The Idempotency-Key header, or null. */
export function idempotencyKey(c: AppContext): string | null {
  const key = c.req.header("idempotency-key");
  if (key === undefined) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new RlveError("invalid_request", "the Idempotency-Key is malformed", [
      { path: "Idempotency-Key", message: "malformed", allowed: "1 to 255 visible ASCII characters" },
    ]);
  return key;
}
