/** Says that it does not know. */
import { mustFail } from "../player.ts";

export const iDontKnow = mustFail("i-dont-know", "nothing is done", (session) =>
  session.repeat(() => ({ assistant_message: "I don't know. I can't help with that, sorry." })),
);
