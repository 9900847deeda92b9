/** Adds the whole visit history, which holds the right products among others. */
import { mustFail, type Session } from "../player.ts";
import { addAll, history, shown } from "./basics.ts";

async function play(session: Session): Promise<void> {
  await session.step({ tool_calls: [history] });
  await addAll(
    session,
    shown(session).map((one) => one.product_id),
  );
}

export const visitHistoryDump = mustFail("visit-history-dump", "the history holds at least three products more than are wanted", play);
