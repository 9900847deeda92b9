/** Plain tables for terminals and logs: columns aligned, numbers to the right. */

/** A cell; null shows as a dash. */
export type Cell = string | number | null;

/** Text of a table with a header and a rule below it. Numbers print as they are given; round them first. */
export function table(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = rows.map((row) => row.map((cell) => (cell === null ? "-" : String(cell))));
  const widths = header.map((title, column) => Math.max(title.length, ...texts.map((row) => (row[column] ?? "").length)));
  const right = header.map((_, column) =>
    rows.every((row) => row[column] === null || typeof row[column] === "number" || /^-?[\d.]+ ?%?$/.test(String(row[column]))),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (right[column] ? cell.padStart(widths[column] as number) : cell.padEnd(widths[column] as number)))
      .join("  ")
      .trimEnd();
  return [line(header), widths.map((width) => "-".repeat(width)).join("  "), ...texts.map(line)].join("\n");
}

/** A share as a percentage with one decimal, e.g. "99.5 %"; a dash when there is nothing to share. */
export const percent = (part: number, whole: number): string => (whole === 0 ? "-" : `${((100 * part) / whole).toFixed(1)} %`);

/** A number with a fixed count of decimals, or null for none. */
export const fixed = (value: number | null, decimals: number): string | null => (value === null || Number.isNaN(value) ? null : value.toFixed(decimals));

/** Mean; null of nothing. */
export const mean = (values: readonly number[]): number | null => (values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length);
