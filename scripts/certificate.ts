/**
 * Certifies tasks offline: how many draws are refused and why, how large goals are, and of each task that its goal can be found and is meant by
 * its words alone. Exit status 1 when anything is violated.
 */

import { MemoryCatalog } from "../src/catalog/memory-catalog.ts";
import { productTypeById } from "../src/catalog/types/index.ts";
import { Aliases } from "../src/core/alias.ts";
import { axesAt } from "../src/core/difficulty.ts";
import type { Environment } from "../src/core/environment.ts";
import { initialState } from "../src/core/episode.ts";
import type { CatalogInfo, CleanQuery } from "../src/core/ports.ts";
import { attributeOf, type Product, type ProductType, spokenValue } from "../src/core/product.ts";
import { Rng } from "../src/core/rng.ts";
import { type Task, type TaskKey, taskRoot } from "../src/core/task.ts";
import { variantAttribute } from "../src/core/variants.ts";
import type { Description } from "../src/envs/cart/describe.ts";
import type { CartProblem, Item } from "../src/envs/cart/problem.ts";
import { environmentById } from "../src/envs/index.ts";
import { makeTask } from "../src/envs/make-task.ts";
import { noiseRanks } from "../src/tools/search-noise.ts";
import { addNoise } from "../src/users/typing.ts";
import { difficulties, flagsOf, usage, wholeNumber } from "./lib/flags.ts";
import { Progress } from "./lib/progress.ts";
import { mean, percent, table } from "./lib/table.ts";

/** Draws in a row after which a key is given up; as in making a task. */
const MAX_DRAWS = 64;
/** Products of a brand and type are at most 24 (CA8). */
const SHELF = 100;
/** Places that a catalog looks up in one call at most. */
const PLACES = 100;
/** Slots that the shopper tells in one reply. */
const TOLD_AT_ONCE = 3;
/** Violations printed; all are counted. */
const PRINTED = 20;

const options = {
  difficulty: { type: "string", default: "0-12" },
  tasks: { type: "string", default: "200" },
  size: { type: "string", default: "10000" },
  seed: { type: "string", default: "7" },
  "seed-base": { type: "string", default: "0" },
  split: { type: "string", default: "train" },
} as const;

/** What is known of the tasks of one difficulty. */
interface Tally {
  readonly difficulty: number;
  draws: number;
  readonly refused: Map<string, number>;
  unavailable: number;
  readonly items: number[];
  readonly units: number[];
  readonly slots: number[];
  readonly withheld: number[];
  /** Turns an ideal player needs, asking included, as a share of those there are. */
  readonly budget: number[];
  stockOuts: number;
  /** Goals that words alone find in a search, as the shopper types them, and all goals. */
  byWords: number;
  goals: number;
  violations: number;
}

/** One product that a task can want, with the words that mean it. */
interface Goal {
  readonly item: Item;
  readonly productIndex: number;
  readonly description: Description;
}

/** A text of which phrases are read and taken out, so that nothing inside them is read again. */
class Text {
  #left: string;

  constructor(text: string) {
    this.#left = ` ${Text.#words(text)} `;
  }

