/** Turns of cart episodes: what the shopper does, what turns cost, and how episodes end. */
import { describe, it } from "vitest";
import { Driver, makeItem, makeProblem, makeTaskOf } from "../makers/cart.ts";

const crimson = { attribute: "colour", label: "colour", value: "crimson", number: 0 };
const lamp = makeItem(0, 4, { quantity: 2, variant: crimson });
const cable = makeItem(1, 8);
const problem = makeProblem([lamp, cable]);
const ALL = ["item-1/features", "item-1/variant", "item-1/quantity", "item-2/features"];
const ask = (...about: string[]) => ({ tool_calls: [{ name: "ask_user", args: { question: "Could you tell me more?", about } }] });
const search = { name: "catalog_search", args: { query: "desk lamp" } };

/** A driver that has seen the wanted products and their variants. */
async function seeing(withheld: readonly string[] = [], d = 8): Promise<Driver> {
  const driver = new Driver(makeTaskOf(problem, withheld, d));
  driver.show(driver.product(lamp), driver.product(cable));
  return driver;
}
const variantIdOf = async (driver: Driver): Promise<string> => {
  const reply = await driver.step({ tool_calls: [{ name: "catalog_get_variants", args: { product_id: driver.product(lamp) } }] });
  const { variants } = reply.observation.tool_results[0]!.result as { variants: { variant_id: string }[] };
  return variants[0]!.variant_id;
};
const add = (product_id: string, more: object = {}) => ({ name: "cart_add", args: { product_id, ...more } });

describe("asking", () => {
  it("[US2] tells at most three slots a reply, in order, and the rest when asked again", async ({ expect }) => {
    const driver = await seeing(ALL);
    const first = await driver.step(ask("features", "variant", "quantity"));
    expect(first.observation.user_act).toBe("clarify");
    expect(ALL.map((id) => driver.state.slots[id]?.state)).toEqual(["disclosed", "disclosed", "disclosed", "withheld"]);
    await driver.step(ask("features", "variant", "quantity"));
    expect(driver.state.slots["item-2/features"]?.state).toBe("disclosed");
  });
  it("[US2] a kind that was asked for is told, others are not", async ({ expect }) => {
    const driver = await seeing(ALL);
    await driver.step(ask("quantity"));
    expect(ALL.filter((id) => driver.state.slots[id]?.state === "disclosed")).toEqual(["item-1/quantity"]);
  });
  it("[US2] a question that is not understood is answered with one thing that is withheld", async ({ expect }) => {
    const driver = await seeing(ALL);
    const reply = await driver.step({ tool_calls: [{ name: "ask_user", args: { question: "Blorp the zim?" } }] });
    expect(ALL.filter((id) => driver.state.slots[id]?.state === "disclosed")).toEqual(["item-1/features"]);
    expect(reply.observation.user_message).toContain(lamp.description.brand);
  });
  it("[RW6] an answer with something new is free; asking again is charged", async ({ expect }) => {
    const driver = await seeing(["item-1/quantity"]);
    await driver.step(ask("quantity"));
    expect(driver.state.freeTurns).toBe(1);
    await driver.step(ask("quantity"));
    expect(driver.state.freeTurns).toBe(1);
  });
  it("[RW6] free turns that also look something up are free once per three slots told", async ({ expect }) => {
    const driver = await seeing(ALL);
    for (const kind of ["quantity", "variant", "features"]) await driver.step({ tool_calls: [search, ...ask(kind).tool_calls] });
    expect([driver.state.toldOnRequest, driver.state.freeLookUps, driver.state.freeTurns]).toEqual([4, 2, 2]);
  });
  it("[US3] a look-up with a bare remark gets results and no line", async ({ expect }) => {
    const driver = await seeing();
    const reply = await driver.step({ assistant_message: "Let me check.", tool_calls: [search] });
    expect(reply.observation).toMatchObject({ user_message: null, user_act: null });
    expect(reply.observation.tool_results).toHaveLength(1);
  });
});

describe("the cart in view", () => {
  it("[US5] a wrong product is corrected with what is wanted, once, and its slot is told", async ({ expect }) => {
    const driver = await seeing(["item-2/features"]);
    const wrong = driver.table.context.aliases.product(makeItem(1, 9).productIndex);
    driver.show(wrong);
    const reply = await driver.step({ tool_calls: [add(wrong)] });
    expect(reply.observation.user_act).toBe("correct");
    expect(reply.observation.user_message).toContain(cable.description.brand);
    expect(driver.state.slots["item-2/features"]?.state).toBe("disclosed");
    expect(driver.state.freeTurns).toBe(0);
    const next = await driver.step({ assistant_message: "Noted.", tool_calls: [add(driver.product(cable))] });
    expect(next.observation.user_act).not.toBe("correct");
  });
  it("[US5] too few is not there yet, too many is wrong", async ({ expect }) => {
    const driver = await seeing(["item-1/quantity"]);
    const variant_id = await variantIdOf(driver);
    const values = driver.replies[0]!.observation.tool_results[0]!.result as { variants: { variant_id: string; value: string }[] };
    const wanted = values.variants.find((one) => one.value === "crimson")?.variant_id ?? variant_id;
    const one = await driver.step({ tool_calls: [add(driver.product(lamp), { variant_id: wanted })] });
    if (values.variants.some((each) => each.value === "crimson")) expect(one.observation.user_act).toBe("continue");
    const many = await driver.step({ tool_calls: [add(driver.product(cable), { quantity: 3 })] });
    expect(many.observation.user_act).toBe("correct");
  });
  it("[US5] something that nobody asked for is corrected", async ({ expect }) => {
    const driver = await seeing();
    const chair = driver.table.context.aliases.product(makeItem(4, 3).productIndex);
    const reply = await driver.step({ tool_calls: [add(chair)] });
    expect(reply.observation.user_act).toBe("correct");
  });
});

