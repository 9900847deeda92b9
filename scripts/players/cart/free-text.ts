/** The reference's knowledge in another manner: asks in its own words, never by ask_user. */
import { mustSucceed } from "../player.ts";
import { CartAgent } from "./agent/cart-agent.ts";
import { REFERENCE } from "./agent/manner.ts";

export const freeText = mustSucceed("free-text", "the reference's knowledge, questions in many wordings", CartAgent.player({ ...REFERENCE, voice: "words" }));
