/** Every product type of the synthetic shop, in canonical order: the order is part of the catalog's version. */
import type { ProductType } from "../../core/product.ts";
import { electronics } from "./electronics.ts";
import { clothing, shoes, travel } from "./fashion.ts";
import { furniture, garden, home, kitchen } from "./home.ts";
import { beauty, health, kids, pets, sports } from "./life.ts";
import { automotive, grocery, media, office, outdoors, tools } from "./work.ts";

export const PRODUCT_TYPES: readonly ProductType[] = [
  ...electronics, ...kitchen, ...home, ...furniture, ...garden, ...clothing, ...shoes, ...travel, ...sports, ...beauty, ...health, ...kids, ...pets,
  ...office, ...tools, ...automotive, ...grocery, ...media, ...outdoors,
];

const BY_ID = new Map(PRODUCT_TYPES.map((type) => [type.id, type]));

/** The type of an id, or undefined. */
export function productTypeById(id: string): ProductType | undefined {
  return BY_ID.get(id);
}
