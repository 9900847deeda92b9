/** Makers for cart tests: tasks of the test shop, a table to play them on, and a driver for turns. */
import { axesAt } from "../../src/core/difficulty.ts";
import type { Environment } from "../../src/core/environment.ts";
import { apply, type CartLine, type EpisodeState, initialState } from "../../src/core/episode.ts";
import type { Catalog, TypeById } from "../../src/core/ports.ts";
import type { Task, TaskKey } from "../../src/core/task.ts";
import type { CartProblem, Item } from "../../src/envs/cart/problem.ts";
import { environmentById } from "../../src/envs/index.ts";
import { makeTask } from "../../src/envs/make-task.ts";
import { advance, gatherFacts, type StepCore, setTable, type Table } from "../../src/envs/play.ts";
import { TEST_TYPES, TestCatalog, testProduct, typeById } from "./catalog.ts";

export const cart = environmentById("cart") as Environment;
const shop = new TestCatalog();

export const makeKey = (over: Partial<TaskKey> = {}): TaskKey => ({
  env: "cart",
  envVersion: cart.version,
  difficulty: 0,
  axes: {},
  seed: "1",
  split: "train",
  language: "en",
  catalogVersion: "test-1",
  ...over,
});

export async function makeCartTask(over: Partial<TaskKey> = {}): Promise<Task> {
  return makeTask(cart, makeKey(over), shop, await shop.info(), typeById);
}

/** A wanted item of the test shop: type by number, product by ordinal. */
export function makeItem(typeNumber: number, ordinal: number, over: Partial<Item> = {}): Item {
  const type = TEST_TYPES[typeNumber]!;
  const product = testProduct(typeNumber, ordinal);
  return {
    id: `item-${typeNumber + 1}`,
    typeId: type.id,
    called: { one: type.noun, many: type.plural },
    productIndex: product.index,
    description: {
      brand: product.brand,
      features: [{ attribute: "material", value: product.attributes.material!, words: String(product.attributes.material) }],
    },
    variant: null,
    quantity: 1,
    ...over,
  };
}

export const makeProblem = (items: readonly Item[], over: Partial<CartProblem> = {}): CartProblem => ({
  items: [...items],
  stockOut: null,
  visited: [],
  ...over,
});

export function makeLine(typeNumber: number, ordinal: number, quantity = 1, variant: number | null = 0, variantValue: string | null = "crimson"): CartLine {
  const product = testProduct(typeNumber, ordinal);
  return { productIndex: product.index, variant, quantity, title: product.title, typeId: product.typeId, variantValue, unitPriceCents: product.priceCents };
}

/** A task around a problem made by hand, everything told in the opening unless `withheld` names it. */
export function makeTaskOf(problem: CartProblem, withheld: readonly string[] = [], d = 4): Task {
  const slots = problem.items.flatMap((item) => [
    { id: `${item.id}/features`, kind: "features", subject: item.id, arises: false },
    ...(item.variant === null ? [] : [{ id: `${item.id}/variant`, kind: "variant", subject: item.id, arises: false }]),
    ...(item.quantity === 1 ? [] : [{ id: `${item.id}/quantity`, kind: "quantity", subject: item.id, arises: false }]),
    ...(problem.stockOut?.itemId === item.id ? [{ id: `${item.id}/fallback`, kind: "fallback", subject: item.id, arises: false }] : []),
  ]);
  return {
    key: makeKey({ difficulty: d }),
    taskId: "task_test",
    axes: axesAt(d, { retrieval_noise: 0, typing_noise: 0 }),
    root: "root-of-test",
    today: "2026-03-01",
    style: { register: "formal", patience: 5, habits: { lowerCase: false, noFullStop: false, exclaims: false } },
    problem,
    slots,
    opening: { text: "Hello.", discloses: slots.map((slot) => slot.id).filter((id) => !withheld.includes(id)) },
  };
}

/** Plays turns on a task and keeps the state. */
export class Driver {
  readonly table: Table;
  state: EpisodeState;
  readonly replies: StepCore[] = [];
  readonly #catalog: Catalog;
  readonly #onInvalid: "fail" | "observe";

  constructor(task: Task, onInvalid: "fail" | "observe" = "fail", catalog: Catalog = shop, types: TypeById = typeById) {
    this.table = setTable(cart, task, types);
    this.state = initialState(task);
    this.#catalog = catalog;
    this.#onInvalid = onInvalid;
  }

  product(item: Item): string {
    return this.table.context.aliases.product(item.productIndex);
  }

  /** Marks ids as shown, as a search would. */
  show(...ids: string[]): this {
    this.state = apply(this.state, { kind: "seen", ids });
    return this;
  }

  async step(action: unknown): Promise<StepCore> {
    const gathered = await gatherFacts(this.table, { body: { action }, onInvalid: this.#onInvalid }, this.#catalog);
    const outcome = advance(this.table, this.state, gathered);
    for (const change of outcome.changes) this.state = apply(this.state, change);
    this.replies.push(outcome.reply);
    return outcome.reply;
  }
}
