/** The cart shopper: what it says of its items, and what it finds wrong in the cart. */
import type { CartLine, EpisodeState } from "../../core/episode.ts";
import type { Finding, Judgement, Proposal, Shopper, ShopperContext, Statement } from "../../core/shopper.ts";
import { goal, match, soldOut, unitsOf, type Wanted } from "./goal.ts";
import type { CartProblem, Item } from "./problem.ts";
import * as words from "./words.ts";

const itemOf = (problem: CartProblem, id: string): Item => problem.items.find((item) => item.id === id) as Item;
const told = (state: EpisodeState, slotId: string): boolean => (state.slots[slotId]?.state ?? "disclosed") === "disclosed";

/** The slot that a product goes against: the fallback's once the item follows it, else the features'. */
function productSlot(problem: CartProblem, state: EpisodeState, item: Item): string {
  return soldOut(problem, state) && problem.stockOut?.itemId === item.id && problem.stockOut.fallback.plan !== "variant"
    ? `${item.id}/fallback`
    : `${item.id}/features`;
}

function variantSlot(problem: CartProblem, state: EpisodeState, item: Item): string {
  return soldOut(problem, state) && problem.stockOut?.itemId === item.id ? `${item.id}/fallback` : `${item.id}/variant`;
}

/** Rule US5 in the cart: one finding per line that is wrong, and one per item of which there is too much. */
function findings(problem: CartProblem, state: EpisodeState): readonly Finding[] {
  const wanted = goal(problem, state);
  const wrong = state.world.cart.flatMap((line) => lineFinding(problem, state, wanted, line));
  const tooMany = wanted.filter((one) => unitsOf(one, state.world.cart) > one.quantity).map((one) => quantityFinding(one, unitsOf(one, state.world.cart)));
  return [...wrong, ...tooMany];
}

function lineFinding(problem: CartProblem, state: EpisodeState, wanted: readonly Wanted[], line: CartLine): Finding[] {
  const item = problem.items.find((one) => one.typeId === line.typeId);
  const key = `wrong/${line.productIndex}/${line.variant ?? ""}`;
  if (item === undefined) return [{ key, slotId: null, statement: words.notWanted() }];
  const one = wanted.find((candidate) => candidate.item.id === item.id);
  if (one === undefined) return [{ key, slotId: `${item.id}/fallback`, statement: words.fallbackSaid(item, { plan: "leave_out" }) }];
  if (line.productIndex !== one.productIndex) return [{ key, slotId: productSlot(problem, state, item), statement: words.wrongProduct(item, one.description) }];
  if (one.variant !== null && line.variant !== one.variant.number) {
    return [{ key, slotId: variantSlot(problem, state, item), statement: words.wrongVariant(item, line.variantValue ?? "", one.variant.value) }];
  }
  return [];
}

function quantityFinding(one: Wanted, held: number): Finding {
  return { key: `quantity/${one.item.id}/${held}`, slotId: one.item.quantity > 1 ? `${one.item.id}/quantity` : null, statement: words.wrongQuantity(one.item) };
}

/** What is wrong, and what is there too few times or, its plan untold, not at all. */
function answerFindings(problem: CartProblem, state: EpisodeState): readonly Finding[] {
  const short = goal(problem, state).flatMap((one): Finding[] => {
    const held = unitsOf(one, state.world.cart);
    if (held === 0 && soldOut(problem, state) && problem.stockOut?.itemId === one.item.id) {
      return [{ key: `plan/${one.item.id}`, slotId: `${one.item.id}/fallback`, statement: words.fallbackSaid(one.item, problem.stockOut.fallback) }];
    }
    return held > 0 && held < one.quantity ? [quantityFinding(one, held)] : [];
  });
  return [...findings(problem, state), ...short];
}

