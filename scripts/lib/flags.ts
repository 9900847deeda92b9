/** Command-line flags of the scripts, checked with errors that say what is allowed. */
import { type ParseArgsConfig, parseArgs } from "node:util";

/** Ends the script with a message about its usage. */
export function usage(message: string): never {
  console.error(message);
  process.exit(2);
}

/** The command line's flags. Ends the script, with all flags named, on one that there is not. */
export function flagsOf<const T extends NonNullable<ParseArgsConfig["options"]>>(options: T) {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return usage(
      `${(error as Error).message}\nflags: ${Object.keys(options)
        .map((flag) => `--${flag}`)
        .join(" ")}`,
    );
  }
}

/** "0,4,8" or "0-12" as numbers. */
export function difficulties(text: string): number[] {
  const numbers = text.split(",").flatMap((part) => {
    const range = /^(\d+)-(\d+)$/.exec(part);
    if (range !== null) return Array.from({ length: Number(range[2]) - Number(range[1]) + 1 }, (_, n) => Number(range[1]) + n);
    return [Number(part)];
  });
  if (numbers.length === 0 || numbers.some((d) => !Number.isInteger(d) || d < 0 || d > 20))
    usage(`--difficulty ${text}: whole numbers from 0 to 20 are allowed, e.g. 0,4,8 or 0-12`);
  return numbers;
}

export function wholeNumber(flag: string, text: string, low: number, high: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < low || value > high) usage(`--${flag} ${text}: a whole number from ${low} to ${high} is allowed`);
  return value;
}
