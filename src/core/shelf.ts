/** All products of a type, in columns: small enough to keep, so that feasible sets are worked out without asking the database. */
import { COMMON_FIELDS, type Product, type ProductType } from "./product.ts";

/** What a shelf knows of a product; texts are left out. */
export type ShelfEntry = Omit<Product, "title" | "description" | "features">;

/** One product's row as it is stored: everything of an entry but its type and ordinal, which follow from the place. */
export type PackedRow = readonly [
  index: number,
  brand: string,
  priceCents: number,
  ratingTenths: number,
  ratingCount: number,
  shippingDays: number,
  stock: number,
  restricted: number,
  attributes: Readonly<Record<string, string | number>>,
];

/** A row's number is the product's ordinal within the type. */
export class TypeShelf {
  readonly type: ProductType;
  readonly size: number;
  readonly #indices: Uint32Array;
  readonly #brandNames: string[] = [];
  readonly #brands: Uint16Array;
  readonly #prices: Uint32Array;
  readonly #ratings: Uint8Array;
  readonly #ratingCounts: Uint32Array;
  readonly #shippingDays: Uint8Array;
  readonly #stocks: Uint16Array;
  readonly #restricted: Uint8Array;
  /** Per attribute: numbers as they are, texts as their place in the type's list. */
  readonly #attributes: readonly Float32Array[];

  /** @param rows in the order of ordinals, without gaps. */
  constructor(type: ProductType, rows: readonly PackedRow[]) {
    this.type = type;
    this.size = rows.length;
    this.#indices = Uint32Array.from(rows, (row) => row[0]);
    const places = new Map<string, number>();
    this.#brands = Uint16Array.from(rows, ([, brand]) => {
      const place = places.get(brand) ?? this.#brandNames.push(brand) - 1;
      places.set(brand, place);
      return place;
    });
    this.#prices = Uint32Array.from(rows, (row) => row[2]);
    this.#ratings = Uint8Array.from(rows, (row) => row[3]);
    this.#ratingCounts = Uint32Array.from(rows, (row) => row[4]);
    this.#shippingDays = Uint8Array.from(rows, (row) => row[5]);
    this.#stocks = Uint16Array.from(rows, (row) => Math.min(row[6], 65_535));
    this.#restricted = Uint8Array.from(rows, (row) => row[7]);
    this.#attributes = type.attributes.map((attribute) =>
      Float32Array.from(rows, (row) => {
        const value = row[8][attribute.id];
        if (value === undefined) return Number.NaN;
        return attribute.kind === "enum" ? attribute.values.indexOf(String(value)) : Number(value);
      }),
    );
  }

  /** The packed row of a product. */
  static pack(product: Product): PackedRow {
    const { index, brand, priceCents, rating, ratingCount, shippingDays, stock, restricted, attributes } = product;
    return [index, brand, priceCents, Math.round(rating * 10), ratingCount, shippingDays, stock, restricted ? 1 : 0, attributes];
  }

  /** The product of a row. Throws for a row that the shelf does not have. */
  entry(row: number): ShelfEntry {
    if (!Number.isInteger(row) || row < 0 || row >= this.size) throw new RangeError(`row ${row} of ${this.size} of ${this.type.id}`);
    const attributes: Record<string, string | number> = {};
    for (const [n, attribute] of this.type.attributes.entries()) {
      const value = this.#attributes[n]?.[row] as number;
      if (Number.isNaN(value)) continue;
      // Float32 keeps about seven digits: rounding gives back what was stored.
      attributes[attribute.id] = attribute.kind === "enum" ? (attribute.values[value] as string) : Number(value.toPrecision(7));
    }
    return {
      index: this.#indices[row] as number,
      typeId: this.type.id,
      ordinal: row,
      brand: this.#brandNames[this.#brands[row] as number] as string,
      attributes,
      priceCents: this.#prices[row] as number,
      rating: (this.#ratings[row] as number) / 10,
      ratingCount: this.#ratingCounts[row] as number,
      shippingDays: this.#shippingDays[row] as number,
      stock: this.#stocks[row] as number,
      restricted: this.#restricted[row] === 1,
    };
  }

  /** Whether a row's product can be bought, as the catalog stands. */
  buyable(row: number): boolean {
    return (this.#stocks[row] ?? 0) > 0 && this.#restricted[row] === 0;
  }

  /** All rows, or those that a test keeps, by ordinal. */
  rows(keep: (row: number) => boolean = () => true): number[] {
    const kept: number[] = [];
    for (let row = 0; row < this.size; row += 1) if (keep(row)) kept.push(row);
    return kept;
  }
}

/** A field of an entry: a common field (price in dollars), "brand", or an attribute; undefined where the product has none. */
export function fieldOf(entry: ShelfEntry, field: string): string | number | undefined {
  if (field === "brand") return entry.brand;
  if (Object.hasOwn(COMMON_FIELDS, field)) return COMMON_FIELDS[field as keyof typeof COMMON_FIELDS].of(entry);
  return Object.hasOwn(entry.attributes, field) ? entry.attributes[field] : undefined;
}
