/** The players of each environment. */
import { CART_PLAYERS } from "./cart/index.ts";
import type { Player } from "./player.ts";

export const PLAYERS: Readonly<Record<string, readonly Player[]>> = { cart: CART_PLAYERS };
