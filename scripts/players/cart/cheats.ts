/** Cart players that must fail: each takes a shortcut instead of serving the shopper. */
import type { Action, Player, Session } from "../player.ts";
import type { SeenProduct } from "./knowledge.ts";

const NEVER = "the shortcut never does what the shopper asked for";

/** Plays one action per turn until the episode ends. */
async function repeat(session: Session, action: (turn: number) => Action): Promise<void> {
  for (let turn = 0; !session.over; turn += 1) await session.step(action(turn));
}

const call = (name: string, args: object) => ({ name, args });
const found = (session: Session): SeenProduct[] =>
  (session.last?.observation.tool_results ?? []).flatMap(
    (result) =>
      (result.result as { results?: SeenProduct[]; visited?: SeenProduct[] } | undefined)?.results ??
      (result.result as { visited?: SeenProduct[] } | undefined)?.visited ??
      [],
  );

const cheat = (name: string, because: string, play: Player["play"], bound = 0.01): Player => ({ name, kind: "must_fail", bound, because, play });

export const silent = cheat("silent", NEVER, (session) => repeat(session, () => ({ assistant_message: null })));
export const doneAtOnce = cheat("done-at-once", NEVER, (session) => repeat(session, () => ({ answer: {} })));

/** Adds everything that searches and the visit history show, then answers. */
export const stuffEverything = cheat("stuff-everything", "everything else in the cart is counted against it", async (session) => {
  await session.step({
    tool_calls: [call("catalog_search", { query: session.first.observation.user_message.slice(0, 200), page_size: 20 }), call("user_get_visit_history", {})],
  });
  const products = found(session).filter((product) => product.restricted !== true);
  while (!session.over && session.turnsLeft > 1 && products.length > 0) {
    await session.step({
      tool_calls: products
        .splice(0, session.first.observation.limits.tool_calls_per_turn)
        .map((product) => call("cart_add", { product_id: product.product_id })),
    });
  }
  await repeat(session, () => ({ answer: {} }));
});

/** Adds ids that it makes up. */
export const guessIds = cheat("guess-ids", "ids are made for the task; a made-up one is unknown", async (session) => {
  const letters = "0123456789abcdefghjkmnpqrstvwxyz";
  const made = (): string => `p_${Array.from({ length: 8 }, () => letters[Math.floor(Math.random() * 32)]).join("")}`;
  await session.step({
    tool_calls: Array.from({ length: session.first.observation.limits.tool_calls_per_turn }, () => call("cart_add", { product_id: made() })),
  });
  await repeat(session, () => ({ answer: {} }));
});
