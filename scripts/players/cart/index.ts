/** The players of the cart environment. */
import { ANY_PLAYERS } from "../any/index.ts";
import type { Player } from "../player.ts";
import { askingLate } from "./asking-late.ts";
import { cheapestOnly } from "./cheapest-only.ts";
import { doneAtOnce } from "./done-at-once.ts";
import { firstHit } from "./first-hit.ts";
import { freeText } from "./free-text.ts";
import { guessIds } from "./guess-ids.ts";
import { guessVariants } from "./guess-variants.ts";
import { ignoreUser } from "./ignore-user.ts";
import { lastTurnGuess } from "./last-turn-guess.ts";
import { neverAsk } from "./never-ask.ts";
import { oneByOne } from "./one-by-one.ts";
import { quitEarly } from "./quit-early.ts";
import { randomFeasible } from "./random-feasible.ts";
import { reference } from "./reference.ts";
import { stuffEverything } from "./stuff-everything.ts";
import { toolsOnly } from "./tools-only.ts";
import { visitHistoryDump } from "./visit-history-dump.ts";

export const CART_PLAYERS: readonly Player[] = [
  reference,
  askingLate,
  oneByOne,
  freeText,
  toolsOnly,
  ...ANY_PLAYERS,
  doneAtOnce,
  quitEarly,
  stuffEverything,
  guessIds,
  visitHistoryDump,
  firstHit,
  lastTurnGuess,
  ignoreUser,
  cheapestOnly,
  randomFeasible,
  guessVariants,
  neverAsk,
];
