/** An episode as a person reads it: who said what, what the tools showed, how the grade came about. */
import type { Step } from "../../src/protocol/wire.ts";
import type { Played } from "./play-cells.ts";

type ToolResult = Step["observation"]["tool_results"][number];

interface Shown {
  readonly results?: readonly { readonly product_id: string; readonly title: string }[];
  readonly total?: number;
  readonly cart?: { readonly lines: readonly { readonly quantity: number; readonly title: string; readonly variant?: string }[] };
  readonly varies_by?: string;
  readonly variants?: readonly { readonly variant_id: string; readonly value: string; readonly in_stock: boolean }[];
}

/** @param whole all of every call and result; else each on one line, shortened. */
export function transcript(one: Played, whole = false): string {
  const { first, steps } = one.session;
  const limits = first.observation.limits;
  const head = `# ${one.cell.env}, d = ${one.cell.difficulty}, seed ${one.seed}, ${one.cell.player.name}: ${one.success ? "success" : "failed"}, reward ${one.reward.toFixed(3)} in ${one.turns} turns (${one.freeTurns} free) of ${limits.turns}`;
  const lines = [head, `user       ${first.observation.user_message}`];
  for (const { action, reply } of steps) lines.push(...turnLines(action, reply, whole));
  return lines.join("\n");
}

function turnLines(action: Played["session"]["steps"][number]["action"], reply: Step, whole: boolean): string[] {
  const cut = (text: string): string => (whole || text.length <= 150 ? text : `${text.slice(0, 150)}...`);
  const who = `agent ${reply.turn}`.padEnd(10);
  const { observation, breakdown } = reply;
  return [
    ...(action.assistant_message == null || action.assistant_message === "" ? [] : [`${who} says ${JSON.stringify(action.assistant_message)}`]),
    ...(action.tool_calls ?? []).map((call) => cut(`${who} ${call.name} ${JSON.stringify(call.args)}`)),
    ...(action.answer == null ? [] : [`${who} answer ${JSON.stringify(action.answer)}`]),
    ...observation.tool_results
      .filter((result) => result.name !== "ask_user" && result.name !== "submit_answer")
      .map((result) => `  result   ${result.name}: ${whole ? JSON.stringify(result.ok ? result.result : result.error) : cut(shortResult(result))}`),
    ...observation.notices.map((notice) => `shop       ${notice}`),
    ...(observation.user_message === null ? [] : [`user       (${observation.user_act}) ${observation.user_message}`]),
    ...(breakdown === null ? [] : gradeLines(reply.reason, breakdown)),
  ];
}

function shortResult({ ok, result, error }: ToolResult): string {
  if (!ok) return `${error?.kind}: ${error?.message}`;
  const { results, total, cart, variants, varies_by } = result as Shown;
  if (results !== undefined) return `${total} found${results[0] === undefined ? "" : `, first ${results[0].product_id} "${results[0].title}"`}`;
  if (cart !== undefined)
    return cart.lines.map((line) => `${line.quantity} x ${line.title}${line.variant === undefined ? "" : ` (${line.variant})`}`).join("; ") || "empty";
  if (variants !== undefined) return `${varies_by}: ${variants.map((one) => `${one.value}${one.in_stock ? "" : " (sold out)"}`).join(", ") || "no choice"}`;
  return JSON.stringify(result);
}

function gradeLines(reason: Step["reason"], { terms, components }: NonNullable<Step["breakdown"]>): string[] {
  const { task, efficiency, hallucination } = terms;
  const total = task.weight * task.value + efficiency.weight * efficiency.value + hallucination.weight * hallucination.value;
  const number = (value: number): string => String(Math.round(value * 1000) / 1000);
  return [
    `end        ${reason}: ${task.weight}*${number(task.value)} + ${efficiency.weight}*${number(efficiency.value)} + ${hallucination.weight}*${number(hallucination.value)} = ${number(total)}`,
    ...components.map((part) => `           ${part.right ? "right" : "wrong"} ${part.name}: expected ${part.expected}, got ${part.got}`),
  ];
}
