/** Every endpoint as it is meant to be used: its reply fits the schema that the OpenAPI document is made from. */
import { describe, it } from "vitest";
import { BatchReply, EnvironmentPage, EpisodeView, Group, Trajectory } from "../../src/protocol/trainer.ts";
import { Episode, Step } from "../../src/protocol/wire.ts";
import { api, LOOK, reset, step } from "./api.ts";

describe("environments", () => {
  it("[AR2] lists every environment and describes each at a difficulty", async ({ expect }) => {
    const list = await api<{ environments: { id: string }[] }>("GET", "/v1/environments");
    expect(list.json.environments.map(({ id }) => id)).toContain("cart");
    const page = await api<EnvironmentPage>("GET", "/v1/environments/cart?difficulty=9");
    expect(page.status).toBe(200);
    expect(EnvironmentPage.parse(page.json)).toEqual(page.json);
    // T_max = 4 + floor(9/2) = 8, B_tool = 3 + floor(9/2) = 7
    expect(Object.fromEntries(page.json.axes.map((axis) => [axis.symbol, axis.value]))).toMatchObject({ T_max: 8, B_tool: 7 });
    expect(page.headers.get("access-control-allow-origin")).toBe("*");
  });
});

describe("episodes", () => {
  it("[EP5] a reset holds all that a policy needs, and a step follows from it alone", async ({ expect }) => {
    const first = await api<Episode>("POST", "/v1/episodes", { env: "cart", seed: 5, difficulty: 2, metadata: { rollout: 3, arm: "a" } });
    expect(first.status).toBe(201);
    expect(Episode.parse(first.json)).toEqual(first.json);
    expect(first.json).toMatchObject({
      env: "cart",
      seed: 5,
      difficulty: 2,
      turn: 0,
      metadata: { rollout: 3, arm: "a" },
      messages: [{ role: "system" }, { role: "user", content: first.json.observation.user_message }],
    });
    const next = await step(first.json.episode_id, { turn: 0, action: LOOK });
    expect(next.status).toBe(200);
    expect(Step.parse(next.json)).toEqual(next.json);
    expect(next.json).toMatchObject({
      episode_id: first.json.episode_id,
      task_id: first.json.task_id,
      turn: 1,
      reward: 0,
      terminated: false,
      truncated: false,
      metadata: { rollout: 3, arm: "a" },
    });
  });
  it("[EN1] the same seed gives the same task, another seed another, and no seed a fresh one that is told", async ({ expect }) => {
    const [a, b, c, d, e] = await Promise.all([reset({ seed: 7 }), reset({ seed: 7 }), reset({ seed: 8 }), reset(), reset()]);
    expect([b.task_id, b.observation, b.messages]).toEqual([a.task_id, a.observation, a.messages]);
    expect(b.episode_id).not.toBe(a.episode_id);
    expect(c.task_id).not.toBe(a.task_id);
    expect(d.seed).not.toEqual(e.seed);
    expect((await reset({ seed: d.seed })).task_id).toBe(d.task_id);
  });
  it("[EN1] seeds beyond 2^53 come as text and come back as text", async ({ expect }) => {
    const [big, other, zero] = await Promise.all([reset({ seed: "18446744073709551615" }), reset({ seed: "18446744073709551614" }), reset({ seed: 0 })]);
    expect(big.seed).toBe("18446744073709551615");
    expect(other.task_id).not.toBe(big.task_id);
    expect(zero.seed).toBe(0);
  });
  it("[EN6] a group's episodes differ in their ids only, and do not touch each other", async ({ expect }) => {
    const group = await api<Group>("POST", "/v1/groups", { env: "cart", seed: 11, n: 8 });
    expect(group.status).toBe(201);
    expect(Group.parse(group.json)).toEqual(group.json);
    const { episodes, task_id } = group.json;
    expect(new Set(episodes.map(({ episode_id }) => episode_id)).size).toBe(8);
    expect(new Set(episodes.map(({ episode_id: _, ...rest }) => JSON.stringify(rest))).size).toBe(1);
    expect(episodes[0]?.task_id).toBe(task_id);
    await step(episodes[0]!.episode_id, { action: LOOK });
    const views = await Promise.all(episodes.slice(0, 2).map(({ episode_id }) => api<EpisodeView>("GET", `/v1/episodes/${episode_id}`)));
    expect(views.map(({ json }) => json.turn)).toEqual([1, 0]);
  });
  it("[EP8] a batch takes every step it can, in order, and says of each what became of it", async ({ expect }) => {
    const [a, b] = [await reset({ seed: 1 }), await reset({ seed: 2 })];
    const batch = await api<BatchReply>("POST", "/v1/steps", {
      steps: [
        { episode_id: a.episode_id, action: LOOK },
        { episode_id: "ep_forged", action: LOOK },
        { episode_id: b.episode_id, turn: 4, action: LOOK },
        { episode_id: a.episode_id, turn: 1, action: LOOK },
        { nonsense: true },
        7,
      ],
    });
    expect(batch.status).toBe(200);
    expect(BatchReply.parse(batch.json)).toEqual(batch.json);
    expect(batch.json.results.map((result) => (result.ok ? result.step.turn : result.error.code))).toEqual([
      1,
      "invalid_episode_id",
      "turn_conflict",
      2,
      "invalid_request",
      "invalid_request",
    ]);
  });
  it("[EP3] the trainer sees the hidden goal after the end, or when it asks", async ({ expect }) => {
    const { episode_id } = await reset({ seed: 3 });
    const path = `/v1/episodes/${episode_id}`;
    const live = await api<EpisodeView>("GET", path);
    expect(EpisodeView.parse(live.json)).toEqual(live.json);
    expect(live.json).toMatchObject({ status: "live", turn: 0, ending: null, ended_at: null });
    expect(live.json.hidden).toBeUndefined();
    expect((await api<EpisodeView>("GET", `${path}?reveal=true`)).json.hidden?.problem).toBeDefined();
    const over = await api<EpisodeView>("DELETE", path);
    expect(over.json).toMatchObject({ status: "over", expires_at: null, ending: { reason: "abandoned", reward: null } });
    expect(over.json.hidden).toBeDefined();
    expect((await api<EpisodeView>("DELETE", path)).text).toBe(over.text);
    expect((await step(episode_id, { action: LOOK })).json).toMatchObject({ status: 409, code: "episode_over" });
  });
  it("[EP1] the transcript holds what was said byte for byte", async ({ expect }) => {
    const { episode_id, observation } = await reset({ seed: 4 });
    const message = {
      role: "assistant",
      content: "<think>hm</think>  Let me look.\r\n\u{1F600} \ud800 ",
      tool_calls: [{ id: "a", type: "function", function: { name: "cart.view", arguments: "{}" } }],
      refusal: null,
    };
    const taken = await step(episode_id, { message });
    const path = await api<Trajectory>("GET", `/v1/episodes/${episode_id}/trajectory`);
    expect(Trajectory.parse(path.json)).toEqual(path.json);
    expect(path.json.first.observation).toEqual(observation);
    expect(path.json.steps).toHaveLength(1);
    expect(path.json.steps[0]?.observation).toEqual(taken.json.observation);
    expect(path.json.steps[0]?.action).toMatchObject({ message: message.content });
  });
});

