/** What a shopper cares about, and what that makes a product worth to it. */
import { z } from "zod";
import type { Measured, ProductType } from "./product.ts";
import { clip01 } from "./reward.ts";

export const DIMENSIONS = ["price", "rating", "shipping", "brand"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Weights by place in the order. */
export const ORDER_WEIGHTS = [0.4, 0.3, 0.2, 0.1] as const;

export const Persona = z.strictObject({
  /** What matters, most first. */
  order: z.array(z.enum(DIMENSIONS)).length(4),
  favouriteBrand: z.string(),
});
export type Persona = z.infer<typeof Persona>;

/**
 * u(p) = sum of w·phi with phi_price = 1 - clip01((price - P5)/(P95 - P5)), phi_rating = (rating - 1)/4,
 * phi_shipping = 1 - min(days, 14)/14, phi_brand = favourite or not; weights 0.4, 0.3, 0.2, 0.1 in the persona's order.
 *
 * Rule: EN39. In [0, 1].
 */
export function utility(entry: Measured & { readonly brand: string }, type: ProductType, persona: Persona): number {
  const { p5, p95 } = type.priceCents;
  const phi: Readonly<Record<Dimension, number>> = {
    price: 1 - clip01((entry.priceCents - p5) / (p95 - p5)),
    rating: (entry.rating - 1) / 4,
    shipping: 1 - Math.min(entry.shippingDays, 14) / 14,
    brand: entry.brand === persona.favouriteBrand ? 1 : 0,
  };
  return persona.order.reduce((sum, dimension, place) => sum + (ORDER_WEIGHTS[place] as number) * phi[dimension], 0);
}
