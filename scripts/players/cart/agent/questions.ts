/** How the cart agent asks the shopper, and how it hears that there is nothing more to tell. */
import type { Call } from "../../player.ts";
import { isOneOf, tokensOf } from "./words.ts";

/** Questions in free words; `*` stands for what is being bought. */
const WORDINGS = [
  "Before I add anything: which brand and features should * have, which option do you want, how many, and what should I do if something is sold out?",
  "Could you tell me more about *: the exact product, the variant, the quantity, and an alternative in case it is out of stock?",
  "What else should I know about *: features, size or colour, how many units, and a backup if one is unavailable?",
  "Please describe * in detail. Which version do you need, how many pieces, and should I replace it if it runs out?",
  "Is there anything else? Any other requirements for *, such as brand, option, quantity, or a substitute?",
];

/** A question about everything: as an ask_user call with all the slot kinds that the tool lists, or in words. */
export function question(
  tools: readonly unknown[],
  things: readonly string[],
  asked: number,
  voice: "tool" | "words",
): { readonly words?: string; readonly call?: Call } {
  const what = things.length === 0 ? "each of them" : things.map((thing) => `the ${thing}`).join(" and ");
  const words = (WORDINGS[asked % WORDINGS.length] as string).replace("*", what);
  if (voice === "words") return { words };
  return { call: { name: "ask_user", args: { question: words, about: kindsToAsk(tools) } } };
}

interface AskTool {
  readonly function?: {
    readonly name?: string;
    readonly parameters?: { readonly properties?: { readonly about?: { readonly items?: { readonly enum?: readonly string[] } } } };
  };
}

/** The slot kinds that ask_user accepts, as its schema lists them. */
function kindsToAsk(tools: readonly unknown[]): readonly string[] {
  const tool = (tools as readonly AskTool[]).find((one) => one.function?.name === "ask_user");
  return tool?.function?.parameters?.properties?.about?.items?.enum ?? [];
}

/** Whether a line says that everything has been said. */
export function saysNoMore(line: string): boolean {
  const words = tokensOf(line)
    .filter((token) => !token.mark)
    .map((token) => token.text);
  return words.some((word, n) => {
    const next = words[n + 1] ?? "";
    if (isOneOf(word, ["nothing", "everything"])) return true;
    if (/^(that's|thats|is)$/.test(word) || isOneOf(word, ["that's"])) return ["all", "it"].includes(next) && words[n + 2] !== "on";
    return word === "no" && isOneOf(next, ["more", "other", "further"]);
  });
}
