/** A solved cart with one fact turned: exactly the parts of the grade that grade the fact turn with it. */
import { describe, it } from "vitest";
import { productTypeById } from "../../src/catalog/types/index.ts";
import { type Product, ProductType } from "../../src/core/product.ts";
import type { RewardBreakdown } from "../../src/core/reward.ts";
import type { Task } from "../../src/core/task.ts";
import { variantsOf } from "../../src/core/variants.ts";
import { goal, type Wanted } from "../../src/envs/cart/goal.ts";
import { makeShopTask, problemOf, Recorder, SHOP_SIZE, shop } from "../makers/random-agent.ts";

/** A line to add: a product, a variant where one is named, and how many. */
interface Line {
  readonly index: number;
  readonly variant: number | null;
  readonly quantity: number;
}

interface Flip {
  /** What is turned, e.g. "item-2 quantity + 1". */
  readonly what: string;
  readonly lines: readonly Line[];
  /** Names of the components that have to turn wrong. */
  readonly wrong: readonly string[];
  /** Index of the line whose product or variant id is never shown. */
  readonly unseen?: { readonly line: number; readonly id: "product" | "variant" };
}

const typeOf = (product: Product): ProductType => ProductType.parse(productTypeById(product.typeId));
const variants = (task: Task, product: Product) => variantsOf(task.root, product, typeOf(product));
const forSale = (product: Product | null): product is Product => product !== null && product.stock >= 8 && !product.restricted;

async function productAt(index: number): Promise<Product> {
  const [product] = await shop.byIndices([index]);
  if (!product) throw new Error(`there is no product ${index}`);
  return product;
}

/** The first product for sale that meets a condition, from an index on. */
async function another(from: number, fits: (product: Product) => boolean): Promise<Product> {
  for (let index = from % SHOP_SIZE; ; index = (index + 1) % SHOP_SIZE) {
    const product = await productAt(index);
    if (forSale(product) && fits(product)) return product;
  }
}

const lineOf = (one: Wanted): Line => ({ index: one.productIndex, variant: one.variant?.number ?? null, quantity: one.quantity });

/** Every single fact of a solved cart turned, with what has to turn with it. */
async function flips(task: Task, wanted: readonly Wanted[]): Promise<Flip[]> {
  const solved = wanted.map(lineOf);
  const typeIds = problemOf(task).items.map((item) => item.typeId);
  const stranger = await another(solved[0]?.index ?? 0, (product) => !typeIds.includes(product.typeId));
  const found: Flip[] = [
    { what: "an extra line", lines: [...solved, { index: stranger.index, variant: null, quantity: 1 }], wrong: ["units", "nothing_else"] },
  ];
  for (const [n, one] of wanted.entries()) {
    const line = lineOf(one);
    const name = one.item.id;
    const put = (over: Partial<Line>): Line[] => solved.map((other, at) => (at === n ? { ...line, ...over } : other));
    const product = await productAt(line.index);
    const rival = await another(line.index + 1, (other) => other.typeId === product.typeId && other.index !== line.index);
    const options = variants(task, product).filter((variant) => variant.inStock && variant.number !== line.variant);
    found.push(
      { what: `${name} another product`, lines: put({ index: rival.index, variant: null }), wrong: ["units", name, "nothing_else"] },
      { what: `${name} quantity + 1`, lines: put({ quantity: line.quantity + 1 }), wrong: ["units", name, "nothing_else"] },
      { what: `${name} missing`, lines: solved.filter((_, at) => at !== n), wrong: ["units", name] },
      { what: `${name} product unseen`, lines: solved, wrong: [], unseen: { line: n, id: "product" } },
    );
    if (line.quantity > 1) found.push({ what: `${name} quantity - 1`, lines: put({ quantity: line.quantity - 1 }), wrong: ["units", name] });
    if (line.variant === null) continue;
    found.push({ what: `${name} variant unseen`, lines: solved, wrong: [], unseen: { line: n, id: "variant" } });
    for (const { number } of options)
      found.push({ what: `${name} variant ${number}`, lines: put({ variant: number }), wrong: ["units", name, "nothing_else"] });
  }
  return found.filter(({ lines }) => lines.length > 0);
}

/** Adds lines on a table in one turn, then answers until the episode is over. */
async function finish(recorder: Recorder, lines: readonly Line[], unseen?: Flip["unseen"]): Promise<RewardBreakdown> {
  const { aliases } = recorder.table.context;
  const calls = lines.map(({ index, variant, quantity }) => ({
    name: "cart_add",
    args: { product_id: aliases.product(index), ...(variant === null ? {} : { variant_id: aliases.variant(index, variant) }), quantity },
  }));
  for (const [n, { args }] of calls.entries()) {
    if (unseen?.line !== n || unseen.id !== "product") recorder.show(args.product_id);
    if (args.variant_id !== undefined && (unseen?.line !== n || unseen.id !== "variant")) recorder.show(args.variant_id);
  }
  // What is never shown goes last, so that no other line's result shows it.
  const ordered = unseen === undefined ? calls : [...calls.filter((_, n) => n !== unseen.line), ...calls.filter((_, n) => n === unseen.line)];
  const reply = await recorder.step({ tool_calls: ordered });
  for (const result of reply.observation.tool_results) if (!result.ok) throw new Error(JSON.stringify(result.error));
  while (!recorder.over) await recorder.step({ answer: {} });
  const { ending } = recorder.state;
  if (ending?.breakdown == null) throw new Error(`ended by ${ending?.reason}`);
  return ending.breakdown;
}

