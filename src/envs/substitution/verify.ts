/** Grades a substitution answer. */
import type { VerifyContext } from "../../core/environment.ts";
import { type EpisodeState, stockKey } from "../../core/episode.ts";
import type { Component, Verdict } from "../../core/reward.ts";
import { inStock } from "../../tools/views.ts";
import { gradeSubstitutes } from "./grade.ts";
import { SUCCESS, type SubstitutionProblem } from "./problem.ts";

export interface SubstitutionAnswer {
  readonly product_ids: readonly string[];
}

/** The compatible products that are in stock now. */
export const open = (problem: SubstitutionProblem, state: EpisodeState): SubstitutionProblem["compatible"] =>
  problem.compatible.filter(({ index }) => !state.world.soldOut.includes(stockKey(index, null)));

/** Rule EN51. Success: r_task of at least 0.95, and no more products listed than were asked for. */
export function verifySubstitution(problem: SubstitutionProblem, answer: SubstitutionAnswer | null, state: EpisodeState, context: VerifyContext): Verdict {
  const ids = [...new Set(answer?.product_ids ?? [])];
  const listed = ids.slice(0, problem.k).map((id, place) => {
    const product = context.productOf(id);
    return product === null
      ? { index: -1 - place, inStock: false }
      : { index: product.index, inStock: inStock(state.world, product, null) && !product.restricted };
  });
  const grade = gradeSubstitutes(listed, open(problem, state), problem.k);
  const tooMany = Math.max(0, ids.length - problem.k);
  const ideal = open(problem, state)
    .slice(0, problem.k)
    .map(({ index }) => context.aliases.product(index));
  const got = ids.slice(0, problem.k).join(", ") || "nothing";
  const part = (name: string, value: number, weight: number, right: boolean, expected: string): Component => ({
    name,
    value,
    weight,
    gates: false,
    right,
    expected,
    got,
  });
  return {
    rTask: grade.rTask,
    success: grade.rTask >= SUCCESS && tooMany === 0,
    components: [
      part("ranking", grade.rRank, 0.8, grade.rRank >= 0.9, `best first: ${ideal.join(", ")}`),
      part("in_stock", grade.rOos, 0.2, grade.rOos === 1, "all in stock"),
      { ...part("length", tooMany === 0 ? 1 : -1, 0, tooMany === 0, `at most ${problem.k} products`), gates: true, got: `${ids.length} products` },
    ],
    usedIds: ids,
  };
}
