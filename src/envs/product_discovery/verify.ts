/** Grades a discovery answer. */
import type { VerifyContext } from "../../core/environment.ts";
import type { EpisodeState } from "../../core/episode.ts";
import { stockKey } from "../../core/episode.ts";
import type { Component, Verdict } from "../../core/reward.ts";
import { inStock } from "../../tools/views.ts";
import { shareMet } from "../shared/constraints.ts";
import { gradeList, type Listed, type Worth } from "./grade.ts";
import { type DiscoveryProblem, SUCCESS } from "./problem.ts";

export interface DiscoveryAnswer {
  readonly product_ids: readonly string[];
}

/** The feasible products that are in stock now. */
export function open(problem: DiscoveryProblem, state: EpisodeState): readonly Worth[] {
  return problem.feasible.filter(({ index }) => !state.world.soldOut.includes(stockKey(index, null)));
}

/** The first k ids of an answer, repeated ones once, as the grade looks at them; an unknown id meets nothing and cannot be bought. */
export function listedIn(problem: DiscoveryProblem, ids: readonly string[], state: EpisodeState, context: VerifyContext): Listed[] {
  return [...new Set(ids)].slice(0, problem.k).map((id, place) => {
    const product = context.productOf(id);
    if (product === null) return { index: -1 - place, met: 0, inStock: false };
    const met = product.typeId === problem.typeId ? shareMet(product, problem.constraints) : 0;
    return { index: product.index, met, inStock: inStock(state.world, product, null) && !product.restricted };
  });
}

/** Rule EN46. Success: r_task of at least 0.95, and no more products listed than were asked for. */
export function verifyDiscovery(problem: DiscoveryProblem, answer: DiscoveryAnswer | null, state: EpisodeState, context: VerifyContext): Verdict {
  const ids = [...new Set(answer?.product_ids ?? [])];
  const grade = gradeList(listedIn(problem, ids, state, context), open(problem, state), problem.k, problem.alpha);
  const tooMany = Math.max(0, ids.length - problem.k);
  const ideal = open(problem, state)
    .slice(0, problem.k)
    .map(({ index }) => context.aliases.product(index));
  const part = (name: string, value: number, weight: number, right: boolean, expected: string, got: string): Component => ({
    name,
    value,
    weight,
    gates: false,
    right,
    expected,
    got,
  });
  const listed = ids.slice(0, problem.k).join(", ") || "nothing";
  return {
    rTask: grade.rTask,
    success: grade.rTask >= SUCCESS && tooMany === 0,
    components: [
      part("ranking", grade.rRank, 0.55, grade.rRank >= 0.9, `best first: ${ideal.join(", ")}`, listed),
      part("requirements", grade.rCons, 0.35, grade.rCons === 1, problem.constraints.map(({ words }) => words).join("; "), listed),
      part("in_stock", grade.rOos, 0.1, grade.rOos === 1, "all in stock", listed),
      { ...part("length", tooMany === 0 ? 1 : -1, 0, tooMany === 0, `at most ${problem.k} products`, `${ids.length} products`), gates: true },
    ],
    usedIds: ids,
  };
}
