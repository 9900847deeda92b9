/** An episode as a journal of changes, and its state as a fold over them. */
import { ID_PATTERN } from "./alias.ts";
import type { RewardBreakdown } from "./reward.ts";
import type { SlotStanding } from "./slots.ts";
import type { Task } from "./task.ts";

/** A line of the cart; one per product and variant. */
export interface CartLine {
  readonly productIndex: number;
  /** Variant number, or null for a product that has none. */
  readonly variant: number | null;
  readonly quantity: number;
  /** Copied when added, so that showing the cart needs no look-up. */
  readonly title: string;
  readonly typeId: string;
  readonly variantValue: string | null;
  readonly unitPriceCents: number;
}

/** The world an episode acts on. One customer, one account; every environment shares it. */
export interface World {
  readonly cart: readonly CartLine[];
  /** Stock keys ("index" or "index/variant") that sold out during the episode. */
  readonly soldOut: readonly string[];
}

export const TERMINATIONS = ["answered", "invalid_action", "unsafe", "user_quit"] as const;
export const TRUNCATIONS = ["turn_limit", "expired", "abandoned"] as const;
export type EndReason = (typeof TERMINATIONS)[number] | (typeof TRUNCATIONS)[number];

export const USER_ACTS = ["confirm", "clarify", "correct", "elaborate", "continue", "ragequit"] as const;
export type UserAct = (typeof USER_ACTS)[number];

export interface Ending {
  readonly reason: EndReason;
  /** In [-1, 1]; null for expired and abandoned episodes, which are not counted. */
  readonly reward: number | null;
  readonly success: boolean;
  readonly breakdown: RewardBreakdown | null;
}

/** One fact about an episode. Journals hold these; nothing else changes a state. */
export type Change =
  | { readonly kind: "called"; readonly ok: boolean }
  | { readonly kind: "seen"; readonly ids: readonly string[] }
  | { readonly kind: "said"; readonly ids: readonly string[] }
  | { readonly kind: "cart"; readonly lines: readonly CartLine[] }
  | { readonly kind: "sold_out"; readonly key: string }
  /** A world event's private note, e.g. the turn on which a wanted variant was first seen. */
  | { readonly kind: "noted"; readonly key: string; readonly value: number }
  | { readonly kind: "slot"; readonly id: string; readonly standing: SlotStanding }
  /** The user accepted an explicit proposal, objected to a slot or corrected a mistake; each counts once by its key. */
  | { readonly kind: "settled"; readonly key: string }
  | { readonly kind: "turn"; readonly free: boolean; readonly lookedUp: boolean; readonly progressed: boolean; readonly invalid: boolean }
  | { readonly kind: "ended"; readonly ending: Ending };

export interface EpisodeState {
  /** Turns taken, free and charged. */
  readonly turn: number;
  readonly freeTurns: number;
  /** Free turns that also looked something up. */
  readonly freeLookUps: number;
  /** Slots told because the agent asked. */
  readonly toldOnRequest: number;
  readonly turnsWithoutProgress: number;
  readonly invalidInRow: number;
  /** Tool calls run in the turn that is open. */
  readonly callsThisTurn: number;
  readonly world: World;
  readonly slots: Readonly<Record<string, SlotStanding>>;
  readonly seen: ReadonlySet<string>;
  /** Ids used in the agent's messages. */
  readonly saidIds: readonly string[];
  readonly settled: ReadonlySet<string>;
  readonly notes: Readonly<Record<string, number>>;
  readonly ending: Ending | null;
}

/** The state before the first action: the opening has been said. */
export function initialState(task: Task): EpisodeState {
  const disclosed = new Set(task.opening.discloses);
  const slots = Object.fromEntries(
    task.slots.map((slot): [string, SlotStanding] => {
      if (slot.arises) return [slot.id, { state: "latent", toldOnTurn: null, onRequest: false }];
      if (disclosed.has(slot.id)) return [slot.id, { state: "disclosed", toldOnTurn: 0, onRequest: false }];
      return [slot.id, { state: "withheld", toldOnTurn: null, onRequest: false }];
    }),
  );
  return {
    turn: 0,
    freeTurns: 0,
    freeLookUps: 0,
    toldOnRequest: 0,
    turnsWithoutProgress: 0,
    invalidInRow: 0,
    callsThisTurn: 0,
    world: { cart: [], soldOut: [] },
    slots,
    seen: new Set((task.opening.text.match(ID_PATTERN) ?? []).map((id) => id.toLowerCase())),
    saidIds: [],
    settled: new Set(),
    notes: {},
    ending: null,
  };
}

/** Rule EP1. One change applied; every other part of the state is shared with the state before. */
export function apply(state: EpisodeState, change: Change): EpisodeState {
  switch (change.kind) {
    case "called":
      return { ...state, callsThisTurn: state.callsThisTurn + 1 };
    case "seen":
      return { ...state, seen: new Set([...state.seen, ...change.ids]) };
    case "said":
      return { ...state, saidIds: [...new Set([...state.saidIds, ...change.ids])] };
    case "cart":
      return { ...state, world: { ...state.world, cart: change.lines } };
    case "sold_out":
      return { ...state, world: { ...state.world, soldOut: [...state.world.soldOut, change.key] } };
    case "noted":
      return { ...state, notes: { ...state.notes, [change.key]: change.value } };
    case "slot": {
      const told = change.standing.state === "disclosed" && change.standing.onRequest && state.slots[change.id]?.state !== "disclosed";
      return { ...state, slots: { ...state.slots, [change.id]: change.standing }, toldOnRequest: state.toldOnRequest + (told ? 1 : 0) };
    }
    case "settled":
      return { ...state, settled: new Set([...state.settled, change.key]) };
    case "turn":
      return closeTurn(state, change);
    case "ended":
      return { ...state, ending: change.ending };
  }
}

function closeTurn(state: EpisodeState, change: Extract<Change, { kind: "turn" }>): EpisodeState {
  const stalled = !change.free && !change.progressed;
  return {
    ...state,
    turn: state.turn + 1,
    freeTurns: state.freeTurns + (change.free ? 1 : 0),
    freeLookUps: state.freeLookUps + (change.free && change.lookedUp ? 1 : 0),
    turnsWithoutProgress: stalled ? state.turnsWithoutProgress + 1 : change.progressed ? 0 : state.turnsWithoutProgress,
    callsThisTurn: 0,
    invalidInRow: change.invalid ? state.invalidInRow + 1 : 0,
  };
}

/** Rule EP1. The state is the fold of the journal's changes over the initial state. */
export function fold(task: Task, changes: Iterable<Change>): EpisodeState {
  let state = initialState(task);
  for (const change of changes) state = apply(state, change);
  return state;
}

/** A stock key: a product, or one variant of it. */
export function stockKey(index: number, variant: number | null): string {
  return variant === null ? `${index}` : `${index}/${variant}`;
}
