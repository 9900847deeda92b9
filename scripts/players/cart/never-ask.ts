/** Works from the opening alone: never asks, and takes no notice of corrections. */
import { type Hidden, mustFail, type Session } from "../player.ts";
import { CartAgent } from "./agent/cart-agent.ts";
import { REFERENCE } from "./agent/manner.ts";
import { P_PICK_RIGHT } from "./odds.ts";

/** Counts where the shopper kept something back that a guess rarely hits: which product, or that more than one is wanted. */
function counts(session: Session, hidden: Hidden): boolean {
  const corrected = session.steps.some(({ reply }) => reply.observation.user_act === "correct" || reply.observation.user_act === "elaborate");
  return corrected || hidden.slots.some((slot) => slot.state === "withheld" && (slot.kind === "features" || slot.kind === "quantity"));
}

export const neverAsk = mustFail(
  "never-ask",
  "counted where product or number was kept back or a correction ignored; a product not described is picked right in 1 of 10 at most",
  CartAgent.player({ ...REFERENCE, asks: "never", listens: false }),
  {
    bound: P_PICK_RIGHT,
    counts,
  },
);
