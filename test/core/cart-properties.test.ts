/** Properties of cart episodes over generated plays: grades, replays, journals, what can be told, and any action whatever. SOAK=n for more runs, SOAK_SEED=n for others. */
import fc from "fast-check";
import { describe, it } from "vitest";
import { PRODUCT_TYPES } from "../../src/catalog/types/index.ts";
import { ID_PATTERN } from "../../src/core/alias.ts";
import { apply, type EpisodeState, fold } from "../../src/core/episode.ts";
import { gradeEpisode, type RewardBreakdown } from "../../src/core/reward.ts";
import type { Slot } from "../../src/core/slots.ts";
import type { Task } from "../../src/core/task.ts";
import type { CartProblem, Fallback } from "../../src/envs/cart/problem.ts";
import { verifyCart } from "../../src/envs/cart/verify.ts";
import { cart, Driver, makeItem, makeProblem, makeTaskOf } from "../makers/cart.ts";
import { leaksOf, makeShopTask, problemOf, Recorder, recomputed, SHOP_SIZE, textOf, unitsOfBreakdown, wrongIn } from "../makers/random-agent.ts";

const SEED = Number(process.env.SOAK_SEED ?? 20260301);
const RUNS = Math.max(150, Number(process.env.SOAK ?? 0));
const run = { seed: SEED, numRuns: RUNS };
const patient = { timeout: 20_000 + 20 * RUNS };

/** Two tasks of every difficulty, typed cleanly so that every word can be looked for; every other one loses what it can to omission and stock-outs. */
const tasks = await Promise.all(
  Array.from({ length: 26 }, (_, n) =>
    makeShopTask({ difficulty: n >> 1, seed: `${900 + n}`, axes: { typing_noise: 0, ...(n % 2 === 0 ? {} : { omission: 1, stock_outs: 1, turns: 14 }) } }),
  ),
);
const anyTask = fc.constantFrom(...tasks);

const READERS = ["cart_view", "datetime_now", "user_get_visit_history"] as const;

/** One thing that an agent does, by what it means, so that a failing play shrinks to one that can be read. */
type Move =
  | {
      readonly do: "add";
      readonly item: number;
      readonly product: "right" | "other" | "planned";
      readonly variant: 0 | 1 | 2 | "right" | "none";
      readonly quantity: number;
    }
  | { readonly do: "set"; readonly line: number; readonly quantity: number }
  | { readonly do: "remove"; readonly line: number }
  | { readonly do: "search" | "variants" | "page"; readonly item: number }
  | { readonly do: "read"; readonly tool: (typeof READERS)[number] }
  | { readonly do: "ask"; readonly about: readonly string[] }
  | { readonly do: "say"; readonly words: string }
  | { readonly do: "offer"; readonly item: number; readonly product: "right" | "other"; readonly quantity: number }
  | { readonly do: "answer" };

const item = fc.nat({ max: 4 });
const line = fc.nat({ max: 3 });
const quantity = fc.integer({ min: 1, max: 4 });
const words = fc.constantFrom(
  "Which brand?",
  "How many, and which size?",
  "Anything else?",
  "Zorp?",
  "All done.",
  "Thanks!",
  "Let me check.",
  "It is sold out.",
  "I can't help.",
);
const addMove: fc.Arbitrary<Move> = fc.record({
  do: fc.constant("add"),
  item,
  product: fc.constantFrom("right", "right", "other", "planned"),
  variant: fc.constantFrom<"right" | "none" | 0 | 1 | 2>("right", "none", 0, 1, 2),
  quantity,
});
const lookMoves: readonly fc.Arbitrary<Move>[] = [
  fc.record({ do: fc.constantFrom("search", "variants", "variants", "page"), item }),
  fc.record({ do: fc.constant("read"), tool: fc.constantFrom(...READERS) }),
];
const lineMoves: readonly fc.Arbitrary<Move>[] = [fc.record({ do: fc.constant("set"), line, quantity }), fc.record({ do: fc.constant("remove"), line })];
const spokenMoves: readonly fc.Arbitrary<Move>[] = [
  fc.record({ do: fc.constant("ask"), about: fc.subarray(["features", "variant", "quantity", "fallback"]) }),
  fc.record({ do: fc.constant("say"), words }),
  fc.record({ do: fc.constant("offer"), item, product: fc.constantFrom("right", "other"), quantity }),
];
const silentMove = fc.oneof({ weight: 5, arbitrary: addMove }, ...lookMoves.map((arbitrary) => ({ weight: 2, arbitrary })), ...lineMoves);
const move = fc.oneof(
  { weight: 10, arbitrary: silentMove },
  ...spokenMoves.map((arbitrary) => ({ weight: 2, arbitrary })),
  fc.record({ do: fc.constant("answer") }) satisfies fc.Arbitrary<Move>,
);
const plays = fc.array(fc.array(move, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 14 });
const silentPlays = fc.array(fc.array(silentMove, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 });

