/** Measures the shopper's understanding on the frozen utterances. */
import { type Hearing, understand } from "../../src/users/understand.ts";
import { CART_UTTERANCES } from "../core/utterances-cart.ts";

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

/** Slot recognition and ignored questions over all utterances. */
export function understandingOf(): Understanding {
  let [right, heardInAll, labelled] = [0, 0, 0];
  const misses: string[] = [];
  const ignored: string[] = [];
  for (const { text, asks, kind } of CART_UTTERANCES) {
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
  return { utterances: CART_UTTERANCES.length, precision, recall, f1: (2 * precision * recall) / (precision + recall), ignored, misses };
}
