/** A seeded soak: an agent that does anything, over tasks of every difficulty; every invariant after every step. SOAK=n for more episodes. */
import { describe, it } from "vitest";
import { initialState } from "../../src/core/episode.ts";
import { Rng } from "../../src/core/rng.ts";
import { leaksOf, makeShopTask, problemOf, RandomAgent, Recorder, type Turn, wrongIn, wrongWhole } from "../makers/random-agent.ts";

const EPISODES = Math.max(400, Number(process.env.SOAK ?? 0));
const SEED = "soak-1";

/** One episode to its end; what was wrong, with the action that led to it. */
async function soak(n: number): Promise<{ recorder: Recorder; wrong: string[] }> {
  const task = await makeShopTask({ difficulty: n % 13, seed: String(n) });
  const recorder = new Recorder(task, n % 3 === 0 ? "fail" : "observe");
  const agent = new RandomAgent(recorder, new Rng(`${SEED}/${n}`));
  const wrong: string[] = [];
  while (!recorder.over && recorder.turns.length <= task.axes.turns) {
    const action = agent.act();
    await recorder.step(action);
    const turn = recorder.turns[recorder.turns.length - 1];
    if (turn !== undefined)
      wrong.push(...wrongIn(task, turn).map((what) => `episode ${n}, turn ${recorder.turns.length}: ${what}; ${JSON.stringify(action).slice(0, 600)}`));
  }
  wrong.push(...wrongWhole(recorder).map((what) => `episode ${n}: ${what}`));
  return { recorder, wrong };
}

describe(`soak of ${EPISODES} episodes, d 0 to 12, seed ${SEED}`, () => {
  it("[EP1] [EP2] [EP3] [US2] [RW4] every invariant holds after every step, and each episode ends once, by its turn limit", {
    timeout: 20_000 + 60 * EPISODES,
  }, async ({ expect }) => {
    const reasons = new Map<string, number>();
    const counted = { turns: 0, told: 0, soldOut: 0, units: 0, successes: 0 };
    const wrong: string[] = [];
    for (let n = 0; n < EPISODES; n += 1) {
      const { recorder, wrong: found } = await soak(n);
      wrong.push(...found);
      const { ending, toldOnRequest, world, turn } = recorder.state;
      reasons.set(ending?.reason ?? "none", (reasons.get(ending?.reason ?? "none") ?? 0) + 1);
      counted.turns += turn;
      counted.told += toldOnRequest;
      counted.soldOut += world.soldOut.length;
      counted.units += world.cart.length;
      counted.successes += ending?.success === true ? 1 : 0;
    }
    expect(wrong.slice(0, 20)).toEqual([]);
    console.log(JSON.stringify({ ...counted, reasons: Object.fromEntries(reasons) }));
    // A soak that never gets anywhere shows nothing: each of these happens.
    for (const [what, count] of Object.entries(counted)) expect(count, what).toBeGreaterThan(0);
    for (const reason of ["answered", "turn_limit", "user_quit", "invalid_action", "unsafe"]) expect(reasons.get(reason) ?? 0, reason).toBeGreaterThan(0);
  });
});

describe("the invariants can fail", () => {
  it("[US2] [US9] [RW4] [EP2] [TL3] a turn doctored in one place is found out", async ({ expect }) => {
    const task = await makeShopTask({ difficulty: 12, seed: "1", axes: { omission: 1, typing_noise: 0 } });
    const recorder = new Recorder(task);
    const product_id = recorder.table.context.aliases.product(problemOf(task).items[0]?.productIndex ?? 0);
    await recorder.step({ tool_calls: [{ name: "ask_user", args: { question: "Which?", about: ["features"] } }] });
    await recorder.step({ tool_calls: [{ name: "cart_add", args: { product_id } }] });
    await recorder.step({ tool_calls: [{ name: "cart_view", args: {} }] });
    for (let n = 0; !recorder.over && n < 20; n += 1) await recorder.step({ answer: {} });
    const [asked, added, viewed] = recorder.turns as [Turn, Turn, Turn];
    const last = recorder.turns[recorder.turns.length - 1] as Turn;
    expect(recorder.turns.flatMap((turn) => wrongIn(task, turn))).toEqual([]);
    expect(wrongWhole(recorder)).toEqual([]);
    const seen = { ...asked.reply.observation };
    const doctored: [string, Turn][] = [
      ["schema", { ...asked, reply: { ...asked.reply, success: "no" as unknown as boolean } }],
      ["turn", { ...asked, reply: { ...asked.reply, turn: 7 } }],
      ["remaining", { ...asked, reply: { ...asked.reply, observation: { ...seen, remaining: { turns: 1, tool_calls: 9 } } } }],
      ["reward before the end", { ...asked, reply: { ...asked.reply, reward: 0.5 } }],
      ["two endings", { ...last, changes: [...last.changes, ...last.changes] }],
      ["both ways to end", { ...last, reply: { ...last.reply, terminated: true, truncated: true } }],
      ["another reward", { ...last, reply: { ...last.reply, reward: (last.reply.reward ?? 0) + 0.01 } }],
      ["free turns", { ...asked, after: { ...asked.after, freeTurns: 9 } }],
      ["empty line", { ...asked, reply: { ...asked.reply, observation: { ...seen, user_message: " " } } }],
      ["no line", { ...asked, reply: { ...asked.reply, observation: { ...seen, user_message: null, user_act: null } } }],
      ["unfinished line", { ...asked, reply: { ...asked.reply, observation: { ...seen, user_message: "I want undefined" } } }],
      [
        "told at once",
        {
          ...asked,
          after: { ...asked.after, slots: Object.fromEntries(task.slots.map(({ id }) => [id, { state: "disclosed", toldOnTurn: 1, onRequest: true }])) },
        },
      ],
      ["taken back", { ...asked, after: { ...asked.after, slots: initialState(task).slots }, before: asked.after }],
      ["cart of a look-up", { ...viewed, after: { ...viewed.after, world: { ...viewed.after.world, cart: [] } } }],
      ["line twice", { ...added, after: { ...added.after, world: { ...added.after.world, cart: [...added.after.world.cart, ...added.after.world.cart] } } }],
      [
        "quantity",
        { ...added, after: { ...added.after, world: { ...added.after.world, cart: added.after.world.cart.map((line) => ({ ...line, quantity: 0 })) } } },
      ],
      ["stock-out", { ...viewed, after: { ...viewed.after, world: { ...viewed.after.world, soldOut: ["1/2"] } } }],
      ["forgotten", { ...viewed, after: { ...viewed.after, seen: new Set() } }],
      ["results", { ...viewed, reply: { ...viewed.reply, observation: { ...viewed.reply.observation, tool_results: [] } } }],
      ["invalid", { ...added, action: { tool_calls: 5 } }],
    ];
    for (const [what, turn] of doctored) expect(wrongIn(task, turn), what).not.toEqual([]);
    const secret = problemOf(task).items.find((item) => item.variant !== null && asked.after.slots[`${item.id}/variant`]?.state === "withheld");
    const told = { ...asked.reply, observation: { ...seen, user_message: `make it ${secret?.variant?.value}` } };
    recorder.turns[0] = { ...asked, reply: told };
    expect(secret?.variant?.value).toBeTypeOf("string");
    expect(leaksOf(recorder)).toHaveLength(1);
    recorder.turns[0] = { ...asked, changes: [] };
    expect(wrongWhole(recorder)).toContain("the fold of the journal is not the state");
  });
});
