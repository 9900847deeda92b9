/** The reference's knowledge in another manner: adds its best guess first, and asks only when corrected. */
import { mustSucceed } from "../player.ts";
import { CartAgent } from "./agent/cart-agent.ts";
import { REFERENCE } from "./agent/manner.ts";

export const askingLate = mustSucceed(
  "asking-late",
  "the reference's knowledge; a task keeps one turn back for a correction (rule US9), so the manner fits every task",
  CartAgent.player({ ...REFERENCE, asks: "late" }),
);
