/** A caller of the API for worker tests, and an agent that acts on what it sees. */
import { env, exports } from "cloudflare:workers";
import type { EpisodeObject } from "../../src/objects/episode-object.ts";
import { settingsOf } from "../../src/platform/settings.ts";
import { decodeEpisodeId } from "../../src/protocol/episode-id.ts";
import type { Episode, Problem, Step } from "../../src/protocol/wire.ts";

export interface Answer<T> {
  readonly status: number;
  readonly text: string;
  readonly json: T;
  readonly headers: Headers;
}

/** One request; a body that is not text is sent as JSON. */
export async function api<T = Problem>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> {
  const raw = body instanceof ReadableStream || body instanceof Uint8Array || typeof body === "string";
  const response = await exports.default.fetch(`https://service.test${path}`, {
    method,
    redirect: "manual",
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, json: (text.startsWith("{") ? JSON.parse(text) : null) as T, headers: response.headers };
}

export const reset = async (over: object = {}): Promise<Episode> => (await api<Episode>("POST", "/v1/episodes", { env: "cart", ...over })).json;

export const step = (id: string, body: object, headers: Record<string, string> = {}): Promise<Answer<Step & Problem>> =>
  api("POST", `/v1/episodes/${id}/step`, body, headers);

/** An action that changes nothing and ends nothing. */
export const LOOK = { tool_calls: [{ name: "cart_view" }] };
export const search = (query: string) => ({ tool_calls: [{ name: "catalog_search", args: { query } }] });

/** The object behind an episode id. */
export function objectOf(id: string): DurableObjectStub<EpisodeObject> {
  const address = decodeEpisodeId(id, settingsOf(env).SIGNING_KEY);
  if (address === null) throw new Error(`${id} is not signed`);
  return env.EPISODES.get(env.EPISODES.idFromString(address.objectId));
}

/** A fixed way to act on replies alone: asks, looks, adds what was shown, and answers. The same replies give the same actions. */
export function* agent(): Generator<object, void, string> {
  let shown = yield {
    assistant_message: "Which brand and features, which options, how many?",
    tool_calls: [{ name: "user_get_visit_history" }, { name: "ask_user", args: { question: "Anything else?" } }],
  };
  for (let turn = 0; ; turn += 1) {
    const ids = [...new Set(shown.match(/\bp_\w{8}\b/g) ?? [])];
    const wanted = ids[turn % Math.max(1, ids.length)] ?? "p_00000000";
    shown = yield turn % 3 === 2
      ? { assistant_message: `Shall I take ${wanted}?`, tool_calls: [{ name: "catalog_get_variants", args: { product_id: wanted } }] }
      : {
          tool_calls: [
            { name: "cart_add", args: { product_id: wanted, quantity: 1 + (turn % 2) } },
            { name: "cart_view" },
            { name: "catalog_search", args: { query: "blue cotton" } },
          ],
        };
  }
}
