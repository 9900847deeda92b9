/** catalog_rerank: orders products that were found by what a shopper cares about. */
import { z } from "zod";
import { defineTool } from "../core/tool.ts";
import { DIMENSIONS, ORDER_WEIGHTS, utility } from "../core/utility.ts";
import { productFact } from "./facts.ts";
import { inStock, productView } from "./views.ts";

const Args = z.strictObject({
  product_ids: z.array(z.string().max(64)).min(1).max(20).describe("products of one kind, from search results"),
  order: z
    .array(z.enum(DIMENSIONS))
    .length(DIMENSIONS.length)
    .refine((order) => new Set(order).size === DIMENSIONS.length, "each of price, rating, shipping and brand once")
    .describe(`what matters, most first; weights ${ORDER_WEIGHTS.join(", ")}`),
  favourite_brand: z.string().max(64).optional(),
});

export const catalogRerank = defineTool({
  name: "catalog_rerank",
  description: "Order up to 20 products by what matters to a shopper: price, rating, shipping and brand, in the order given.",
  effect: "read",
  args: Args,
  gather: (args, context, catalog) => Promise.all([...new Set(args.product_ids)].map((id) => productFact(id, context, catalog))),
  run(args, facts, context, state) {
    const persona = { order: args.order, favouriteBrand: args.favourite_brand ?? "" };
    const known = facts.flatMap((fact) => (fact === null ? [] : [{ ...fact, score: utility(fact.product, fact.type, persona) }]));
    const ranked = known.sort((a, b) => b.score - a.score || a.product.index - b.product.index);
    const unknown = [...new Set(args.product_ids)].filter((_, n) => facts[n] === null);
    return {
      ok: true,
      result: {
        ranked: ranked.map(({ product, score }) => ({
          ...productView(product, context, state.world),
          in_stock: inStock(state.world, product, null),
          score: Math.round(score * 10_000) / 10_000,
        })),
        ...(unknown.length === 0 ? {} : { unknown_ids: unknown }),
      },
      shows: ranked.map(({ product }) => context.aliases.product(product.index)).filter((id) => state.seen.has(id)),
    };
  },
});
