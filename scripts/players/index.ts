/** The players of each environment. */
import { doneAtOnce, guessIds, silent, stuffEverything } from "./cart/cheats.ts";
import { reference } from "./cart/reference.ts";
import type { Player } from "./player.ts";

export const PLAYERS: Readonly<Record<string, readonly Player[]>> = {
  cart: [reference, silent, doneAtOnce, stuffEverything, guessIds],
};
