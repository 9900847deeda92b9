/** The simulated shopper's vocabulary: what it understands, what it decides, and what a voice must word. */
import type { EpisodeState, UserAct } from "./episode.ts";
import type { Product } from "./product.ts";
import type { Slot } from "./slots.ts";

/** Something a reply says. A voice picks one of the forms; every `must` text has to be readable in the line that results. */
export interface Statement {
  /** Complete clauses without a final stop, each of which says the same. */
  readonly forms: readonly string[];
  /** Values that must survive wording, e.g. "braided nylon", "2". */
  readonly must: readonly string[];
}

/** One question recognised in the agent's words. */
export interface Question {
  /** Slot kinds asked about; empty when the kind was not recognised. */
  readonly kinds: readonly string[];
  /** Subjects named, e.g. "item-2"; empty when none is, which means all. */
  readonly subjects: readonly string[];
  /** "Anything else?": asks for whatever has not been told. */
  readonly open: boolean;
}

/** The agent's message as the shopper understands it. Several can hold at once. */
export interface Speech {
  readonly questions: readonly Question[];
  /** Ids named in an offer ("shall I add …?"), in order; null when nothing is offered. */
  readonly proposal: Proposal | null;
  /** Says that something, or all, is done. */
  readonly claims: boolean;
  /** Says that something is sold out or not available. */
  readonly reportsStockOut: boolean;
  /** Declines to help. */
  readonly refuses: boolean;
  /** Thanks, greetings, farewells. */
  readonly pleasantry: boolean;
  /** Only a remark on what the agent is doing ("let me check"), or nothing. */
  readonly bareRemark: boolean;
}

/** What a subject can be called by the agent. */
export interface SubjectNames {
  readonly id: string;
  readonly names: readonly string[];
}

/** Something wrong that the user can see. */
export interface Finding {
  /** Names the mistake, so that it is put right once and not repeated. */
  readonly key: string;
  /** The requirement it goes against; null when it goes against what the opening always says. */
  readonly slotId: string | null;
  /** Says what is wrong and what is wanted instead. */
  readonly statement: Statement;
}

export const PART_KINDS = [
  "tell",
  "repeat",
  "correct",
  "object",
  "agree",
  "disagree",
  "nothing_more",
  "no_preference",
  "missing",
  "all_right",
  "go_on",
  "welcome",
  "puzzled",
  "leave",
] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** One piece of a reply, in the order in which it is said. */
export interface Part {
  readonly kind: PartKind;
  readonly statement?: Statement;
  readonly slotId?: string;
}

/** What the user does in a turn. Decided in code; a voice only words it. */
export interface Decision {
  readonly act: UserAct;
  readonly parts: readonly Part[];
}

/** How a proposal looks to the user. `unclear` when nothing in it is something that the user can judge. */
export type Judgement =
  /** `about` names what was agreed to, so that agreeing to it again is not new. */
  { readonly verdict: "right"; readonly about: string } | { readonly verdict: "unclear" } | { readonly verdict: "wrong"; readonly finding: Finding };

/** What the agent offers: ids in order, and a quantity when it names one. */
export interface Proposal {
  readonly ids: readonly string[];
  readonly quantity: number | null;
}

/** An environment's half of its user. All methods are pure; `problem` is the hidden goal. */
export interface Shopper<Problem> {
  /** What may be asked about, by subject. */
  subjects(problem: Problem): readonly SubjectNames[];
  /** What the user says when it tells a slot. */
  tell(problem: Problem, slot: Slot, state: EpisodeState): Statement;
  /** Answers a question on a kind and subject for which there is no slot ("any colour will do"); null when it has nothing to say. */
  defaultAnswer(problem: Problem, kind: string, subject: string, state: EpisodeState): Statement | null;
  /** What is wrong in what the user can see now. Things that are not there yet are not wrong. */
  findings(problem: Problem, state: EpisodeState, context: ShopperContext): readonly Finding[];
  /** What is wrong with an answer and the world it leaves, missing things included. */
  answerFindings(problem: Problem, answer: unknown, state: EpisodeState, context: ShopperContext): readonly Finding[];
  judge(problem: Problem, state: EpisodeState, proposal: Proposal, context: ShopperContext): Judgement;
  /** Right things so far; grows as the task gets done. */
  progress(problem: Problem, state: EpisodeState): number;
  /** What is still to be done, in words already told; empty when all is done. */
  missing(problem: Problem, state: EpisodeState): readonly Statement[];
}

/** Facts of the task that a shopper's judgement needs. */
export interface ShopperContext {
  /** The product behind an id that the agent named in this turn, or null. */
  readonly productOf: (id: string) => Product | null;
  readonly variantOf: (id: string) => { index: number; variant: number } | null;
}
