/** Finds the product and variant that a target means, or the look-up that is still missing. */
import type { Call, Session } from "../../player.ts";
import type { Goods, Kind, Variant } from "./goods.ts";
import type { Manner } from "./manner.ts";
import { descriptionSearch, search } from "./searches.ts";
import type { Shop } from "./shop.ts";
import { type Target, variantFor, type Wanted } from "./targets.ts";
import type { Description } from "./wishes.ts";

/** Note of a session: whether a variant picked in place of the one asked for was right all the same; the product's id follows. */
export const GUESS_NOTE = "guess/";

/** Searches for a described product after which the nearest one has to do. */
const ENOUGH_SEARCHES = 2;

export class Picker {
  readonly #shop: Shop;
  readonly #session: Session;
  readonly #manner: Manner;
  /** Searches made so far for a description. */
  readonly #attempts = new Map<string, number>();
  readonly #chosen = new Map<string, Goods>();
  readonly #chosenVariants = new Map<string, Variant | null>();

  constructor(shop: Shop, session: Session, manner: Manner) {
    this.#shop = shop;
    this.#session = session;
    this.#manner = manner;
  }

  /**
   * The line for a target; null while something has to be looked up first.
   *
   * @param told whether the shopper has no more to tell, so that a product not described may be any.
   * @param atOnce whether the best that is known has to do.
   */
  line(target: Target, told: boolean, atOnce: boolean): Wanted | null {
    const goods = this.#goods(target, told, atOnce);
    if (goods === null) return null;
    const { kind, quantity } = target;
    const variants = this.#shop.variants.get(goods.product_id);
    if (this.#manner.chooseVariant !== undefined && target.variant !== null) {
      const picked = variants === undefined ? null : this.#pickVariant(goods, target, variants);
      return variants === undefined ? null : { kind, goods, quantity, variant: picked?.value ?? null, variantId: picked?.variant_id ?? null };
    }
    const variant = variantFor(goods, kind, target.variant, variants);
    const guess = target.description === null;
    if (variant === undefined && !atOnce && !(guess && (this.#manner.asks === "late" || variants !== undefined))) return null;
    return { kind, goods, quantity, variant: target.variant, variantId: variant?.variant_id ?? null };
  }

  /** The product that a target means, once it is known for certain; null before. */
  product(target: Target): Goods | null {
    return target.description === null ? null : this.#goods(target, false, false);
  }

  /** The call that a target still needs; null when no further one helps. */
  lookUp(target: Target, told: boolean): Call | null {
    const { kind, description } = target;
    const goods = this.#goods(target, told, false);
    if (goods !== null) return this.#shop.variants.has(goods.product_id) ? null : { name: "catalog_get_variants", args: { product_id: goods.product_id } };
    if (description === null || this.#manner.choose !== undefined) return told ? search(kind.name, { product_type: kind.id, in_stock: true }) : null;
    const key = keyOf(kind, description);
    const attempt = this.#attempts.get(key) ?? 0;
    this.#attempts.set(key, attempt + 1);
    return descriptionSearch(kind, description, attempt);
  }

  #goods(target: Target, told: boolean, atOnce: boolean): Goods | null {
    const seen = this.#shop.ofKind(target.kind);
    const open = seen.filter((one) => one.in_stock);
    if (this.#manner.choose !== undefined) return this.#choose(target.kind, open, told);
    if (target.description === null) return told ? (open[0] ?? null) : null;
    const match = this.#shop.match(target.kind, target.description);
    const searches = this.#attempts.get(keyOf(target.kind, target.description)) ?? 0;
    if (match !== null && (match.certain || searches > 0 || atOnce)) return match.goods;
    if (searches < ENOUGH_SEARCHES && !atOnce) return null;
    return this.#shop.nearest(target.kind, target.description) ?? (atOnce ? (open[0] ?? null) : null);
  }

  #choose(kind: Kind, open: readonly Goods[], told: boolean): Goods | null {
    const before = this.#chosen.get(kind.id);
    if (before !== undefined || !told) return before ?? null;
    const choice = this.#manner.choose?.(open, () => this.#session.chance()) ?? null;
    if (choice !== null) this.#chosen.set(kind.id, choice);
    return choice;
  }

  #pickVariant(goods: Goods, target: Target, variants: readonly Variant[]): Variant | null {
    const before = this.#chosenVariants.get(goods.product_id);
    const picked = before !== undefined ? before : (this.#manner.chooseVariant?.(variants, () => this.#session.chance()) ?? null);
    this.#chosenVariants.set(goods.product_id, picked);
    this.#session.notes[`${GUESS_NOTE}${goods.product_id}`] = picked?.value === target.variant;
    return picked;
  }
}

/** By what is asked for, not by how it is worded or misspelt. */
const keyOf = (kind: Kind, description: Description): string => `${kind.id}/${JSON.stringify(description.features)}`;
