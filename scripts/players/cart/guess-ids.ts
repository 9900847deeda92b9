/** Adds ids that it makes up in the form of real ones. */
import { mustFail, type Session } from "../player.ts";
import { add, find, finish, shown } from "./basics.ts";

const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

async function play(session: Session): Promise<void> {
  await session.step({ tool_calls: [find(session.opening)] });
  const prefix = shown(session)[0]?.product_id.slice(0, 2) ?? "p_";
  const made = (): string => `${prefix}${Array.from({ length: 8 }, () => LETTERS[Math.floor(session.chance() * LETTERS.length)]).join("")}`;
  await session.step({ tool_calls: Array.from({ length: session.limits.tool_calls_per_turn }, () => add(made())) });
  await finish(session);
}

export const guessIds = mustFail("guess-ids", "ids are made for the task; a made-up one is unknown, and one that hits is unseen", play);
