/** Asks for everything, then adds the cheapest product of each kind whatever was described. */
import { mustFail } from "../player.ts";
import { CartAgent } from "./agent/cart-agent.ts";
import { REFERENCE } from "./agent/manner.ts";
import { atLeastOnePercent, items, P_PICK_RIGHT } from "./odds.ts";

const play = CartAgent.player({ ...REFERENCE, choose: (seen) => seen.toSorted((a, b) => a.price - b.price)[0] ?? null });

export const cheapestOnly = mustFail("cheapest-only", "one product of at least ten a kind, for every item", play, {
  bound: (d) => atLeastOnePercent(P_PICK_RIGHT ** items(d)),
});
