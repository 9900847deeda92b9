/** A product that sells out on the turn after it was first seen. */
import type { Change, EpisodeState } from "../../core/episode.ts";
import type { ToolContext } from "../../core/tool.ts";

/** What sells out: the id by which the agent sees it, and its stock key. */
export interface SellsOut {
  readonly id: (context: ToolContext) => string;
  readonly key: string;
}

const SEEN = "stock-out/seen";
const VOID = "stock-out/void";

/** Rule AX9 and EN55. */
export const sellingOut = {
  /**
   * The event that is due before a turn.
   *
   * @param turnsAfter turns that must remain, this one included, for the agent to act on it.
   */
  events(what: SellsOut | null, state: EpisodeState, context: ToolContext, turnsAfter: number): { changes: readonly Change[]; notices: readonly string[] } {
    const nothing = { changes: [], notices: [] };
    if (what === null || state.notes[SEEN] === undefined || state.notes[VOID] !== undefined || state.world.soldOut.includes(what.key)) return nothing;
    if (state.turn + turnsAfter > context.task.axes.turns) return { changes: [{ kind: "noted", key: VOID, value: state.turn + 1 }], notices: [] };
    return { changes: [{ kind: "sold_out", key: what.key }], notices: [`${what.id(context)} just sold out.`] };
  },
  /** Notes on which turn the thing was first seen. */
  notes(what: SellsOut | null, state: EpisodeState, context: ToolContext): readonly Change[] {
    if (what === null || state.notes[SEEN] !== undefined) return [];
    return state.seen.has(what.id(context)) ? [{ kind: "noted", key: SEEN, value: state.turn }] : [];
  },
};
