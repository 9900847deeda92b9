/** The reference's knowledge in another manner: adds its best guess first, and asks only when corrected. */
import { mustSucceed, type Session } from "../player.ts";
import { CartAgent, LATE_NOTE, type Late } from "./agent/cart-agent.ts";
import { REFERENCE } from "./agent/manner.ts";

/** Finding the kinds, finding the products, variants, adding. */
const PLAIN_TURNS = 4;
/** A stock-out costs the failed adding, the question and the search for another product. */
const STOCK_OUT_TURNS = 3;

/**
 * The turns that the manner needs: the plain ones; for what came late, the adding that is corrected, the look-ups for a product or
 * a variant among it, and a question for each three things beyond the first three; and what a stock-out costs.
 */
function fits(session: Session): boolean {
  const late = session.notes[LATE_NOTE] as Late;
  const lookUps = late.products > 0 ? 2 : late.variants > 0 ? 1 : 0;
  const corrected = late.facts === 0 ? 0 : 1 + lookUps + Math.ceil(Math.max(0, late.facts - 3) / 3);
  return PLAIN_TURNS + corrected + (late.soldOut ? STOCK_OUT_TURNS : 0) <= session.limits.turns;
}

export const askingLate = mustSucceed(
  "asking-late",
  "the reference's knowledge; counted where corrections fit the turns",
  CartAgent.player({ ...REFERENCE, asks: "late" }),
  fits,
);
