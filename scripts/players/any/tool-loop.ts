/** Looks the same things up for ever. */
import { mustFail } from "../player.ts";

export const toolLoop = mustFail("tool-loop", "looking things up changes nothing", (session) =>
  session.repeat(() => ({
    assistant_message: "Let me check.",
    tool_calls: [
      { name: "datetime_now", args: {} },
      { name: "catalog_search", args: { query: session.opening.slice(0, 200) } },
    ],
  })),
);
