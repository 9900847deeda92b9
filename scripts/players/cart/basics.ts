/** What the simple cart players share. */
import type { Call, Session } from "../player.ts";
import { type Goods, goodsIn } from "./agent/goods.ts";

export const add = (product_id: string, quantity?: number): Call => ({
  name: "cart_add",
  args: { product_id, ...(quantity === undefined ? {} : { quantity }) },
});
export const find = (query: string): Call => ({ name: "catalog_search", args: { query: query.slice(0, 200), page_size: 20 } });
export const history: Call = { name: "user_get_visit_history", args: {} };

/** Products that the last turn showed and that may be sold. */
export const shown = (session: Session): Goods[] => (session.last === null ? [] : goodsIn(session.last).filter((one) => one.restricted !== true));

/** Answers until the answer is taken. */
export const finish = (session: Session): Promise<void> => session.repeat(() => ({ answer: {} }));

/** Adds products, as many a turn as the limits allow, then answers. */
export async function addAll(session: Session, ids: readonly string[]): Promise<void> {
  const room = session.limits.tool_calls_per_turn;
  for (let from = 0; from < ids.length && !session.over && session.turnsLeft > 1; from += room)
    await session.step({ tool_calls: ids.slice(from, from + room).map((id) => add(id)) });
  await finish(session);
}
