/** Actions in every form that agents and frameworks send. */
import { describe, it } from "vitest";
import type { Environment } from "../../src/core/environment.ts";
import { environmentById } from "../../src/envs/index.ts";
import { parseAction } from "../../src/protocol/action.ts";

const cart = environmentById("cart") as Environment;
const own = (action: unknown) => parseAction({ action }, cart);
const chat = (calls: unknown, content: unknown = null) => parseAction({ message: { role: "assistant", content, tool_calls: calls } }, cart);
const call = (name: unknown, args?: unknown, id?: unknown) => ({ id, type: "function", function: { name, arguments: args } });
const callsOf = (parsed: ReturnType<typeof own>) => (parsed.ok ? parsed.action.calls : parsed.invalid);

describe("own form", () => {
  it("[WR3] message, calls, ask and answer in one action", ({ expect }) => {
    const parsed = own({
      assistant_message: "hi",
      tool_calls: [
        { name: "cart_view", args: {} },
        { name: "ask_user", args: { question: "how many?", about: ["quantity"] } },
      ],
      answer: {},
    });
    expect(parsed).toEqual({
      ok: true,
      action: {
        message: "hi",
        calls: [{ id: "call_1", name: "cart_view", args: {} }],
        asks: [{ question: "how many?", about: ["quantity"] }],
        controlCalls: [{ id: "call_2", name: "ask_user" }],
        answer: {},
      },
    });
  });
  it.for([
    null,
    5,
    "text",
    [],
    { foo: 1 },
    { assistant_message: 5 },
    { tool_calls: {} },
    { tool_calls: [{ args: {} }] },
    { tool_calls: [{ name: "cart_view", args: {}, extra: 1 }] },
    { answer: { x: 1 } },
    { answer: "done" },
  ])("[EP4] %j is invalid, and says which parameter and what is allowed", (action, { expect }) => {
    const parsed = own(action);
    expect(parsed.ok).toBe(false);
    if (parsed.ok) return;
    expect(parsed.invalid.parameter).not.toBe("");
    expect(parsed.invalid.allowed).not.toBe("");
  });
  it("[EP4] a message over 32 kB is invalid", ({ expect }) => {
    expect(own({ assistant_message: "x".repeat(32 * 1024 + 1) }).ok).toBe(false);
    expect(own({ assistant_message: "x".repeat(32 * 1024) }).ok).toBe(true);
  });
  it("[EP4] two answers in one action are invalid", ({ expect }) => {
    expect(own({ tool_calls: [{ name: "submit_answer", args: { answer: {} } }], answer: {} }).ok).toBe(false);
  });
  it("[B31] an action with nothing in it is a turn", ({ expect }) => {
    for (const action of [{}, { assistant_message: null, tool_calls: null, answer: null }, { assistant_message: "   " }]) expect(own(action).ok).toBe(true);
  });
});

describe("tool arguments", () => {
  it.for([0, -1, 1.5, 1e9, 1e308, "2", "2.0", true, null, "٢"])("[B52] quantity %j is refused by the schema", (quantity, { expect }) => {
    const parsed = own({ tool_calls: [{ name: "cart_add", args: { product_id: "p_00000000", quantity } }] });
    expect(parsed.ok).toBe(false);
    if (!parsed.ok) expect(parsed.invalid.parameter).toBe("action.tool_calls[0].args.quantity");
  });
  it.for(["verify", "score", "reset", "close", "state", "__proto__", "constructor", "toString", "CART_VIEW", "cart view", ""])(
    "[B11] %j is no tool",
    (name, { expect }) => {
      const parsed = own({ tool_calls: [{ name, args: {} }] });
      expect(parsed.ok).toBe(false);
      if (!parsed.ok) expect(parsed.invalid.allowed).toContain("cart_view");
    },
  );
  it("[WR5] dotted spellings are the same tool", ({ expect }) => {
    expect(callsOf(own({ tool_calls: [{ name: "cart.view" }] }))).toEqual([{ id: "call_1", name: "cart_view", args: {} }]);
  });
  it("[B54] an unknown key, a wrong enum and a wrong type name the parameter", ({ expect }) => {
    const bad = [{ product_id: "p", colour: "red" }, { product_id: 5 }, {}];
    const parameters = bad.map((args) => {
      const parsed = own({ tool_calls: [{ name: "cart_add", args }] });
      return parsed.ok ? "" : parsed.invalid.parameter;
    });
    expect(parameters).toEqual(["action.tool_calls[0].args.colour", "action.tool_calls[0].args.product_id", "action.tool_calls[0].args.product_id"]);
    const about = own({ tool_calls: [{ name: "ask_user", args: { question: "?", about: ["price"] } }] });
    expect(about.ok ? "" : about.invalid.allowed).toContain("features");
  });
});

describe("chat form", () => {
  it("[WR4] reads the listed keys and ignores what a framework adds", ({ expect }) => {
    const parsed = parseAction(
      {
        message: {
          role: "assistant",
          content: "ok",
          refusal: null,
          annotations: [],
          reasoning_content: "x",
          tool_calls: [{ ...call("cart_view", "{}", "c1"), index: 0 }],
        },
      },
      cart,
    );
    expect(parsed.ok && parsed.action.message).toBe("ok");
    expect(callsOf(parsed)).toEqual([{ id: "c1", name: "cart_view", args: {} }]);
  });
  it.for([{}, "{}", '"{}"', "", null, undefined])("[B29] arguments %j mean an empty object", (args, { expect }) => {
    expect(callsOf(chat([call("cart_view", args, "c")]))).toEqual([{ id: "c", name: "cart_view", args: {} }]);
  });
  it.for([[], "42", "[]", '{"a":', '{"product_id":"p",}', "```json\n{}\n```", 42])("[B29] arguments %j are invalid", (args, { expect }) => {
    expect(chat([call("cart_view", args)]).ok).toBe(false);
  });
  it("[B43] equal and blank ids are made unique, the same way each time", ({ expect }) => {
    const calls = [call("cart_view", "{}", "x"), call("cart_view", "{}", "x"), call("cart_view", "{}", "")];
    const ids = (parsed: ReturnType<typeof own>) => (parsed.ok ? parsed.action.calls.map((one) => one.id) : []);
    expect(ids(chat(calls))).toEqual(["x", "x_2", "call_3"]);
    expect(ids(chat(calls))).toEqual(ids(chat(calls)));
  });
  it("[WR4] content parts are joined", ({ expect }) => {
    const parsed = chat(null, [
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ]);
    expect(parsed.ok && parsed.action.message).toBe("ab");
  });
  it("[EP4] a message of another role is invalid", ({ expect }) => {
    expect(parseAction({ message: { role: "user", content: "hi" } }, cart).ok).toBe(false);
  });
});
