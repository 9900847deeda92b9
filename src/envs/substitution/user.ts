/** The substitution shopper: what it tells, and what it finds wrong with a suggestion. */
import type { EpisodeState } from "../../core/episode.ts";
import type { Finding, Judgement, Proposal, Shopper, ShopperContext } from "../../core/shopper.ts";
import { constraintMissed, constraintSaid, meets } from "../shared/constraints.ts";
import { gradeSubstitutes } from "./grade.ts";
import { SUCCESS, type SubstitutionProblem } from "./problem.ts";
import { open, type SubstitutionAnswer } from "./verify.ts";
import * as words from "./words.ts";

const withheld = (state: EpisodeState, slotId: string): boolean => state.slots[slotId]?.state === "withheld";

/** Rule EN54. A list that goes against what has to fit, or misses wishes still withheld and is ordered wrongly for it, is not taken. */
function answerFindings(problem: SubstitutionProblem, answer: unknown, state: EpisodeState, context: ShopperContext): readonly Finding[] {
  const ids = [...new Set((answer as SubstitutionAnswer | null)?.product_ids ?? [])].slice(0, problem.k);
  const products = ids.flatMap((id) => context.productOf(id) ?? []).filter((product) => product.typeId === problem.typeId);
  if (products.length === 0) return [];
  const fits = problem.compatibility.filter((one) => withheld(state, one.id) && products.some((product) => !meets(product, one)));
  const listed = products.map((product) => ({ index: product.index, inStock: true }));
  const misranked = gradeSubstitutes(listed, open(problem, state), problem.k).rTask < SUCCESS;
  const wishes = misranked ? problem.constraints.filter((one) => withheld(state, one.id)) : [];
  return [
    ...fits.map((one) => ({ key: `answer/${one.id}`, slotId: one.id, statement: words.fitMissed(one) })),
    ...wishes.map((one) => ({ key: `answer/${one.id}`, slotId: one.id, statement: constraintMissed(one) })),
  ];
}

/** An offer by ids: each has to be of the kind and to fit; wishes only make one better than another. */
function judge(problem: SubstitutionProblem, _state: EpisodeState, proposal: Proposal, context: ShopperContext): Judgement {
  const products = proposal.ids.flatMap((id) => context.productOf(id) ?? []);
  for (const product of products) {
    if (product.index === problem.original.index) return { verdict: "wrong", finding: { key: "original", slotId: null, statement: words.theSoldOutOne() } };
    if (product.typeId !== problem.typeId)
      return { verdict: "wrong", finding: { key: `kind/${product.index}`, slotId: null, statement: words.notThisKind(problem) } };
    const misfit = problem.compatibility.find((one) => !meets(product, one));
    if (misfit !== undefined)
      return { verdict: "wrong", finding: { key: `fit/${misfit.id}/${product.index}`, slotId: misfit.id, statement: words.fitMissed(misfit) } };
  }
  const about = products
    .map((product) => product.index)
    .sort((a, b) => a - b)
    .join("+");
  return products.length === 0 ? { verdict: "unclear" } : { verdict: "right", about };
}

export const shopper: Shopper<SubstitutionProblem> = {
  subjects: (problem) => [{ id: "choice", names: [problem.called.one, problem.called.many] }],
  tell(problem, slot) {
    const fit = problem.compatibility.find(({ id }) => id === slot.id);
    return fit === undefined
      ? constraintSaid(problem.constraints.find(({ id }) => id === slot.id) as SubstitutionProblem["constraints"][number])
      : words.fitSaid(fit);
  },
  defaultAnswer: () => words.noWish(),
  findings: () => [],
  answerFindings,
  judge,
  progress: () => 0,
  missing: (problem) => [words.waiting(problem)],
};
