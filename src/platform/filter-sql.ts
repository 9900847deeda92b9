/** The filters of a search as SQL conditions: the same reading as every other catalog's. */
import type { CleanQuery, Filter } from "../core/ports.ts";

const COLUMN: Readonly<Record<string, string>> = {
  price: "p.price_cents",
  rating: "p.rating_tenths",
  rating_count: "p.rating_count",
  shipping_days: "p.shipping_days",
};
const SCALE: Readonly<Record<string, number>> = { price: 100, rating: 10 };

/** Conditions on `p`, the products, each beginning with " AND ", and the values that they bind. */
export interface Sql {
  readonly text: string;
  readonly values: readonly (string | number)[];
}

/** Rule CA4. The filters as conditions on `p`, each with its bound values. */
export function filterSql(query: CleanQuery): Sql {
  const parts: string[] = [];
  const values: (string | number)[] = [];
  if (query.typeId !== null) {
    parts.push(" AND p.type_id = ?");
    values.push(query.typeId);
  }
  if (query.inStock) parts.push(" AND p.stock > 0");
  for (const filter of query.filters) {
    const { text, bound } = conditionOf(filter);
    parts.push(text);
    values.push(...bound);
  }
  return { text: parts.join(""), values };
}

const NEVER = { text: " AND 0", bound: [] };

/** A text is never at least or at most a number, though SQLite would say so; "2" equals 2. */
function conditionOf(filter: Filter): { text: string; bound: (string | number)[] } {
  const operator = filter.op === "equal" ? "=" : filter.op === "at_least" ? ">=" : "<=";
  if (filter.field === "brand") return filter.op === "equal" ? { text: " AND p.brand = ? COLLATE NOCASE", bound: [String(filter.value)] } : NEVER;
  const column = Object.hasOwn(COLUMN, filter.field) ? COLUMN[filter.field] : undefined;
  if (column !== undefined) {
    const scaled = Math.round(Number(filter.value) * (SCALE[filter.field] ?? 1) * 1000) / 1000;
    return Number.isFinite(scaled) ? { text: ` AND ${column} ${operator} ?`, bound: [scaled] } : NEVER;
  }
  if (!/^\w+$/.test(filter.field)) return NEVER;
  const path = `$.${filter.field}`;
  if (filter.op === "equal") return { text: " AND CAST(json_extract(p.attributes, ?) AS TEXT) = ? COLLATE NOCASE", bound: [path, String(filter.value)] };
  return { text: ` AND json_type(p.attributes, ?) <> 'text' AND json_extract(p.attributes, ?) ${operator} ?`, bound: [path, path, filter.value] };
}