interface Action {
  readonly assistant_message?: string;
  readonly tool_calls?: readonly { readonly name: string; readonly args: unknown }[];
  readonly answer?: object;
}

/** The call that a move means on a table as it stands; null for a move that is no call. */
function callOf(move: Move, recorder: Recorder): { name: string; args: unknown } | null {
  const { aliases } = recorder.table.context;
  const lineId = (n: number): string => {
    const lines = recorder.state.world.cart;
    const one = lines[n % Math.max(1, lines.length)];
    return one === undefined ? "l_00000000" : aliases.line(one.productIndex, one.variant);
  };
  if (move.do === "set") return { name: "cart_set_quantity", args: { line_id: lineId(move.line), quantity: move.quantity } };
  if (move.do === "remove") return { name: "cart_remove", args: { line_id: lineId(move.line) } };
  if (move.do === "read") return { name: move.tool, args: {} };
  if (move.do === "ask") return { name: "ask_user", args: { question: "Could you tell me more?", about: move.about } };
  if (move.do === "say" || move.do === "answer" || move.do === "offer") return null;
  const problem = problemOf(recorder.task);
  const wanted = problem.items[move.item % problem.items.length] as CartProblem["items"][number];
  if (move.do === "search")
    return { name: "catalog_search", args: { query: `${wanted.called.one} ${wanted.description.brand}`, filters: { product_type: wanted.typeId } } };
  const index = productOf(problem, wanted, move.do === "add" ? move.product : "right");
  const product_id = aliases.product(index);
  if (move.do !== "add") return { name: move.do === "variants" ? "catalog_get_variants" : "catalog_get_product", args: { product_id } };
  const number = move.variant === "right" ? wanted.variant?.number : move.variant === "none" ? undefined : move.variant;
  return { name: "cart_add", args: { product_id, ...(number === undefined ? {} : { variant_id: aliases.variant(index, number) }), quantity: move.quantity } };
}

/** The wanted product, the next one of its type, or the one that a stock-out's plan names. */
function productOf(problem: CartProblem, wanted: CartProblem["items"][number], which: "right" | "other" | "planned"): number {
  const plan = problem.stockOut?.fallback;
  if (which === "planned" && plan?.plan === "product") return plan.productIndex;
  const next = wanted.productIndex + PRODUCT_TYPES.length;
  return which === "other" ? (next < SHOP_SIZE ? next : wanted.productIndex - PRODUCT_TYPES.length) : wanted.productIndex;
}

function actionOf(moves: readonly Move[], recorder: Recorder): Action {
  const calls = moves.flatMap((one) => callOf(one, recorder) ?? []);
  const offered = moves.flatMap((one) => {
    if (one.do === "say") return [one.words];
    if (one.do !== "offer") return [];
    const problem = problemOf(recorder.task);
    const wanted = problem.items[one.item % problem.items.length] as CartProblem["items"][number];
    return [`Shall I add ${one.quantity} x ${recorder.table.context.aliases.product(productOf(problem, wanted, one.product))}?`];
  });
  return {
    ...(offered.length > 0 ? { assistant_message: offered.join(" ") } : {}),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(moves.some((one) => one.do === "answer") ? { answer: {} } : {}),
  };
}

