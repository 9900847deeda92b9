/** What the cart has to hold, given what sold out; and how far it does. */
import type { CartLine, EpisodeState } from "../../core/episode.ts";
import { stockKey } from "../../core/episode.ts";
import type { CartProblem, Item } from "./problem.ts";

/** One required line: a product, in one variant where that is required, and how many. */
export interface Wanted {
  readonly item: Item;
  readonly productIndex: number;
  /** The required variant, or null where any will do. */
  readonly variant: { readonly value: string; readonly number: number } | null;
  readonly quantity: number;
  readonly description: Item["description"];
}

/** The stock key that sells out, or null. */
export function stockOutKey(problem: CartProblem): string | null {
  const item = problem.items.find((one) => one.id === problem.stockOut?.itemId);
  return item === undefined ? null : stockKey(item.productIndex, item.variant?.number ?? null);
}

export function soldOut(problem: CartProblem, state: EpisodeState): boolean {
  const key = stockOutKey(problem);
  return key !== null && state.world.soldOut.includes(key);
}

/** Rule EN34. The goal as it stands: after a stock-out the item follows its fallback plan. */
export function goal(problem: CartProblem, state: EpisodeState): readonly Wanted[] {
  const gone = soldOut(problem, state);
  return problem.items.flatMap((item): Wanted[] => {
    const plain: Wanted = { item, productIndex: item.productIndex, variant: item.variant, quantity: item.quantity, description: item.description };
    const plan = gone && problem.stockOut?.itemId === item.id ? problem.stockOut.fallback : null;
    if (plan === null) return [plain];
    if (plan.plan === "leave_out") return [];
    if (plan.plan === "variant") return [{ ...plain, variant: { value: plan.value, number: plan.number } }];
    return [{ ...plain, productIndex: plan.productIndex, description: plan.description, variant: null }];
  });
}

export const matches = (wanted: Wanted, line: CartLine): boolean =>
  line.productIndex === wanted.productIndex && (wanted.variant === null || line.variant === wanted.variant.number);

export interface Match {
  /** Units in the cart that the goal wants. */
  readonly matched: number;
  readonly wanted: number;
  readonly held: number;
}

/** Units of goal and cart, and how many agree; whole numbers. */
export function match(wanted: readonly Wanted[], cart: readonly CartLine[]): Match {
  const matched = wanted.reduce((sum, one) => sum + Math.min(one.quantity, unitsOf(one, cart)), 0);
  return { matched, wanted: wanted.reduce((sum, one) => sum + one.quantity, 0), held: cart.reduce((sum, line) => sum + line.quantity, 0) };
}

export function unitsOf(wanted: Wanted, cart: readonly CartLine[]): number {
  return cart.filter((line) => matches(wanted, line)).reduce((sum, line) => sum + line.quantity, 0);
}
