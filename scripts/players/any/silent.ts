/** Says and does nothing. */
import { mustFail } from "../player.ts";

export const silent = mustFail("silent", "nothing is done", (session) => session.repeat(() => ({})));
