/** A scripted cart agent: asks, searches, reads variants, fills the cart, answers; its manner says how. */
import type { Action, Call, Player, Session } from "../../player.ts";
import type { Manner } from "./manner.ts";
import { Picker } from "./picker.ts";
import { question, saysNoMore } from "./questions.ts";
import { search, unexplained } from "./searches.ts";
import { Shop } from "./shop.ts";
import { difference, type Target, targetOf, type Wanted } from "./targets.ts";
import { readWishes, type Wish } from "./wishes.ts";

/** Turns spent at most on searching for things that no kind explains. */
const MOST_STRANGER_SEARCHES = 2;

/** Note of a session: set when the turns left did not suffice to show every product before adding it. */
export const HURRIED_NOTE = "hurried";
/** What a turn is going to do. */
interface Plan {
  readonly calls: readonly Call[];
  readonly asking?: boolean;
  /** A product to show before it is added. */
  readonly offer?: Wanted | null;
  readonly done?: boolean;
}

export class CartAgent {
  readonly #session: Session;
  readonly #manner: Manner;
  readonly #luck = new Map<string, number>();
  readonly #shop = new Shop();
  readonly #picker: Picker;
  /** What the shopper has said, the opening first. */
  readonly #lines: string[];
  /** Phrases searched for. */
  readonly #tried = new Set<string>();
  /** Products shown to the shopper. */
  readonly #offered = new Set<string>();
  #asked = 0;
  /** Questions in a row whose reply told nothing that could be read. */
  #unread = 0;
  #askedWhatInstead = false;
  #strangerSearches = 0;
  #told: boolean;

  private constructor(session: Session, manner: Manner) {
    this.#session = session;
    this.#manner = manner;
    this.#picker = new Picker(this.#shop, session, manner);
    this.#lines = [session.opening];
    this.#told = manner.asks !== "first";
  }

  /** The `play` of a player with this manner. */
  static player(manner: Manner): Player["play"] {
    return async (session) => {
      const agent = new CartAgent(session, manner);
      while (!session.over) await agent.#take(session.steps.length === 0 ? agent.#opening() : agent.#next());
    };
  }

  #wishes(lines: readonly string[] = this.#lines): Wish[] {
    return readWishes(lines, this.#shop.kindsIn(lines.join("\n")));
  }

