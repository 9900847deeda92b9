/** Grades a cart. */
import type { EpisodeState } from "../../core/episode.ts";
import type { Component, Verdict } from "../../core/reward.ts";
import type { ToolContext } from "../../core/tool.ts";
import { lineIds } from "../../tools/views.ts";
import { goal, match, unitsOf, type Wanted } from "./goal.ts";
import type { CartProblem } from "./problem.ts";

/**
 * r_task = 2·F1 - 1 with F1 = 2·matched/(wanted + held) over units keyed (product, variant) where a variant is required, else (product).
 *
 * Rule: EN37. In exact integers: (4·matched - wanted - held)/(wanted + held). Success: the cart is exactly the goal.
 */
export function verifyCart(problem: CartProblem, state: EpisodeState, context: ToolContext): Verdict {
  const wanted = goal(problem, state);
  const cart = state.world.cart;
  const units = match(wanted, cart);
  const both = units.wanted + units.held;
  const rTask = both === 0 ? 1 : (4 * units.matched - both) / both;
  const success = units.matched === units.wanted && units.matched === units.held;
  const extra = units.held - units.matched;
  const components: Component[] = [
    {
      name: "units",
      value: rTask,
      weight: 1,
      gates: true,
      right: success,
      expected: `${units.wanted} units, all wanted`,
      got: `${units.matched} wanted of ${units.held} held`,
    },
    ...wanted.map((one) => itemComponent(one, unitsOf(one, cart), context)),
    { name: "nothing_else", value: extra === 0 ? 1 : -1, weight: 0, gates: true, right: extra === 0, expected: "no other units", got: `${extra} other units` },
  ];
  return {
    rTask,
    success,
    components,
    usedIds: cart.flatMap((line) =>
      usedIds(
        lineIds(line, context),
        wanted.some((one) => one.productIndex === line.productIndex && one.variant === null),
      ),
    ),
  };
}

/** A line uses its product and, where one was required, its variant; the line id is the service's own. */
function usedIds(ids: Record<string, string>, anyVariant: boolean): string[] {
  const { product_id, variant_id } = ids as { product_id: string; variant_id?: string };
  return variant_id === undefined || anyVariant ? [product_id] : [product_id, variant_id];
}

function itemComponent(wanted: Wanted, held: number, context: ToolContext): Component {
  const right = held === wanted.quantity;
  const id = context.aliases.product(wanted.productIndex);
  const variant = wanted.variant === null ? "" : ` (${wanted.variant.value})`;
  return { name: wanted.item.id, value: right ? 1 : -1, weight: 0, gates: true, right, expected: `${wanted.quantity} x ${id}${variant}`, got: `${held}` };
}
