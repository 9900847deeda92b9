/** The reference player of the cart environment: asks for everything, searches, reads variants, adds, answers. */
import type { Action, Player, Session } from "../player.ts";
import { findAll, type Token, tokenise } from "../text.ts";
import { Knowledge, type SeenProduct } from "./knowledge.ts";
import type { Feature, ShopType } from "./reading.ts";

const ASK = {
  name: "ask_user",
  args: {
    question: "Could you tell me everything that matters: brand, features, option, quantity, and what to do if something is sold out?",
    about: ["features", "variant", "quantity", "fallback"],
  },
};

interface Call {
  readonly name: string;
  readonly args: object;
}

const search = (query: string, type?: ShopType, features: readonly Feature[] = [], page = 1): Call => ({
  name: "catalog_search",
  args: {
    query: query.slice(0, 200),
    page_size: 20,
    page,
    ...(type === undefined
      ? {}
      : {
          filters: {
            product_type: type.id,
            ...(features.length === 0 ? {} : { attributes: features.map(({ attribute, value }) => ({ attribute, op: "equal", value })) }),
          },
        }),
  },
});

const wordsOf = (tokens: readonly Token[]): string => tokens.map((token) => token.text).join(" ");

/**
 * Stretches of the opening that may each name an item, likeliest first: from an article or a count that follows a joining word
 * or a stop, up to the next one; then whole sentences.
 */
function clauses(opening: string): string[] {
  const tokens = tokenise(opening);
  const counts = (token: Token | undefined): boolean => token !== undefined && (/^(a|an|[2-4])$/.test(token.text) || findAll([token], "some").length > 0);
  const joins = (token: Token | undefined): boolean =>
    token === undefined || token.after.trim() !== "" || token.text === "and" || findAll([token], "also").length > 0 || findAll([token], "plus").length > 0;
  const starts = tokens.flatMap((token, n) => (counts(token) && (joins(tokens[n - 1]) || !tokens.slice(0, n).some(counts)) ? [n] : []));
  const items = starts.map((start, n) => wordsOf(tokens.slice(start, starts[n + 1] ?? tokens.length)));
  const sentences = opening.split(/[.;:?!]/).filter((part) => tokenise(part).length > 1);
  return [...new Set([...items, ...sentences])];
}

/** What an item needs next, or how it goes into the cart. */
interface Item {
  readonly type: ShopType;
  readonly product: SeenProduct | null;
  readonly variantId: string | null | undefined;
  readonly quantity: number;
  readonly leaveOut: boolean;
}

function itemOf(know: Knowledge, type: ShopType): Item {
  const quantity = know.quantity(type.id);
  const plan = know.plan(type);
  const first = know.target(type);
  const value = know.variantValue(type);
  const soldVariant = first === null || value === null ? undefined : know.variants.get(first.product_id)?.find((one) => one.value === value);
  const gone = first !== null && (know.gone.has(first.product_id) || (soldVariant !== undefined && know.gone.has(soldVariant.variant_id)));
  if (!gone || plan === null) return { type, product: first, variantId: value === null ? null : soldVariant?.variant_id, quantity, leaveOut: false };
  if (plan.kind === "leave_out") return { type, product: null, variantId: null, quantity, leaveOut: true };
  if (plan.kind === "variant")
    return {
      type,
      product: first,
      variantId: know.variants.get(first.product_id)?.find((one) => one.value === plan.value)?.variant_id,
      quantity,
      leaveOut: false,
    };
  return { type, product: know.match(type, [plan.tokens]), variantId: null, quantity, leaveOut: false };
}

/** Searches for items whose product is not known, from their words; every second try by kind alone, deeper. */
function searches(know: Knowledge, items: readonly Item[], tries: Map<string, number>): Call[] {
  return items
    .filter((item) => item.product === null && !item.leaveOut)
    .map(({ type }) => {
      const gonePlan = know.target(type) === null ? null : know.plan(type);
      const said = gonePlan === null ? know.said(type.id, false).map(({ tokens }) => tokens) : [gonePlan.tokens];
      const features = know.features(type, said);
      const key = `${type.id} ${JSON.stringify(features)}`;
      const count = tries.get(key) ?? 0;
      tries.set(key, count + 1);
      const words = `${type.name} ${said.map(wordsOf).join(" ")}`;
      if (count === 0) return search(words, type, features);
      return count === 1 ? search(words, type) : search(type.name, type, [], count - 1);
    });
}

