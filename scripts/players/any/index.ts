/** Players that take a shortcut in any environment. */
import { echo } from "./echo.ts";
import { goodbye } from "./goodbye.ts";
import { iDontKnow } from "./i-dont-know.ts";
import { milkTheUser } from "./milk-the-user.ts";
import { promptInjector } from "./prompt-injector.ts";
import { silent } from "./silent.ts";
import { toolLoop } from "./tool-loop.ts";
import { toolProber } from "./tool-prober.ts";

export const ANY_PLAYERS = [silent, goodbye, iDontKnow, toolLoop, echo, milkTheUser, promptInjector, toolProber] as const;
