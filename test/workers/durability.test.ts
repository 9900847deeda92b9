/** Episodes through eviction, retries, races, alarms, faults and purges. */
import { abortAllDurableObjects, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, it } from "vitest";
import type { EpisodeObject } from "../../src/objects/episode-object.ts";
import type { EpisodeView, Group } from "../../src/protocol/trainer.ts";
import type { Episode, Problem, Step } from "../../src/protocol/wire.ts";
import { type Answer, agent, api, LOOK, objectOf, reset, search, step } from "./api.ts";

const HOUR = 3_600_000;
const view = async (id: string): Promise<EpisodeView> => (await api<EpisodeView>("GET", `/v1/episodes/${id}`)).json;
const said = (text: string): object => ({ assistant_message: text, tool_calls: [{ name: "cart_view" }] });

/** Plays an episode to its end; `between` runs before each step. Ids and times are left out of what comes back. */
async function play(first: Episode, between: (id: string) => Promise<void>): Promise<string[]> {
  const id = first.episode_id;
  const acts = agent();
  let action = acts.next("").value;
  const replies: string[] = [];
  for (let turn = 0; turn < 40; turn += 1) {
    await between(id);
    const taken = await step(id, { turn, action });
    replies.push(taken.text.replaceAll(id, "id"));
    if (taken.status !== 200 || taken.json.terminated || taken.json.truncated) break;
    action = acts.next(taken.text).value as object;
  }
  return replies;
}

/** Moves an object's past back in time, as if `ms` had gone by. */
async function age(id: string, ms: number): Promise<void> {
  const object = objectOf(id);
  await runInDurableObject(object, (_instance: EpisodeObject, state) => {
    state.storage.sql.exec("UPDATE record SET body = json_set(body, '$.createdAt', json_extract(body, '$.createdAt') - ?) WHERE seq = -1", ms);
    state.storage.sql.exec("UPDATE record SET body = json_set(body, '$.at', json_extract(body, '$.at') - ?) WHERE episode >= 0 AND seq >= 0", ms);
  });
  await evictDurableObject(object);
}
const STEPS = "record WHERE episode >= 0 AND seq >= 0";
const rows = (id: string, table: string): Promise<number> =>
  runInDurableObject(objectOf(id), (_instance: EpisodeObject, state) => state.storage.sql.exec<{ n: number }>(`SELECT count(*) AS n FROM ${table}`).one().n);

describe("eviction", () => {
  for (const [seed, difficulty] of [
    [1, 0],
    [2, 5],
    [3, 9],
    [4, 14],
    [5, 20],
  ] as const) {
    it(`[EP6] before every step changes no byte of any reply (seed ${seed}, d = ${difficulty})`, async ({ expect }) => {
      const [a, b] = [await reset({ seed, difficulty, on_invalid: "observe" }), await reset({ seed, difficulty, on_invalid: "observe" })];
      const calm = await play(a, async () => undefined);
      const evicted = await play(b, (id) => evictDurableObject(objectOf(id)));
      expect(calm.length).toBeGreaterThan(2);
      expect(JSON.parse(calm.at(-1) as string)).toSatisfy((last: Step) => last.terminated !== last.truncated && last.reason !== null);
      expect(evicted).toEqual(calm);
      const [left, right] = [await view(a.episode_id), await view(b.episode_id)];
      expect({ ...right, episode_id: "", created_at: "", ended_at: "" }).toEqual({ ...left, episode_id: "", created_at: "", ended_at: "" });
    });
  }
  it("[EP8] a retry after eviction gets the recorded reply, by key and by turn", async ({ expect }) => {
    const { episode_id } = await reset({ seed: 6, difficulty: 8 });
    const keyed = await step(episode_id, { action: search("lamp") }, { "idempotency-key": "k-1" });
    const turned = await step(episode_id, { turn: 1, action: search("mug") });
    await evictDurableObject(objectOf(episode_id));
    expect((await step(episode_id, { action: search("lamp") }, { "idempotency-key": "k-1" })).text).toBe(keyed.text);
    expect((await step(episode_id, { turn: 1, action: search("mug") })).text).toBe(turned.text);
    expect((await view(episode_id)).turn).toBe(2);
    expect(await rows(episode_id, STEPS)).toBe(2);
  });
});

