/** What an environment is: typed inside by its author, sealed outside for the registry. */
import type { z } from "zod";
import type { Aliases } from "./alias.ts";
import type { Axes } from "./difficulty.ts";
import type { Change, EpisodeState } from "./episode.ts";
import type { Catalog, CatalogInfo, TypeById } from "./ports.ts";
import type { Verdict } from "./reward.ts";
import type { Rng } from "./rng.ts";
import type { Finding, Judgement, Proposal, Shopper, ShopperContext, Statement, SubjectNames } from "./shopper.ts";
import type { Slot, SlotKind } from "./slots.ts";
import type { TaskKey } from "./task.ts";
import { type Shelf, schemaOf, type Tool, type ToolContext } from "./tool.ts";

/** What a problem is drawn from. */
export interface Setting {
  readonly key: TaskKey;
  readonly axes: Axes;
  readonly root: string;
  readonly catalog: Catalog;
  readonly info: CatalogInfo;
  readonly typeById: TypeById;
}

/** One attempt to draw a problem. A refusal names its reason and the next draw of the same stream follows. */
export type Draw<Problem> =
  | {
      readonly ok: true;
      readonly problem: Problem;
      readonly slots: readonly Slot[] /** Turns an ideal player needs without asking. */;
      readonly turnsNeeded: number;
    }
  | { readonly ok: false; readonly reason: string };

/** The user's first line, for the slots that it discloses. */
export interface OpeningPlan {
  /** Noun phrases of what is wanted, e.g. "two braided nylon USB cables from Kestrel". */
  readonly asks: readonly string[];
  /** Short questions or remarks that may end the line, e.g. "can you put that in my cart?". */
  readonly purposes: readonly string[];
  /** Values that the asks say; typing habits leave their words alone as `typing.ts` says. */
  readonly values: readonly string[];
}

/** Rule AR2. An environment as its author writes it: one folder, one entry in the list. */
export interface EnvironmentDefinition<Problem, Answer> {
  readonly id: string;
  /** Raised whenever a task, a text the agent sees, or a grade changes. */
  readonly version: number;
  readonly title: string;
  /** One sentence for lists. */
  readonly summary: string;
  readonly problem: z.ZodType<Problem>;
  readonly answer: z.ZodType<Answer>;
  readonly tools: readonly Tool[];
  readonly slotKinds: readonly SlotKind[];
  /** The agent's role, the task and how it is graded, in words; never d or the goal. */
  readonly instructions: string;
  /** Formulas, for the description page. */
  readonly formulas: readonly string[];
  draw(setting: Setting, rng: Rng): Promise<Draw<Problem>>;
  /** @param aliases the task's ids, for a user that names a product by its id. */
  opening(problem: Problem, disclosed: ReadonlySet<string>, rng: Rng, aliases: Aliases): OpeningPlan;
  /** Facts lent to tools, e.g. the visit history. */
  shelf(problem: Problem): Shelf;
  /**
   * World events due before the actions of a turn, e.g. a stock-out; given the state at the end of the turn before.
   *
   * @param answering whether the turn brings an answer, so that the agent could not act on what happens.
   */
  events(
    problem: Problem,
    state: EpisodeState,
    context: ToolContext,
    answering: boolean,
  ): { readonly changes: readonly Change[]; readonly notices: readonly string[] };
  /** Private notes on what a turn showed the agent, e.g. that a wanted variant was seen. */
  notes(problem: Problem, state: EpisodeState, context: ToolContext): readonly Change[];
  readonly shopper: Shopper<Problem>;
  /** Whether the world holds an answer without one being submitted (a cart does). Then a truncated episode is graded on it. */
  verify(problem: Problem, answer: Answer | null, state: EpisodeState, context: VerifyContext): Verdict;
}

/** What a verifier may look at besides the state: the task, and the products that the answer names. */
export type VerifyContext = ToolContext & Pick<ShopperContext, "productOf">;

/** The sealed form: problems are `unknown` outside and parsed on the way in. */
export interface Environment {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly summary: string;
  readonly tools: readonly Tool[];
  readonly slotKinds: readonly SlotKind[];
  readonly instructions: string;
  readonly formulas: readonly string[];
  readonly answer: z.ZodType;
  readonly answerSchema: Readonly<Record<string, unknown>>;
  draw(setting: Setting, rng: Rng): Promise<Draw<unknown>>;
  open(problem: unknown): OpenProblem;
}

/** An environment with one problem put in. */
export interface OpenProblem {
  readonly shelf: Shelf;
  opening(disclosed: ReadonlySet<string>, rng: Rng, aliases: Aliases): OpeningPlan;
  events(state: EpisodeState, context: ToolContext, answering: boolean): { readonly changes: readonly Change[]; readonly notices: readonly string[] };
  notes(state: EpisodeState, context: ToolContext): readonly Change[];
  verify(answer: unknown, state: EpisodeState, context: VerifyContext): Verdict;
  subjects(): readonly SubjectNames[];
  tell(slot: Slot, state: EpisodeState): Statement;
  defaultAnswer(kind: string, subject: string, state: EpisodeState): Statement | null;
  findings(state: EpisodeState, context: ShopperContext): readonly Finding[];
  answerFindings(answer: unknown, state: EpisodeState, context: ShopperContext): readonly Finding[];
  judge(state: EpisodeState, proposal: Proposal, context: ShopperContext): Judgement;
  progress(state: EpisodeState): number;
  missing(state: EpisodeState): readonly Statement[];
}

/** Seals a definition. A stored problem that no longer fits its schema fails loudly. */
export function defineEnvironment<Problem, Answer>(definition: EnvironmentDefinition<Problem, Answer>): Environment {
  const { shopper } = definition;
  return {
    ...definition,
    answerSchema: schemaOf(definition.answer),
    draw: (setting, rng) => definition.draw(setting, rng),
    open(stored) {
      const problem = definition.problem.parse(stored);
      const answerOf = (answer: unknown): Answer | null => (answer === null || answer === undefined ? null : definition.answer.parse(answer));
      return {
        shelf: definition.shelf(problem),
        opening: (disclosed, rng, aliases) => definition.opening(problem, disclosed, rng, aliases),
        events: (state, context, answering) => definition.events(problem, state, context, answering),
        notes: (state, context) => definition.notes(problem, state, context),
        verify: (answer, state, context) => definition.verify(problem, answerOf(answer), state, context),
        subjects: () => shopper.subjects(problem),
        tell: (slot, state) => shopper.tell(problem, slot, state),
        defaultAnswer: (kind, subject, state) => shopper.defaultAnswer(problem, kind, subject, state),
        findings: (state, context) => shopper.findings(problem, state, context),
        answerFindings: (answer, state, context) => shopper.answerFindings(problem, answer, state, context),
        judge: (state, proposal, context) => shopper.judge(problem, state, proposal, context),
        progress: (state) => shopper.progress(problem, state),
        missing: (state) => shopper.missing(problem, state),
      };
    },
  };
}
