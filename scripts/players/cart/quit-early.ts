/** Declines and closes at once: giving up fast must earn nothing. */
import { mustFail } from "../player.ts";

export const quitEarly = mustFail("quit-early", "nothing is done", (session) =>
  session.repeat(() => ({ assistant_message: "I'm sorry, I can't help with this order. Closing it now.", answer: {} })),
);