/** An offer by ids: each has to be, or belong to, something wanted; a quantity has to be the item's. */
function judge(problem: CartProblem, state: EpisodeState, proposal: Proposal, context: ShopperContext): Judgement {
  const wanted = goal(problem, state);
  const agreed: string[] = [];
  for (const id of proposal.ids) {
    const product = context.productOf(id);
    if (product === null) continue;
    const item = problem.items.find((one) => one.typeId === product.typeId);
    const one = wanted.find((candidate) => candidate.item.id === item?.id);
    if (item === undefined) return { verdict: "wrong", finding: { key: `offer/${product.index}`, slotId: null, statement: words.notWanted() } };
    const key = `offer/${id}`;
    if (one === undefined)
      return { verdict: "wrong", finding: { key, slotId: `${item.id}/fallback`, statement: words.fallbackSaid(item, { plan: "leave_out" }) } };
    if (product.index !== one.productIndex)
      return { verdict: "wrong", finding: { key, slotId: productSlot(problem, state, item), statement: words.wrongProduct(item, one.description) } };
    const variant = context.variantOf(id);
    if (variant !== null && one.variant !== null && variant.variant !== one.variant.number) {
      return { verdict: "wrong", finding: { key, slotId: variantSlot(problem, state, item), statement: words.variantSaid(item, one.variant.value) } };
    }
    agreed.push(item.id);
  }
  const only = agreed.length > 0 && agreed.every((id) => id === agreed[0]) ? itemOf(problem, agreed[0] as string) : null;
  if (only !== null && proposal.quantity !== null && proposal.quantity !== only.quantity) {
    return {
      verdict: "wrong",
      finding: {
        key: `offer/${only.id}/x${proposal.quantity}`,
        slotId: only.quantity > 1 ? `${only.id}/quantity` : null,
        statement: words.wrongQuantity(only),
      },
    };
  }
  if (agreed.length > 0) return { verdict: "right", about: [...new Set(agreed)].sort().join("+") };
  return match(wanted, state.world.cart).matched > 0 && missing(problem, state).length === 0 && findings(problem, state).length === 0
    ? { verdict: "right", about: "cart" }
    : { verdict: "unclear" };
}

/** Items of which the cart holds too few. The user does not know of a stock-out whose plan it has not been asked for. */
function missing(problem: CartProblem, state: EpisodeState): readonly Statement[] {
  const short = goal(problem, state)
    .filter((one) => unitsOf(one, state.world.cart) < one.quantity)
    .map((one) => one.item);
  const unaware = soldOut(problem, state) && !told(state, `${problem.stockOut?.itemId}/fallback`) ? [itemOf(problem, problem.stockOut?.itemId ?? "")] : [];
  return [...new Set([...short, ...unaware])].map(words.stillMissing);
}

/** Rule US11. Once a stock-out's plan was told, the item is spoken of as the plan has it: nothing said contradicts what was said before. */
function afterStockOut(problem: CartProblem, state: EpisodeState, item: Item, kind: string): Statement | null {
  const plan = soldOut(problem, state) && problem.stockOut?.itemId === item.id && told(state, `${item.id}/fallback`) ? problem.stockOut.fallback : null;
  if (plan === null) return null;
  if (plan.plan === "leave_out") return words.fallbackSaid(item, plan);
  if (plan.plan === "variant") return kind === "variant" ? words.variantSaid(item, plan.value) : null;
  if (kind === "features") return words.featuresSaid(item, plan.description);
  return kind === "variant" ? words.anyVariant(item) : null;
}

export const shopper: Shopper<CartProblem> = {
  subjects: (problem) => problem.items.map((item) => ({ id: item.id, names: [item.called.one, item.called.many] })),
  tell(problem, slot, state) {
    const item = itemOf(problem, slot.subject);
    const replaced = slot.kind === "fallback" ? null : afterStockOut(problem, state, item, slot.kind);
    if (replaced !== null) return replaced;
    if (slot.kind === "features") return words.featuresSaid(item);
    if (slot.kind === "variant") return words.variantSaid(item);
    if (slot.kind === "quantity") return words.quantitySaid(item);
    return words.fallbackSaid(item, (problem.stockOut as NonNullable<CartProblem["stockOut"]>).fallback);
  },
  defaultAnswer(problem, kind, subject, state) {
    const item = problem.items.find((one) => one.id === subject) ?? null;
    if (kind === "variant") return words.anyVariant(item);
    if (kind === "fallback") return words.noPlan();
    if (kind === "quantity" && item !== null && told(state, `${item.id}/quantity`)) return words.quantitySaid(item);
    if (kind === "quantity") return { forms: ["just one of each unless I said otherwise", "one each, except where I gave a number"], must: [] };
    return null;
  },
  findings: (problem, state) => findings(problem, state),
  answerFindings: (problem, _answer, state) => answerFindings(problem, state),
  judge,
  progress(problem, state) {
    const units = match(goal(problem, state), state.world.cart);
    return 2 * units.matched - units.held;
  },
  missing,
};