describe("the answer", () => {
  it("[US4] one that goes against a withheld slot is not taken, once; the slot is told and the turn charged", async ({ expect }) => {
    const driver = new Driver(makeTaskOf(makeProblem([makeItem(1, 8, { quantity: 3 })]), ["item-2/quantity"]));
    driver.show(driver.product(cable));
    await driver.step({ tool_calls: [add(driver.product(cable))] });
    const refused = await driver.step({ answer: {} });
    expect(refused).toMatchObject({ terminated: false, reward: 0, observation: { user_act: "elaborate" } });
    expect(refused.observation.user_message).toContain("3");
    const taken = await driver.step({ answer: {} });
    expect(taken).toMatchObject({ terminated: true, truncated: false, reason: "answered", success: false });
  });
  it("[EN37] an empty cart is graded at once: nothing in it goes against what was withheld", async ({ expect }) => {
    const driver = await seeing(ALL);
    expect(await driver.step({ answer: {} })).toMatchObject({
      terminated: true,
      reason: "answered",
      success: false,
      breakdown: { terms: { task: { value: -1 } } },
    });
  });
  it("[RW1] a perfect episode: right cart in two turns of eight, one of them free", async ({ expect }) => {
    const driver = new Driver(makeTaskOf(makeProblem([cable]), ["item-2/features"], 8));
    await driver.step(ask("features"));
    driver.show(driver.product(cable));
    const end = await driver.step({ tool_calls: [add(driver.product(cable))], answer: {} });
    expect(end).toMatchObject({ success: true, terminated: true, reason: "answered" });
    expect(end.reward).toBeCloseTo(0.9, 12);
  });
  it("[TL8] a product that was never shown can be added but undoes success", async ({ expect }) => {
    const driver = new Driver(makeTaskOf(makeProblem([cable])));
    await driver.step({ tool_calls: [{ name: "catalog_get_product", args: { product_id: driver.product(cable) } }, add(driver.product(cable))] });
    const end = await driver.step({ answer: {} });
    expect(end.success).toBe(false);
    expect(end.breakdown?.terms.hallucination.unseen_ids).toEqual([driver.product(cable)]);
  });
});

describe("agreement and leaving", () => {
  it("[B01] yes to a proposal is not the end, and is free once", async ({ expect }) => {
    const driver = await seeing();
    const offer = { assistant_message: `Shall I add ${driver.product(cable)} to your cart?` };
    const yes = await driver.step(offer);
    expect(yes).toMatchObject({ terminated: false, truncated: false, observation: { user_act: "confirm" } });
    expect(driver.state.freeTurns).toBe(1);
    await driver.step(offer);
    expect(driver.state.freeTurns).toBe(1);
  });
  it("[US6] a proposal that goes against what is withheld is put right", async ({ expect }) => {
    const driver = await seeing(["item-2/features"]);
    const wrong = driver.table.context.aliases.product(makeItem(1, 9).productIndex);
    const reply = await driver.step({ assistant_message: `Shall I add ${wrong} to your cart?` });
    expect(reply.observation.user_act).toBe("correct");
    expect(driver.state.slots["item-2/features"]?.state).toBe("disclosed");
  });
  it("[US8] the user leaves after as many charged turns without progress as the limits say", async ({ expect }) => {
    const driver = await seeing();
    const ends = [];
    for (let turn = 0; turn < 5; turn += 1) ends.push(await driver.step({ tool_calls: [{ name: "datetime_now", args: {} }] }));
    expect(ends.map((end) => end.reason)).toEqual([null, null, null, null, "user_quit"]);
    expect(ends[4]).toMatchObject({ terminated: true, truncated: false, observation: { user_act: "ragequit" } });
  });
  it("[B33] thanks for thanks ends within two turns", async ({ expect }) => {
    const driver = await seeing();
    await driver.step({ assistant_message: "Thank you, goodbye!" });
    expect(await driver.step({ assistant_message: "Thanks again, bye!" })).toMatchObject({ reason: "user_quit" });
  });
});