/** Plays moves to the end of them or of the episode. */
async function play(task: Task, turns: readonly (readonly Move[])[]): Promise<Recorder> {
  const recorder = new Recorder(task);
  for (const moves of turns) {
    if (recorder.over) break;
    await recorder.step(actionOf(moves, recorder));
  }
  return recorder;
}

/** Plays actions that were played before. */
async function replay(task: Task, actions: readonly unknown[]): Promise<Recorder> {
  const recorder = new Recorder(task);
  for (const action of actions) if (!recorder.over) await recorder.step(action);
  return recorder;
}

/** The grade of a state as if the episode ended in it. */
function gradeOf(recorder: Recorder, state: EpisodeState = recorder.state, problem = problemOf(recorder.task)): RewardBreakdown {
  const verdict = verifyCart(problem, state, recorder.table.context);
  return gradeEpisode(verdict, {
    turns: Math.max(1, state.turn),
    freeTurns: state.freeTurns,
    turnLimit: recorder.task.axes.turns,
    seen: state.seen,
    saidIds: state.saidIds,
  });
}

describe(`properties, fast-check seed ${SEED}, ${RUNS} runs each`, patient, () => {
  it("[RW1] [RW4] the reward is in [-1, 1] and is what a client works out from the breakdown alone", async ({ expect }) => {
    await fc.assert(
      fc.asyncProperty(anyTask, plays, async (task, turns) => {
        const recorder = await play(task, turns);
        const last = recorder.turns[recorder.turns.length - 1]?.reply;
        const graded = [gradeOf(recorder), ...(last?.breakdown == null ? [] : [last.breakdown as RewardBreakdown])];
        for (const breakdown of graded) {
          expect(Math.abs(breakdown.reward)).toBeLessThanOrEqual(1);
          expect(recomputed(breakdown)).toBeCloseTo(breakdown.reward, 12);
          expect(unitsOfBreakdown(breakdown)).toBeCloseTo(breakdown.terms.task.value, 12);
          expect(breakdown.success).toBe(breakdown.components.every((one) => one.right || !one.gates) && breakdown.terms.hallucination.unseen_ids.length === 0);
        }
        if (last?.breakdown != null) expect(last.reward).toBe((last.breakdown as RewardBreakdown).reward);
        else expect(last?.reward).toBe(recorder.over ? -1 : 0);
      }),
      run,
    );
  });

  it("[EN37] the order of cart lines never changes the grade, nor does the order in which they were added", async ({ expect }) => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(anyTask, fc.array(addMove, { minLength: 2, maxLength: 3 }), fc.nat(), async (task, moves, turn) => {
        const one = new Recorder(task);
        const two = new Recorder(task);
        const calls = actionOf(moves, one).tool_calls ?? [];
        const shuffled = [...calls.slice(turn % calls.length), ...calls.slice(0, turn % calls.length)].reverse();
        for (const recorder of [one, two]) recorder.show(...(JSON.stringify(calls).match(ID_PATTERN) ?? []));
        const replies = [await one.step({ tool_calls: calls }), await two.step({ tool_calls: shuffled })];
        // Which of two calls fails depends on their order.
        if (replies.some((reply) => reply.observation.tool_results.some((result) => !result.ok))) return;
        compared += 1;
        expect(two.state.world).toEqual(one.state.world);
        expect(gradeOf(two)).toEqual(gradeOf(one));
        const reversed = apply(one.state, { kind: "cart", lines: [...one.state.world.cart].reverse() });
        expect(gradeOf(one, reversed)).toEqual(gradeOf(one));
      }),
      run,
    );
    expect(compared).toBeGreaterThan(RUNS / 3);
  });

  it("[TL8] shrunk: an id named before anything showed it stays unseen when a later change of the cart shows its line", async ({ expect }) => {
    const lamp = makeItem(0, 4);
    const driver = new Driver(makeTaskOf(makeProblem([lamp])));
    const product_id = driver.product(lamp);
    const added = await driver.step({ tool_calls: [{ name: "cart_add", args: { product_id } }] });
    const [line_id] = JSON.stringify(added.observation.tool_results).match(/l_\w{8}/) ?? [];
    const set = await driver.step({ tool_calls: [{ name: "cart_set_quantity", args: { line_id, quantity: 1 } }], answer: {} });
    expect(set.observation.tool_results).toMatchObject([{ ok: true }]);
    expect(set.breakdown?.terms.hallucination.unseen_ids).toEqual([product_id]);
    expect(set.success).toBe(false);
  });

  it("[EN37] further calls that only read never change the grade", async ({ expect }) => {
    const readers = fc.array(fc.constantFrom(...READERS), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(anyTask, silentPlays, readers, fc.boolean(), async (task, turns, names, first) => {
        const recorder = await play(task, turns);
        const reads = names.map((name) => ({ name, args: {} }));
        const room = task.axes.tool_calls - reads.length;
        const actions = recorder.turns.map(({ action }) => (action as Action).tool_calls ?? []);
        if (actions.some((calls) => calls.length > room)) return;
        // What the history shows counts as seen, so it is shown before anything in both plays.
        const start = { tool_calls: [{ name: "user_get_visit_history", args: {} }] };
        const plain = await replay(task, [start, ...actions.map((tool_calls) => ({ tool_calls }))]);
        const chatty = await replay(task, [start, ...actions.map((calls) => ({ tool_calls: first ? [...reads, ...calls] : [...calls, ...reads] }))]);
        expect(gradeOf(chatty)).toEqual(gradeOf(plain));
        expect(chatty.state.ending).toEqual(plain.state.ending);
      }),
      run,
    );
  });

  it("[EP6] the same task and the same actions give the same replies", async ({ expect }) => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: tasks.length - 1 }), plays, async (n, turns) => {
        const task = tasks[n] as Task;
        const recorder = await play(task, turns);
        const again = await replay(
          await makeShopTask(task.key),
          recorder.turns.map((turn) => turn.action),
        );
        expect(JSON.stringify(again.turns.map((turn) => turn.reply))).toBe(JSON.stringify(recorder.turns.map((turn) => turn.reply)));
        expect(textOf(again.state)).toBe(textOf(recorder.state));
      }),
      run,
    );
  });

  it("[EP1] folding the journal's changes gives the state that playing gave, also from its text", async ({ expect }) => {
    await fc.assert(
      fc.asyncProperty(anyTask, plays, async (task, turns) => {
        const recorder = await play(task, turns);
        const changes = recorder.turns.flatMap((turn) => turn.changes);
        expect(fold(task, changes)).toEqual(recorder.state);
        expect(fold(task, JSON.parse(JSON.stringify(changes)))).toEqual(recorder.state);
      }),
      run,
    );
  });

  it("[US9] [US2] no value of a slot still withheld stands in a line, unless it stands elsewhere in what was shown", async ({ expect }) => {
    await fc.assert(
      fc.asyncProperty(anyTask, plays, async (task, turns) => {
        expect(leaksOf(await play(task, turns))).toEqual([]);
      }),
      run,
    );
  });

  it("[EP2] [EP3] [US2] every step of any play keeps every invariant", async ({ expect }) => {
    await fc.assert(
      fc.asyncProperty(anyTask, plays, async (task, turns) => {
        const recorder = await play(task, turns);
        expect(recorder.turns.flatMap((turn) => wrongIn(task, turn))).toEqual([]);
      }),
      run,
    );
  });
});