describe("service", () => {
  it("[AR5] every endpoint is in the OpenAPI document, and the page about it asks nobody else for anything", async ({ expect }) => {
    const { json } = await api<{ paths: Record<string, object> }>("GET", "/openapi.json");
    expect(
      Object.entries(json.paths)
        .flatMap(([path, verbs]) => Object.keys(verbs).map((verb) => `${verb} ${path}`))
        .sort(),
    ).toEqual([
      "delete /v1/episodes/{id}",
      "get /healthz",
      "get /readyz",
      "get /v1/environments",
      "get /v1/environments/{env}",
      "get /v1/episodes/{id}",
      "get /v1/episodes/{id}/trajectory",
      "post /v1/episodes",
      "post /v1/episodes/{id}/step",
      "post /v1/groups",
      "post /v1/steps",
    ]);
    const docs = await api("GET", "/docs");
    expect(docs.status).toBe(200);
    for (const path of Object.keys(json.paths)) expect(docs.text).toContain(path);
    expect(docs.text).not.toMatch(/https?:\/\/|<script/);
  });
  it("[CA5] is alive, and ready once the catalog is seeded", async ({ expect }) => {
    expect((await api("GET", "/healthz")).text).toBe('{"status":"ok"}');
    expect((await api("GET", "/readyz")).json).toMatchObject({ status: "ready", catalog: { size: 2000 } });
    expect((await api("GET", "/")).status).toBe(302);
  });
});