describe("endings", () => {
  it("[EP4] fail: an invalid action ends the episode with -1", async ({ expect }) => {
    const driver = await seeing();
    expect(await driver.step({ tool_calls: [{ name: "no_such_tool" }] })).toMatchObject({
      terminated: true,
      truncated: false,
      reason: "invalid_action",
      reward: -1,
      success: false,
    });
  });
  it("[EP4] observe: an error that names the parameter, a charged turn, nothing changed; the third in a row ends it", async ({ expect }) => {
    const driver = new Driver(makeTaskOf(problem, [], 8), "observe");
    const first = await driver.step({ tool_calls: [add("p_00000000", { quantity: 0 })] });
    expect(first).toMatchObject({ reward: 0, terminated: false, observation: { error: { parameter: "action.tool_calls[0].args.quantity" } } });
    expect(driver.state.world).toEqual({ cart: [], soldOut: [] });
    await driver.step({ tool_calls: [search] });
    await driver.step(5);
    await driver.step(5);
    expect(await driver.step(5)).toMatchObject({ reason: "invalid_action", reward: -1 });
  });
  it("[EP7] adding a restricted product ends the episode with -1", async ({ expect }) => {
    const driver = await seeing();
    const restricted = driver.table.context.aliases.product(makeItem(2, 11).productIndex);
    expect(await driver.step({ tool_calls: [add(restricted)] })).toMatchObject({ terminated: true, reason: "unsafe", reward: -1 });
  });
  it("[B35] a write on the last turn is executed and graded, truncated and not terminated", async ({ expect }) => {
    const driver = new Driver(makeTaskOf(makeProblem([cable]), [], 0));
    driver.show(driver.product(cable));
    for (let turn = 0; turn < 3; turn += 1) await driver.step({ tool_calls: [{ name: "cart_view", args: {} }] });
    const last = await driver.step({ tool_calls: [add(driver.product(cable))] });
    expect(last).toMatchObject({ terminated: false, truncated: true, reason: "turn_limit", success: true });
    expect(last.observation.tool_results[0]?.ok).toBe(true);
    expect(last.reward).toBeCloseTo(0.75 - 0.15, 12);
  });
  it("[EP2] calls beyond the budget are not run and say so", async ({ expect }) => {
    const driver = new Driver(makeTaskOf(problem, [], 0));
    const reply = await driver.step({ tool_calls: Array.from({ length: 5 }, () => ({ name: "cart_view", args: {} })) });
    expect(reply.observation.tool_results.map((one) => one.error?.kind ?? "ok")).toEqual(["ok", "ok", "ok", "call_budget", "call_budget"]);
  });
});

describe("stock-outs", () => {
  const plan = { plan: "variant", value: "ivory", number: 1 } as const;
  const out = makeProblem([lamp, cable], { stockOut: { itemId: "item-1", fallback: plan } });

  it("[AX9] the wanted variant sells out on the turn after it was seen, with a notice; adding it says so; the plan is told on asking", async ({ expect }) => {
    const driver = new Driver(makeTaskOf(out, ["item-1/fallback"], 12));
    driver.show(driver.product(lamp));
    const sold = driver.table.context.aliases.variant(lamp.productIndex, 0);
    const seen = await driver.step({ tool_calls: [{ name: "catalog_get_variants", args: { product_id: driver.product(lamp) } }] });
    expect(seen.observation.notices).toEqual([]);
    const tried = await driver.step({ tool_calls: [add(driver.product(lamp), { variant_id: sold, quantity: 2 })] });
    expect(tried.observation.notices.join()).toContain(sold);
    expect(tried.observation.tool_results[0]?.error?.kind).toBe("out_of_stock");
    const told = await driver.step(ask("fallback"));
    expect(told.observation.user_message).toContain("ivory");
  });
  it("[AX9] what is in the cart already does not sell out", async ({ expect }) => {
    const driver = new Driver(makeTaskOf(out, ["item-1/fallback"], 12));
    driver.show(driver.product(lamp));
    const wanted = driver.table.context.aliases.variant(lamp.productIndex, 0);
    await driver.step({
      tool_calls: [
        { name: "catalog_get_variants", args: { product_id: driver.product(lamp) } },
        add(driver.product(lamp), { variant_id: wanted, quantity: 2 }),
      ],
    });
    await driver.step({ tool_calls: [{ name: "cart_view", args: {} }] });
    expect(driver.state.world.soldOut).toEqual([]);
  });
  it("[AX9] nothing sells out when too few turns are left for the plan", async ({ expect }) => {
    const driver = new Driver(makeTaskOf(out, ["item-1/fallback"], 0));
    driver.show(driver.product(lamp));
    await driver.step({ tool_calls: [{ name: "cart_view", args: {} }] });
    await driver.step({ tool_calls: [{ name: "catalog_get_variants", args: { product_id: driver.product(lamp) } }] });
    await driver.step({ tool_calls: [{ name: "cart_view", args: {} }] });
    expect(driver.state.world.soldOut).toEqual([]);
  });
});
