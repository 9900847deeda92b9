/** What a filter of a search means: one reading for every catalog and tool. */
import type { Filter } from "./ports.ts";
import { COMMON_FIELDS, type Product } from "./product.ts";

/** Rule CA4. Whether a product meets a filter; the reading that every adapter shares. */
export function meetsFilter(one: Product, filter: Filter): boolean {
  const common = Object.hasOwn(COMMON_FIELDS, filter.field) ? COMMON_FIELDS[filter.field as keyof typeof COMMON_FIELDS].of(one) : undefined;
  const own = Object.hasOwn(one.attributes, filter.field) ? one.attributes[filter.field] : undefined;
  const value = filter.field === "brand" ? one.brand : (common ?? own);
  if (value === undefined) return false;
  if (filter.op !== "equal" && typeof value !== "number") return false;
  if (filter.op === "at_least") return Number(value) >= filter.value;
  if (filter.op === "at_most") return Number(value) <= filter.value;
  return String(value).toLowerCase() === String(filter.value).toLowerCase();
}
