/** The players of each environment. */
import { CART_PLAYERS } from "./cart/index.ts";
import type { Player } from "./player.ts";
import { DISCOVERY_PLAYERS } from "./product_discovery/index.ts";
import { SUBSTITUTION_PLAYERS } from "./substitution/index.ts";

export const PLAYERS: Readonly<Record<string, readonly Player[]>> = {
  cart: CART_PLAYERS,
  product_discovery: DISCOVERY_PLAYERS,
  substitution: SUBSTITUTION_PLAYERS,
};
