/** Fills the cart with all that searches and the visit history show, the right products among them; or with one product many times. */
import { mustFail, type Session } from "../player.ts";
import { add, addAll, find, finish, history, shown } from "./basics.ts";

async function play(session: Session): Promise<void> {
  await session.step({ tool_calls: [find(session.opening), history] });
  const ids = [...new Set(shown(session).map((one) => one.product_id))];
  const [first] = ids;
  if (first !== undefined && session.chance() < 0.3) {
    await session.step({ tool_calls: Array.from({ length: session.limits.tool_calls_per_turn }, () => add(first, 20)) });
    return finish(session);
  }
  return addAll(session, ids);
}

export const stuffEverything = mustFail("stuff-everything", "everything else in the cart counts against it", play);
