/** The calls that are measured. Each looks at what came back, after it was timed: a call that failed fast would be a fine figure of nothing. */
import { randomUUID } from "node:crypto";
import { product } from "../../src/catalog/generate.ts";
import { PRODUCT_TYPES } from "../../src/catalog/types/index.ts";
import type { BatchReply, Group } from "../../src/protocol/trainer.ts";
import type { Episode, Step } from "../../src/protocol/wire.ts";
import type { Connections } from "./http.ts";
import { CATALOG } from "./server.ts";

const ENV = "cart";
/** Difficulty at which all is measured: several things wanted, wrong search results, long texts. */
const DIFFICULTY = 6;
/** Prime to the catalog's size, so that product after product comes from another part of it. */
const STRIDE = 7919;

/** An episode and the turn that it is at. */
export interface Playing {
  readonly id: string;
  turn: number;
}

/** What a look into the cart sends; the bare object is sent the same. */
const viewBody = (turn: number) => ({ turn, action: { tool_calls: [{ name: "cart_view", args: {} }] } });

/** Every method resolves to the milliseconds that its call took, with what it made; it throws when the reply is not the one that is meant. */
export class Calls {
  readonly #connections: Connections;
  readonly #asked = new Set<string>();
  #seed: number;
  #products = 0;
  #words = "";

  /** @param seed of the first task; the next ones count up, so that no task is met twice. */
  constructor(connections: Connections, seed: number) {
    this.#connections = connections;
    this.#seed = seed;
  }

  /** The way to the Worker and back. */
  async noop(): Promise<number> {
    return (await this.#connections.call("POST", "/bench/noop", viewBody(0))).milliseconds;
  }

  /** First use of a bare object. */
  async create(): Promise<{ milliseconds: number; name: string }> {
    const name = randomUUID();
    const { milliseconds } = await this.#connections.call("POST", `/bench/create?name=${name}`, viewBody(0));
    return { milliseconds, name };
  }

  /** One write in a bare object that `create` made. */
  async echo(name: string): Promise<number> {
    return (await this.#connections.call("POST", `/bench/echo?name=${name}`, viewBody(0))).milliseconds;
  }

  /** One row of the catalog by its key. */
  async read(): Promise<number> {
    return (await this.#connections.call("POST", "/bench/read", viewBody(0))).milliseconds;
  }

  /** A reset to a task that was never made before. */
  async reset(env = ENV): Promise<{ milliseconds: number; episode: Playing }> {
    const { milliseconds, text } = await this.#connections.call("POST", "/v1/episodes", { ...this.#task(), env });
    return { milliseconds, episode: playing(JSON.parse(text) as Episode) };
  }

  /** A reset to `n` episodes of one task. */
  async group(n: number): Promise<number> {
    const { milliseconds, text } = await this.#connections.call("POST", "/v1/groups", { n, ...this.#task() });
    const { episodes } = JSON.parse(text) as Group;
    if (episodes.length !== n) throw new Error(`a group of ${n} has ${episodes.length} episodes`);
    return milliseconds;
  }

  /** A step that looks into the cart. */
  view(episode: Playing): Promise<number> {
    return this.#step(episode, viewBody(episode.turn));
  }

  /** A step that searches for words that were not searched for lately. */
  search(episode: Playing): Promise<number> {
    this.#words = this.#freshWords();
    return this.#search(episode, this.#words);
  }

  /** A step that searches for the same words as the search before it. */
  searchAgain(episode: Playing): Promise<number> {
    return this.#search(episode, this.#words);
  }

  /** One look into each of the carts, in one request. */
  async batch(episodes: readonly Playing[]): Promise<number> {
    const steps = episodes.map(({ id, turn }) => ({ episode_id: id, ...viewBody(turn) }));
    const { milliseconds, text } = await this.#connections.call("POST", "/v1/steps", { steps });
    const { results } = JSON.parse(text) as BatchReply;
    for (const [n, episode] of episodes.entries()) {
      const result = results[n];
      if (result?.ok !== true) throw new Error(`a step of a batch failed: ${JSON.stringify(result)}`);
      moveOn(episode, result.step);
    }
    return milliseconds;
  }

  /** Ends an episode. */
  async abandon(episode: Playing): Promise<number> {
    return (await this.#connections.call("DELETE", `/v1/episodes/${episode.id}`, {})).milliseconds;
  }

  /** One search in each product type, so that what an isolate reads once is read, and one whose words `searchAgain` can repeat. */
  async warm(): Promise<void> {
    for (const { noun } of PRODUCT_TYPES) await this.#search((await this.reset()).episode, noun);
    await this.search((await this.reset()).episode);
  }

  #search(episode: Playing, query: string): Promise<number> {
    return this.#step(episode, { turn: episode.turn, action: { tool_calls: [{ name: "catalog_search", args: { query } }] } });
  }

  async #step(episode: Playing, body: object): Promise<number> {
    const { milliseconds, text } = await this.#connections.call("POST", `/v1/episodes/${episode.id}/step`, body);
    moveOn(episode, JSON.parse(text) as Step);
    return milliseconds;
  }

  #task(): object {
    this.#seed += 1;
    return { env: ENV, difficulty: DIFFICULTY, seed: this.#seed };
  }

  /** Brand, name and one feature of a product. Once all were asked for they come again: the service has long forgotten the first. */
  #freshWords(): string {
    for (;;) {
      if (this.#products % CATALOG.size === 0) this.#asked.clear();
      this.#products += 1;
      const { title } = product(CATALOG.seed, (this.#products * STRIDE) % CATALOG.size);
      const words = title.split(", ").slice(0, 2).join(" ").toLowerCase();
      if (this.#asked.has(words)) continue;
      this.#asked.add(words);
      return words;
    }
  }
}

const playing = ({ episode_id, turn }: Episode): Playing => ({ id: episode_id, turn });

/** To the next turn, if the step did what it was sent to do. */
function moveOn(episode: Playing, { observation, reason, turn }: Step): void {
  const [result] = observation.tool_results;
  const { results, note } = (result?.result ?? {}) as { results?: unknown[]; note?: string };
  if (result?.ok !== true || results?.length === 0 || note !== undefined || reason !== null)
    throw new Error(`a step did not go as meant: ${JSON.stringify({ observation, reason }).slice(0, 500)}`);
  episode.turn = turn;
}
