/** Cart building: put exactly what the shopper wants into the cart, product, variant and quantity. */
import { z } from "zod";
import { defineEnvironment } from "../../core/environment.ts";
import type { Change, EpisodeState } from "../../core/episode.ts";
import type { ToolContext } from "../../core/tool.ts";
import {
  askUserTool,
  cartAdd,
  cartRemove,
  cartSetQuantity,
  cartViewTool,
  catalogGetProduct,
  catalogGetVariants,
  catalogSearch,
  datetimeNow,
  submitAnswerTool,
  userGetVisitHistory,
} from "../../tools/index.ts";
import { soldOut, stockOutKey } from "./goal.ts";
import { CartProblem, drawCart, type Item } from "./problem.ts";
import { shopper } from "./user.ts";
import { verifyCart } from "./verify.ts";
import { ask, fallbackSaid, mustOf } from "./words.ts";

const Answer = z.strictObject({});

const SLOT_KINDS = [
  { id: "features", description: "brand and features that tell which product is meant" },
  { id: "variant", description: "the option wanted, e.g. size, colour, connector" },
  { id: "quantity", description: "how many" },
  { id: "fallback", description: "what to do when something is sold out" },
] as const;

const INSTRUCTIONS = `You are a shopping assistant. Fill the shopper's cart with exactly what the shopper wants: the right product, the right variant where one is wanted, and the right quantity, and nothing else. Then submit an empty answer {}.
The shopper names products by kind, brand and features; some requirements are told only when asked, at most three at a time. Use the tools to search and to change the cart; product and variant ids come from tool results only. Where no variant is asked for, any will do. When something sells out, ask what to do instead. Restricted products must never be added.
Grading: task = 2*F1 - 1 over the units in the cart, keyed by product and, where a variant was wanted, variant; the episode is a success only when the cart is exactly right. Reward = 0.75*task + 0.15*efficiency + 0.10*hallucination: efficiency falls with every charged turn (turns in which the shopper answers your question with something new, or agrees to something new, are free) and is -1 without success; hallucination is minus the share of ids you used that no tool or shopper had shown. An invalid action or a restricted product ends the episode with -1.`;

/** The note on which turn the thing that will sell out was first seen. */
const SEEN = "stock-out/seen";
const VOID = "stock-out/void";

/** Turns that must remain after the one of the event for the fallback to be carried out. */
function turnsAfter(problem: CartProblem, state: EpisodeState): number {
  const told = state.slots[`${problem.stockOut?.itemId}/fallback`]?.state === "disclosed";
  return 1 + (told ? 0 : 1) + (problem.stockOut?.fallback.plan === "product" ? 1 : 0);
}

/** Rule AX9. The wanted thing sells out on the turn after it was first seen, unless it is in the cart or too few turns are left. */
function events(problem: CartProblem, state: EpisodeState, context: ToolContext): { changes: readonly Change[]; notices: readonly string[] } {
  const key = stockOutKey(problem);
  const item = problem.items.find((one) => one.id === problem.stockOut?.itemId);
  if (key === null || item === undefined || state.notes[SEEN] === undefined || state.notes[VOID] !== undefined || soldOut(problem, state))
    return { changes: [], notices: [] };
  const reserved = state.world.cart.some((line) => line.productIndex === item.productIndex);
  const tooLate = state.turn + 1 + turnsAfter(problem, state) > context.task.axes.turns;
  if (reserved || tooLate) return { changes: [{ kind: "noted", key: VOID, value: state.turn + 1 }], notices: [] };
  return { changes: [{ kind: "sold_out", key }], notices: [notice(item, context)] };
}

function notice(item: Item, context: ToolContext): string {
  const product = context.aliases.product(item.productIndex);
  if (item.variant === null) return `${product} just sold out.`;
  return `${context.aliases.variant(item.productIndex, item.variant.number)} (${item.variant.value} of ${product}) just sold out.`;
}

function notes(problem: CartProblem, state: EpisodeState, context: ToolContext): readonly Change[] {
  const item = problem.items.find((one) => one.id === problem.stockOut?.itemId);
  if (item === undefined || state.notes[SEEN] !== undefined) return [];
  const id = item.variant === null ? context.aliases.product(item.productIndex) : context.aliases.variant(item.productIndex, item.variant.number);
  return state.seen.has(id) ? [{ kind: "noted", key: SEEN, value: state.turn }] : [];
}

export const cart = defineEnvironment({
  id: "cart",
  version: 6,
  title: "Cart building",
  summary: "Put exactly what the shopper wants into the cart: product, variant and quantity.",
  problem: CartProblem,
  answer: Answer,
  tools: [
    catalogSearch,
    catalogGetProduct,
    catalogGetVariants,
    cartViewTool,
    cartAdd,
    cartRemove,
    cartSetQuantity,
    userGetVisitHistory,
    datetimeNow,
    askUserTool(SLOT_KINDS),
    submitAnswerTool(Answer),
  ],
  slotKinds: SLOT_KINDS,
  instructions: INSTRUCTIONS,
  formulas: [
    "items = min(5, 1 + floor(d/3))",
    "p(variant) = sigmoid((d - 2)/1.5)",
    "p(quantity > 1) = min(0.5, 0.1 d), then uniform in {2, 3, 4}",
    "task = 2*F1 - 1 = (4*matched - wanted - held)/(wanted + held)",
    "success = the cart is exactly the goal and every used id was seen",
  ],
  draw: drawCart,
  opening(problem, disclosed, rng) {
    const asks = problem.items.map((item) => {
      const has = (kind: string): boolean => disclosed.has(`${item.id}/${kind}`);
      const phrase = ask(item, { features: has("features"), variant: has("variant"), quantity: has("quantity") }, rng.fork(item.id));
      const plan = problem.stockOut?.itemId === item.id && has("fallback") ? problem.stockOut.fallback : null;
      return plan === null ? phrase : `${phrase} (${rng.fork(`${item.id}/plan`).pick(fallbackSaid(item, plan).forms)})`;
    });
    const descriptions = [
      ...problem.items.map((item) => item.description),
      ...(problem.stockOut?.fallback.plan === "product" ? [problem.stockOut.fallback.description] : []),
    ];
    const values = [...descriptions.flatMap(mustOf), ...problem.items.flatMap((item) => item.variant?.value ?? [])];
    return {
      asks,
      values,
      purposes: ["can you put that in my cart?", "please add it to my cart", "could you fill my cart for me?", "can you get my cart ready?"],
    };
  },
  shelf: (problem) => ({ visited: problem.visited }),
  events,
  notes,
  shopper,
  verify: (problem, _answer, state, context) => verifyCart(problem, state, context),
});
