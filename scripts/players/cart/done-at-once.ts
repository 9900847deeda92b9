/** Submits the answer with an empty cart. */
import { mustFail } from "../player.ts";
import { finish } from "./basics.ts";

export const doneAtOnce = mustFail("done-at-once", "an empty cart is never what is wanted", finish);
