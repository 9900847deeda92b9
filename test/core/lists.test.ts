/** Tasks that ask for lists: what a draw keeps, how an answer is taken, and what flips with one fact. */
import { describe, it } from "vitest";
import type { DiscoveryProblem } from "../../src/envs/product_discovery/problem.ts";
import { meets } from "../../src/envs/shared/constraints.ts";
import type { SubstitutionProblem } from "../../src/envs/substitution/problem.ts";
import { ListDriver, makeListTask, OPEN_AXES, shop } from "../makers/lists.ts";

const TASKS = 5;
const levels = [0, 2, 4, 6, 8, 10, 12, 16, 20];
const tasksOf = (env: string, axes = {}) =>
  Promise.all(levels.flatMap((difficulty) => Array.from({ length: TASKS }, (_, n) => makeListTask(env, { difficulty, seed: String(100 + n), axes }))));

describe("draws of product_discovery", () => {
  it("[EN44] four to twenty products in stock meet everything, exactly those that the goal lists; k fits", async ({ expect }) => {
    for (const task of await tasksOf("product_discovery")) {
      const problem = task.problem as DiscoveryProblem;
      const shelf = await shop.shelf(problem.typeId);
      if (shelf === null) throw new Error(problem.typeId);
      const fitting = shelf
        .rows((row) => shelf.buyable(row))
        .map((row) => shelf.entry(row))
        .filter((entry) => problem.constraints.every((one) => meets(entry, one)));
      expect(fitting.map((entry) => entry.index).sort((a, b) => a - b)).toEqual(problem.feasible.map((one) => one.index).sort((a, b) => a - b));
      expect(fitting.length).toBeGreaterThanOrEqual(4);
      expect(fitting.length).toBeLessThanOrEqual(20);
      expect(problem.k).toBe(Math.min(task.axes.list_length, Math.floor(fitting.length / 2)));
      expect(problem.constraints[0]?.field).toBe("price");
    }
  });
});

describe("draws of substitution", () => {
  it("[EN52] the original is sold out, k + 2 to 40 products are compatible, half of the requirements are missed by the original", async ({ expect }) => {
    for (const task of await tasksOf("substitution")) {
      const problem = task.problem as SubstitutionProblem;
      const [original] = await shop.byIndices([problem.original.index]);
      if (original == null) throw new Error("no original");
      expect(original.stock).toBe(0);
      expect(problem.compatible.length).toBeGreaterThanOrEqual(problem.k + 2);
      expect(problem.compatible.length).toBeLessThanOrEqual(40);
      for (const product of await shop.byIndices(problem.compatible.map((one) => one.index)))
        expect(product !== null && problem.compatibility.every((one) => meets(product, one) && meets(original, one))).toBe(true);
      expect(problem.constraints.filter((one) => !meets(original, one)).length * 2).toBeGreaterThanOrEqual(problem.constraints.length);
    }
  });
});

