/** Substitution: a product is out of stock; find what fits best in its place. */
import { z } from "zod";
import { defineEnvironment } from "../../core/environment.ts";
import { askUserTool, catalogGetProduct, catalogSearch, datetimeNow, submitAnswerTool, userGetVisitHistory } from "../../tools/index.ts";
import { type SellsOut, sellingOut } from "../shared/selling-out.ts";
import { drawSubstitution, SubstitutionProblem } from "./problem.ts";
import { shopper } from "./user.ts";
import { verifySubstitution } from "./verify.ts";
import { ask, valuesOf } from "./words.ts";

const Answer = z.strictObject({ product_ids: z.array(z.string().max(64)).max(50).describe("best first, as many as the shopper asked for") });

const SLOT_KINDS = [
  { id: "compatibility", description: "what has to be as with the original, or it will not fit" },
  { id: "budget", description: "the highest price" },
  { id: "requirements", description: "what the substitute should have" },
] as const;

const INSTRUCTIONS = `You are a shopping assistant. A product that the shopper wants is out of stock. Find the best substitutes: as many as the shopper asks for, best first. Submit the answer {"product_ids": [...]}.
A substitute counts only if it is of the same kind, in stock, not restricted, not the original, and has everything that must be as with the original. Of those, a product is worth b = 0.5*similarity + 0.5*share of the shopper's requirements that it meets. Similarity is the mean over the kind's attributes, the brand and the price: 1 or 0 for equal or different texts and brands; 1 - |difference|/range for numbers, the range from "from" to "to" as shown with the product type; 1 - |difference|/(P95 - P5) for the price, at least 0. Each 0.1 below the best halves a product's worth. What must fit and what is required is partly told only when asked, at most three things at a time. Use the tools; ids come from tool results and the shopper only.
Grading: task = 0.80*(2*nDCG - 1) + 0.20*(1 - 2*share out of stock); a success from 0.95 on, with no more products than asked for. Reward = 0.75*task + 0.15*efficiency + 0.10*hallucination: efficiency falls with every charged turn (turns in which the shopper answers your question with something new are free) and is -1 without success; hallucination is minus the share of ids you used that no tool or shopper had shown. An invalid action ends the episode with -1.`;

/** What may sell out: the best substitute, once it was seen. */
const stockOutOf = ({ stockOut }: SubstitutionProblem): SellsOut | null =>
  stockOut === null ? null : { id: (context) => context.aliases.product(stockOut), key: `${stockOut}` };

export const substitution = defineEnvironment({
  id: "substitution",
  version: 2,
  title: "Substitution",
  summary: "A product is out of stock: find the substitutes that fit and come closest to what the shopper wants.",
  problem: SubstitutionProblem,
  answer: Answer,
  tools: [catalogSearch, catalogGetProduct, userGetVisitHistory, datetimeNow, askUserTool(SLOT_KINDS), submitAnswerTool(Answer)],
  slotKinds: SLOT_KINDS,
  instructions: INSTRUCTIONS,
  formulas: [
    "k = k_rec; k + 2 to 40 compatible products in stock",
    "b = 0.5*similarity + 0.5*share of requirements met; at least half of the requirements are not met by the original",
    "rel = 2^(-(b_best - b)/0.1) for compatible products in stock, else 0",
    "task = clip(0.80*(2*nDCG@k - 1) + 0.20*(1 - 2*share out of stock))",
    "success = task >= 0.95, no more products than asked for, every used id was seen",
  ],
  draw: drawSubstitution,
  opening(problem, disclosed, rng, aliases) {
    return {
      asks: [ask(problem, disclosed, aliases.product(problem.original.index), rng)],
      values: valuesOf(problem),
      purposes: ["which ones come closest?", "what would you take instead?", "can you rank them for me?", "please put the best one first"],
    };
  },
  shelf: () => ({ visited: [] }),
  events: (problem, state, context, answering) => sellingOut.events(answering ? null : stockOutOf(problem), state, context, 2),
  notes: (problem, state, context) => sellingOut.notes(stockOutOf(problem), state, context),
  shopper,
  verify: verifySubstitution,
});
