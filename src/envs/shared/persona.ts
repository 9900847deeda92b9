/** How a shopper's priorities are drawn, and how it says them. */
import type { Rng } from "../../core/rng.ts";
import type { Statement } from "../../core/shopper.ts";
import { DIMENSIONS, type Dimension, type Persona } from "../../core/utility.ts";

const CONCENTRATION: Readonly<Record<Dimension, number>> = { price: 2, rating: 2, shipping: 1, brand: 1 };
const SAID = 3;

/** Dimensions that a constrained field touches. */
const TOUCHES: Readonly<Record<string, Dimension>> = { rating: "rating", rating_count: "rating", shipping_days: "shipping", brand: "brand" };

/**
 * Rule EN42. The order of a draw from Dirichlet(2, 2, 1, 1), with 3 more on every dimension other than price that a constraint touches.
 *
 * @param fields constrained fields.
 * @param brands brands to have a favourite among; not empty.
 */
export function drawPersona(fields: readonly string[], brands: readonly string[], rng: Rng): Persona {
  const touched = new Set(fields.map((field) => TOUCHES[field]));
  const shares = DIMENSIONS.map((dimension) => {
    const shape = CONCENTRATION[dimension] + (dimension !== "price" && touched.has(dimension) ? SAID : 0);
    return { dimension, share: gamma(shape, rng.fork(`share/${dimension}`)) };
  });
  const order = shares.sort((a, b) => b.share - a.share).map(({ dimension }) => dimension);
  return { order, favouriteBrand: rng.fork("brand").pick(brands) };
}

/** A gamma draw of whole shape: the sum of as many exponential draws. */
function gamma(shape: number, rng: Rng): number {
  let sum = 0;
  for (let n = 0; n < shape; n += 1) sum -= Math.log(1 - rng.unit());
  return sum;
}

const CALLED: Readonly<Record<Dimension, string>> = { price: "price", rating: "rating", shipping: "delivery speed", brand: "brand" };

/** What the user says of its priorities. */
export function orderSaid({ order }: Persona): Statement {
  const [first, second, third, last] = order.map((dimension) => CALLED[dimension]) as [string, string, string, string];
  return {
    forms: [
      `what matters most is ${first}, then ${second}, then ${third}, and ${last} last`,
      `${first} comes first for me, then ${second}, then ${third}, then ${last}`,
      `rank them by ${first} first, ${second} second, ${third} third and ${last} last`,
      `I care about ${first} most, after that ${second}, after that ${third}, least about ${last}`,
    ],
    must: [first, second, third, last],
  };
}

/** What the user says of its favourite brand. */
export function brandSaid({ favouriteBrand }: Persona): Statement {
  return {
    forms: [
      `my favourite brand is ${favouriteBrand}`,
      `I like ${favouriteBrand} best as a brand`,
      `as for brands, I prefer ${favouriteBrand}`,
      `${favouriteBrand} is the brand I like`,
    ],
    must: [favouriteBrand],
  };
}
