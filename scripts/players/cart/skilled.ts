/** The reference with mistakes: it miscounts each thing with a fixed chance. */
import { type Player, skilled } from "../player.ts";
import { CartAgent } from "./agent/cart-agent.ts";
import { REFERENCE } from "./agent/manner.ts";

export const skilledInCart = (p: number): Player =>
  skilled(p, CartAgent.player({ ...REFERENCE, count: (quantity, luck) => (luck < p ? quantity + 1 : quantity) }));
