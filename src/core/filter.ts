/** What a filter of a search means: one reading for every catalog and tool. */
import type { Filter } from "./ports.ts";
import { fieldOf, type ShelfEntry } from "./shelf.ts";

/** Rule CA4. Whether a product meets a filter; the reading that every adapter shares. */
export function meetsFilter(one: ShelfEntry, filter: Filter): boolean {
  const value = fieldOf(one, filter.field);
  if (value === undefined) return false;
  if (filter.op !== "equal" && typeof value !== "number") return false;
  if (filter.op === "at_least") return Number(value) >= filter.value;
  if (filter.op === "at_most") return Number(value) <= filter.value;
  return String(value).toLowerCase() === String(filter.value).toLowerCase();
}
