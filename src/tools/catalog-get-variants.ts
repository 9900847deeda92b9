/** catalog_get_variants: the options a product comes in. */
import { z } from "zod";
import { defineTool } from "../core/tool.ts";
import { variantAttribute } from "../core/variants.ts";
import { productFact, unknownProduct } from "./facts.ts";
import { variantViews } from "./views.ts";

export const catalogGetVariants = defineTool({
  name: "catalog_get_variants",
  description: "The variants of a product, e.g. its sizes, with stock. Adding a product without a variant_id adds the default variant.",
  effect: "read",
  args: z.strictObject({ product_id: z.string().max(64).describe("an id that a tool has shown") }),
  gather: (args, context, catalog) => productFact(args.product_id, context, catalog),
  run(args, fact, context, state) {
    if (fact === null) return unknownProduct(args.product_id);
    const variants = variantViews(fact.product, fact.type, context, state.world);
    return {
      ok: true,
      result: { product_id: args.product_id, varies_by: variantAttribute(fact.type)?.id ?? null, variants },
      shows: variants.map((variant) => String(variant.variant_id)),
    };
  },
});
