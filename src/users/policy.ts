/** What the shopper does in a turn: a pure function of the task, the world and the conversation. */
import type { AgentAction } from "../core/action.ts";
import type { OpenProblem } from "../core/environment.ts";
import { apply, type Change, type EpisodeState, type UserAct } from "../core/episode.ts";
import type { Decision, Finding, Part, Question, ShopperContext, Speech } from "../core/shopper.ts";
import type { Slot } from "../core/slots.ts";
import type { Task } from "../core/task.ts";

/** Rule US2. Slots told in one reply, at most. */
export const SLOTS_PER_REPLY = 3;

/** What the shopper reacts to. */
export interface Turn {
  readonly task: Task;
  readonly problem: OpenProblem;
  readonly action: AgentAction;
  readonly speech: Speech;
  /** Before this turn's tools ran. */
  readonly before: EpisodeState;
  /** After them. */
  readonly after: EpisodeState;
  /** Whether the cart or anything else the user can see changed. */
  readonly visibleChange: boolean;
  readonly context: ShopperContext;
}

export interface Reaction {
  /** Null when the user says nothing. */
  readonly decision: Decision | null;
  readonly changes: readonly Change[];
  /** The answer, if there was one, was taken. */
  readonly accepted: boolean;
  /** A reply that costs the agent nothing, look-ups aside: it told something new on request, or agreed to something new. */
  readonly mayBeFree: boolean;
  readonly progressed: boolean;
}

/** Collects what a reply says while keeping track of what has been told. */
class ReplyDraft {
  readonly parts: Part[] = [];
  readonly changes: Change[] = [];
  state: EpisodeState;
  told = 0;
  toldOnRequest = 0;
  readonly #turn: Turn;

  constructor(turn: Turn) {
    this.#turn = turn;
    this.state = turn.after;
  }

  change(change: Change): void {
    this.changes.push(change);
    this.state = apply(this.state, change);
  }

  get room(): boolean {
    return this.told < SLOTS_PER_REPLY;
  }

  withheld(slotId: string | null): boolean {
    return slotId !== null && this.state.slots[slotId]?.state === "withheld";
  }

