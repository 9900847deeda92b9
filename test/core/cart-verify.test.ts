/** The cart's grade against numbers worked by hand. */
import { describe, it } from "vitest";
import { apply, type CartLine, initialState } from "../../src/core/episode.ts";
import { verifyCart } from "../../src/envs/cart/verify.ts";
import { Driver, makeItem, makeLine, makeProblem, makeTaskOf } from "../makers/cart.ts";

const crimson = { attribute: "colour", label: "colour", value: "crimson", number: 0 };
const problem = makeProblem([makeItem(0, 4, { quantity: 2, variant: crimson }), makeItem(1, 8)]);
const task = makeTaskOf(problem);
const { context } = new Driver(task).table;
const grade = (lines: readonly CartLine[], over = problem) => verifyCart(over, apply(initialState(task), { kind: "cart", lines }), context);

describe("cart grade", () => {
  it("[EN37] an empty cart against three units: (0 - 3 - 0)/3 = -1", ({ expect }) => {
    expect(grade([])).toMatchObject({ rTask: -1, success: false });
  });
  it("[EN37] exactly the goal: (4*3 - 3 - 3)/6 = 1, and only then a success", ({ expect }) => {
    expect(grade([makeLine(0, 4, 2), makeLine(1, 8, 1, 2)])).toMatchObject({ rTask: 1, success: true });
  });
  it("[EN37] one unit of three missing: (4*2 - 3 - 2)/5 = 0.6", ({ expect }) => {
    expect(grade([makeLine(0, 4, 1), makeLine(1, 8)])).toMatchObject({ rTask: 0.6, success: false });
  });
  it("[EN37] one unit too many: (4*3 - 3 - 4)/7 = 5/7", ({ expect }) => {
    expect(grade([makeLine(0, 4, 3), makeLine(1, 8)])).toMatchObject({ rTask: 5 / 7, success: false });
  });
  it("[EN37] the wrong variant where one is wanted: (4*1 - 3 - 3)/6 = -1/3", ({ expect }) => {
    expect(grade([makeLine(0, 4, 2, 1, "ivory"), makeLine(1, 8)])).toMatchObject({ rTask: -1 / 3, success: false });
  });
  it("[EN37] any variant where none is wanted, also mixed over lines", ({ expect }) => {
    const two = makeProblem([makeItem(1, 8, { quantity: 2 })]);
    expect(grade([makeLine(1, 8, 1, 0), makeLine(1, 8, 1, 2)], two)).toMatchObject({ rTask: 1, success: true });
  });
  it("[EN37] right units among 50 others: (4*3 - 3 - 53)/56", ({ expect }) => {
    const others = Array.from({ length: 50 }, (_, n) => makeLine(3, n % 48, 1, n % 3));
    expect(grade([makeLine(0, 4, 2), makeLine(1, 8), ...others])).toMatchObject({ rTask: (12 - 56) / 56, success: false });
  });
  it("[B20] one right id twenty times: (4*1 - 3 - 20)/23", ({ expect }) => {
    expect(grade([makeLine(1, 8, 20)])).toMatchObject({ rTask: -19 / 23, success: false });
  });
  it("[B09] the order of lines never matters", ({ expect }) => {
    const lines = [makeLine(0, 4, 2), makeLine(1, 8), makeLine(3, 2)];
    expect(grade([...lines].reverse()).rTask).toBe(grade(lines).rTask);
  });
  it("[EN34] after the stock-out the goal is the plan's", ({ expect }) => {
    const out = makeProblem(problem.items, { stockOut: { itemId: "item-1", fallback: { plan: "leave_out" } } });
    const sold = apply(initialState(task), { kind: "sold_out", key: `${problem.items[0]!.productIndex}/0` });
    const with1 = apply(sold, { kind: "cart", lines: [makeLine(1, 8)] });
    expect(verifyCart(out, with1, context)).toMatchObject({ rTask: 1, success: true });
    const swap = makeProblem(problem.items, { stockOut: { itemId: "item-1", fallback: { plan: "variant", value: "ivory", number: 1 } } });
    const with2 = apply(sold, { kind: "cart", lines: [makeLine(0, 4, 2, 1, "ivory"), makeLine(1, 8)] });
    expect(verifyCart(swap, with2, context)).toMatchObject({ rTask: 1, success: true });
    expect(verifyCart(swap, with1, context).success).toBe(false);
  });
  it("[B14] flipping one fact of a solved cart flips the component that grades it, and the units", ({ expect }) => {
    const solved = grade([makeLine(0, 4, 2), makeLine(1, 8)]).components;
    const wrong = (lines: readonly CartLine[]) =>
      grade(lines)
        .components.filter((one, n) => one.right !== solved[n]?.right)
        .map((one) => one.name);
    expect(wrong([makeLine(0, 4, 1), makeLine(1, 8)])).toEqual(["units", "item-1"]);
    expect(wrong([makeLine(0, 4, 2)])).toEqual(["units", "item-2"]);
    expect(wrong([makeLine(0, 4, 2), makeLine(1, 8), makeLine(3, 1)])).toEqual(["units", "nothing_else"]);
  });
  it("[RW3] uses the products of the cart, and variants where one was wanted", ({ expect }) => {
    const { aliases } = context;
    const [lamp, cable] = problem.items;
    expect(grade([makeLine(0, 4, 2), makeLine(1, 8, 1, 2)]).usedIds).toEqual([
      aliases.product(lamp!.productIndex),
      aliases.variant(lamp!.productIndex, 0),
      aliases.product(cable!.productIndex),
    ]);
  });
});
