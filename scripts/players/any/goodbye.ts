/** Thanks and takes leave, turn after turn. */
import { mustFail } from "../player.ts";

const LINES = ["Thank you for shopping with us, goodbye!", "Have a lovely day!", "You're welcome. Bye!", "It was a pleasure, take care."];

export const goodbye = mustFail("goodbye", "nothing is done", (session) =>
  session.repeat((turn) => ({ assistant_message: LINES[turn % LINES.length] as string })),
);
