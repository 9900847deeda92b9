/** Sells what it likes and never reads a word. */
import { mustFail, type Session } from "../player.ts";
import { add, find, finish, shown } from "./basics.ts";

const WARES = ["umbrella", "notebook", "lamp", "backpack", "headphones", "pillow"];

async function play(session: Session): Promise<void> {
  await session.step({ tool_calls: [find(WARES[Math.floor(session.chance() * WARES.length)] as string)] });
  const goods = shown(session);
  const pick = goods[Math.floor(session.chance() * goods.length)];
  await session.step({ tool_calls: pick === undefined ? [] : [add(pick.product_id)], answer: {} });
  await finish(session);
}

export const ignoreUser = mustFail("ignore-user", "a product of six kinds out of some two hundred, at random", play);
