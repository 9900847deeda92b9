/** How products, types and carts are shown to the agent: the one place that decides what a result contains. */
import type { CartLine, World } from "../core/episode.ts";
import { stockKey } from "../core/episode.ts";
import type { Product, ProductType } from "../core/product.ts";
import type { ToolContext } from "../core/tool.ts";
import { type Variant, variantAttribute, variantsOf } from "../core/variants.ts";

/** Cents as a number of dollars. */
export const dollars = (cents: number): number => Math.round(cents) / 100;

/** Whether a product, or one variant of it, can be bought now in this episode. */
export function inStock(world: World, product: Product, variant: Variant | null): boolean {
  if (product.stock === 0 || world.soldOut.includes(stockKey(product.index, null))) return false;
  return variant === null || (variant.inStock && !world.soldOut.includes(stockKey(product.index, variant.number)));
}

/** Rule TL4. A product with everything that a constraint, a similarity or a preference can use. */
export function productView(product: Product, context: ToolContext, world: World): Record<string, unknown> {
  return {
    product_id: context.aliases.product(product.index),
    title: product.title,
    product_type: product.typeId,
    brand: product.brand,
    price: dollars(product.priceCents),
    rating: product.rating,
    rating_count: product.ratingCount,
    shipping_days: product.shippingDays,
    in_stock: inStock(world, product, null),
    ...(product.restricted ? { restricted: true } : {}),
    attributes: product.attributes,
  };
}

/** A product type with its value ranges, shown beside results. */
export function typeView(type: ProductType): Record<string, unknown> {
  const varies = variantAttribute(type);
  return {
    id: type.id,
    name: type.noun,
    plural: type.plural,
    price: { p5: dollars(type.priceCents.p5), p95: dollars(type.priceCents.p95) },
    attributes: type.attributes.map((attribute) =>
      attribute.kind === "enum"
        ? { attribute: attribute.id, label: attribute.label, values: attribute.values }
        : { attribute: attribute.id, label: attribute.label, unit: attribute.unit, from: attribute.grid[0], to: attribute.grid[attribute.grid.length - 1] },
    ),
    ...(varies === null ? {} : { variants_by: varies.id }),
  };
}

/** Rule TL5. The variants of a product; order and price carry no hint. */
export function variantViews(product: Product, type: ProductType, context: ToolContext, world: World): Record<string, unknown>[] {
  return variantsOf(context.task.root, product, type).map((variant) => ({
    variant_id: context.aliases.variant(product.index, variant.number),
    value: variant.value,
    in_stock: inStock(world, product, variant),
    is_default: variant.isDefault,
    price: dollars(product.priceCents),
  }));
}

/** The cart, in canonical order, with the ids that it shows. */
export function cartView(lines: readonly CartLine[], context: ToolContext): { readonly cart: Record<string, unknown>; readonly shows: readonly string[] } {
  const shows: string[] = [];
  const rows = lines.map((line) => {
    const ids = lineIds(line, context);
    shows.push(...Object.values(ids));
    return {
      ...ids,
      title: line.title,
      ...(line.variantValue === null ? {} : { variant: line.variantValue }),
      quantity: line.quantity,
      unit_price: dollars(line.unitPriceCents),
    };
  });
  const total = lines.reduce((sum, line) => sum + line.unitPriceCents * line.quantity, 0);
  return { cart: { lines: rows, total: dollars(total) }, shows };
}

/** The ids of a cart line. */
export function lineIds(line: CartLine, context: ToolContext): Record<string, string> {
  return {
    line_id: context.aliases.line(line.productIndex, line.variant),
    product_id: context.aliases.product(line.productIndex),
    ...(line.variant === null ? {} : { variant_id: context.aliases.variant(line.productIndex, line.variant) }),
  };
}
