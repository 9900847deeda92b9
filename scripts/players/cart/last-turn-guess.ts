/** Idles until the shopper is about to leave or the turns are spent, then adds the first hit. */
import { mustFail, type Session } from "../player.ts";
import { add, find, finish, shown } from "./basics.ts";
import { firstHitOdds } from "./first-hit.ts";

async function play(session: Session): Promise<void> {
  const { turns, patience } = session.limits;
  for (let turn = 1; turn < Math.min(turns, patience) && !session.over; turn += 1)
    await session.step({ assistant_message: "One moment.", tool_calls: [find(session.opening)] });
  if (session.over) return;
  const [first] = shown(session);
  await session.step({ tool_calls: first === undefined ? [] : [add(first.product_id)], answer: {} });
  await finish(session);
}

export const lastTurnGuess = mustFail("last-turn-guess", "as first-hit, later", play, { bound: firstHitOdds });
