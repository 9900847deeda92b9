/** A scripted agent that lists the best products for a shopper: asks, searches by what it heard, ranks, answers. */
import { Goods, goodsIn, Kind, resultsOf, SearchResult } from "../cart/agent/goods.ts";
import { names } from "../cart/agent/mentions.ts";
import { saysNoMore } from "../cart/agent/questions.ts";
import { search, unexplained } from "../cart/agent/searches.ts";
import { tokensOf, wholeNumber } from "../cart/agent/words.ts";
import type { Action, Call, Player, Session } from "../player.ts";
import { filtersOf, fits, type Need, readNeeds } from "./constraints.ts";

/** How a chooser differs from another. */
export interface ChoosingManner {
  /** "first": until there is nothing more to tell. "late": only once a list was objected to. "never": not at all. */
  readonly asks: "first" | "late" | "never";
  readonly voice: "tool" | "words";
  readonly finish: "answer" | "tool";
  /** Orders what fits, best first. */
  readonly rank: (found: readonly Goods[], heard: Heard) => readonly Goods[];
  /** Needs it goes by; all that it heard when left out. */
  readonly needs?: (needs: readonly Need[], luck: (need: Need) => number) => readonly Need[];
  /** Needs that a product has to meet to be listed; all when left out. */
  readonly must?: (need: Need) => boolean;
  /** A product to look at first, named by its id in the opening. */
  readonly original?: boolean;
}

/** What has been heard so far. */
export interface Heard {
  readonly kind: Kind;
  readonly lines: readonly string[];
  readonly needs: readonly Need[];
  /** The product that the opening names by its id, once it was looked at. */
  readonly original: Goods | null;
  readonly chance: () => number;
}

const QUESTIONS = [
  "What should I know before I choose: the highest price, what it must have, what matters most to you, and your favourite brand?",
  "Could you tell me the budget, the requirements, the order of your priorities (price, rating, delivery speed, brand) and the brand you like?",
  "Is there anything else? Any further requirements, your budget, your priorities or a preferred brand?",
  "What else must it have, how do you rank price, rating, delivery and brand, and which brand do you like best?",
];

/** A product's page, with its kind. */
const Page = Goods.extend({ type: Kind });

/** Pages that hold all that fits: forty products at most, and what noise adds. */
const PAGES = 3;

/** Note of a session: a second objection came before anything could be asked. */
const NO_TURN_TO_ASK = "no turn to ask";

/** Whether the manner of asking late fitted the turns: one was left to ask in, or the first objection had told all that was left to tell. */
export const askedInTime = (session: Session): boolean => session.notes[NO_TURN_TO_ASK] !== true;

export class Chooser {
  readonly #session: Session;
  readonly #manner: ChoosingManner;
  readonly #about: readonly string[];
  readonly #lines: string[];
  readonly #kinds = new Map<string, Kind>();
  readonly #goods = new Map<string, Goods>();
  readonly #gone = new Set<string>();
  readonly #searched = new Set<string>();
  #original: Goods | null = null;
  #told: boolean;
  readonly #luck = new Map<string, number>();
  #asked = 0;
  #corrected = false;
  #silent = 0;

  private constructor(session: Session, manner: ChoosingManner, about: readonly string[]) {
    this.#session = session;
    this.#manner = manner;
    this.#about = about;
    this.#lines = [session.opening];
    this.#told = manner.asks !== "first";
  }

  /** The `play` of a chooser with this manner. */
  static player(manner: ChoosingManner, about: readonly string[]): Player["play"] {
    return async (session) => {
      const chooser = new Chooser(session, manner, about);
      while (!session.over) await chooser.#turn();
    };
  }

  /** The kind that is wanted: the one that the opening names, spelt best. */
  get #kind(): Kind | null {
    const named = [...this.#kinds.values()].filter((kind) => names(this.#session.opening, kind));
    return named.sort((a, b) => b.name.length - a.name.length)[0] ?? [...this.#kinds.values()][0] ?? null;
  }

  /** How many are wanted: the first number of the opening that no bound stands before. */
  get #count(): number {
    const words = tokensOf(this.#session.opening).map((token) => token.text);
    const at = words.findIndex((word, n) => wholeNumber(word) !== null && /^\d+$/.test(word) && !/^(least|most|within)$/.test(words[n - 1] ?? ""));
    return at < 0 ? 3 : (wholeNumber(words[at] as string) ?? 3);
  }

  #heard(kind: Kind): Heard {
    // What stands before an id in the opening names a product and is no wish.
    const [opening = "", ...replies] = this.#lines;
    const lines = this.#manner.original === true ? [opening.slice(opening.lastIndexOf(")") + 1), ...replies] : this.#lines;
    const needs = readNeeds(lines, kind);
    return {
      kind,
      lines,
      needs: this.#manner.needs?.(needs, (need) => this.#luckOf(need)) ?? needs,
      original: this.#original,
      chance: () => this.#session.chance(),
    };
  }

