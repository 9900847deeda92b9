/** Product discovery: find the best products for a shopper and rank them. */
import { z } from "zod";
import { defineEnvironment } from "../../core/environment.ts";
import { stockKey } from "../../core/episode.ts";
import type { ToolContext } from "../../core/tool.ts";
import { askUserTool, catalogGetProduct, catalogRerank, catalogSearch, datetimeNow, submitAnswerTool, userGetVisitHistory } from "../../tools/index.ts";
import { sellingOut } from "../shared/selling-out.ts";
import { DiscoveryProblem, drawDiscovery } from "./problem.ts";
import { shopper } from "./user.ts";
import { verifyDiscovery } from "./verify.ts";
import { ask, valuesOf } from "./words.ts";

const Answer = z.strictObject({ product_ids: z.array(z.string().max(64)).max(50).describe("best first, as many as the shopper asked for") });

const SLOT_KINDS = [
  { id: "budget", description: "the highest price" },
  { id: "requirements", description: "what the product must have" },
  { id: "priorities", description: "what matters most: the order of price, rating, delivery speed and brand" },
  { id: "brand", description: "the favourite brand" },
] as const;

const INSTRUCTIONS = `You are a shopping assistant. The shopper wants a ranked list of the best products of one kind: as many as it says, best first. Submit the answer {"product_ids": [...]}.
A product counts only if it is of the kind, in stock, not restricted, and meets every requirement. Requirements, priorities and the favourite brand are partly told only when asked, at most three things at a time. Use the tools; product ids come from tool results only.
The shopper's liking of a product is u = 0.4*a + 0.3*b + 0.2*c + 0.1*e, where a, b, c, e are, in the order of the shopper's priorities, the scores of price (1 - (price - P5)/(P95 - P5), between 0 and 1; P5 and P95 are the price range shown with the product type), rating ((rating - 1)/4), delivery speed (1 - min(days, 14)/14) and brand (1 for the favourite, else 0). Each 0.1 below the best halves a product's worth.
Grading: task = 0.55*(2*nDCG - 1) + 0.35*(2*s^alpha - 1) + 0.10*(1 - 2*share out of stock), where s is the best share of requirements met in the list; a success from 0.95 on, with no more products than asked for. Reward = 0.75*task + 0.15*efficiency + 0.10*hallucination: efficiency falls with every charged turn (turns in which the shopper answers your question with something new are free) and is -1 without success; hallucination is minus the share of ids you used that no tool or shopper had shown. An invalid action ends the episode with -1.`;

/** What may sell out: the best product, once it was seen. */
const stockOutOf = (problem: DiscoveryProblem): { id: (context: ToolContext) => string; key: string } | null => {
  const { stockOut } = problem;
  return stockOut === null ? null : { id: (context) => context.aliases.product(stockOut), key: stockKey(stockOut, null) };
};

export const productDiscovery = defineEnvironment({
  id: "product_discovery",
  version: 4,
  title: "Product discovery",
  summary: "Find the products that meet a shopper's requirements and rank them by what it cares about.",
  problem: DiscoveryProblem,
  answer: Answer,
  tools: [catalogSearch, catalogGetProduct, catalogRerank, userGetVisitHistory, datetimeNow, askUserTool(SLOT_KINDS), submitAnswerTool(Answer)],
  slotKinds: SLOT_KINDS,
  instructions: INSTRUCTIONS,
  formulas: [
    "k = min(k_rec, floor(|F|/2)) with 4 <= |F| <= 20 products that meet everything",
    "u = sum of 0.4, 0.3, 0.2, 0.1 times the scores of price, rating, delivery speed and brand in the shopper's order",
    "rel = 2^(-(u_best - u)/0.1) for products that meet everything, else 0",
    "task = clip(0.55*(2*nDCG@k - 1) + 0.35*(2*s_best^alpha - 1) + 0.10*(1 - 2*share out of stock)), alpha = 4 + floor(d/4)",
    "success = task >= 0.95, no more products than asked for, every used id was seen",
  ],
  draw: drawDiscovery,
  opening(problem, disclosed, rng) {
    return {
      asks: [ask(problem, disclosed, rng)],
      values: valuesOf(problem),
      purposes: ["which ones would you recommend?", "can you rank them for me?", "what do you suggest?", "please put the best one first"],
    };
  },
  shelf: () => ({ visited: [] }),
  events: (problem, state, context, answering) => sellingOut.events(answering ? null : stockOutOf(problem), state, context, 2),
  notes: (problem, state, context) => sellingOut.notes(stockOutOf(problem), state, context),
  shopper,
  verify: verifyDiscovery,
});
