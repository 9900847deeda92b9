/** What a cart player remembers of the shop: kinds, products, variants, the cart, and what sold out. */
import type { Step } from "../../../../src/protocol/wire.ts";
import type { Call } from "../../player.ts";
import { CartResult, type Goods, goodsIn, type Kind, type Line, resultsOf, SearchResult, type Variant, Variants } from "./goods.ts";
import { names } from "./mentions.ts";
import type { Description } from "./wishes.ts";
import { mistakes, tokensOf } from "./words.ts";

const CART_TOOLS = ["cart_view", "cart_add", "cart_remove", "cart_set_quantity"];
/** Words that may follow a brand; another word there could be a part of its name. */
const AFTER_BRAND = ["with", "and", "in", "for", "has", "kind", "one", "please", "instead"];

/** Words before a brand, after which even a common word may be one that was mistyped: "made by instead" from Inkstead. */
const BEFORE_BRAND = ["by", "from"];

export interface Match {
  readonly goods: Goods;
  /** Spelt as the shop spells it, and ended by a word or mark that no brand ends with. */
  readonly certain: boolean;
}

export class Shop {
  readonly #kinds = new Map<string, Kind>();
  readonly #goods = new Map<string, Goods>();
  /** Arguments of addings that failed for want of stock. */
  readonly #refused: string[] = [];
  readonly variants = new Map<string, readonly Variant[]>();
  readonly notices: string[] = [];
  cart: readonly Line[] = [];

  /** @param calls the world calls of the step, in order, so that a refused adding is understood. */
  learn(step: Step, calls: readonly Call[]): void {
    for (const { product_types } of resultsOf(step, "catalog_search", SearchResult)) for (const kind of product_types) this.#kinds.set(kind.id, kind);
    for (const one of goodsIn(step)) this.#goods.set(one.product_id, one);
    for (const { product_id, variants } of resultsOf(step, "catalog_get_variants", Variants)) this.variants.set(product_id, variants);
    const last = step.observation.tool_results.filter((result) => CART_TOOLS.includes(result.name) && result.ok).at(-1);
    if (last !== undefined) this.cart = CartResult.parse(last.result).cart.lines;
    this.notices.push(...step.observation.notices);
    for (const [n, call] of calls.entries())
      if (step.observation.tool_results[n]?.error?.kind === "out_of_stock") this.#refused.push(JSON.stringify(call.args));
  }

  allKinds(): Kind[] {
    return [...this.#kinds.values()];
  }

  /** Kinds that a line names. */
  kindsIn(line: string): Kind[] {
    return [...this.#kinds.values()].filter((kind) => names(line, kind));
  }

  /** Products of a kind in the order in which they were first seen. */
  ofKind(kind: Kind): Goods[] {
    return [...this.#goods.values()].filter((one) => one.product_type === kind.id && one.restricted !== true);
  }

  /** The product that has every feature of a description and whose brand stands in its words; the longest and best spelt brand wins. */
  match(kind: Kind, description: Description): Match | null {
    return bestBrand(
      this.ofKind(kind).filter((one) => featuresMet(one, description) === description.features.length),
      description,
    );
  }

  /** The product of the brand that has most of the features, for when none has all: a word may have been misread. */
  nearest(kind: Kind, description: Description): Goods | null {
    const branded = this.ofKind(kind).filter((one) => brandIn(one.brand, description.words) !== null);
    const most = Math.max(...branded.map((one) => featuresMet(one, description)));
    return (
      bestBrand(
        branded.filter((one) => featuresMet(one, description) === most),
        description,
      )?.goods ?? null
    );
  }

  /** Whether a product of a kind is known to have sold out, for a wish that does not say which product it means. */
  kindGone(kind: Kind): boolean {
    return this.ofKind(kind).some((one) => this.notices.some((notice) => notice.includes(one.product_id) && /sold out/i.test(notice)));
  }

  /** Whether a product, or the variant of it with a value, is known to have sold out: by a notice, or because adding it failed. */
  gone(goods: Goods, value: string | null): boolean {
    const id = goods.product_id;
    const variantId = this.variants.get(id)?.find((one) => one.value === value)?.variant_id;
    const noticed = this.notices.some(
      (notice) => notice.includes(id) && /sold out/i.test(notice) && (value === null || !notice.includes("(") || notice.includes(value)),
    );
    return noticed || this.#refused.some((args) => args.includes(id) && (variantId === undefined || !args.includes("variant_id") || args.includes(variantId)));
  }
}

const featuresMet = (goods: Goods, description: Description): number =>
  description.features.filter((options) => options.some(({ attribute, value }) => goods.attributes[attribute] === value)).length;

/** Of some products the one whose brand stands in the words, the longest and best spelt one; null when two do equally. */
function bestBrand(goods: readonly Goods[], description: Description): Match | null {
  const found = goods.flatMap((one) => {
    const brand = brandIn(one.brand, description.words);
    return brand === null ? [] : [{ goods: one, ...brand }];
  });
  found.sort((a, b) => b.length - a.length || a.count - b.count);
  const [best, second] = found;
  if (best === undefined || (second !== undefined && second.length === best.length && second.count === best.count)) return null;
  return { goods: best.goods, certain: best.count === 0 && best.ended && description.features.every((options) => options.length === 1) };
}

/** Where a brand stands in some words. */
function brandIn(brand: string, words: readonly string[]): { length: number; count: number; ended: boolean } | null {
  const parts = tokensOf(brand).map((token) => token.text);
  let best: { length: number; count: number; ended: boolean } | null = null;
  for (let from = 0; from + parts.length <= words.length; from += 1) {
    const named = BEFORE_BRAND.includes(words[from - 1] ?? "");
    const counts = parts.map((part, n) => mistakes(words[from + n] as string, part, named));
    if (counts.some((count) => count === null)) continue;
    const count = counts.reduce<number>((sum, one) => sum + (one as number), 0);
    const next = words[from + parts.length];
    const ended = next === undefined || !/[a-z0-9]/.test(next) || AFTER_BRAND.includes(next);
    if (best === null || count < best.count) best = { length: parts.length, count, ended };
  }
  return best;
}