describe.each([
  { env: "product_discovery", goal: (problem: unknown) => (problem as DiscoveryProblem).feasible.map((one) => one.index) },
  { env: "substitution", goal: (problem: unknown) => (problem as SubstitutionProblem).compatible.map((one) => one.index) },
])("answers of $env", ({ env, goal }) => {
  const open = async (seed: string) => {
    const task = await makeListTask(env, { seed, axes: OPEN_AXES });
    const k = (task.problem as { k: number }).k;
    return { driver: new ListDriver(env, task), k, ideal: goal(task.problem).slice(0, k), rest: goal(task.problem).slice(k) };
  };
  it("[RW1] the ideal list at once is a success worth 0.9", async ({ expect }) => {
    for (const seed of ["1", "2", "3", "4", "5"]) {
      const { driver, ideal } = await open(seed);
      expect(await driver.answer(ideal)).toMatchObject({ success: true, terminated: true, reason: "answered", reward: expect.closeTo(0.9, 12) });
    }
  });
  it("[EN46] one more product than asked for is no success though the first k are right, and only the length says so", async ({ expect }) => {
    const { driver, ideal, rest } = await open("1");
    const end = await driver.answer([...ideal, rest[0] as number]);
    expect(end.success).toBe(false);
    expect(end.breakdown?.terms.task.value).toBeCloseTo(1, 12);
    expect(end.breakdown?.components.filter((one) => !one.right).map((one) => one.name)).toEqual(["length"]);
  });
  it("[EN46] a repeated id counts once", async ({ expect }) => {
    const { driver, ideal } = await open("2");
    expect((await driver.answer([ideal[0] as number, ...ideal])).success).toBe(true);
  });
  it("[RW4] an id that was never shown undoes success and nothing else", async ({ expect }) => {
    const { driver, ideal } = await open("3");
    const end = await driver.step({ answer: { product_ids: ideal.map((index) => driver.id(index)) } });
    expect(end.success).toBe(false);
    expect(end.breakdown?.terms.task.value).toBeCloseTo(1, 12);
    expect(end.breakdown?.terms.hallucination.unseen_ids).toHaveLength(ideal.length);
  });
  it("[EN46] made-up ids, other kinds of ids and an empty list are graded, not refused", async ({ expect }) => {
    for (const product_ids of [[], ["p_00000000"], ["kettle"], ["v_00000000", "o_00000000"]]) {
      const { driver } = await open("4");
      expect(await driver.step({ answer: { product_ids } })).toMatchObject({ terminated: true, success: false });
    }
  });
  it("[EP4] an answer that breaks the schema is invalid", async ({ expect }) => {
    for (const answer of [
      {},
      { product_ids: "p_00000000" },
      { product_ids: [1] },
      { product_ids: [], more: 1 },
      { product_ids: Array.from({ length: 51 }, () => "p_00000000") },
    ]) {
      const { driver } = await open("4");
      expect(await driver.step({ answer })).toMatchObject({ reason: "invalid_action", reward: -1 });
    }
  });
  it("[EN47] [EN54] a list that goes against something withheld is not taken, the slot is told, and the same list is then graded", async ({ expect }) => {
    let refused = 0;
    for (const seed of ["1", "2", "3", "4", "5", "6"]) {
      const task = await makeListTask(env, { seed, axes: { ...OPEN_AXES, omission: 1 } });
      const k = (task.problem as { k: number }).k;
      const driver = new ListDriver(env, task);
      const { typeId } = task.problem as { typeId: string };
      const shelf = await shop.shelf(typeId);
      const worst = (shelf?.rows((row) => shelf.buyable(row)) ?? [])
        .map((row) => shelf?.entry(row).index as number)
        .filter((index) => !goal(task.problem).includes(index));
      const reply = await driver.answer(worst.slice(0, k));
      if (reply.terminated) continue;
      refused += 1;
      expect(reply.observation.user_act).toBe("elaborate");
      expect(Object.values(driver.state.slots).some((slot) => slot.state === "disclosed" && slot.toldOnTurn === 1 && !slot.onRequest)).toBe(true);
    }
    expect(refused).toBeGreaterThan(0);
  });
  it("[EN55] the best product sells out on the turn after it was seen, with a notice, but not on a turn that brings the answer", async ({ expect }) => {
    for (const answering of [false, true]) {
      const tasks = await Promise.all(
        Array.from({ length: 12 }, (_, n) => makeListTask(env, { difficulty: 12, seed: `${n}`, axes: { ...OPEN_AXES, stock_outs: 1 } })),
      );
      const task = tasks.find((one) => (one.problem as { stockOut: number | null }).stockOut !== null);
      if (task === undefined) throw new Error("nothing sells out in twelve tasks that all should");
      const best = (task.problem as { stockOut: number }).stockOut;
      const driver = new ListDriver(env, task);
      await driver.step({ tool_calls: [{ name: "catalog_get_product", args: { product_id: driver.id(best) } }] });
      driver.show(driver.id(best));
      await driver.step({ tool_calls: [{ name: "datetime_now", args: {} }] });
      const ideal = goal(task.problem).slice(0, (task.problem as { k: number }).k);
      const reply = answering ? await driver.answer(ideal) : await driver.step({ tool_calls: [{ name: "datetime_now", args: {} }] });
      expect(reply.observation.notices.length + (answering ? 1 : 0)).toBe(1);
      if (answering) expect(reply.success).toBe(true);
      else expect(driver.state.world.soldOut).toEqual([`${best}`]);
    }
  });
});
