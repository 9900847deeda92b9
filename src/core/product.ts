/** What the shop sells: product types as data, products, and the two kinds of attribute they carry. */
import { z } from "zod";

/** Natural direction of an attribute: which side of a value a shopper asks for. */
export const Direction = z.enum(["equal", "at_least", "at_most"]);
export type Direction = z.infer<typeof Direction>;

/** An attribute with a closed list of values; shoppers ask for one of them. */
export const EnumAttribute = z.strictObject({
  kind: z.literal("enum"),
  /** Snake case, unique within its type. */
  id: z.string(),
  /** What a product page calls it, lower case. */
  label: z.string(),
  /** At least three values; no two within edit distance 1 of each other. */
  values: z.array(z.string()).min(2),
});
export type EnumAttribute = z.infer<typeof EnumAttribute>;

/** A measured attribute. Products take values on `grid`, which lists numbers that people say. */
export const NumberAttribute = z.strictObject({
  kind: z.literal("number"),
  id: z.string(),
  label: z.string(),
  /** Printed after the number, with a space: "2 m". */
  unit: z.string(),
  direction: z.enum(["at_least", "at_most"]),
  /** Ascending, at least three. */
  grid: z.array(z.number()).min(3),
});
export type NumberAttribute = z.infer<typeof NumberAttribute>;

export const Attribute = z.discriminatedUnion("kind", [EnumAttribute, NumberAttribute]);
export type Attribute = z.infer<typeof Attribute>;

export const ReturnCategory = z.enum(["standard", "hygiene", "perishable", "electronics", "apparel", "large", "media"]);
export type ReturnCategory = z.infer<typeof ReturnCategory>;

/** A leaf of the category tree, authored by hand. */
export const ProductType = z.strictObject({
  /** Snake case, unique; the value of the `product_type` filter. */
  id: z.string(),
  department: z.string(),
  /** Path below the department, e.g. ["Cables & Chargers"]. */
  category: z.string(),
  /** Singular, lower case unless a name: "USB cable". */
  noun: z.string(),
  plural: z.string(),
  /** Other things shoppers call it, singular. No synonym names two types. */
  synonyms: z.array(z.string()),
  attributes: z.array(Attribute),
  /** Enum attribute ids that a product of this type can vary in, best first; empty when it cannot. */
  variantPriority: z.array(z.string()),
  /** Enum attribute ids that must be equal for one product to replace another. */
  compatibility: z.array(z.string()),
  /** Typical price in cents: the 5th and 95th percentile of the type. */
  priceCents: z.strictObject({ p5: z.number().int(), p95: z.number().int() }),
  returnCategory: ReturnCategory,
  /** Phrases of one sentence for descriptions; no attribute values in them. */
  blurbs: z.array(z.string()),
  /** What people want it for, in everyday words; for search only. */
  uses: z.string(),
});
export type ProductType = z.infer<typeof ProductType>;

/** One product. The dense `index` is the catalog's own and never shown: agents see an alias made for the task. */
export const Product = z.strictObject({
  index: z.number().int().nonnegative(),
  typeId: z.string(),
  /** Dense number within the type, 0 up. */
  ordinal: z.number().int().nonnegative(),
  title: z.string(),
  description: z.string(),
  brand: z.string(),
  attributes: z.record(z.string(), z.union([z.string(), z.number()])),
  priceCents: z.number().int().positive(),
  /** 1.0 to 5.0 in tenths. */
  rating: z.number(),
  ratingCount: z.number().int().nonnegative(),
  /** Whole days, 1 to 14. */
  shippingDays: z.number().int(),
  stock: z.number().int().nonnegative(),
  restricted: z.boolean(),
  features: z.array(z.string()),
});
export type Product = z.infer<typeof Product>;

/** What the numeric fields of a product are read from. */
export type Measured = Pick<Product, "priceCents" | "rating" | "ratingCount" | "shippingDays">;

/** Numeric fields every product has; they can be filtered, sorted and constrained like attributes. */
export const COMMON_FIELDS = {
  price: { unit: "USD", direction: "at_most", of: (p: Measured) => p.priceCents / 100 },
  rating: { unit: "stars", direction: "at_least", of: (p: Measured) => p.rating },
  rating_count: { unit: "reviews", direction: "at_least", of: (p: Measured) => p.ratingCount },
  shipping_days: { unit: "days", direction: "at_most", of: (p: Measured) => p.shippingDays },
} as const satisfies Record<string, { unit: string; direction: Direction; of: (p: Measured) => number }>;

/** The attribute of a type by id, or undefined. */
export function attributeOf(type: ProductType, id: string): Attribute | undefined {
  return type.attributes.find((attribute) => attribute.id === id);
}

/** A value as people say it: "braided nylon", "1.5 m length", "1 drawer"; the label is left out where the unit says it already. */
export function spokenValue(attribute: Attribute, value: string | number): string {
  if (attribute.kind === "enum") return String(value);
  const unit = unitFor(attribute.unit, value);
  return attribute.label === attribute.unit ? `${value} ${unit}` : `${value} ${unit} ${attribute.label}`;
}

/** A unit as it follows a number: "2 drawers", "1 drawer". */
export function unitFor(unit: string, value: string | number): string {
  return Number(value) === 1 ? unit.replace(/^([a-z]{3,})s\b/, "$1") : unit;
}
