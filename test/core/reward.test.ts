/** The reward's formulas against numbers worked by hand. */
import { describe, it } from "vitest";
import { composeReward, efficiency, gradeEpisode, hallucination, type Verdict } from "../../src/core/reward.ts";

const verdict = (over: Partial<Verdict> = {}): Verdict => ({ rTask: 1, success: true, components: [], usedIds: [], ...over });
const episode = { turns: 3, freeTurns: 1, turnLimit: 4, seen: new Set(["p_1"]), saidIds: [] };

describe("reward", () => {
  it("[RW2] three turns, one free, of four: 1 - 2*(2 - 1)/3 = 0.33", ({ expect }) => {
    expect(efficiency(true, 3, 1, 4)).toBeCloseTo(1 / 3, 12);
  });
  it("[RW2] one turn is the best, all turns the worst, and failure is -1 however fast", ({ expect }) => {
    expect(efficiency(true, 1, 0, 4)).toBe(1);
    expect(efficiency(true, 4, 0, 4)).toBe(-1);
    expect(efficiency(false, 1, 0, 4)).toBe(-1);
  });
  it("[RW2] free turns never make less than one turn", ({ expect }) => {
    expect(efficiency(true, 2, 2, 4)).toBe(1);
  });
  it("[RW3] minus the share of unseen ids, and plain 0 when none is used", ({ expect }) => {
    expect(hallucination(4, 1)).toBe(-0.25);
    expect(Object.is(hallucination(0, 0), 0)).toBe(true);
  });
  it("[RW1] 0.75*1 + 0.15*1 + 0.10*0 = 0.90 is the most", ({ expect }) => {
    expect(composeReward(1, 1, 0)).toBeCloseTo(0.9, 12);
    expect(composeReward(-1, -1, -1)).toBe(-1);
  });
  it("[RW4] an unseen id undoes success, and efficiency with it", ({ expect }) => {
    const graded = gradeEpisode(verdict({ usedIds: ["p_1", "p_2"] }), episode);
    expect(graded.success).toBe(false);
    expect(graded.terms.hallucination.unseen_ids).toEqual(["p_2"]);
    expect(graded.reward).toBeCloseTo(0.75 - 0.15 - 0.05, 12);
  });
  it("[RW4] ids said in messages count, each once", ({ expect }) => {
    const graded = gradeEpisode(verdict({ usedIds: ["p_1", "p_1"] }), { ...episode, saidIds: ["p_1", "p_9"] });
    expect(graded.terms.hallucination).toEqual({ value: -0.5, weight: 0.1, used_ids: 2, unseen_ids: ["p_9"] });
  });
  it("[RW4] no near miss outearns a success: the slowest success beats the fastest failure of the same task score", ({ expect }) => {
    expect(composeReward(1, -1, 0)).toBeGreaterThan(composeReward(0.99, -1, 0));
  });
});