  /** Words with single spaces; a stop or comma stands between words as a mark of its own, so that no phrase is read across it. */
  static #words(text: string): string {
    return text
      .toLowerCase()
      .replace(/[.,;:!?()]+(?=\s|$)|\(/g, " | ")
      .replace(/[^\p{L}\p{N}.'/+|-]+/gu, " ")
      .trim();
  }

  /** Where a phrase stands in what is left, on word boundaries; -1 when it does not. */
  find(phrase: string): number {
    return this.#left.indexOf(` ${Text.#words(phrase)} `);
  }

  /** Takes a phrase out wherever it stands; false when it does not. */
  take(phrase: string): boolean {
    if (this.find(phrase) < 0) return false;
    while (this.find(phrase) >= 0) this.#left = this.#left.replace(` ${Text.#words(phrase)} `, " | ");
    return true;
  }

  /** The number before a phrase, or null. */
  numberBefore(phrase: string): number | null {
    const words = Text.#words(phrase).replace(/[.+]/g, "\\$&");
    const found = new RegExp(` (\\d+) (?:of the )?${words} `).exec(this.#left);
    return found === null ? null : Number(found[1]);
  }
}

const values = flagsOf(options);
const perLevel = wholeNumber("tasks", values.tasks, 1, 100_000);
const seedBase = wholeNumber("seed-base", values["seed-base"], 0, 2 ** 40);
const split =
  values.split === "train" || values.split === "eval" || values.split === "test"
    ? values.split
    : usage(`--split ${values.split}: train, eval and test are allowed`);
const shop = new MemoryCatalog(wholeNumber("size", values.size, 1000, 100_000), values.seed);
const info = await shop.info();
const cart = environmentById("cart") as Environment;
const printed: string[] = [];
const productsByType = new Map<string, readonly Product[]>();
const NAMES = shop.types.flatMap((type) => [type.noun, type.plural].map((name) => ({ type, name })));

const levels = difficulties(values.difficulty);
const progress = new Progress("Certificates", levels.length * perLevel);
const tallies: Tally[] = [];
for (const [level, difficulty] of levels.entries()) {
  const tally: Tally = {
    difficulty,
    draws: 0,
    refused: new Map(),
    unavailable: 0,
    items: [],
    units: [],
    slots: [],
    withheld: [],
    budget: [],
    stockOuts: 0,
    byWords: 0,
    goals: 0,
    violations: 0,
  };
  tallies.push(tally);
  for (let n = 0; n < perLevel; n += 1) {
    await certify(keyOf(difficulty, seedBase + n, info), tally);
    progress.at(level * perLevel + n + 1);
  }
}
const violations = tallies.reduce((sum, tally) => sum + tally.violations, 0);
progress.done(`${tallies.length * perLevel} tasks`);
report();
process.exit(violations === 0 ? 0 : 1);

function keyOf(difficulty: number, seed: number, { version }: CatalogInfo): TaskKey {
  return { env: cart.id, envVersion: cart.version, difficulty, axes: {}, seed: String(seed), split, language: "en", catalogVersion: version };
}

function violation(tally: Tally, key: TaskKey, what: string): void {
  tally.violations += 1;
  if (printed.length < PRINTED) printed.push(`d ${key.difficulty}, seed ${key.seed}: ${what}`);
}

async function certify(key: TaskKey, tally: Tally): Promise<void> {
  const turnsNeeded = await countDraws(key, tally);
  if (turnsNeeded === null) return;
  const task = await makeTask(cart, key, shop, info, productTypeById);
  const problem = task.problem as CartProblem;
  tally.items.push(problem.items.length);
  tally.units.push(problem.items.reduce((sum, item) => sum + item.quantity, 0));
  tally.slots.push(task.slots.length);
  const withheld = task.slots.length - task.opening.discloses.length;
  tally.withheld.push(withheld);
  tally.budget.push((turnsNeeded + Math.ceil(withheld / TOLD_AT_ONCE)) / task.axes.turns);
  tally.stockOuts += problem.stockOut === null ? 0 : 1;
  for (const goal of goalsOf(problem)) {
    tally.goals += 1;
    await certifyWords(goal, key, tally);
    await certifySearch(goal, task, tally);
  }
  await certifyDecoding(task, tally);
}

/** Draws as making a task does, from the same streams, and counts what is refused; the turns that the task needs without asking, or null when all draws are refused. */
async function countDraws(key: TaskKey, tally: Tally): Promise<number | null> {
  const root = taskRoot(key);
  const setting = { key, axes: axesAt(key.difficulty, key.axes), root, catalog: shop, info, typeById: productTypeById };
  const rng = new Rng(root).fork("problem");
  for (let attempt = 0; attempt < MAX_DRAWS; attempt += 1) {
    const draw = await cart.draw(setting, rng.fork(`draw/${attempt}`));
    tally.draws += 1;
    if (draw.ok) return draw.turnsNeeded;
    tally.refused.set(draw.reason, (tally.refused.get(draw.reason) ?? 0) + 1);
  }
  tally.unavailable += 1;
  violation(tally, key, `no certified task in ${MAX_DRAWS} draws`);
  return null;
}

/** Everything that a task may come to want: its items, and the replacement that a stock-out's plan names. */
function goalsOf({ items, stockOut }: CartProblem): Goal[] {
  const replaced = items.find((item) => item.id === stockOut?.itemId);
  const plan = stockOut?.fallback.plan === "product" && replaced !== undefined ? [{ item: replaced, ...stockOut.fallback }] : [];
  return [...items.map((item) => ({ item, productIndex: item.productIndex, description: item.description })), ...plan];
}

/** Rule EN36. Brand and features fit one product of the shelf, and the wanted one. */
async function certifyWords({ item, productIndex, description }: Goal, key: TaskKey, tally: Tally): Promise<void> {
  const [shelf] = await shop.byBrands([{ typeId: item.typeId, brand: description.brand }], SHELF);
  const fitting = (shelf ?? []).filter((product) => description.features.every(({ attribute, value }) => product.attributes[attribute] === value));
  if (fitting.length !== 1 || fitting[0]?.index !== productIndex)
    violation(
      tally,
      key,
      `${item.id}: ${description.brand} ${JSON.stringify(description.features)} fits products ${fitting.map((one) => one.index).join(", ")}, wanted is ${productIndex}`,
    );
}

/**
 * Rules AX7 and AX8. Some query made of the shopper's words finds the goal in the depth that can be paged, whatever noise puts before it: the words
 * as the shopper types them, or kind, brand and features as filters.
 */
async function certifySearch({ item, productIndex, description }: Goal, task: Task, tally: Tally): Promise<void> {
  const depth = task.axes.retrieval_depth;
  const said = [item.called.one, description.brand, ...description.features.map((feature) => feature.words)];
  const { typing_noise } = task.axes;
  const rng = new Rng(task.root).fork(`certificate/${productIndex}`);
  const words = addNoise(said.join(" "), { rng, pLetter: typing_noise, pWord: Math.min(0.2, 2 * typing_noise), values: said });
  const base: CleanQuery = { query: words, typeId: null, filters: [], inStock: false, sort: "relevance", depth };
  const equal = description.features.map(({ attribute, value }) => ({ field: attribute, op: "equal", value }) as const);
  const filtered: CleanQuery = {
    ...base,
    query: item.called.one,
    typeId: item.typeId,
    filters: [{ field: "brand", op: "equal", value: description.brand }, ...equal],
  };
  const reached = async (query: CleanQuery): Promise<boolean> => {
    const { indices, typeId } = await shop.search(query);
    const noisy = noiseRanks(task, query, depth, info.countByType[query.typeId ?? typeId ?? ""] ?? 0).length;
    const rank = indices.indexOf(productIndex);
    return rank >= 0 && rank + noisy < depth;
  };
  const byWords = await reached(base);
  tally.byWords += byWords ? 1 : 0;
  if (!byWords && !(await reached(filtered)))
    violation(tally, task.key, `${item.id}: neither ${JSON.stringify(words)} nor its filters find product ${productIndex} in ${depth}`);
}

/** What words alone say of one item. */
interface Decoded {
  readonly typeIds: readonly string[];
  readonly products: readonly number[];
  readonly variants: readonly string[];
  readonly quantity: number;
}

/** The opening and every slot that can be told, each in any of its wordings, decode to one goal, and the wanted one. */
async function certifyDecoding(task: Task, tally: Tally): Promise<void> {
  const problem = task.problem as CartProblem;
  const state = initialState(task);
  const open = cart.open(problem);
  const disclosed = new Set(task.opening.discloses.filter((id) => !id.endsWith("/fallback")));
  const { asks } = open.opening(disclosed, new Rng(task.root).fork("wording"), new Aliases(task.root));
  for (const [n, item] of problem.items.entries()) {
    const told = task.slots.filter((slot) => slot.subject === item.id && slot.kind !== "fallback" && !disclosed.has(slot.id));
    for (const text of wordings(
      [asks[n] as string],
      told.map((slot) => open.tell(slot, state).forms),
    )) {
      const decoded = await decode(text);
      const right =
        String(decoded.typeIds) === item.typeId &&
        String(decoded.products) === String(item.productIndex) &&
        String(decoded.variants) === (item.variant?.value ?? "") &&
        decoded.quantity === item.quantity;
      if (!right)
        violation(
          tally,
          task.key,
          `${item.id}: ${JSON.stringify(text)} decodes to ${JSON.stringify(decoded)}, wanted is ${item.quantity} of ${item.typeId} ${item.productIndex} ${item.variant?.value ?? ""}`,
        );
    }
  }
  await certifyPlan(task, tally);
}

/** A stock-out's plan decodes from each wording of its slot: a variant, another product, or to leave the item out. */
async function certifyPlan(task: Task, tally: Tally): Promise<void> {
  const { stockOut, items } = task.problem as CartProblem;
  const item = items.find((one) => one.id === stockOut?.itemId);
  const slot = task.slots.find((one) => one.kind === "fallback");
  if (stockOut === null || item === undefined || slot === undefined) return;
  const { fallback } = stockOut;
  for (const text of cart.open(task.problem).tell(slot, initialState(task)).forms) {
    const { typeIds, products, variants } = await decode(text);
    const leftOut = /\b(leave it out|skip it)\b/.test(text);
    const right =
      String(typeIds) === item.typeId &&
      leftOut === (fallback.plan === "leave_out") &&
      String(variants) === (fallback.plan === "variant" ? fallback.value : "") &&
      (fallback.plan !== "product" || String(products) === String(fallback.productIndex));
    if (!right)
      violation(
        tally,
        task.key,
        `${item.id}/fallback: ${JSON.stringify(text)} decodes to ${JSON.stringify({ typeIds, products, variants, leftOut })}, wanted is ${JSON.stringify(fallback)}`,
      );
  }
}

/** As many texts as the slot with most wordings has, so that each wording is used. */
function wordings(before: readonly string[], forms: readonly (readonly string[])[]): string[] {
  const count = Math.max(1, ...forms.map((list) => list.length));
  return Array.from({ length: count }, (_, n) => [...before, ...forms.map((list) => list[n % list.length])].join(". "));
}

/** All products of a type. */
async function productsOf(type: ProductType): Promise<readonly Product[]> {
  const known = productsByType.get(type.id);
  if (known !== undefined) return known;
  const places = Array.from({ length: info.countByType[type.id] ?? 0 }, (_, ordinal) => ({ typeId: type.id, ordinal }));
  const parts = Array.from({ length: Math.ceil(places.length / PLACES) }, (_, n) => shop.byPlaces(places.slice(n * PLACES, (n + 1) * PLACES)));
  const products = (await Promise.all(parts)).flat();
  productsByType.set(type.id, products);
  return products;
}

/**
 * Reads what a text says of one item: the kind that it names first, how many, brand, values of attributes. Longer phrases are read before
 * shorter ones. A further kind that no value explains makes it ambiguous.
 */
async function decode(text: string): Promise<Decoded> {
  const left = new Text(text);
  const named = NAMES.filter(({ name }) => left.find(name) >= 0).sort((a, b) => left.find(a.name) - left.find(b.name) || b.name.length - a.name.length);
  const type = named[0]?.type;
  if (type === undefined) return { typeIds: [], products: [], variants: [], quantity: 1 };
  const quantity = left.numberBefore(type.plural) ?? 1;
  for (const name of [type.plural, type.noun].sort((a, b) => b.length - a.length)) left.take(name);
  const products = await productsOf(type);
  const brands = [...new Set(products.map((product) => product.brand))].sort((a, b) => b.length - a.length).filter((brand) => left.take(brand));
  const said = valuesIn(left, type);
  const varying = variantAttribute(type)?.id;
  const variants = said.flatMap((options) => options.filter((one) => one.attribute === varying).map((one) => String(one.value)));
  const features = said.filter((options) => options.every((one) => one.attribute !== varying));
  const fits = (product: Product): boolean =>
    brands.includes(product.brand) && features.every((options) => options.some(({ attribute, value }) => product.attributes[attribute] === value));
  const others = NAMES.filter(({ name }) => left.find(name) >= 0).map((other) => other.type.id);
  return {
    typeIds: [...new Set([type.id, ...others])],
    products: products.filter(fits).map((product) => product.index),
    variants: [...new Set(variants)],
    quantity,
  };
}

interface Said {
  readonly attribute: string;
  readonly value: string | number;
}

/** Values of a type's attributes in a text, with their labels or alone; each as all that it can mean. */
function valuesIn(left: Text, type: ProductType): Said[][] {
  const phrases = new Map<string, Said[]>();
  const add = (phrase: string, said: Said): void => {
    phrases.set(phrase.toLowerCase(), [...(phrases.get(phrase.toLowerCase()) ?? []), said]);
  };
  for (const { id } of type.attributes) {
    const attribute = attributeOf(type, id);
    if (attribute === undefined) continue;
    for (const value of attribute.kind === "enum" ? attribute.values : attribute.grid) {
      add(spokenValue(attribute, value), { attribute: id, value });
      if (attribute.kind === "enum") add(`${attribute.label} ${value}`, { attribute: id, value });
    }
  }
  return [...phrases]
    .sort(([a], [b]) => b.length - a.length)
    .filter(([phrase]) => left.take(phrase))
    .map(([, options]) => options);
}

function report(): void {
  const reasons = [...new Set(tallies.flatMap((tally) => [...tally.refused.keys()]))].sort();
  const average = (list: readonly number[]): string => (mean(list) ?? 0).toFixed(2);
  console.log(`\nDraws refused, as shares of all draws (${perLevel} tasks a difficulty, ${split} split, catalog ${info.version})`);
  console.log(
    table(
      ["d", "draws", "refused", ...reasons, "unavailable"],
      tallies.map((tally) => {
        const refused = [...tally.refused.values()].reduce((sum, count) => sum + count, 0);
        return [
          tally.difficulty,
          tally.draws,
          percent(refused, tally.draws),
          ...reasons.map((reason) => percent(tally.refused.get(reason) ?? 0, tally.draws)),
          tally.unavailable,
        ];
      }),
    ),
  );
  console.log("\nGoals, means per task; found by words: share of wanted products that the words alone find, typed as the shopper types");
  console.log(
    table(
      ["d", "items", "units", "slots", "withheld", "turns needed of T_max", "stock-outs", "found by words", "violations"],
      tallies.map((tally) => [
        tally.difficulty,
        average(tally.items),
        average(tally.units),
        average(tally.slots),
        average(tally.withheld),
        average(tally.budget),
        percent(tally.stockOuts, tally.items.length),
        percent(tally.byWords, tally.goals),
        tally.violations,
      ]),
    ),
  );
  for (const line of printed) console.log(line);
  console.log(`\n${tallies.length * perLevel} tasks: ${violations === 0 ? "every one is certified" : `${violations} violations`}.`);
}
