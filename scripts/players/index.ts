/** The players of each environment. */
import { CART_PLAYERS } from "./cart/index.ts";
import { skilledInCart } from "./cart/skilled.ts";
import type { Player } from "./player.ts";
import { DISCOVERY_PLAYERS, skilledInDiscovery } from "./product_discovery/index.ts";
import { SUBSTITUTION_PLAYERS, skilledInSubstitution } from "./substitution/index.ts";

export const PLAYERS: Readonly<Record<string, readonly Player[]>> = {
  cart: CART_PLAYERS,
  product_discovery: DISCOVERY_PLAYERS,
  substitution: SUBSTITUTION_PLAYERS,
};

/** The reference of each environment at a limited skill: each fact goes wrong with the given probability. */
export const SKILLED: Readonly<Record<string, (p: number) => Player>> = {
  cart: skilledInCart,
  product_discovery: skilledInDiscovery,
  substitution: skilledInSubstitution,
};
