/** Ids the agent sees: aliases made for one task by a keyed permutation, so they can be neither guessed nor remembered. */
import { words } from "./hash.ts";

/** Rule TL2. Crockford's digits: no i, l, o, u. */
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
const HALF = 20;
const MASK = 2 ** HALF - 1;

export const ID_PREFIX = { product: "p", variant: "v", line: "l" } as const;
export type IdKind = keyof typeof ID_PREFIX;

/** Anything in free text that has the form of an id. */
export const ID_PATTERN = /\b[pvlorc]_[0-9a-hjkmnp-tv-z]{8}\b/gi;

/** Variant numbers per product in the variant domain; variant 15 stands for "no variants". */
const VARIANT_SPAN = 16;
export const NO_VARIANT = 15;

/**
 * The aliases of one task. A 40-bit Feistel permutation per kind of id, keyed by the task's root, over a domain of which
 * the catalog fills less than a ten-thousandth: a made-up id is almost surely unknown.
 */
export class Aliases {
  readonly #keys: Record<IdKind, readonly number[]>;

  constructor(root: string) {
    this.#keys = { product: words(`${root}>alias/product`), variant: words(`${root}>alias/variant`), line: words(`${root}>alias/line`) };
  }

  product(index: number): string {
    return this.#encode("product", index);
  }

  /** @param variant number of the variant within the product, 0 to 14. */
  variant(index: number, variant: number): string {
    return this.#encode("variant", index * VARIANT_SPAN + variant);
  }

  /** A cart line's id: one per product and variant. */
  line(index: number, variant: number | null): string {
    return this.#encode("line", index * VARIANT_SPAN + (variant ?? NO_VARIANT));
  }

  /** The catalog index behind a product id, or null when the text is no such alias. It may still name no product. */
  productIndex(id: string): number | null {
    return this.#decode("product", id);
  }

  variantOf(id: string): { index: number; variant: number } | null {
    return split(this.#decode("variant", id));
  }

  lineOf(id: string): { index: number; variant: number | null } | null {
    const pair = split(this.#decode("line", id));
    return pair === null ? null : { index: pair.index, variant: pair.variant === NO_VARIANT ? null : pair.variant };
  }

  #encode(kind: IdKind, value: number): string {
    let left = Math.floor(value / 2 ** HALF);
    let right = value % 2 ** HALF;
    for (const key of this.#keys[kind]) [left, right] = [right, left ^ round(right, key)];
    let packed = left * 2 ** HALF + right;
    let text = "";
    for (let place = 0; place < 8; place += 1) {
      text = `${DIGITS[packed % 32]}${text}`;
      packed = Math.floor(packed / 32);
    }
    return `${ID_PREFIX[kind]}_${text}`;
  }

  #decode(kind: IdKind, id: string): number | null {
    if (id.length !== 10 || !id.startsWith(`${ID_PREFIX[kind]}_`)) return null;
    let packed = 0;
    for (const digit of id.slice(2)) {
      const value = DIGITS.indexOf(digit);
      if (value < 0) return null;
      packed = packed * 32 + value;
    }
    let left = Math.floor(packed / 2 ** HALF);
    let right = packed % 2 ** HALF;
    for (const key of [...this.#keys[kind]].reverse()) [left, right] = [right ^ round(left, key), left];
    return left * 2 ** HALF + right;
  }
}

function split(value: number | null): { index: number; variant: number } | null {
  return value === null ? null : { index: Math.floor(value / VARIANT_SPAN), variant: value % VARIANT_SPAN };
}

/** One Feistel round: a keyed 32-bit mix cut to half a word. */
function round(half: number, key: number): number {
  let mixed = Math.imul(half ^ key, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) & MASK;
}