  disclose(slotId: string, onRequest: boolean): void {
    this.change({ kind: "slot", id: slotId, standing: { state: "disclosed", toldOnTurn: this.#turn.before.turn + 1, onRequest } });
    this.told += 1;
    if (onRequest) this.toldOnRequest += 1;
  }

  tell(slot: Slot): void {
    this.parts.push({ kind: "tell", slotId: slot.id, statement: this.#turn.problem.tell(slot, this.state) });
    this.disclose(slot.id, true);
  }

  /** Says what is wrong, and tells the slot it goes against. */
  complain(kind: "correct" | "object" | "disagree", finding: Finding): void {
    this.parts.push({ kind, statement: finding.statement, ...(finding.slotId === null ? {} : { slotId: finding.slotId }) });
    this.change({ kind: "settled", key: finding.key });
    if (this.withheld(finding.slotId)) this.disclose(finding.slotId as string, false);
  }
}

/** Rule US1. Decides the reply; see the parts below for each case. */
export function react(turn: Turn): Reaction {
  const draft = new ReplyDraft(turn);
  const progress = turn.problem.progress(turn.after) > turn.problem.progress(turn.before);
  const addressed = isAddressed(turn);
  const finish = (act: UserAct | null, accepted: boolean, mayBeFree: boolean): Reaction => ({
    decision: act === null ? null : { act, parts: draft.parts },
    changes: draft.changes,
    accepted,
    mayBeFree,
    progressed: progress || draft.told > 0,
  });

  if (turn.action.answer !== undefined) {
    if (!objects(turn, draft)) return finish(null, true, false);
    return finish("elaborate", false, false);
  }
  if (!addressed && !turn.visibleChange) return finish(null, false, false);

  const corrected = corrects(turn, draft);
  const questions = allQuestions(turn);
  if (questions.length > 0) answers(turn, draft, questions);
  const agreed = proposals(turn, draft, corrected);
  if (draft.parts.length === 0) draft.parts.push(...smallTalk(turn, draft));
  countPleasantries(turn, draft);

  if (corrected || agreed === "disagreed") return finish("correct", false, false);
  if (questions.length > 0) return finish("clarify", false, draft.toldOnRequest > 0);
  if (agreed !== "none") return finish("confirm", false, agreed === "new");
  return finish("continue", false, false);
}

/** Rule US3. The agent speaks to the user: it asks, offers or claims something, or does nothing else in the turn. */
function isAddressed({ action, speech }: Turn): boolean {
  if (action.asks.length > 0 || action.calls.length === 0) return true;
  if (action.message === null) return false;
  return speech.questions.length > 0 || speech.proposal !== null || speech.claims || speech.reportsStockOut || speech.refuses;
}

/** Rule US4. An answer that goes against a slot still withheld is not taken; each slot once. */
function objects(turn: Turn, draft: ReplyDraft): boolean {
  for (const finding of turn.problem.answerFindings(turn.action.answer, turn.after, turn.context)) {
    if (draft.withheld(finding.slotId) && draft.room) draft.complain("object", finding);
  }
  return draft.parts.length > 0;
}

/** Rule US5. What is wrong in view is put right once, with what is wanted instead; nothing is said of what is not there yet. */
function corrects(turn: Turn, draft: ReplyDraft): boolean {
  if (!turn.visibleChange) return false;
  for (const finding of turn.problem.findings(turn.after, turn.context)) {
    if (draft.parts.length < SLOTS_PER_REPLY && !draft.state.settled.has(finding.key)) draft.complain("correct", finding);
  }
  return draft.parts.length > 0;
}

/** Questions of ask_user, exact where `about` is given, and of the message. */
function allQuestions({ action, speech, task }: Turn): readonly Question[] {
  const exact = action.asks.flatMap((ask) => (ask.about.length > 0 ? [{ kinds: ask.about, subjects: [], open: false }] : []));
  const stockOut: Question[] =
    speech.reportsStockOut && task.slots.some((slot) => slot.kind === "fallback") ? [{ kinds: ["fallback"], subjects: [], open: false }] : [];
  return [...exact, ...stockOut, ...speech.questions];
}

const asksFor = (question: Question, slot: Slot): boolean =>
  (question.open || question.kinds.length === 0 || question.kinds.includes(slot.kind)) &&
  (question.subjects.length === 0 || question.subjects.includes(slot.subject));

/** Rule US2. Tells what was asked for and not told yet, at most three slots; repeats or declines the rest. */
function answers(turn: Turn, draft: ReplyDraft, questions: readonly Question[]): void {
  const { task, problem } = turn;
  for (const question of questions) {
    const unrecognised = question.kinds.length === 0 && !question.open;
    const wanted = task.slots.filter((slot) => asksFor(question, slot));
    const fresh = wanted.filter((slot) => draft.withheld(slot.id));
    const before = draft.parts.length;
    for (const slot of unrecognised ? fresh.slice(0, 1) : fresh) if (draft.room) draft.tell(slot);
    if (draft.parts.length > before || fresh.length > 0) continue;
    if (unrecognised) tellAnything(turn, draft);
    else if (!question.open) draft.parts.push(...knownAnswers(turn, draft, question, wanted));
  }
  const left = task.slots.some((slot) => draft.withheld(slot.id));
  const askedAll = questions.some((question) => question.open || question.kinds.length >= turn.task.slots.length) || kindsAsked(questions) >= kindsOf(task);
  if (!left && (askedAll || draft.parts.length === 0)) draft.parts.push({ kind: "nothing_more" });
  else if (draft.parts.length === 0) {
    const missing = problem.missing(draft.state);
    draft.parts.push(...(missing.length > 0 ? missing.slice(0, 1).map((statement): Part => ({ kind: "missing", statement })) : [{ kind: "go_on" } as const]));
  }
}

const kindsAsked = (questions: readonly Question[]): number => new Set(questions.flatMap((question) => question.kinds)).size;
const kindsOf = (task: Task): number => new Set(task.slots.map((slot) => slot.kind)).size;

/** A question that was not understood is answered with something that matters, if anything is left. */
function tellAnything(turn: Turn, draft: ReplyDraft): void {
  const slot = turn.task.slots.find((one) => draft.withheld(one.id));
  if (slot !== undefined && draft.room) draft.tell(slot);
}

/** What was told before is said again when asked again; what the user has no wish about is said to be open. */
function knownAnswers(turn: Turn, draft: ReplyDraft, question: Question, wanted: readonly Slot[]): readonly Part[] {
  const told = wanted.filter((slot) => draft.state.slots[slot.id]?.state === "disclosed").slice(0, SLOTS_PER_REPLY);
  if (told.length > 0) return told.map((slot) => ({ kind: "repeat", slotId: slot.id, statement: turn.problem.tell(slot, draft.state) }));
  const subjects = question.subjects.length > 0 ? question.subjects : turn.problem.subjects().map((subject) => subject.id);
  for (const kind of question.kinds) {
    const statement = turn.problem.defaultAnswer(kind, subjects.length === 1 ? (subjects[0] as string) : "", draft.state);
    if (statement !== null) return [{ kind: "no_preference", statement }];
  }
  return [];
}

/** Rule US6. Agrees to a right proposal, puts a wrong one right, and says what is missing when asked to finish early. */
function proposals(turn: Turn, draft: ReplyDraft, corrected: boolean): "none" | "new" | "again" | "disagreed" {
  const { proposal } = turn.speech;
  if (proposal === null || corrected) return "none";
  const judgement = turn.problem.judge(draft.state, proposal, turn.context);
  if (judgement.verdict === "wrong") {
    if (!draft.room) return "none";
    draft.complain("disagree", judgement.finding);
    return "disagreed";
  }
  if (judgement.verdict === "unclear") {
    if (draft.parts.length > 0) return "none";
    const missing = turn.problem.missing(draft.state);
    draft.parts.push(
      ...(missing.length === 0 ? [{ kind: "all_right" } as const] : missing.slice(0, 2).map((statement): Part => ({ kind: "missing", statement }))),
    );
    return "none";
  }
  const key = `agreed/${judgement.about}`;
  const isNew = !draft.state.settled.has(key);
  draft.parts.push({ kind: "agree" });
  draft.change({ kind: "settled", key });
  return isNew ? "new" : "again";
}

/** A reply to everything else: claims, remarks, refusals, thanks. */
function smallTalk(turn: Turn, draft: ReplyDraft): readonly Part[] {
  const { speech, problem } = turn;
  const missing = problem.missing(draft.state);
  if (missing.length === 0) return [{ kind: "all_right" }];
  if (speech.claims || speech.refuses) return missing.slice(0, 2).map((statement) => ({ kind: "missing", statement }));
  if (speech.pleasantry) return [{ kind: "welcome" }];
  return [{ kind: turn.visibleChange || speech.bareRemark || turn.action.calls.length > 0 ? "go_on" : "puzzled" }];
}

/** Rule US7. Two turns in a row of nothing but pleasantries end the conversation: see `leaves`. */
function countPleasantries(turn: Turn, draft: ReplyDraft): void {
  const { speech, action } = turn;
  const idle =
    speech.pleasantry && speech.questions.length === 0 && speech.proposal === null && !speech.claims && action.calls.length === 0 && action.asks.length === 0;
  const count = idle ? (turn.before.notes.pleasantries ?? 0) + 1 : 0;
  if (count !== (turn.before.notes.pleasantries ?? 0)) draft.change({ kind: "noted", key: "pleasantries", value: count });
}

/** Rule US8. The user leaves after the stated number of charged turns without progress, or after empty pleasantries. */
export function leaves(task: Task, state: EpisodeState): boolean {
  return state.turnsWithoutProgress >= task.style.patience || (state.notes.pleasantries ?? 0) >= 2;
}
