/** Between rows of the products table and Products. */
import { z } from "zod";
import { Product } from "../core/product.ts";

const Attributes = Product.shape.attributes;
const Features = z.array(z.string());

export interface ProductRow {
  readonly idx: number;
  readonly type_id: string;
  readonly ordinal: number;
  readonly title: string;
  readonly description: string;
  readonly brand: string;
  readonly attributes: string;
  readonly features: string;
  readonly price_cents: number;
  readonly rating_tenths: number;
  readonly rating_count: number;
  readonly shipping_days: number;
  readonly stock: number;
  readonly restricted: number;
}

/** A row as a Product. Throws when its JSON columns do not hold what seeding wrote. */
export function toProduct(row: ProductRow): Product {
  return {
    index: row.idx,
    typeId: row.type_id,
    ordinal: row.ordinal,
    title: row.title,
    description: row.description,
    brand: row.brand,
    attributes: Attributes.parse(JSON.parse(row.attributes)),
    features: Features.parse(JSON.parse(row.features)),
    priceCents: row.price_cents,
    rating: row.rating_tenths / 10,
    ratingCount: row.rating_count,
    shippingDays: row.shipping_days,
    stock: row.stock,
    restricted: row.restricted === 1,
  };
}

/** A Product as the JSON array that the seeding statement unpacks, in the order of `ROW_COLUMNS`. */
export function toRow(product: Product): readonly (string | number)[] {
  return [
    product.index,
    product.typeId,
    product.ordinal,
    product.title,
    product.description,
    product.brand,
    JSON.stringify(product.attributes),
    JSON.stringify(product.features),
    product.priceCents,
    Math.round(product.rating * 10),
    product.ratingCount,
    product.shippingDays,
    product.stock,
    product.restricted ? 1 : 0,
  ];
}

export const ROW_COLUMNS = [
  "idx",
  "type_id",
  "ordinal",
  "title",
  "description",
  "brand",
  "attributes",
  "features",
  "price_cents",
  "rating_tenths",
  "rating_count",
  "shipping_days",
  "stock",
  "restricted",
] as const;
