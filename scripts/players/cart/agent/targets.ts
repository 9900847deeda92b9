/** From wishes to cart lines: what each wish means now, which line it needs, and what separates the cart from that. */
import type { Call } from "../../player.ts";
import type { Goods, Kind, Line, Variant } from "./goods.ts";
import type { Shop } from "./shop.ts";
import type { Description, Wish } from "./wishes.ts";

/** A wish as it stands, after its plan for a stock-out where that applies. */
export interface Target {
  readonly kind: Kind;
  readonly description: Description | null;
  readonly variant: string | null;
  readonly quantity: number;
  /** What was wanted is gone and the shopper has not said what to do. */
  readonly stuck: boolean;
  /** It may still sell out: a plan was told and has not been needed. */
  readonly atRisk: boolean;
}

/** A line that the cart should hold. `variantId` is null where the default is wanted or any will do. */
export interface Wanted {
  readonly kind: Kind;
  readonly goods: Goods;
  readonly variant: string | null;
  readonly variantId: string | null;
  readonly quantity: number;
}

/** What a wish means now; null when it is to be left out. */
export function targetOf(wish: Wish, shop: Shop): Target | null {
  const { kind, description, variant, fallback } = wish;
  if (fallback?.plan === "product" && JSON.stringify(fallback.description.features) === JSON.stringify(description?.features))
    return { kind, description, variant: null, quantity: wish.quantity ?? 1, stuck: false, atRisk: false };
  const plain: Target = { kind, description, variant, quantity: wish.quantity ?? 1, stuck: false, atRisk: false };
  const goods = description === null ? null : (shop.match(kind, description)?.goods ?? null);
  const gone = goods === null ? description === null && fallback !== null && shop.kindGone(kind) : shop.gone(goods, variant);
  if (!gone) return { ...plain, atRisk: fallback !== null };
  if (fallback === null) return { ...plain, stuck: true };
  if (fallback.plan === "leave_out") return null;
  if (fallback.plan === "variant") return { ...plain, variant: fallback.value };
  return { ...plain, description: fallback.description, variant: null };
}

/** The variant of a product for a value: null for the default or when any will do, undefined while the variants are not known. */
export function variantFor(goods: Goods, kind: Kind, value: string | null, variants: readonly Variant[] | undefined): Variant | null | undefined {
  if (value === null || goods.attributes[kind.variants_by ?? ""] === value) return null;
  return variants?.find((one) => one.value === value);
}

const fits = (line: Line, wanted: Wanted): boolean =>
  line.product_id === wanted.goods.product_id && (wanted.variant === null || line.variant === wanted.variant);

/** Calls that turn the cart into exactly what is wanted; none when it is that already. */
export function difference(cart: readonly Line[], wanted: readonly Wanted[]): Call[] {
  const kept = new Map<string, Wanted>();
  for (const one of wanted) {
    const line = cart.find((candidate) => fits(candidate, one) && !kept.has(candidate.line_id));
    if (line !== undefined) kept.set(line.line_id, one);
  }
  const held = new Set(kept.values());
  return [
    ...cart.flatMap(({ line_id, quantity }): Call[] => {
      const one = kept.get(line_id);
      if (one === undefined) return [{ name: "cart_remove", args: { line_id } }];
      return one.quantity === quantity ? [] : [{ name: "cart_set_quantity", args: { line_id, quantity: one.quantity } }];
    }),
    ...wanted.filter((one) => !held.has(one)).map(adding),
  ];
}

/** The call that adds a line. */
export function adding({ goods, variantId, quantity }: Wanted): Call {
  return {
    name: "cart_add",
    args: { product_id: goods.product_id, ...(variantId === null ? {} : { variant_id: variantId }), ...(quantity === 1 ? {} : { quantity }) },
  };
}
