/** A task: what one key fixes for every episode played on it, siblings and replays alike. */
import { z } from "zod";
import { type Axes, AxisOverrides, Difficulty } from "./difficulty.ts";
import { canonicalJson, digest } from "./hash.ts";
import type { Slot } from "./slots.ts";

export const SPLITS = ["train", "eval", "test"] as const;
export const LANGUAGES = ["en"] as const;

/** A seed: a whole number from 0 to 2^53 - 1, or a decimal string of up to 20 digits for larger ones. */
export const Seed = z.union([
  z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  z.string().regex(/^(0|[1-9]\d{0,19})$/, "a seed given as text must be a decimal number without sign or leading zeros, at most 20 digits"),
]);
export type Seed = z.infer<typeof Seed>;

/** Rule EN1. Every input that changes a task is in its key. */
export const TaskKey = z.strictObject({
  env: z.string(),
  envVersion: z.int().min(1),
  difficulty: Difficulty,
  axes: AxisOverrides,
  /** Decimal digits, whatever form the caller used. */
  seed: z.string(),
  split: z.enum(SPLITS),
  language: z.enum(LANGUAGES),
  catalogVersion: z.string(),
});
export type TaskKey = z.infer<typeof TaskKey>;

/** Registers a shopper can speak in; constant within an episode. */
export const REGISTERS = ["terse", "chatty", "formal", "hurried"] as const;
export type Register = (typeof REGISTERS)[number];

/** How this task's user speaks and how long it stays. */
export interface Style {
  readonly register: Register;
  /** Charged turns in a row without progress after which the user leaves. */
  readonly patience: number;
  /** Typing habits. */
  readonly habits: { readonly lowerCase: boolean; readonly noFullStop: boolean; readonly exclaims: boolean };
}

/** Everything fixed at reset. `problem` is the environment's own hidden goal, parsed by its schema. */
export interface Task {
  readonly key: TaskKey;
  readonly taskId: string;
  readonly axes: Axes;
  /** What all of the task's random streams and id aliases fork from; never shown. */
  readonly root: string;
  /** The store's date, YYYY-MM-DD. */
  readonly today: string;
  readonly style: Style;
  readonly problem: unknown;
  readonly slots: readonly Slot[];
  /** The user's first line and the slots it discloses. */
  readonly opening: { readonly text: string; readonly discloses: readonly string[] };
}

/** Rule EN2. An opaque stable hash of the key; equal for siblings, different across tasks. */
export function taskIdOf(key: TaskKey): string {
  return `task_${digest(`id:${canonicalJson(key)}`).slice(0, 24)}`;
}

/** The root of a task's streams. */
export function taskRoot(key: TaskKey): string {
  return digest(`root:${canonicalJson(key)}`);
}

/** The seed in the form a caller gets back: a number when it is safe as one. */
export function seedOut(seed: string): Seed {
  const value = Number(seed);
  return Number.isSafeInteger(value) ? value : seed;
}

/**
 * Rule EN3. A hashed tenth of the products are targets in the test split only, and never in another.
 *
 * @returns whether the product may be a target in the split.
 */
export function mayTarget(split: TaskKey["split"], catalogVersion: string, typeId: string, ordinal: number): boolean {
  const heldOut = Number.parseInt(digest(`held-out:${catalogVersion}:${typeId}/${ordinal}`).slice(0, 8), 16) % 10 === 0;
  return heldOut === (split === "test");
}
