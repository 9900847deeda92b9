/** The reference cart player: sees what any agent sees, works from the shopper's words, asks first. */
import { mustSucceed } from "../player.ts";
import { CartAgent } from "./agent/cart-agent.ts";
import { REFERENCE } from "./agent/manner.ts";

export const reference = mustSucceed(
  "reference",
  "sees only what any agent sees and works from the shopper's words; every miss is a bug",
  CartAgent.player(REFERENCE),
);
