/** The twelve axes against the table of values worked by hand. */
import { describe, it } from "vitest";
import { AXIS_NAMES, AxisOverrides, axesAt } from "../../src/core/difficulty.ts";

/** Columns d = 0, 4, 8, 12, rounded to two places. */
const TABLE: Record<string, readonly number[]> = {
  constraints: [2, 4, 6, 8],
  list_length: [3, 4, 5, 7],
  turns: [4, 6, 8, 10],
  omission: [0.1, 0.53, 0.77, 0.8],
  typing_noise: [0, 0.04, 0.08, 0.12],
  topic_switch: [0.05, 0.23, 0.49, 0.58],
  retrieval_depth: [200, 160, 120, 80],
  retrieval_noise: [0, 0.08, 0.16, 0.24],
  stock_outs: [0, 0.2, 0.4, 0.5],
  orders: [3, 5, 7, 9],
  policy_branches: [1, 2, 3, 5],
  tool_calls: [3, 5, 7, 9],
};

describe("axes", () => {
  it("[AX1] have the values of the table at d = 0, 4, 8, 12", ({ expect }) => {
    for (const [column, d] of [0, 4, 8, 12].entries()) {
      const axes = axesAt(d);
      for (const name of AXIS_NAMES) expect(Math.round(axes[name] * 100) / 100, `${name} at ${d}`).toBe(TABLE[name]?.[column]);
    }
  });
  it("[AX1] an override moves its axis alone", ({ expect }) => {
    expect(axesAt(4, { turns: 9 })).toEqual({ ...axesAt(4), turns: 9 });
  });
  it.for([{ turns: 1 }, { turns: 4.5 }, { omission: 1.1 }, { speed: 3 }, { typing_noise: "0.1" }])("[WR2] refuses %j", (bad, { expect }) => {
    expect(AxisOverrides.safeParse(bad).success).toBe(false);
  });
});