export async function playReference(session: Session): Promise<void> {
  const { limits, user_message } = session.first.observation;
  const know = new Knowledge(user_message);
  const parts = clauses(user_message);
  const tries = new Map<string, number>();
  const added = new Map<string, string>();
  /** Names from replies that were searched for. */
  const asked = new Set<string>();
  let tried = 0;
  const act = async (action: Action): Promise<void> => know.hear(await session.step(action));

  const firstSearches = parts.slice(0, limits.tool_calls_per_turn).map((part) => search(part));
  tried = firstSearches.length;
  await act({ tool_calls: [...firstSearches, ASK] });
  while (!session.over) {
    const items = know.wanted().map((type) => itemOf(know, type));
    const room = limits.tool_calls_per_turn;
    const asking = !know.toldAll && session.turnsLeft > 2;
    if (items.length === 0) {
      const more = parts.slice(tried, tried + room).map((part) => search(part));
      tried += more.length;
      await act({ tool_calls: more.length > 0 ? more : [ASK] });
      continue;
    }
    const strange = know
      .unknownNames()
      .filter((name) => !asked.has(name))
      .slice(0, 3);
    for (const name of strange) asked.add(name);
    const calls = [...searches(know, items, tries), ...strange.map((name) => search(name))];
    for (const item of items) {
      if (item.product === null || item.variantId !== undefined || know.variants.has(item.product.product_id)) continue;
      calls.push({ name: "catalog_get_variants", args: { product_id: item.product.product_id } });
    }
    const ready = items.filter((item) => item.product !== null && item.variantId !== undefined && added.get(item.type.id) === undefined && !item.leaveOut);
    const unready = items.filter((item) => !item.leaveOut && (item.product === null || item.variantId === undefined));
    const expects = items.some((item) => know.plan(item.type) !== null && !isGone(know, item) && added.get(item.type.id) === undefined);
    const adds = (asking || unready.length > 0) && session.turnsLeft > 1 ? [] : ready;
    const all = [...calls, ...adds.map(addCall)].slice(0, room);
    const answer =
      !asking && unready.length === 0 && strange.length === 0 && all.length === calls.length + adds.length && (!expects || session.turnsLeft === 1);
    await act({ tool_calls: [...all, ...(asking ? [ASK] : [])], ...(answer ? { answer: {} } : {}) });
    noteAdded(session, know, adds, added);
  }
}

const isGone = (know: Knowledge, item: Item): boolean =>
  item.leaveOut ||
  [...know.gone].some(
    (id) => id === item.product?.product_id || know.variants.get(item.product?.product_id ?? "")?.some((variant) => variant.variant_id === id),
  );

const addCall = (item: Item): Call => ({
  name: "cart_add",
  args: { product_id: item.product?.product_id, ...(item.variantId === null ? {} : { variant_id: item.variantId }), quantity: item.quantity },
});

/** Which adds worked; one that failed for stock is asked about or follows its plan. */
function noteAdded(session: Session, know: Knowledge, adds: readonly Item[], added: Map<string, string>): void {
  const results = session.last?.observation.tool_results.filter((result) => result.name === "cart_add") ?? [];
  for (const [n, item] of adds.entries()) {
    if (results[n]?.ok) added.set(item.type.id, item.product?.product_id ?? "");
    else if (results[n]?.error?.kind === "out_of_stock") know.gone.add(item.variantId ?? item.product?.product_id ?? "");
  }
}

export const reference: Player = {
  name: "reference",
  kind: "must_succeed",
  bound: 0.99,
  because: "sees only what any agent sees and works from the user's words; every miss is a bug",
  play: playReference,
};
