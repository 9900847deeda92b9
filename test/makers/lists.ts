/** Tasks of the environments that ask for lists, over the default catalog, and a driver for them. */
import { MemoryCatalog } from "../../src/catalog/memory-catalog.ts";
import { productTypeById } from "../../src/catalog/types/index.ts";
import type { Environment } from "../../src/core/environment.ts";
import { apply, type EpisodeState, initialState } from "../../src/core/episode.ts";
import type { Task, TaskKey } from "../../src/core/task.ts";
import { environmentById } from "../../src/envs/index.ts";
import { makeTask } from "../../src/envs/make-task.ts";
import { advance, gatherFacts, type StepCore, setTable, type Table } from "../../src/envs/play.ts";

export const shop = new MemoryCatalog(10_000, "7");
const info = await shop.info();

/** A task of an environment; difficulty 6 and seed 1 when left out. */
export function makeListTask(env: string, over: Partial<TaskKey> = {}): Promise<Task> {
  const environment = environmentById(env) as Environment;
  const key = {
    env,
    envVersion: environment.version,
    difficulty: 6,
    axes: {},
    seed: "1",
    split: "train" as const,
    language: "en" as const,
    catalogVersion: info.version,
    ...over,
  };
  return makeTask(environment, key, shop, info, productTypeById);
}

/** Plays turns on a task and keeps the state. */
export class ListDriver {
  readonly table: Table;
  state: EpisodeState;

  constructor(env: string, task: Task) {
    this.table = setTable(environmentById(env) as Environment, task, productTypeById);
    this.state = initialState(task);
  }

  id(index: number): string {
    return this.table.context.aliases.product(index);
  }

  show(...ids: string[]): this {
    this.state = apply(this.state, { kind: "seen", ids });
    return this;
  }

  async step(action: unknown): Promise<StepCore> {
    const outcome = advance(this.table, this.state, await gatherFacts(this.table, { body: { action }, onInvalid: "fail" }, shop));
    for (const change of outcome.changes) this.state = apply(this.state, change);
    return outcome.reply;
  }

  /** Answers with products by their catalog index, all of them shown. */
  answer(indices: readonly number[]): Promise<StepCore> {
    const ids = indices.map((index) => this.id(index));
    return this.show(...ids).step({ answer: { product_ids: ids } });
  }
}

/** Every slot told in the opening, nothing sells out, no typing mistakes. */
export const OPEN_AXES = { omission: 0, stock_outs: 0, typing_noise: 0 };