  /** A number in [0, 1) that stays with a need for the whole episode. */
  #luckOf({ field }: Need): number {
    const luck = this.#luck.get(field) ?? this.#session.chance();
    this.#luck.set(field, luck);
    return luck;
  }

  /** The first pages of a search that was not made yet, as many as the turn has room for: what noise displaces stands on the next page. */
  #searches(kind: Kind, needs: readonly Need[]): Call[] {
    const filters = filtersOf(kind, needs);
    const key = JSON.stringify(filters);
    if (this.#searched.has(key)) return [];
    this.#searched.add(key);
    return Array.from({ length: Math.min(PAGES, this.#session.limits.tool_calls_per_turn) }, (_, n) => search("", filters, n + 1));
  }

  async #turn(): Promise<void> {
    const kind = this.#kind;
    const last = this.#session.turnsLeft <= 1;
    const id = this.#manner.original === true && this.#original === null ? (/\bp_[0-9a-z]{8}\b/.exec(this.#session.opening)?.[0] ?? null) : null;
    if (id !== null) return this.#take({ tool_calls: [{ name: "catalog_get_product", args: { product_id: id } }], ...this.#question() });
    if (kind === null) {
      const phrases = unexplained([this.#session.opening], [], new Set(), "any").slice(0, Math.max(1, this.#session.limits.tool_calls_per_turn - 1));
      return this.#take({ tool_calls: [this.#session.opening, ...phrases].map((query) => search(query)), ...this.#question() });
    }
    const heard = this.#heard(kind);
    const must = heard.needs.filter((need) => this.#manner.must?.(need) ?? true);
    const looks = last ? [] : this.#searches(kind, must);
    // Asking late, a guess from the first page serves to be corrected.
    if (this.#manner.asks === "late" && this.#asked === 0 && !this.#corrected && this.#session.steps.length > 1)
      return this.#take({ answer: this.#list(kind, heard, must), tool_calls: looks });
    if (!last && (!this.#told || looks.length > 0)) return this.#take({ tool_calls: looks, ...(this.#told ? {} : this.#question()) });
    const answer = this.#list(kind, heard, must);
    return this.#take(this.#manner.finish === "tool" ? { tool_calls: [{ name: "submit_answer", args: { answer } }] } : { answer });
  }

  #list(kind: Kind, heard: Heard, must: readonly Need[]): { product_ids: string[] } {
    const fitting = [...this.#goods.values()].filter(
      (one) =>
        one.product_type === kind.id && one.in_stock && one.restricted !== true && !this.#gone.has(one.product_id) && must.every((need) => fits(one, need)),
    );
    return {
      product_ids: this.#manner
        .rank(fitting, heard)
        .slice(0, this.#count)
        .map((one) => one.product_id),
    };
  }

  #question(): Pick<Action, "assistant_message"> & { readonly ask?: Call } {
    if (this.#told) return {};
    const question = QUESTIONS[this.#asked % QUESTIONS.length] as string;
    this.#asked += 1;
    return this.#manner.voice === "words" ? { assistant_message: question } : { ask: { name: "ask_user", args: { question, about: this.#about } } };
  }

  async #take({ ask, ...action }: Action & { readonly ask?: Call }): Promise<void> {
    const asking = ask !== undefined || action.assistant_message != null;
    const before = this.#lines.length;
    const step = await this.#session.step({ ...action, tool_calls: [...(action.tool_calls ?? []), ...(ask === undefined ? [] : [ask])] });
    for (const { product_types, results } of resultsOf(step, "catalog_search", SearchResult)) {
      for (const kind of product_types) this.#kinds.set(kind.id, kind);
      for (const one of results) this.#goods.set(one.product_id, one);
    }
    for (const one of goodsIn(step)) this.#goods.set(one.product_id, one);
    for (const { type, ...one } of resultsOf(step, "catalog_get_product", Page)) {
      this.#original = one as Goods;
      this.#kinds.set(type.id, type);
    }
    for (const notice of step.observation.notices) for (const id of notice.match(/\bp_[0-9a-z]{8}\b/g) ?? []) this.#gone.add(id);
    const { user_message, user_act } = step.observation;
    if (user_message !== null) this.#lines.push(user_message);
    if (asking) {
      this.#silent = this.#lines.length > before && !/\d/.test(user_message ?? "") ? this.#silent + 1 : 0;
      this.#told = saysNoMore(user_message ?? "") || this.#silent >= 3;
    } else if (user_act === "elaborate" && this.#manner.asks === "late" && this.#asked === 0) {
      if (this.#corrected) this.#session.notes[NO_TURN_TO_ASK] = true;
      this.#corrected = true;
      this.#told = false;
    }
  }
}
