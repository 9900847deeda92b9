/** The reference's knowledge in another manner: tool calls alone, no message, the answer by submit_answer. */
import { mustSucceed } from "../player.ts";
import { CartAgent } from "./agent/cart-agent.ts";
import { REFERENCE } from "./agent/manner.ts";

export const toolsOnly = mustSucceed(
  "tools-only",
  "the reference's knowledge, as doors play that know only tools",
  CartAgent.player({ ...REFERENCE, finish: "tool" }),
);
