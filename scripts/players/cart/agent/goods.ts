/** What the shop's tools show, as far as the cart players read it. */
import { z } from "zod";
import type { Step } from "../../../../src/protocol/wire.ts";

const Value = z.union([z.string(), z.number()]);

export const Goods = z.looseObject({
  product_id: z.string(),
  title: z.string(),
  product_type: z.string(),
  brand: z.string(),
  price: z.number(),
  in_stock: z.boolean(),
  restricted: z.boolean().optional(),
  attributes: z.record(z.string(), Value),
});
export type Goods = z.infer<typeof Goods>;

const AttributeView = z.looseObject({
  attribute: z.string(),
  label: z.string().optional(),
  values: z.array(z.string()).optional(),
  unit: z.string().optional(),
  from: z.number().optional(),
  to: z.number().optional(),
});
export type AttributeView = z.infer<typeof AttributeView>;

/** A kind of product with its vocabulary, as a search shows it. */
export const Kind = z.looseObject({
  id: z.string(),
  name: z.string(),
  plural: z.string().optional(),
  attributes: z.array(AttributeView),
  variants_by: z.string().optional(),
});
export type Kind = z.infer<typeof Kind>;

export const SearchResult = z.looseObject({ results: z.array(Goods), total: z.number(), page: z.number(), pages: z.number(), product_types: z.array(Kind) });

export const Variants = z.looseObject({
  product_id: z.string(),
  variants: z.array(z.looseObject({ variant_id: z.string(), value: z.string(), in_stock: z.boolean(), is_default: z.boolean() })),
});
export type Variant = z.infer<typeof Variants>["variants"][number];

const Line = z.looseObject({
  line_id: z.string(),
  product_id: z.string(),
  variant_id: z.string().optional(),
  variant: z.string().optional(),
  quantity: z.number(),
});
export type Line = z.infer<typeof Line>;
export const CartResult = z.looseObject({ cart: z.looseObject({ lines: z.array(Line) }) });

/** Results of one tool in a step that worked, read by a schema. Throws when the shop shows something else than it says. */
export function resultsOf<T>(step: Step, tool: string, schema: z.ZodType<T>): T[] {
  return step.observation.tool_results.filter((result) => result.name === tool && result.ok).map((result) => schema.parse(result.result));
}

/** All products that a step showed, from searches, pages and the visit history. */
export function goodsIn(step: Step): Goods[] {
  const visited = resultsOf(step, "user_get_visit_history", z.looseObject({ visited: z.array(Goods) })).flatMap((result) => result.visited);
  return [...resultsOf(step, "catalog_search", SearchResult).flatMap((result) => result.results), ...visited];
}
