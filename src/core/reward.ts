/** The reward: three weighted terms and their breakdown, each formula written once. */

export const clip = (x: number): number => Math.max(-1, Math.min(1, x));
export const clip01 = (x: number): number => Math.max(0, Math.min(1, x));

export const WEIGHTS = { task: 0.75, efficiency: 0.15, hallucination: 0.1 } as const;

/** One graded part of a verdict, with what was expected and what was found. */
export interface Component {
  readonly name: string;
  /** Unitless, in [-1, 1]. */
  readonly value: number;
  /** Its weight inside r_task; 0 for a part that only informs or gates. */
  readonly weight: number;
  /** Whether the episode is a success only if this part is right. */
  readonly gates: boolean;
  readonly right: boolean;
  readonly expected: string;
  readonly got: string;
}

/** What an environment's verifier says of an episode. */
export interface Verdict {
  /** Unitless, in [-1, 1]. */
  readonly rTask: number;
  /** Whether the task itself is done; the episode also needs every used id to be seen. */
  readonly success: boolean;
  readonly components: readonly Component[];
  /** Ids in the answer and in the world as it stands. */
  readonly usedIds: readonly string[];
}

export interface RewardBreakdown {
  readonly reward: number;
  readonly success: boolean;
  readonly terms: {
    readonly task: { readonly value: number; readonly weight: number };
    readonly efficiency: { readonly value: number; readonly weight: number; readonly turns: number; readonly free_turns: number; readonly turn_limit: number };
    readonly hallucination: { readonly value: number; readonly weight: number; readonly used_ids: number; readonly unseen_ids: readonly string[] };
  };
  readonly components: readonly Component[];
  readonly formula: string;
}

export const REWARD_FORMULA =
  "reward = clip(0.75*task + 0.15*efficiency + 0.10*hallucination, -1, 1); efficiency = clip(1 - 2*(max(1, turns - free_turns) - 1)/(turn_limit - 1)) if success else -1; hallucination = -unseen_ids/max(1, used_ids)";

/**
 * r_eff = clip(1 - 2·(T_eff - 1)/(T_max - 1)) with T_eff = max(1, T - T_free) if the episode is a success, else -1.
 *
 * Rule: RW2. Unitless, in [-1, 1].
 */
export function efficiency(success: boolean, turns: number, freeTurns: number, turnLimit: number): number {
  if (!success) return -1;
  return clip(1 - (2 * (Math.max(1, turns - freeTurns) - 1)) / (turnLimit - 1));
}

/**
 * r_hall = -(ids used but never seen)/max(1, ids used); -0 is written 0.
 *
 * Rule: RW3. Unitless, in [-1, 0].
 */
export function hallucination(used: number, unseen: number): number {
  return unseen === 0 ? 0 : -unseen / Math.max(1, used);
}

/**
 * r = clip(0.75·r_task + 0.15·r_eff + 0.10·r_hall).
 *
 * Rule: RW1. Unitless, in [-1, 1]; at most 0.90, since r_hall is never positive. Hard fails are decided before this is called (RW5).
 */
export function composeReward(rTask: number, rEff: number, rHall: number): number {
  return clip(WEIGHTS.task * rTask + WEIGHTS.efficiency * rEff + WEIGHTS.hallucination * rHall);
}

export interface Episodic {
  readonly turns: number;
  readonly freeTurns: number;
  readonly turnLimit: number;
  readonly seen: ReadonlySet<string>;
  readonly saidIds: readonly string[];
}

/** Rule RW4: grades an episode as it stands. Success also requires that no used id is unseen. */
export function gradeEpisode(verdict: Verdict, episode: Episodic): RewardBreakdown {
  const used = [...new Set([...verdict.usedIds, ...episode.saidIds])].sort();
  const unseen = used.filter((id) => !episode.seen.has(id));
  const success = verdict.success && unseen.length === 0;
  const rEff = efficiency(success, episode.turns, episode.freeTurns, episode.turnLimit);
  const rHall = hallucination(used.length, unseen.length);
  return {
    reward: composeReward(verdict.rTask, rEff, rHall),
    success,
    terms: {
      task: { value: verdict.rTask, weight: WEIGHTS.task },
      efficiency: { value: rEff, weight: WEIGHTS.efficiency, turns: episode.turns, free_turns: episode.freeTurns, turn_limit: episode.turnLimit },
      hallucination: { value: rHall, weight: WEIGHTS.hallucination, used_ids: used.length, unseen_ids: unseen },
    },
    components: verdict.components,
    formula: REWARD_FORMULA,
  };
}
