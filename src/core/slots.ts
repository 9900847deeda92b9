/** Slots: the user's requirements, each withheld, disclosed or retracted, as the whole service sees them. */

/** `latent` slots do not exist yet: something in the world must happen first. */
export const SLOT_STATES = ["latent", "withheld", "disclosed", "retracted"] as const;
export type SlotState = (typeof SLOT_STATES)[number];

/** One requirement. What it says is the environment's; this is what every environment's slots share. */
export interface Slot {
  /** Unique in the task, e.g. "item-1/variant". */
  readonly id: string;
  /** One of the environment's closed list, the values of `ask_user.about`. */
  readonly kind: string;
  /** What it is about, e.g. "item-1"; several slots can share a subject. */
  readonly subject: string;
  /** True for a slot that exists only once something has happened in the world. */
  readonly arises: boolean;
}

/** How a slot stands in one episode. */
export interface SlotStanding {
  readonly state: SlotState;
  /** Turn it was told on; 0 is the opening. Null while it is not. */
  readonly toldOnTurn: number | null;
  /** Whether it was told because the agent asked. */
  readonly onRequest: boolean;
}

/** A closed kind of slot: what `ask_user.about` may name. */
export interface SlotKind {
  readonly id: string;
  /** What it covers, for the tool's documentation. */
  readonly description: string;
}
