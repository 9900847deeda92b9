/** What callers get wrong, by mistake or on purpose: an answer that says what, never a 5xx, and nothing changed. */
import { describe, it } from "vitest";
import { encodeEpisodeId } from "../../src/protocol/episode-id.ts";
import type { EpisodeView } from "../../src/protocol/trainer.ts";
import { Problem } from "../../src/protocol/wire.ts";
import { type Answer, api, LOOK, objectOf, reset, step } from "./api.ts";

const deep = (levels: number): string => `{"env":"cart","x":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
const stream = (bytes: number): ReadableStream<Uint8Array> => {
  let left = bytes;
  return new ReadableStream({
    pull(controller) {
      const size = Math.min(left, 65_536);
      controller.enqueue(new Uint8Array(size).fill(32));
      left -= size;
      if (left === 0) controller.close();
    },
  });
};
const KEY = "local-development-only";

/** Every refusal has the one shape, and its header names the same request. */
function refusal(answer: Answer<Problem>): string {
  const problem = Problem.parse(answer.json);
  if (answer.headers.get("content-type") !== "application/problem+json") throw new Error(`content type of ${answer.text}`);
  if (problem.status !== answer.status || problem.request_id !== answer.headers.get("x-request-id")) throw new Error(`head and body of ${answer.text} differ`);
  return `${answer.status} ${problem.code}`;
}

describe("bodies", () => {
  const bodies: Record<string, string | Uint8Array> = {
    empty: "",
    blank: "  \n",
    cut: "{",
    "half a string": '{"env":"ca',
    "trailing comma": '{"env":"cart",}',
    comment: '{"env":"cart"/**/}',
    "single quotes": "{'env':'cart'}",
    NaN: '{"env":"cart","difficulty":NaN}',
    Infinity: '{"env":"cart","seed":1e999}',
    null: "null",
    list: "[]",
    number: "7",
    text: '"cart"',
    two: '{"env":"cart"}{"env":"cart"}',
    mark: '\ufeff{"env":"cart"}',
    "33 deep": deep(33),
    "a million deep": `${"[".repeat(500_000)}`,
    "not UTF-8": new Uint8Array([123, 34, 101, 255, 34, 58, 49, 125]),
    "control letter": '{"env":"ca\u0000rt"}',
    form: "env=cart&seed=1",
  };
  for (const [name, body] of Object.entries(bodies)) {
    for (const path of ["/v1/episodes", "/v1/groups", "/v1/steps"]) {
      it(`[WR2] ${name} is not valid JSON for ${path}`, async ({ expect }) => {
        expect(refusal(await api("POST", path, body))).toBe("400 invalid_json");
      });
    }
  }
  it("[WR2] 32 levels are read, and then it is the schema that refuses", async ({ expect }) => {
    expect(refusal(await api("POST", "/v1/episodes", deep(32)))).toBe("400 invalid_request");
  });
  it("[WR9] a body is refused over 1 MB, with and without a length, however long it claims to be", async ({ expect }) => {
    expect(refusal(await api("POST", "/v1/episodes", " ".repeat(1_048_577)))).toBe("413 payload_too_large");
    expect(refusal(await api("POST", "/v1/episodes", stream(33 * 1_048_576)))).toBe("413 payload_too_large");
    expect((await api("POST", "/v1/episodes", `${JSON.stringify({ env: "cart", seed: 1 })}${" ".repeat(1_000_000)}`)).status).toBe(201);
  });
  it("[WR2] only JSON in UTF-8 is taken", async ({ expect }) => {
    const typed = async (type: string): Promise<number> => (await api("POST", "/v1/episodes", { env: "cart" }, { "content-type": type })).status;
    const types = [
      "text/plain",
      "application/xml",
      "application/json; charset=latin1",
      "application/jsonp",
      "multipart/form-data",
      "application/json",
      "application/json; charset=utf-8",
      'Application/JSON;charset="UTF-8"',
    ];
    expect(await Promise.all(types.map(typed))).toEqual([415, 415, 415, 415, 415, 201, 201, 201]);
    expect(refusal(await api("POST", "/v1/episodes", { env: "cart" }, { "content-encoding": "gzip" }))).toBe("415 unsupported_media_type");
  });
});

describe("resets", () => {
  const wrong: [string, object, string][] = [
    ["no environment", {}, "env"],
    ["an unknown environment", { env: "crat" }, "env"],
    ["an environment of another type", { env: 3 }, "env"],
    ["an unknown field", { env: "cart", dificulty: 1 }, "dificulty"],
    ["seed -1", { env: "cart", seed: -1 }, "seed"],
    ["seed 1.5", { env: "cart", seed: 1.5 }, "seed"],
    ["seed 2^53", { env: "cart", seed: 2 ** 53 }, "seed"],
    ["seed abc", { env: "cart", seed: "abc" }, "seed"],
    ["seed as text with sign", { env: "cart", seed: "-1" }, "seed"],
    ["seed true", { env: "cart", seed: true }, "seed"],
    ["seed null", { env: "cart", seed: null }, "seed"],
    ["d = 21", { env: "cart", difficulty: 21 }, "difficulty"],
    ["d = -1", { env: "cart", difficulty: -1 }, "difficulty"],
    ["d as text", { env: "cart", difficulty: "3" }, "difficulty"],
    ["an unknown axis", { env: "cart", axes: { turn: 3 } }, "axes.turn"],
    ["an axis out of range", { env: "cart", axes: { turns: 1 } }, "axes.turns"],
    ["an unknown split", { env: "cart", split: "dev" }, "split"],
    ["an unknown language", { env: "cart", language: "xx" }, "language"],
    ["metadata of objects", { env: "cart", metadata: { a: {} } }, "metadata.a"],
    ["too much metadata", { env: "cart", metadata: Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`k${n}`, "x".repeat(500)])) }, "metadata"],
    ["on_invalid of another kind", { env: "cart", on_invalid: "retry" }, "on_invalid"],
  ];
  for (const [name, body, path] of wrong) {
    it(`[WR2] ${name} is refused, naming ${path} and what is allowed`, async ({ expect }) => {
      const answer = await api("POST", "/v1/episodes", body);
      expect(refusal(answer)).toBe("400 invalid_request");
      expect(answer.json.errors?.[0]?.path).toBe(path);
      expect(answer.json.errors?.[0]?.allowed).toBeTruthy();
    });
  }
  it("[WR1] a misspelt environment is answered with the names of those there are", async ({ expect }) => {
    expect((await api("POST", "/v1/episodes", { env: "crat" })).json.errors).toEqual([
      { path: "env", message: "unknown environment", allowed: expect.stringContaining("cart") },
    ]);
    expect(refusal(await api("GET", "/v1/environments/crat"))).toBe("404 unknown_environment");
  });
  it("[WR2] groups hold 1 to 64 episodes", async ({ expect }) => {
    const status = async (n: unknown): Promise<number> => (await api("POST", "/v1/groups", { env: "cart", seed: 1, n })).status;
    expect(await Promise.all([0, 65, 1.5, "2", undefined, 1, 64].map(status))).toEqual([400, 400, 400, 400, 400, 201, 201]);
  });
  it("[WR8] an Idempotency-Key is 1 to 255 visible ASCII characters", async ({ expect }) => {
    const status = async (key: string): Promise<number> => (await api("POST", "/v1/episodes", { env: "cart", seed: 1 }, { "idempotency-key": key })).status;
    expect(await Promise.all(["", "a b", "x".repeat(256), "a\tb", `${crypto.randomUUID()}`].map(status))).toEqual([400, 400, 400, 400, 201]);
  });
});

describe("steps", () => {
  const bodies: [string, object][] = [
    ["nothing", {}],
    ["both forms", { action: LOOK, message: { role: "assistant", content: "hi" } }],
    ["an unknown field", { action: LOOK, reward: 1 }],
    ["turn -1", { turn: -1, action: LOOK }],
    ["turn 0.5", { turn: 0.5, action: LOOK }],
    ["turn as text", { turn: "0", action: LOOK }],
    ["the action bare", LOOK],
  ];
  for (const [name, body] of bodies) {
    it(`[WR2] ${name}: refused, and the episode is as it was`, async ({ expect }) => {
      const { episode_id } = await reset({ seed: 1 });
      const before = await api<EpisodeView>("GET", `/v1/episodes/${episode_id}?reveal=true`);
      expect(refusal(await step(episode_id, body))).toBe("400 invalid_request");
      expect((await api("GET", `/v1/episodes/${episode_id}?reveal=true`)).text).toBe(before.text);
    });
  }
  it("[EP4] what the agent gets wrong is no mistake of the caller: the episode ends, or says what was wrong", async ({ expect }) => {
    const actions: unknown[] = [
      null,
      7,
      "hi",
      [],
      { tool_calls: [{ name: "drop_tables" }] },
      { tool_calls: [{ name: "cart_add", args: { product_id: 7 } }] },
      { tool_calls: [{ name: "cart_add", args: '{"a":' }] },
      { goal: 1 },
      { answer: [] },
      { assistant_message: "x".repeat(33_000) },
    ];
    for (const action of actions) {
      const strict = await step((await reset({ seed: 1 })).episode_id, { action });
      expect([strict.status, strict.json.terminated, strict.json.reward, strict.json.reason]).toEqual([200, true, -1, "invalid_action"]);
      const lenient = await step((await reset({ seed: 1, on_invalid: "observe" })).episode_id, { action });
      expect([lenient.status, lenient.json.terminated, lenient.json.reward]).toEqual([200, false, 0]);
      expect(lenient.json.observation.error?.allowed).toBeTruthy();
    }
  });
  it("[WR2] batches hold 1 to 64 steps", async ({ expect }) => {
    const { episode_id } = await reset({ seed: 1 });
    const status = async (body: object): Promise<number> => (await api("POST", "/v1/steps", body)).status;
    const steps = (n: number) => ({ steps: Array.from({ length: n }, () => ({ episode_id, turn: 99, action: LOOK })) });
    expect(await Promise.all([steps(0), steps(65), { steps: {} }, { steps: [], more: 1 }, {}, steps(64)].map(status))).toEqual([400, 400, 400, 400, 400, 200]);
  });
});

describe("ids", () => {
  it("[EP10] malformed, mistyped and forged ids are refused by every address that takes one", async ({ expect }) => {
    const { episode_id: good } = await reset({ seed: 1 });
    const objectId = objectOf(good).id.toString();
    const last = good.at(-1) === "A" ? "B" : "A";
    const ids = [
      "x",
      "ep_",
      "0",
      "null",
      "undefined",
      "%00",
      "..%2f..%2fadmin",
      "ep_%F0%9F%98%80",
      good.slice(0, -1),
      `${good}A`,
      good.slice(0, -1) + last,
      good.toUpperCase(),
      `ep_${"A".repeat(55)}`,
      "ep_".padEnd(5000, "A"),
      encodeEpisodeId({ objectId, number: 0 }, "another key entirely"),
      encodeEpisodeId({ objectId: "00".repeat(32), number: 0 }, KEY),
    ];
    for (const id of ids) {
      const answers = await Promise.all([
        api("GET", `/v1/episodes/${id}`),
        api("GET", `/v1/episodes/${id}/trajectory`),
        api("DELETE", `/v1/episodes/${id}`),
        step(id, { action: LOOK }),
      ]);
      expect([id, ...answers.map(refusal)]).toEqual([id, ...Array(4).fill("400 invalid_episode_id")]);
    }
    expect((await step(good, { turn: 0, action: LOOK })).status).toBe(200);
  });
  it("[EP10] a number that the object does not hold is an episode that does not exist", async ({ expect }) => {
    const { episode_id } = await reset({ seed: 1 });
    const id = encodeEpisodeId({ objectId: objectOf(episode_id).id.toString(), number: 1 }, KEY);
    expect(refusal(await step(id, { action: LOOK }))).toBe("404 episode_not_found");
  });
});

describe("addresses", () => {
  it("[WR1] unknown addresses, methods and query parameters are refused in the same shape", async ({ expect }) => {
    expect(refusal(await api("GET", "/v2/episodes"))).toBe("404 not_found");
    expect(refusal(await api("GET", "/v1/episodes/"))).toBe("404 not_found");
    for (const [method, path] of [
      ["GET", "/v1/episodes"],
      ["PUT", "/v1/episodes"],
      ["PATCH", "/v1/groups"],
      ["GET", "/v1/steps"],
      ["POST", "/v1/environments"],
      ["POST", "/healthz"],
    ] as const) {
      const answer = await api(method, path, method === "GET" ? undefined : {});
      expect([path, refusal(answer)]).toEqual([path, "405 method_not_allowed"]);
      expect(answer.headers.get("allow")).toBeTruthy();
    }
    const { episode_id } = await reset({ seed: 1 });
    for (const query of ["?difficulty=21", "?difficulty=x", "?d=1", "?difficulty=1.5"])
      expect(refusal(await api("GET", `/v1/environments/cart${query}`))).toBe("400 invalid_request");
    for (const query of ["?reveal=1", "?revael=true"]) expect(refusal(await api("GET", `/v1/episodes/${episode_id}${query}`))).toBe("400 invalid_request");
  });
  it("[WR1] only public reading is open to pages of other origins, errors included", async ({ expect }) => {
    const { episode_id } = await reset({ seed: 1 });
    const origin = { origin: "https://elsewhere.test" };
    const allowed = await Promise.all(
      ["/v1/environments", "/v1/environments/crat", "/openapi.json", `/v1/episodes/${episode_id}`].map(async (path) =>
        (await api("GET", path, undefined, origin)).headers.get("access-control-allow-origin"),
      ),
    );
    expect(allowed).toEqual(["*", "*", "*", null]);
    expect((await api("POST", "/v1/episodes", { env: "cart" }, origin)).headers.get("access-control-allow-origin")).toBeNull();
  });
});
