/** The reference's knowledge in another manner: shows each product and adds it once the shopper has agreed. */
import { mustSucceed } from "../player.ts";
import { CartAgent, HURRIED_NOTE } from "./agent/cart-agent.ts";
import { REFERENCE } from "./agent/manner.ts";

export const oneByOne = mustSucceed(
  "one-by-one",
  "the reference's knowledge; counted where the turns left sufficed to show every product",
  CartAgent.player({ ...REFERENCE, pace: "one_by_one" }),
  (session) => session.notes[HURRIED_NOTE] !== true,
);