const wrongParts = (breakdown: RewardBreakdown): string[] => breakdown.components.filter((one) => !one.right).map((one) => one.name);

describe("one fact of a solved cart turned", () => {
  const tasks = Promise.all(Array.from({ length: 39 }, (_, n) => makeShopTask({ difficulty: n % 13, seed: String(700 + n), axes: { stock_outs: 0 } })));

  it("[EN37] [B14] turns the components that grade it, no others, and success with them; with nothing turned it is a success", async ({ expect }) => {
    const turned = new Map<string, number>();
    for (const task of await tasks) {
      const wanted = goal(problemOf(task), new Recorder(task).state);
      const solved = await finish(new Recorder(task), wanted.map(lineOf));
      expect([solved.success, wrongParts(solved), solved.terms.task.value, solved.terms.hallucination.value]).toEqual([true, [], 1, 0]);
      for (const flip of await flips(task, wanted)) {
        const graded = await finish(new Recorder(task), flip.lines, flip.unseen);
        const where = `${flip.what}, d ${task.key.difficulty}, seed ${task.key.seed}`;
        expect(wrongParts(graded).sort(), where).toEqual([...flip.wrong].sort());
        expect(graded.success, where).toBe(false);
        expect(graded.reward, where).toBeLessThan(solved.reward);
        expect(graded.terms.hallucination.unseen_ids, where).toHaveLength(flip.unseen === undefined ? 0 : 1);
        expect(graded.terms.task.value === 1, where).toBe(flip.unseen !== undefined);
        const kind = flip.what.replace(/^item-\d+ /, "").replace(/variant \d/, "another variant");
        turned.set(kind, (turned.get(kind) ?? 0) + 1);
      }
    }
    const kinds = ["an extra line", "another product", "another variant", "missing", "product unseen", "quantity + 1", "quantity - 1", "variant unseen"];
    expect([...turned.keys()].sort()).toEqual(kinds);
    for (const [kind, count] of turned) expect(count, kind).toBeGreaterThan(10);
  });

  it("[EN37] another variant where none is wanted turns nothing", async ({ expect }) => {
    let turned = 0;
    for (const task of await tasks) {
      const wanted = goal(problemOf(task), new Recorder(task).state);
      for (const [n, one] of wanted.entries()) {
        if (one.variant !== null) continue;
        for (const { number } of variants(task, await productAt(one.productIndex)).filter((variant) => variant.inStock)) {
          const lines = wanted.map((other, at) => (at === n ? { ...lineOf(other), variant: number } : lineOf(other)));
          const graded = await finish(new Recorder(task), lines);
          expect([graded.success, wrongParts(graded), graded.terms.hallucination.value], `${one.item.id}, variant ${number}`).toEqual([true, [], 0]);
          turned += 1;
        }
      }
    }
    expect(turned).toBeGreaterThan(10);
  });

  it("[EN34] after a stock-out the same holds for the plan's goal", async ({ expect }) => {
    const plans = new Map<string, number>();
    for (let n = 0; n < 60; n += 1) {
      const task = await makeShopTask({ difficulty: n % 13, seed: String(n), axes: { stock_outs: 1, turns: 20 } });
      const problem = problemOf(task);
      const gone = problem.items.find((item) => item.id === problem.stockOut?.itemId);
      if (problem.stockOut === null || gone === undefined) continue;
      const sold = async (): Promise<Recorder> => {
        const recorder = new Recorder(task);
        const product_id = recorder.table.context.aliases.product(gone.productIndex);
        recorder.show(product_id);
        await recorder.step({ tool_calls: [{ name: "catalog_get_variants", args: { product_id } }] });
        await recorder.step({ tool_calls: [{ name: "cart_view", args: {} }] });
        return recorder;
      };
      const before = await sold();
      expect(before.state.world.soldOut).toHaveLength(1);
      const wanted = goal(problem, before.state);
      const solved = await finish(before, wanted.map(lineOf));
      expect([solved.success, wrongParts(solved)], JSON.stringify(task.key)).toEqual([true, []]);
      // The variants of the thing that sold out were shown by looking at them.
      for (const flip of (await flips(task, wanted)).filter((one) => one.unseen === undefined)) {
        // Of the product that sold out only its other variants can still be added, and where none is named that is its own value.
        const left = (line: Line): boolean => gone.variant !== null && line.variant !== null && line.variant !== gone.variant.number;
        const reachable = flip.lines.every((line) => line.index !== gone.productIndex || left(line));
        if (!reachable) continue;
        const graded = await finish(await sold(), flip.lines);
        expect([wrongParts(graded).sort(), graded.success], `${flip.what}, ${problem.stockOut.fallback.plan}, ${JSON.stringify(task.key)}`).toEqual([
          [...flip.wrong].sort(),
          false,
        ]);
      }
      plans.set(problem.stockOut.fallback.plan, (plans.get(problem.stockOut.fallback.plan) ?? 0) + 1);
    }
    expect([...plans.keys()].sort()).toEqual(["leave_out", "product", "variant"]);
  });
});