describe(`nothing is graded that could not have been told, seed ${SEED}`, patient, () => {
  const askAll = {
    tool_calls: [{ name: "ask_user", args: { question: "Please tell me all of it.", about: ["features", "variant", "quantity", "fallback"] } }],
  };
  const withheldIn = (task: Task, state: EpisodeState): readonly Slot[] => task.slots.filter((slot) => state.slots[slot.id]?.state === "withheld");

  it("[AX4] [US2] asked from the first turn on, the shopper tells everything, with the turns left that the goal takes", async ({ expect }) => {
    const more = await Promise.all(Array.from({ length: 130 }, (_, n) => makeShopTask({ difficulty: n % 13, seed: String(3000 + n) })));
    for (const task of more) {
      const recorder = new Recorder(task);
      while (withheldIn(task, recorder.state).length > 0 && !recorder.over) await recorder.step(askAll);
      expect(withheldIn(task, recorder.state), task.opening.text).toEqual([]);
      expect(recorder.over).toBe(false);
      const needed = 3 + (problemOf(task).stockOut === null ? 0 : problemOf(task).stockOut?.fallback.plan === "product" ? 2 : 1);
      expect(task.axes.turns - recorder.state.turn, JSON.stringify(task.key)).toBeGreaterThanOrEqual(needed);
    }
  });

  it("[US2] [EP3] of every slot withheld at the end the shopper would have told, on the turn before, or it does not count", async ({ expect }) => {
    const other: Fallback = { plan: "variant", value: "something else", number: 9 };
    let asked = 0;
    let idle = 0;
    await fc.assert(
      fc.asyncProperty(anyTask, plays, async (task, turns) => {
        const recorder = await play(task, turns);
        const problem = problemOf(task);
        for (const slot of withheldIn(task, recorder.state)) {
          if (slot.kind === "fallback" && recorder.state.world.soldOut.length === 0) {
            // The plan was never needed: with any other plan the grade is the same.
            const replanned = { ...problem, stockOut: { itemId: slot.subject, fallback: other } };
            expect(gradeOf(recorder, recorder.state, replanned)).toEqual(gradeOf(recorder));
            idle += 1;
            continue;
          }
          const fork = recorder.at(recorder.turns.length - 1);
          const before = withheldIn(task, fork.state).filter((one) => one.kind === slot.kind);
          const reply = await fork.step({ tool_calls: [{ name: "ask_user", args: { question: "And this?", about: [slot.kind] } }] });
          const after = withheldIn(task, fork.state).filter((one) => one.kind === slot.kind);
          expect(before.length - after.length, `${slot.id}: ${reply.observation.user_message}`).toBe(Math.min(3, before.length));
          asked += 1;
        }
      }),
      run,
    );
    expect(asked).toBeGreaterThan(RUNS / 2);
    expect(idle).toBeGreaterThan(0);
  });

  it("[AX9] after a stock-out the shopper is there to be asked for the plan, and enough turns are left to follow it", async ({ expect }) => {
    let happened = 0;
    for (let n = 0; n < 120; n += 1) {
      const task = await makeShopTask({ difficulty: 4 + (n % 9), seed: String(n), axes: { stock_outs: 1 } });
      const { stockOut, items } = problemOf(task);
      const wanted = items.find((one) => one.id === stockOut?.itemId);
      if (stockOut === null || wanted === undefined) continue;
      const recorder = new Recorder(task);
      const ids = recorder.table.context.aliases;
      // As late as the draw of n says, and never by more than the turns there are.
      for (let wait = n % (task.axes.turns + 1); wait > 1 && !recorder.over; wait -= 1) await recorder.step(askAll);
      if (recorder.over) continue;
      await recorder.step({
        tool_calls: [
          { name: "catalog_get_variants", args: { product_id: ids.product(wanted.productIndex) } },
          { name: "user_get_visit_history", args: {} },
        ],
      });
      if (recorder.over) continue;
      const reply = await recorder.step(askAll);
      if (recorder.state.world.soldOut.length === 0) continue;
      happened += 1;
      expect(reply.observation.notices).toHaveLength(1);
      const told = recorder.state.slots[`${wanted.id}/fallback`]?.state === "disclosed";
      // One that was asked for nothing but the same for long may leave on that very turn, with everything told.
      expect([reply.truncated, reply.reason === null || (reply.reason === "user_quit" && told)]).toEqual([false, true]);
      expect(told || reply.observation.remaining.turns >= 2).toBe(true);
      expect(reply.observation.remaining.turns).toBeGreaterThanOrEqual(stockOut.fallback.plan === "product" ? 2 : 1);
    }
    expect(happened).toBeGreaterThan(20);
  });
});

