/** Measures the shopper's understanding on the frozen sets of utterances. */
import { type Hearing, understand } from "../../src/users/understand.ts";
import { CART_UTTERANCES, type LabelledUtterance } from "../core/utterances-cart.ts";
import { FRESH_CART_UTTERANCES } from "../core/utterances-cart-fresh.ts";
import { THIRD_CART_UTTERANCES } from "../core/utterances-cart-third.ts";

/** The sets, in the order in which they were frozen. */
export const UTTERANCE_SETS: readonly { readonly name: string; readonly utterances: readonly LabelledUtterance[] }[] = [
  { name: "first", utterances: CART_UTTERANCES },
  { name: "second", utterances: FRESH_CART_UTTERANCES },
  { name: "third", utterances: THIRD_CART_UTTERANCES },
];

/** What the cart shopper listens for. The utterances speak of things by names of their own, so no subjects are known. */
const HEARING: Hearing = { kinds: ["features", "variant", "quantity", "fallback"], subjects: [], titles: [] };

export interface Understanding {
  readonly utterances: number;
  /** Over (utterance, slot kind) pairs; "any" is a kind of its own. In [0, 1]. */
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Texts labelled as questions in which no question was heard. */
  readonly ignored: readonly string[];
  /** Texts of which the kinds asked about were not read exactly, with what was expected and heard. */
  readonly misses: readonly string[];
}

/** Slot recognition and ignored questions over a set. */
export function understandingOf(utterances: readonly LabelledUtterance[]): Understanding {
  let [right, heardInAll, labelled] = [0, 0, 0];
  const misses: string[] = [];
  const ignored: string[] = [];
  for (const { text, asks, kind } of utterances) {
    const { questions } = understand(text, HEARING);
    const heard = new Set<string>(questions.flatMap((question) => [...question.kinds, ...(question.open ? ["any"] : [])]));
    const wanted = new Set<string>(asks);
    const hits = [...heard].filter((one) => wanted.has(one)).length;
    right += hits;
    heardInAll += heard.size;
    labelled += wanted.size;
    if (hits < wanted.size || hits < heard.size)
      misses.push(`${JSON.stringify(text)}: ${[...wanted].join("+") || "nothing"} heard as ${[...heard].join("+") || "nothing"}`);
    if (kind === "question" && questions.length === 0) ignored.push(text);
  }
  const precision = right / heardInAll;
  const recall = right / labelled;
  return { utterances: utterances.length, precision, recall, f1: (2 * precision * recall) / (precision + recall), ignored, misses };
}
