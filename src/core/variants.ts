/** Variants of a product, synthesised for the task so that the catalog holds no hint of which one is wanted. */
import { attributeOf, type EnumAttribute, type Product, type ProductType } from "./product.ts";
import { Rng } from "./rng.ts";

export const VARIANTS_PER_PRODUCT = 3;

export interface Variant {
  /** Number within the product, 0 to 2; the order carries no hint. */
  readonly number: number;
  readonly value: string;
  readonly inStock: boolean;
  /** The product's own value, which is added when no variant is named. */
  readonly isDefault: boolean;
}

/** The attribute in which a type's products vary, or null when they do not: the first of its priority list with enough values. */
export function variantAttribute(type: ProductType): EnumAttribute | null {
  for (const id of type.variantPriority) {
    const attribute = attributeOf(type, id);
    if (attribute?.kind === "enum" && attribute.values.length >= VARIANTS_PER_PRODUCT) return attribute;
  }
  return null;
}

/**
 * Rule EN12. Three variants of a product: its own value, which is the default, and two others, in an order drawn for the task.
 * All cost the same. A variant other than the default is out of stock with probability 0.1; all are when the product is.
 */
export function variantsOf(root: string, product: Product, type: ProductType): readonly Variant[] {
  const attribute = variantAttribute(type);
  if (attribute === null) return [];
  const rng = new Rng(root).fork(`variants/${product.index}`);
  const own = String(product.attributes[attribute.id]);
  const others = rng.sample(
    attribute.values.filter((value) => value !== own),
    VARIANTS_PER_PRODUCT - 1,
  );
  return rng.shuffle([own, ...others]).map((value, number) => {
    const sold = rng.chance(0.1);
    return { number, value, isDefault: value === own, inStock: product.stock > 0 && (value === own || !sold) };
  });
}
