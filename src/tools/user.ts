/** user_get_visit_history, datetime_now, and the two tools that a turn handles itself: ask_user and submit_answer. */
import { z } from "zod";
import type { SlotKind } from "../core/slots.ts";
import { defineTool, type Tool } from "../core/tool.ts";
import { productView } from "./views.ts";

export const userGetVisitHistory = defineTool({
  name: "user_get_visit_history",
  description: "Products that the shopper looked at lately, wanted or not.",
  effect: "read",
  args: z.strictObject({}),
  gather(_args, context, catalog) {
    return catalog.byPlaces(context.shelf.visited);
  },
  run(_args, products, context, state) {
    return {
      ok: true,
      result: { visited: products.map((product) => productView(product, context, state.world)) },
      shows: products.map((product) => context.aliases.product(product.index)),
    };
  },
});

export const datetimeNow = defineTool({
  name: "datetime_now",
  description: "Today's date in the store.",
  effect: "read",
  args: z.strictObject({}),
  gather: () => Promise.resolve(null),
  run: (_args, _facts, context) => ({ ok: true, result: { date: context.task.today }, shows: [] }),
});

const handledByTurn = (): never => {
  throw new Error("ask_user and submit_answer are handled by the turn");
};

/** Rule TL6. Asks the shopper a question; ends a turn at doors that know only tools. */
export function askUserTool(kinds: readonly SlotKind[]): Tool {
  const ids = kinds.map((kind) => kind.id) as [string, ...string[]];
  return defineTool({
    name: "ask_user",
    description:
      "Ask the shopper a question. Does not count against the tool calls of a turn. The reply is the shopper's next line; it tells at most three things at a time.",
    effect: "read",
    args: z.strictObject({
      question: z.string().min(1).max(2000),
      about: z
        .array(z.enum(ids))
        .max(ids.length)
        .optional()
        .describe(kinds.map((kind) => `${kind.id}: ${kind.description}`).join("; ")),
    }),
    gather: handledByTurn,
    run: handledByTurn,
  });
}

/** Rule TL7. Submits the final answer; ends a turn at doors that know only tools. */
export function submitAnswerTool(answer: z.ZodType): Tool {
  return defineTool({
    name: "submit_answer",
    description: "Submit the answer when the task is done. Does not count against the tool calls of a turn.",
    effect: "write",
    args: z.strictObject({ answer }),
    gather: handledByTurn,
    run: handledByTurn,
  });
}
