/** Searches for the opening line and adds the first hit, once. */
import { mustFail, type Session } from "../player.ts";
import { add, find, finish, shown } from "./basics.ts";
import { atLeastOnePercent, items, P_PICK_RIGHT, pPlain, pTold } from "./odds.ts";

/** The first hit is right when brand and features were told, else by a pick; one line never fills a cart of several items. */
export const firstHitOdds = (d: number): number => (items(d) > 1 ? 0.01 : atLeastOnePercent((pTold(d) + (1 - pTold(d)) * P_PICK_RIGHT) * pPlain(d)));

async function play(session: Session): Promise<void> {
  await session.step({ tool_calls: [find(session.opening)] });
  const [first] = shown(session);
  await session.step({ tool_calls: first === undefined ? [] : [add(first.product_id)], answer: {} });
  await finish(session);
}

export const firstHit = mustFail(
  "first-hit",
  "one item: P(features told, or a lucky pick) x P(no or the default variant) x P(one of it); several items: never",
  play,
  { bound: firstHitOdds },
);