  #counted(line: Wanted | null): Wanted | null {
    if (line === null || this.#manner.count === undefined) return line;
    const luck = this.#luck.get(line.kind.id) ?? this.#session.chance();
    this.#luck.set(line.kind.id, luck);
    return { ...line, quantity: this.#manner.count(line.quantity, luck) };
  }

  /** Looks for every kind that the opening may name, the whole line first. */
  #opening(): Plan {
    const queries = [this.#session.opening, ...unexplained(this.#lines, [], this.#tried, "any")];
    return { calls: this.#searches(queries, this.#session.limits.tool_calls_per_turn), asking: !this.#told };
  }

  #searches(queries: readonly string[], room: number): Call[] {
    const now = queries.slice(0, Math.max(0, room));
    for (const query of now) this.#tried.add(query);
    return now.map((query) => search(query));
  }

  #next(): Plan {
    const last = this.#session.turnsLeft <= 1;
    const wishes = this.#wishes();
    const targets = wishes.flatMap((wish) => targetOf(wish, this.#shop) ?? []);
    const lines = targets.map((target) => this.#counted(this.#picker.line(target, this.#told, last)));
    const ready = lines.filter((line, n) => line !== null && targets[n]?.stuck === false) as Wanted[];
    if (last) return this.#fill(ready, targets, true);
    const lookUps = targets.flatMap((target, n) => (lines[n] === null ? (this.#picker.lookUp(target, this.#told) ?? []) : []));
    if (this.#manner.asks === "late" && this.#asked === 0 && this.#told && wishes.length > 0) return this.#tryOut(ready, targets, lookUps);
    if (wishes.length === 0 || lookUps.length > 0 || !this.#told) return { ...this.#lookAround(lookUps), offer: this.#nextOffer(targets) };
    const strangers = this.#strangers("the");
    if (strangers.length > 0) return { calls: strangers };
    const asking = targets.some((target) => target.stuck) && !this.#askedWhatInstead && this.#manner.asks !== "never";
    this.#askedWhatInstead ||= asking;
    const plan = this.#fill(ready, targets, false);
    return asking ? { calls: plan.calls, asking } : plan;
  }

  /** Look-ups, filled up with searches for phrases that no kind explains yet; asks on while there may be more to tell. */
  #lookAround(lookUps: readonly Call[]): Plan {
    const room = this.#session.limits.tool_calls_per_turn;
    const calls = lookUps.slice(0, room);
    return {
      calls: [...calls, ...this.#searches(unexplained(this.#lines, this.#shop.allKinds(), this.#tried, "any"), room - calls.length)],
      asking: !this.#told,
    };
  }

  /** Searches, once an episode, for what the shopper named in its replies and no kind explains. */
  #strangers(after: "any" | "the"): Call[] {
    if (this.#strangerSearches >= MOST_STRANGER_SEARCHES || this.#session.turnsLeft <= 2) return [];
    const lines = after === "any" ? this.#lines : this.#lines.slice(1);
    const calls = this.#searches(unexplained(lines, this.#shop.allKinds(), this.#tried, after), this.#session.limits.tool_calls_per_turn);
    if (calls.length > 0) this.#strangerSearches += 1;
    return calls;
  }

  /** Asking late: adds the best guesses, and in the same turn looks at what a correction may need; finishes once nothing is left to try. */
  #tryOut(ready: readonly Wanted[], targets: readonly Target[], lookUps: readonly Call[]): Plan {
    const plan = this.#fill(ready, targets, false);
    const added = ready.filter((line) => !this.#shop.variants.has(line.goods.product_id));
    const variants = added.map((line): Call => ({ name: "catalog_get_variants", args: { product_id: line.goods.product_id } }));
    const calls = [...plan.calls, ...lookUps, ...variants, ...this.#strangers("any")].slice(0, this.#session.limits.tool_calls_per_turn);
    return { ...plan, calls, done: plan.done === true && calls.length === plan.calls.length };
  }

  /** Puts what is ready into the cart, and finishes when that leaves nothing to wait for. */
  #fill(ready: readonly Wanted[], targets: readonly Target[], last: boolean): Plan {
    const { offer, now } = this.#paced(ready, targets);
    const calls = difference(this.#shop.cart, now);
    const held = (target: Target): boolean =>
      this.#shop.cart.some((line) => now.some((one) => one.kind.id === target.kind.id && one.goods.product_id === line.product_id));
    const atRisk = calls.length > 0 && targets.some((target) => target.atRisk && !held(target));
    const guessed = this.#manner.asks === "late" && calls.length > 0 && targets.some((target) => target.description === null);
    const room = this.#session.limits.tool_calls_per_turn;
    return { calls: calls.slice(0, room), offer, done: offer === null && calls.length <= room && ((!atRisk && !guessed) || last) };
  }

  /** One by one: the next product to show; it can be shown while the rest is still being looked up. */
  #nextOffer(targets: readonly Target[]): Wanted | null {
    if (this.#manner.pace === "together") return null;
    for (const target of targets) {
      const goods = this.#picker.product(target);
      if (goods === null || target.stuck || this.#offered.has(goods.product_id)) continue;
      this.#offered.add(goods.product_id);
      return { kind: target.kind, goods, variant: null, variantId: null, quantity: target.quantity };
    }
    return null;
  }

  /** One by one: only what was shown is added, unless the turns left are too few to show the rest. */
  #paced(ready: readonly Wanted[], targets: readonly Target[]): { readonly offer: Wanted | null; readonly now: readonly Wanted[] } {
    if (this.#manner.pace === "together") return { offer: null, now: ready };
    const unseen = ready.filter((line) => !this.#offered.has(line.goods.product_id));
    if (this.#session.turnsLeft > unseen.length) return { now: ready.filter((line) => !unseen.includes(line)), offer: this.#nextOffer(targets) };
    this.#session.notes[HURRIED_NOTE] = true;
    return { offer: null, now: ready };
  }

  async #take(plan: Plan): Promise<void> {
    const step = await this.#session.step(this.#action(plan));
    const before = JSON.stringify(this.#wishes());
    this.#shop.learn(step, plan.calls);
    const { user_message, user_act } = step.observation;
    if (user_message === null || !this.#manner.listens) return;
    this.#lines.push(user_message);
    this.#unread = before === JSON.stringify(this.#wishes()) ? this.#unread + 1 : 0;
    if (plan.asking === true) this.#told = saysNoMore(user_message) || this.#unread >= 2;
    else if ((user_act === "correct" || user_act === "elaborate") && this.#manner.asks === "late" && this.#asked === 0) this.#told = false;
  }

  #action({ calls, asking = false, offer = null, done = false }: Plan): Action {
    const { voice, finish } = this.#manner;
    const asked = asking
      ? question(
          this.#session.first.observation.tools,
          this.#wishes().map((wish) => wish.kind.name),
          this.#asked,
          voice,
        )
      : null;
    if (asking) this.#asked += 1;
    const shown = offer === null ? null : `Shall I add ${offer.goods.product_id} (${offer.goods.title}) to your cart?`;
    const submit = done && finish === "tool" ? [{ name: "submit_answer", args: { answer: {} } }] : [];
    return {
      assistant_message: [shown, asked?.words].filter((part) => part != null).join(" ") || null,
      tool_calls: [...calls, ...(asked?.call === undefined ? [] : [asked.call]), ...submit],
      answer: done && finish === "answer" ? {} : null,
    };
  }
}
