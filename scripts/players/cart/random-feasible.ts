/** Asks for everything, then adds any product of the right kind that is in stock, in the right variant and number. */
import { mustFail } from "../player.ts";
import { CartAgent } from "./agent/cart-agent.ts";
import { REFERENCE } from "./agent/manner.ts";
import { atLeastOnePercent, items, P_PICK_RIGHT } from "./odds.ts";

const play = CartAgent.player({ ...REFERENCE, choose: (seen, chance) => seen[Math.floor(chance() * seen.length)] ?? null });

export const randomFeasible = mustFail("random-feasible", "one product of at least ten a kind, for every item", play, {
  bound: (d) => atLeastOnePercent(P_PICK_RIGHT ** items(d)),
});
