/** Manners of the cart agent: how it asks, offers, chooses and finishes. The reference is one; shortcuts are others. */
import type { Goods, Variant } from "./goods.ts";

export interface Manner {
  /** "first": asks from the first turn on. "late": only once it was corrected. "never": not at all. */
  readonly asks: "first" | "late" | "never";
  /** By the ask_user tool, or in words of its own. */
  readonly voice: "tool" | "words";
  /** All things in one turn, or one a turn, each shown before it is added. */
  readonly pace: "together" | "one_by_one";
  /** The answer in its own field, or by the submit_answer tool. */
  readonly finish: "answer" | "tool";
  /** Whether it reads what the shopper says after the opening. */
  readonly listens: boolean;
  /** Picks among products of a kind, in stock, in place of the one described. */
  readonly choose?: (seen: readonly Goods[], chance: () => number) => Goods | null;
  /** Counts in place of what was asked for; `luck` is a number in [0, 1) that stays with the thing. */
  readonly count?: (quantity: number, luck: number) => number;
  /** Picks a variant in place of the one that was asked for. */
  readonly chooseVariant?: (variants: readonly Variant[], chance: () => number) => Variant | null;
}

export const REFERENCE: Manner = { asks: "first", voice: "tool", pace: "together", finish: "answer", listens: true };
