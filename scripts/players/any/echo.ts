/** Says the shopper's own words back, and searches for them. */
import { mustFail } from "../player.ts";

export const echo = mustFail("echo", "words are no deeds", (session) =>
  session.repeat(() => {
    const words = session.last?.observation.user_message ?? session.opening;
    return { assistant_message: words, tool_calls: [{ name: "catalog_search", args: { query: words.slice(0, 200) } }] };
  }),
);