describe("retries and races", () => {
  const codes = (answers: readonly Answer<Problem>[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const { status, json } of answers) counts[status === 200 ? "200" : json.code] = (counts[status === 200 ? "200" : json.code] ?? 0) + 1;
    return counts;
  };
  it("[EP8] of 20 different steps at one turn exactly one is taken", async ({ expect }) => {
    const { episode_id } = await reset({ seed: 7, difficulty: 6 });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => step(episode_id, { turn: 0, action: search(`thing ${n}`) })));
    const { 200: won, ...lost } = codes(answers);
    expect(won).toBe(1);
    expect(Object.keys(lost).every((code) => ["step_in_progress", "turn_conflict"].includes(code))).toBe(true);
    expect(await rows(episode_id, STEPS)).toBe(1);
    expect((await view(episode_id)).turn).toBe(1);
  });
  it("[EP8] 20 copies of one step are one step with one reply, by turn and by key", async ({ expect }) => {
    for (const [body, headers] of [
      [{ turn: 0, action: search("lamp") }, {}],
      [{ action: search("lamp") }, { "idempotency-key": "same" }],
    ] as const) {
      const { episode_id } = await reset({ seed: 8, difficulty: 6 });
      const answers = await Promise.all(Array.from({ length: 20 }, () => step(episode_id, body, headers)));
      expect(codes(answers)).toEqual({ 200: 20 });
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await rows(episode_id, STEPS)).toBe(1);
    }
  });
  it("[EP8] a turn or a key that is used again for something else is a conflict that names the turn", async ({ expect }) => {
    const { episode_id } = await reset({ seed: 9, difficulty: 6 });
    await step(episode_id, { turn: 0, action: LOOK }, { "idempotency-key": "k" });
    expect((await step(episode_id, { turn: 0, action: search("x") })).json).toMatchObject({ status: 409, code: "turn_conflict", turn: 1 });
    expect((await step(episode_id, { turn: 5, action: LOOK })).json).toMatchObject({ status: 409, code: "turn_conflict", turn: 1 });
    expect((await step(episode_id, { action: search("x") }, { "idempotency-key": "k" })).json).toMatchObject({
      status: 409,
      code: "idempotency_conflict",
      turn: 1,
    });
    expect((await step(episode_id, { turn: 1, action: LOOK }, { "idempotency-key": "k" })).json.code).toBe("idempotency_conflict");
    expect((await view(episode_id)).turn).toBe(1);
  });
  it("[EP8] after the end the last step can be asked for again, and nothing else is taken", async ({ expect }) => {
    const { episode_id } = await reset({ seed: 10 });
    const last = await step(episode_id, { turn: 0, action: { answer: { wrong: true } } });
    expect(last.json).toMatchObject({ terminated: true, reward: -1 });
    const before = (await api("GET", `/v1/episodes/${episode_id}`)).text;
    expect((await step(episode_id, { turn: 0, action: { answer: { wrong: true } } })).text).toBe(last.text);
    for (const body of [
      { action: LOOK },
      { turn: 1, action: LOOK },
      { action: { answer: { wrong: true } } },
      { action: { answer: {} } },
      { message: { role: "assistant", content: "hi" } },
    ]) {
      expect((await step(episode_id, body)).json).toMatchObject({ status: 409, code: "episode_over", retryable: false });
    }
    expect((await api("GET", `/v1/episodes/${episode_id}`)).text).toBe(before);
  });
  it("[WR8] a reset with a key is made once, also by 10 at a time and after eviction", async ({ expect }) => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const body = { env: "cart", difficulty: 3 };
    const answers = await Promise.all(Array.from({ length: 10 }, () => api<Episode>("POST", "/v1/episodes", body, headers)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await evictDurableObject(objectOf(answers[0]!.json.episode_id));
    expect((await api("POST", "/v1/episodes", { difficulty: 3, env: "cart" }, headers)).text).toBe(answers[0]?.text);
    expect((await api("POST", "/v1/episodes", { ...body, difficulty: 4 }, headers)).json.code).toBe("idempotency_conflict");
    expect((await api("POST", "/v1/groups", { ...body, n: 2 }, headers)).json.code).toBe("idempotency_conflict");
  });
  it("[WR8] a batch with a key is taken once", async ({ expect }) => {
    const { json } = await api<Group>("POST", "/v1/groups", { env: "cart", seed: 12, n: 4 });
    const steps = json.episodes.map(({ episode_id }) => ({ episode_id, action: LOOK }));
    const headers = { "idempotency-key": "batch-1" };
    const [a, b] = [await api("POST", "/v1/steps", { steps }, headers), await api("POST", "/v1/steps", { steps }, headers)];
    expect(b.text).toBe(a.text);
    expect((await view(json.episodes[3]!.episode_id)).turn).toBe(1);
  });
  it("[EP8] an episode abandoned while a step is being taken keeps that step out", async ({ expect }) => {
    const { episode_id } = await reset({ seed: 13, difficulty: 6 });
    const whose = { number: 0, owner: "local" };
    const taken = await runInDurableObject(objectOf(episode_id), async (instance: EpisodeObject) => {
      const flying = instance.step({ ...whose, turn: null, key: null, body: JSON.stringify({ action: search("a table") }) });
      await instance.abandon({ ...whose, reveal: false });
      return flying;
    });
    expect(taken).toMatchObject({ ok: false, error: { code: "episode_over" } });
    expect(await view(episode_id)).toMatchObject({ status: "over", turn: 0, faults: 0, ending: { reason: "abandoned" } });
    expect(await rows(episode_id, STEPS)).toBe(1);
  });
  it("[EP6] 100 episodes of one task played at once each see their own cart", async ({ expect }) => {
    const groups = await Promise.all([0, 1].map(() => api<Group>("POST", "/v1/groups", { env: "cart", seed: 14, n: 50, difficulty: 6 })));
    const ids = groups.flatMap(({ json }) => json.episodes.map(({ episode_id }) => episode_id));
    const found = await step(ids[0]!, { action: { tool_calls: [{ name: "user_get_visit_history" }] } });
    const products = [...new Set(found.text.match(/"p_\w{8}","title[^}]*"in_stock":true/g) ?? [])].map((text) => text.slice(1, 11));
    expect(products.length).toBeGreaterThan(3);
    const carts = await Promise.all(
      ids.slice(1).map(async (id, n) => {
        const taken = await step(id, { action: { tool_calls: [{ name: "cart_add", args: { product_id: products[n % products.length] } }] } });
        const { cart } = taken.json.observation.tool_results[0]!.result as { cart: { lines: { product_id: string }[] } };
        return cart.lines.map(({ product_id }) => product_id);
      }),
    );
    expect(carts).toEqual(ids.slice(1).map((_, n) => [products[n % products.length]]));
  });
});

describe("time", () => {
  it("[EP10] an idle episode expires on access, with no reward, and says when", async ({ expect }) => {
    const { episode_id } = await reset({ seed: 15, difficulty: 6 });
    await step(episode_id, { turn: 0, action: LOOK });
    await age(episode_id, HOUR - 60_000);
    expect((await step(episode_id, { turn: 1, action: LOOK })).status).toBe(200);
    await age(episode_id, HOUR + 1000);
    const late = await step(episode_id, { turn: 2, action: LOOK });
    expect(late.json).toMatchObject({ status: 410, code: "episode_expired", retryable: false, turn: 2 });
    expect(await view(episode_id)).toMatchObject({ status: "over", turn: 2, ending: { reason: "expired", reward: null, success: false } });
  });
  it("[EP10] the alarm expires what idled, spares what did not, and can ring twice", async ({ expect }) => {
    const { json } = await api<Group>("POST", "/v1/groups", { env: "cart", seed: 16, n: 3, difficulty: 6 });
    const [a, b, c] = json.episodes.map(({ episode_id }) => episode_id) as [string, string, string];
    await age(a, HOUR + 1000);
    // The step comes too late for its own episode; b is made young again by hand.
    await runInDurableObject(objectOf(a), (_instance: EpisodeObject, state) => {
      state.storage.sql.exec("UPDATE record SET body = json_set(body, '$.createdAt', ?) WHERE episode = 1 AND seq = -1", Date.now());
    });
    await evictDurableObject(objectOf(a));
    expect(await runDurableObjectAlarm(objectOf(a))).toBe(true);
    expect([(await view(a)).ending?.reason, (await view(b)).ending, (await view(c)).ending?.reason]).toEqual(["expired", null, "expired"]);
    const before = (await api("GET", `/v1/episodes/${a}`)).text;
    expect(await runDurableObjectAlarm(objectOf(a))).toBe(true);
    expect((await api("GET", `/v1/episodes/${a}`)).text).toBe(before);
    expect(await rows(a, STEPS)).toBe(2);
    expect((await step(b, { action: LOOK })).status).toBe(200);
  });
  it("[EP10] a day after its end an episode is purged: by the alarm, and before it rings", async ({ expect }) => {
    const { episode_id } = await reset({ seed: 17 });
    await api("DELETE", `/v1/episodes/${episode_id}`);
    await age(episode_id, 23 * HOUR);
    await runDurableObjectAlarm(objectOf(episode_id));
    expect((await view(episode_id)).status).toBe("over");
    await age(episode_id, 2 * HOUR);
    const purged = { status: 410, code: "episode_purged", retryable: false };
    expect((await step(episode_id, { action: LOOK })).json).toMatchObject(purged);
    expect(await rows(episode_id, STEPS)).toBe(1);
    expect(await runDurableObjectAlarm(objectOf(episode_id))).toBe(true);
    expect(await rows(episode_id, "sqlite_master WHERE name = 'record'")).toBe(0);
    expect(await runDurableObjectAlarm(objectOf(episode_id))).toBe(false);
    for (const answer of [
      await step(episode_id, { action: LOOK }),
      await api("GET", `/v1/episodes/${episode_id}`),
      await api("DELETE", `/v1/episodes/${episode_id}`),
    ])
      expect(answer.json).toMatchObject(purged);
  });
});

describe("our failures", () => {
  it("[EP9] with the catalog down a step is refused as retryable, pays nothing, and succeeds later", async ({ expect }) => {
    const { episode_id } = await reset({ seed: 18, difficulty: 6 });
    await step(episode_id, { turn: 0, action: LOOK });
    await env.DB.exec("ALTER TABLE products RENAME TO products_away");
    const down = await step(episode_id, { turn: 1, action: search("never searched before") }, { "idempotency-key": "later" });
    const faulted = await view(episode_id);
    await evictDurableObject(objectOf(episode_id));
    const remembered = await view(episode_id);
    await env.DB.exec("ALTER TABLE products_away RENAME TO products");
    expect(down.json).toMatchObject({ status: 503, code: "upstream_unavailable", retryable: true });
    expect(down.headers.get("retry-after")).toBe("1");
    expect(down.text).not.toMatch(/products|SELECT|at .*\.ts/);
    expect(faulted).toMatchObject({ status: "faulted", faults: 1, turn: 1, ending: null });
    expect(remembered).toEqual(faulted);
    expect(await rows(episode_id, STEPS)).toBe(1);
    const again = await step(episode_id, { turn: 1, action: search("never searched before") }, { "idempotency-key": "later" });
    expect(again.json).toMatchObject({ turn: 2, reward: 0 });
    expect(await view(episode_id)).toMatchObject({ status: "live", faults: 1, turn: 2 });
  });
  it("[EP9] a step whose object is reset under it is taken wholly or not at all, and its retry succeeds", async ({ expect }) => {
    const { episode_id } = await reset({ seed: 20, difficulty: 6 });
    const body = { turn: 0, action: search("something rare") };
    const flying = step(episode_id, body);
    await abortAllDurableObjects();
    const cut = await flying;
    expect(cut.status === 200 || (cut.status === 503 && cut.json.retryable)).toBe(true);
    const again = await step(episode_id, body);
    expect(again.json).toMatchObject({ turn: 1, reward: 0 });
    expect(await rows(episode_id, STEPS)).toBe(1);
  });
  it("[EP9] a bug in the middle of a step changes nothing and is answered without its stack", async ({ expect }) => {
    const { episode_id } = await reset({ seed: 19, difficulty: 6 });
    await runInDurableObject(objectOf(episode_id), (_instance: EpisodeObject, state) => {
      state.storage.sql.exec("UPDATE record SET body = json_set(body, '$.task.problem.items', json('\"gone\"')) WHERE episode = -1");
    });
    await evictDurableObject(objectOf(episode_id));
    const broken = await step(episode_id, { action: said("hello") });
    expect(broken.json).toMatchObject({ status: 500, code: "internal", retryable: true });
    expect(broken.text).not.toMatch(/ZodError|items|\.ts/);
  });
});
