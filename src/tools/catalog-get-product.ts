/** catalog_get_product: one product page. */
import { z } from "zod";
import { defineTool } from "../core/tool.ts";
import { productFact, unknownProduct } from "./facts.ts";
import { productView, typeView } from "./views.ts";

export const catalogGetProduct = defineTool({
  name: "catalog_get_product",
  description: "One product in full: description, features, attributes, and the value ranges of its type.",
  effect: "read",
  args: z.strictObject({ product_id: z.string().max(64).describe("an id that a tool has shown") }),
  gather: (args, context, catalog) => productFact(args.product_id, context, catalog),
  run(args, fact, context, state) {
    if (fact === null) return unknownProduct(args.product_id);
    const { product, type } = fact;
    return {
      ok: true,
      result: { ...productView(product, context, state.world), description: product.description, features: product.features, type: typeView(type) },
      shows: state.seen.has(args.product_id) ? [args.product_id] : [],
    };
  },
});
