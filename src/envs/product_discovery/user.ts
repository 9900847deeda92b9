/** The discovery shopper: what it tells, and what it finds wrong with a suggestion. */
import type { EpisodeState } from "../../core/episode.ts";
import type { Product } from "../../core/product.ts";
import type { Finding, Judgement, Proposal, Shopper, ShopperContext } from "../../core/shopper.ts";
import { constraintMissed, constraintSaid, meets } from "../shared/constraints.ts";
import { brandSaid, orderSaid } from "../shared/persona.ts";
import { gradeList } from "./grade.ts";
import { type DiscoveryProblem, SUCCESS } from "./problem.ts";
import { type DiscoveryAnswer, open } from "./verify.ts";
import * as words from "./words.ts";

const withheld = (state: EpisodeState, slotId: string): boolean => state.slots[slotId]?.state === "withheld";

/** The first requirement that a product misses, as something to say. */
function missed(problem: DiscoveryProblem, product: Product): Finding | null {
  const constraint = problem.constraints.find((one) => !meets(product, one));
  return constraint === undefined ? null : { key: `missed/${constraint.id}/${product.index}`, slotId: constraint.id, statement: constraintMissed(constraint) };
}

/**
 * Rule EN47. A list that goes against a requirement still withheld, or is ordered against priorities still withheld, is not taken: the
 * user says what it wants.
 */
function answerFindings(problem: DiscoveryProblem, answer: unknown, state: EpisodeState, context: ShopperContext): readonly Finding[] {
  const ids = [...new Set((answer as DiscoveryAnswer | null)?.product_ids ?? [])].slice(0, problem.k);
  const products = ids.flatMap((id) => context.productOf(id) ?? []).filter((product) => product.typeId === problem.typeId);
  if (products.length === 0) return [];
  const needs = problem.constraints.filter((constraint) => withheld(state, constraint.id) && products.some((product) => !meets(product, constraint)));
  const listed = products.map((product) => ({ index: product.index, met: 1, inStock: true }));
  const misranked = gradeList(listed, open(problem, state), problem.k, problem.alpha).rTask < SUCCESS;
  return [
    ...needs.map((constraint) => ({ key: `answer/${constraint.id}`, slotId: constraint.id, statement: constraintMissed(constraint) })),
    ...(misranked && withheld(state, "priorities") ? [{ key: "answer/priorities", slotId: "priorities", statement: orderSaid(problem.persona) }] : []),
    ...(misranked && withheld(state, "brand") ? [{ key: "answer/brand", slotId: "brand", statement: brandSaid(problem.persona) }] : []),
  ];
}

/** An offer by ids: each has to be of the kind and meet everything. */
function judge(problem: DiscoveryProblem, _state: EpisodeState, proposal: Proposal, context: ShopperContext): Judgement {
  const products = proposal.ids.flatMap((id) => context.productOf(id) ?? []);
  for (const product of products) {
    if (product.typeId !== problem.typeId)
      return { verdict: "wrong", finding: { key: `kind/${product.index}`, slotId: null, statement: words.notThisKind(problem) } };
    const finding = missed(problem, product);
    if (finding !== null) return { verdict: "wrong", finding };
  }
  return products.length === 0
    ? { verdict: "unclear" }
    : {
        verdict: "right",
        about: products
          .map((product) => product.index)
          .sort((a, b) => a - b)
          .join("+"),
      };
}

export const shopper: Shopper<DiscoveryProblem> = {
  subjects: (problem) => [{ id: "choice", names: [problem.called.one, problem.called.many] }],
  tell(problem, slot) {
    if (slot.id === "priorities") return orderSaid(problem.persona);
    if (slot.id === "brand") return brandSaid(problem.persona);
    return constraintSaid(problem.constraints.find(({ id }) => id === slot.id) as DiscoveryProblem["constraints"][number]);
  },
  defaultAnswer: () => words.noWish(),
  findings: () => [],
  answerFindings,
  judge,
  progress: () => 0,
  missing: (problem) => [words.waiting(problem)],
};
