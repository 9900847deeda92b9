/** How the user names a product: brand and a few features that fit one product only, never the title. */
import { z } from "zod";
import { type Product, type ProductType, spokenValue } from "../../core/product.ts";
import type { Rng } from "../../core/rng.ts";
import { variantAttribute } from "../../core/variants.ts";

/** Brand and features, each with the words that say it. */
export const Description = z.strictObject({
  brand: z.string(),
  features: z.array(z.strictObject({ attribute: z.string(), value: z.union([z.string(), z.number()]), words: z.string() })),
});
export type Description = z.infer<typeof Description>;

/**
 * Rule EN36. Brand and min(m, 3) features (at least one), drawn among the sets that no other product on the shelf meets.
 * The attribute in which variants differ is never a feature.
 *
 * @param shelf all products of the type and brand.
 * @returns null when no such set exists.
 */
export function describe(type: ProductType, product: Product, shelf: readonly Product[], m: number, rng: Rng): Description | null {
  const varying = variantAttribute(type)?.id;
  const attributes = type.attributes.filter((attribute) => attribute.id !== varying && product.attributes[attribute.id] !== undefined);
  const size = Math.min(Math.max(1, Math.min(m, 3)), attributes.length);
  const rivals = shelf.filter((other) => other.index !== product.index);
  for (const chosen of rng.shuffle(
    subsets(
      attributes.map((attribute) => attribute.id),
      size,
    ),
  )) {
    const unique = !rivals.some((rival) => chosen.every((id) => rival.attributes[id] === product.attributes[id]));
    if (unique) return { brand: product.brand, features: chosen.map((id) => feature(type, product, id)) };
  }
  return null;
}

function subsets(ids: readonly string[], size: number): string[][] {
  if (size === 0) return [[]];
  return ids.flatMap((id, n) => subsets(ids.slice(n + 1), size - 1).map((rest) => [id, ...rest]));
}

/** The words for a value: alone when only one attribute of the type could mean it, else with the attribute's label. */
function feature(type: ProductType, product: Product, id: string): Description["features"][number] {
  const attribute = type.attributes.find((one) => one.id === id) as ProductType["attributes"][number];
  const value = product.attributes[id] as string | number;
  if (attribute.kind === "number") return { attribute: id, value, words: spokenValue(attribute, value) };
  const alone =
    /[a-z]{4}/i.test(String(value)) &&
    type.attributes.every((one) => one.id === id || one.kind === "number" || !one.values.some((other) => overlaps(other, String(value))));
  return { attribute: id, value, words: alone ? String(value) : `${attribute.label} ${value}` };
}

const overlaps = (a: string, b: string): boolean => a.toLowerCase().includes(b.toLowerCase()) || b.toLowerCase().includes(a.toLowerCase());
