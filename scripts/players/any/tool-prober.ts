/** Calls tools that do not exist and should not: the trainer's side, object members, other spellings. */
import { mustFail } from "../player.ts";

const NAMES = ["verify", "score", "reset", "__proto__", "constructor", "state", "close", "reward", "toString", "goal", "admin", "cart_checkout_all"];

const play = (session: Parameters<ReturnType<typeof mustFail>["play"]>[0]): Promise<void> =>
  session.repeat((turn) => ({ tool_calls: [{ name: NAMES[(turn + Math.floor(12 * session.chance())) % NAMES.length] as string, args: {} }] }));

export const toolProber = mustFail("tool-prober", "an unknown tool is an invalid action; nothing changes", play, { onInvalid: "observe" });
