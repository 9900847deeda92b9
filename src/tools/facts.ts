/** Look-ups that several tools gather before they run. */
import type { Catalog } from "../core/ports.ts";
import type { Product, ProductType } from "../core/product.ts";
import type { ToolContext, ToolOutcome } from "../core/tool.ts";

export interface ProductFact {
  readonly product: Product;
  readonly type: ProductType;
}

/** The product behind an alias with its type, or null when the id names none. */
export async function productFact(id: string, context: ToolContext, catalog: Catalog): Promise<ProductFact | null> {
  const index = context.aliases.productIndex(id);
  if (index === null) return null;
  const [product] = await catalog.byIndices([index]);
  const type = product ? context.typeById(product.typeId) : undefined;
  return product && type ? { product, type } : null;
}

/** An ordinary failure of a call that was well formed. */
export function failed(kind: Extract<ToolOutcome, { ok: false }>["error"]["kind"], message: string, allowed?: string): ToolOutcome {
  return { ok: false, error: { kind, message, ...(allowed === undefined ? {} : { allowed }) } };
}

export const unknownProduct = (id: string): ToolOutcome =>
  failed("unknown_id", `there is no product ${id}`, "a product_id from a search result or another tool");