describe(`any action whatever, seed ${SEED}, ${2 * RUNS} runs`, patient, () => {
  const toolNames = cart.tools.map((tool) => tool.name);
  const json = fc.jsonValue({ maxDepth: 4 });
  const call = fc.record(
    {
      name: fc.oneof(fc.constantFrom(...toolNames, "cart.add", "constructor", "__proto__"), fc.string()),
      args: fc.oneof(json, fc.json()),
      id: fc.oneof(fc.string(), json),
    },
    { requiredKeys: [] },
  );
  const key = fc.constantFrom(
    "product_id",
    "variant_id",
    "quantity",
    "line_id",
    "query",
    "filters",
    "page",
    "page_size",
    "sort",
    "question",
    "about",
    "answer",
    "attributes",
    "__proto__",
  );
  const nearly = fc.record({
    name: fc.constantFrom(...toolNames),
    args: fc.dictionary(
      key,
      fc.oneof(json, fc.constantFrom("p_00000000", "v_zzzzzzzz", "l_00000000", "toString"), fc.integer({ min: -2, max: 25 }), fc.string()),
    ),
  });
  const valid = fc.record({
    name: fc.constantFrom("catalog_search"),
    args: fc.record(
      {
        query: fc.string({ unit: "binary", maxLength: 200 }),
        page: fc.integer({ min: 1, max: 20 }),
        filters: fc.record(
          {
            product_type: fc.constantFrom(...PRODUCT_TYPES.slice(0, 5).map((type) => type.id), "toString"),
            brand: fc.string({ maxLength: 64 }),
            attributes: fc.array(
              fc.record({
                attribute: fc.constantFrom("length", "constructor", "__proto__", "price"),
                op: fc.constantFrom("equal", "at_least"),
                value: fc.oneof(fc.string({ maxLength: 64 }), fc.double({ noNaN: true, noDefaultInfinity: true })),
              }),
              { maxLength: 3 },
            ),
          },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: ["query"] },
    ),
  });
  const unknown = fc.record({
    name: fc.constant("cart_add"),
    args: fc.record({ product_id: fc.string({ maxLength: 64 }), variant_id: fc.string({ maxLength: 64 }), quantity: fc.integer({ min: 1, max: 20 }) }),
  });
  const calls = fc.array(fc.oneof(call, nearly, valid), { maxLength: 6 });
  const action = fc.oneof(
    { weight: 1, arbitrary: json },
    {
      weight: 4,
      arbitrary: fc.record(
        { assistant_message: fc.oneof(fc.string({ unit: "binary" }), words, json), tool_calls: fc.oneof(calls, json), answer: fc.oneof(fc.constant({}), json) },
        { requiredKeys: [] },
      ),
    },
    { weight: 4, arbitrary: fc.record({ tool_calls: calls }) },
    { weight: 2, arbitrary: fc.record({ tool_calls: fc.array(fc.oneof(unknown, valid), { minLength: 1, maxLength: 3 }) }) },
  );

  it("[EP4] [TL3] gives a valid step or an invalid action, never a throw; an invalid action and a call that fails leave the world as it was", async ({
    expect,
  }) => {
    let invalid = 0;
    let failed = 0;
    let ran = 0;
    await fc.assert(
      fc.asyncProperty(anyTask, fc.array(action, { minLength: 1, maxLength: 4 }), async (task, actions) => {
        const recorder = await play(task, [[{ do: "add", item: 0, product: "right", variant: "none", quantity: 1 }]]);
        for (const one of actions) if (!recorder.over) await recorder.step(one);
        for (const turn of recorder.turns.slice(1)) {
          expect(wrongIn(task, turn)).toEqual([]);
          const { error, tool_results } = turn.reply.observation;
          if (error !== undefined) {
            invalid += 1;
            expect(turn.after.world).toBe(turn.before.world);
          } else if (tool_results.length > 0 && tool_results.every((result) => !result.ok)) {
            failed += 1;
            expect(turn.after.world.cart).toEqual(turn.before.world.cart);
          } else ran += 1;
        }
      }),
      { seed: SEED, numRuns: 2 * RUNS },
    );
    for (const count of [invalid, failed, ran]) expect(count).toBeGreaterThan(20);
  });
});
