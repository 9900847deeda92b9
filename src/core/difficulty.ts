/** The twelve axes: what one difficulty number d means for each of them, and how each can be set alone. */
import { z } from "zod";

export const MAX_DIFFICULTY = 20;
export const Difficulty = z.int().min(0).max(MAX_DIFFICULTY);

export const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

interface AxisSpec {
  readonly symbol: string;
  readonly formula: string;
  readonly unit: string;
  readonly low: number;
  readonly high: number;
  readonly whole: boolean;
  readonly at: (d: number) => number;
  readonly meaning: string;
}

/** Rule AX1. Each axis: its formula in d, its unit, and the range in which `axes` may set it. */
export const AXES = {
  constraints: {
    symbol: "m",
    formula: "2 + floor(d/2)",
    unit: "constraints",
    low: 0,
    high: 12,
    whole: true,
    at: (d) => 2 + Math.floor(d / 2),
    meaning: "requirements a target must meet; in cart, features named per item (at most 3)",
  },
  list_length: {
    symbol: "k_rec",
    formula: "min(10, 3 + floor(d/3))",
    unit: "products",
    low: 1,
    high: 10,
    whole: true,
    at: (d) => Math.min(10, 3 + Math.floor(d / 3)),
    meaning: "how many products an answer lists",
  },
  turns: {
    symbol: "T_max",
    formula: "4 + floor(d/2)",
    unit: "turns",
    low: 2,
    high: 60,
    whole: true,
    at: (d) => 4 + Math.floor(d / 2),
    meaning: "turns before the episode is truncated",
  },
  omission: {
    symbol: "p_missing",
    formula: "0.8 * sigmoid((d - 3)/1.5)",
    unit: "probability",
    low: 0,
    high: 1,
    whole: false,
    at: (d) => 0.8 * sigmoid((d - 3) / 1.5),
    meaning: "chance that the opening leaves out an optional slot",
  },
  typing_noise: {
    symbol: "p_noise",
    formula: "min(0.125, 0.01 d)",
    unit: "probability",
    low: 0,
    high: 0.125,
    whole: false,
    at: (d) => Math.min(0.125, 0.01 * d),
    meaning: "chance of a typo per letter; slang per word is min(0.2, twice that)",
  },
  topic_switch: {
    symbol: "p_switch",
    formula: "0.6 * sigmoid((d - 5)/2)",
    unit: "probability",
    low: 0,
    high: 1,
    whole: false,
    at: (d) => 0.6 * sigmoid((d - 5) / 2),
    meaning: "chance a turn that a journey's user interrupts with another topic",
  },
  retrieval_depth: {
    symbol: "top_k",
    formula: "max(20, 200 - 10 d)",
    unit: "results",
    low: 20,
    high: 200,
    whole: true,
    at: (d) => Math.max(20, 200 - 10 * d),
    meaning: "how deep a search can be paged",
  },
  retrieval_noise: {
    symbol: "eps_rank",
    formula: "min(0.4, 0.02 d)",
    unit: "probability",
    low: 0,
    high: 0.4,
    whole: false,
    at: (d) => Math.min(0.4, 0.02 * d),
    meaning: "chance per rank that a distractor stands there",
  },
  stock_outs: {
    symbol: "p_oos",
    formula: "min(0.5, 0.05 d)",
    unit: "probability",
    low: 0,
    high: 1,
    whole: false,
    at: (d) => Math.min(0.5, 0.05 * d),
    meaning: "chance that something wanted sells out during the episode",
  },
  orders: {
    symbol: "H_orders",
    formula: "3 + floor(d/2)",
    unit: "orders",
    low: 1,
    high: 13,
    whole: true,
    at: (d) => 3 + Math.floor(d / 2),
    meaning: "orders in the customer's account",
  },
  policy_branches: {
    symbol: "B_branch",
    formula: "1 + floor(d/3)",
    unit: "conditions",
    low: 1,
    high: 7,
    whole: true,
    at: (d) => 1 + Math.floor(d / 3),
    meaning: "conditions that a policy answer depends on",
  },
  tool_calls: {
    symbol: "B_tool",
    formula: "3 + floor(d/2)",
    unit: "calls a turn",
    low: 1,
    high: 20,
    whole: true,
    at: (d) => 3 + Math.floor(d / 2),
    meaning: "tool calls run in one turn; ask_user and submit_answer do not count",
  },
} as const satisfies Record<string, AxisSpec>;

export type AxisName = keyof typeof AXES;
export const AXIS_NAMES = Object.keys(AXES) as AxisName[];
export type Axes = Readonly<Record<AxisName, number>>;

const overrideOf = (axis: AxisSpec): z.ZodOptional<z.ZodNumber> =>
  (axis.whole ? z.int().min(axis.low).max(axis.high) : z.number().min(axis.low).max(axis.high)).optional();

/** Axis overrides of a reset: any subset, each within its range; unknown names are refused. */
export const AxisOverrides = z.strictObject(
  Object.fromEntries(AXIS_NAMES.map((name) => [name, overrideOf(AXES[name])])) as Record<AxisName, z.ZodOptional<z.ZodNumber>>,
);
export type AxisOverrides = z.infer<typeof AxisOverrides>;

/** Rule AX1: the value of every axis at difficulty d, with overrides in place of formulas. */
export function axesAt(d: number, overrides: AxisOverrides = {}): Axes {
  return Object.fromEntries(AXIS_NAMES.map((name) => [name, overrides[name] ?? AXES[name].at(d)])) as Axes;
}
