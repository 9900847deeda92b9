/** The hidden goal of a cart task, and how one is drawn. */
import { z } from "zod";
import { sigmoid } from "../../core/difficulty.ts";
import type { Draw, Setting } from "../../core/environment.ts";
import type { Product, ProductType } from "../../core/product.ts";
import type { Rng } from "../../core/rng.ts";
import type { Slot } from "../../core/slots.ts";
import { mayTarget } from "../../core/task.ts";
import { variantAttribute, variantsOf } from "../../core/variants.ts";
import { Description, describe } from "./describe.ts";

/** What the user does when what it wants sells out. */
export const Fallback = z.discriminatedUnion("plan", [
  z.strictObject({ plan: z.literal("variant"), value: z.string(), number: z.int() }),
  z.strictObject({ plan: z.literal("leave_out") }),
  z.strictObject({ plan: z.literal("product"), productIndex: z.int(), description: Description }),
]);
export type Fallback = z.infer<typeof Fallback>;

/** One wanted item. Items of a task have different types, so a cart line belongs to at most one. */
export const Item = z.strictObject({
  id: z.string(),
  typeId: z.string(),
  /** What the user calls it, singular and plural. */
  called: z.strictObject({ one: z.string(), many: z.string() }),
  productIndex: z.int(),
  description: Description,
  /** The wanted variant, or null when any will do. */
  variant: z.strictObject({ attribute: z.string(), label: z.string(), value: z.string(), number: z.int() }).nullable(),
  quantity: z.int().min(1),
});
export type Item = z.infer<typeof Item>;

export const CartProblem = z.strictObject({
  items: z.array(Item).min(1).max(5),
  /** At most one thing sells out: the item's variant when one is wanted, else the product. */
  stockOut: z.strictObject({ itemId: z.string(), fallback: Fallback }).nullable(),
  visited: z.array(z.strictObject({ typeId: z.string(), ordinal: z.int() })),
});
export type CartProblem = z.infer<typeof CartProblem>;

/** Rule EN31: n = min(5, 1 + floor(d/3)) items. */
export const itemCount = (d: number): number => Math.min(5, 1 + Math.floor(d / 3));
/** Rule EN32: a specific variant with p_var = sigmoid((d - 2)/1.5). */
export const pVariant = (d: number): number => sigmoid((d - 2) / 1.5);
/** Rule EN33: more than one with p_qty = min(0.5, 0.1 d), then uniform in {2, 3, 4}. */
export const pQuantity = (d: number): number => Math.min(0.5, 0.1 * d);

/** Turns of an ideal player without asking: search, then add and answer in one; between them, where a variant is wanted, read the variants. */
const plainTurns = (items: readonly Found[]): number => (items.some(({ item }) => item.variant !== null) ? 3 : 2);
/** Turns that a stock-out adds: the failed adding, and for another product its search. */
const STOCK_OUT_TURNS = { variant: 1, leave_out: 1, product: 2 } as const;

/** Tries per item before the whole draw is refused. */
const ITEM_TRIES = 8;
/** Candidates are fetched in two goes, since one of the first few mostly serves. */
const LOOKS = [
  [0, 3],
  [3, ITEM_TRIES],
] as const;
/** Ordinals drawn to find them; a tenth of the products are targets in the test split. */
const ORDINAL_DRAWS = 200;
/** Products of one brand and type that are looked at; more would make words ambiguous. */
const BRAND_SHELF = 64;

interface Found {
  readonly item: Item;
  readonly product: Product;
  readonly shelf: readonly Product[];
}

/** Rule EN30. Draws items of different types, each named so that its words fit one product only. */
export async function drawCart(setting: Setting, rng: Rng): Promise<Draw<CartProblem>> {
  const d = setting.key.difficulty;
  const n = itemCount(d);
  const types = rng
    .fork("types")
    .shuffle(setting.catalog.types.filter((type) => (setting.info.countByType[type.id] ?? 0) > 0))
    .slice(0, n);
  if (types.length < n) return { ok: false, reason: "too few product types" };
  const seats = types.map((type, place) => new Seat(setting, type, `item-${place + 1}`, rng.fork(`item/${place}`)));
  for (const [from, to] of LOOKS) await look(setting, seats, from, to);
  const items: Found[] = [];
  for (const seat of seats) {
    if (seat.found === null) return { ok: false, reason: seat.reason };
    items.push(seat.found);
  }
  const stockOut = drawStockOut(setting, items, rng.fork("stock-out"));
  const problem: CartProblem = {
    items: items.map(({ item }) => item),
    stockOut,
    visited: drawVisited(setting, items, rng.fork("visited")),
  };
  const turnsNeeded = plainTurns(items) + (stockOut === null ? 0 : STOCK_OUT_TURNS[stockOut.fallback.plan]);
  return { ok: true, problem, slots: slotsOf(problem), turnsNeeded };
}

/** A place among the items that is still to be filled: its candidates in drawn order, and why the last one was refused. */
class Seat {
  readonly ordinals: readonly number[];
  found: Found | null = null;
  reason = "no product of the split";
  readonly type: ProductType;
  readonly #setting: Setting;
  readonly #id: string;
  readonly #rng: Rng;

  constructor(setting: Setting, type: ProductType, id: string, rng: Rng) {
    this.#setting = setting;
    this.type = type;
    this.#id = id;
    this.#rng = rng;
    this.ordinals = candidateOrdinals(setting, type, rng.fork("ordinals"));
  }

  /** Whether a candidate can be bought at all. */
  admits(product: Product): boolean {
    if (product.stock >= 8 && !product.restricted) return true;
    this.reason = product.stock < 8 ? "out of stock" : "restricted";
    return false;
  }

  /** Takes a candidate if words tell it from the rest of its brand's shelf; a shelf that was cut tells nothing. */
  take(product: Product, shelf: readonly Product[]): void {
    const { type } = this;
    const description = shelf.length >= BRAND_SHELF ? null : describe(type, product, shelf, this.#setting.axes.constraints, this.#rng.fork("words"));
    if (description === null) this.reason = "words fit several products";
    else this.found = { product, shelf, item: itemOf(this.#setting, type, product, description, this.#id, this.#rng) };
  }
}

/** Fills the seats that are open from their candidates `from` up to `to`, not included: all seats in a query, then all shelves in another. */
async function look(setting: Setting, seats: readonly Seat[], from: number, to: number): Promise<void> {
  const open = seats.filter((seat) => seat.found === null);
  const places = open.flatMap((seat) => seat.ordinals.slice(from, to).map((ordinal) => ({ typeId: seat.type.id, ordinal })));
  const products = new Map((places.length === 0 ? [] : await setting.catalog.byPlaces(places)).map((one) => [`${one.typeId}/${one.ordinal}`, one]));
  const queues = open.map((seat) => ({
    seat,
    left: seat.ordinals.slice(from, to).flatMap((ordinal) => products.get(`${seat.type.id}/${ordinal}`) ?? []),
  }));
  for (;;) {
    const tries = queues.flatMap(({ seat, left }) => {
      let product = seat.found === null ? left.shift() : undefined;
      while (product !== undefined && !seat.admits(product)) product = left.shift();
      return product === undefined ? [] : [{ seat, product }];
    });
    if (tries.length === 0) return;
    const shelves = await setting.catalog.byBrands(
      tries.map(({ product }) => ({ typeId: product.typeId, brand: product.brand })),
      BRAND_SHELF,
    );
    for (const [n, { seat, product }] of tries.entries()) seat.take(product, shelves[n] ?? []);
  }
}

/** Up to ITEM_TRIES ordinals of the type that may be targets in the split, in drawn order. */
function candidateOrdinals(setting: Setting, type: ProductType, rng: Rng): number[] {
  const count = setting.info.countByType[type.id] ?? 0;
  const found = new Set<number>();
  for (let n = 0; n < ORDINAL_DRAWS && found.size < ITEM_TRIES; n += 1) {
    const ordinal = rng.int(0, count - 1);
    if (mayTarget(setting.key.split, setting.key.catalogVersion, type.id, ordinal)) found.add(ordinal);
  }
  return [...found];
}

function itemOf(setting: Setting, type: ProductType, product: Product, description: Description, id: string, rng: Rng): Item {
  const d = setting.key.difficulty;
  const attribute = variantAttribute(type);
  const wanted = attribute !== null && rng.fork("p-variant").chance(pVariant(d));
  const open = variantsOf(setting.root, product, type).filter((variant) => variant.inStock);
  const variant = wanted && open.length > 0 ? rng.fork("variant").pick(open) : null;
  const quantity = rng.fork("p-quantity").chance(pQuantity(d)) ? rng.fork("quantity").int(2, 4) : 1;
  return {
    id,
    typeId: type.id,
    called: { one: type.noun, many: type.plural },
    productIndex: product.index,
    description,
    quantity,
    variant: attribute === null || variant === null ? null : { attribute: attribute.id, label: attribute.label, value: variant.value, number: variant.number },
  };
}

/** Rule EN34 and AX9. With p_oos one wanted thing will sell out, where a fallback exists and the turns allow it. */
function drawStockOut(setting: Setting, items: readonly Found[], rng: Rng): CartProblem["stockOut"] {
  if (!rng.fork("whether").chance(setting.axes.stock_outs)) return null;
  const spare = setting.axes.turns - plainTurns(items) - 1;
  for (const found of rng.fork("item").shuffle(items)) {
    const plans = rng.fork(`plan/${found.item.id}`).shuffle(plansFor(setting, found, items.length, rng.fork(`fallback/${found.item.id}`)));
    const plan = plans.find((one) => STOCK_OUT_TURNS[one.plan] <= spare);
    if (plan !== undefined) return { itemId: found.item.id, fallback: plan };
  }
  return null;
}

function plansFor(setting: Setting, found: Found, n: number, rng: Rng): Fallback[] {
  const plans: Fallback[] = [];
  const { item, product } = found;
  const type = setting.typeById(item.typeId) as ProductType;
  if (item.variant !== null) {
    const others = variantsOf(setting.root, product, type).filter((variant) => variant.inStock && variant.number !== item.variant?.number);
    if (others.length > 0) {
      const { value, number } = rng.fork("value").pick(others);
      plans.push({ plan: "variant", value, number });
    }
  }
  if (n >= 2) plans.push({ plan: "leave_out" });
  if (setting.key.difficulty >= 4) {
    const others = found.shelf.filter((one) => one.index !== product.index && one.stock >= 8 && !one.restricted);
    for (const other of rng.fork("other").shuffle(others)) {
      const description = describe(type, other, found.shelf, setting.axes.constraints, rng.fork(`words/${other.index}`));
      if (description !== null) {
        plans.push({ plan: "product", productIndex: other.index, description });
        break;
      }
    }
  }
  return plans;
}

/** Rule EN35. The history holds the targets and others of the same types: max(3, 2n) products more. */
function drawVisited(setting: Setting, items: readonly Found[], rng: Rng): CartProblem["visited"] {
  const targets = items.map(({ product }) => ({ typeId: product.typeId, ordinal: product.ordinal }));
  const taken = new Set(targets.map((place) => `${place.typeId}/${place.ordinal}`));
  const more = Math.max(3, 2 * items.length);
  for (let n = 0; n < more * 4 && taken.size < targets.length + more; n += 1) {
    const { typeId } = targets[n % items.length] as { typeId: string };
    const ordinal = rng.fork(`other/${n}`).int(0, (setting.info.countByType[typeId] ?? 1) - 1);
    taken.add(`${typeId}/${ordinal}`);
  }
  const all = [...taken].map((place) => ({ typeId: place.slice(0, place.lastIndexOf("/")), ordinal: Number(place.slice(place.lastIndexOf("/") + 1)) }));
  return rng.fork("order").shuffle(all);
}

/** The task's slots, in the order in which they are told. */
function slotsOf(problem: CartProblem): Slot[] {
  const slots: Slot[] = [];
  for (const item of problem.items) {
    slots.push({ id: `${item.id}/features`, kind: "features", subject: item.id, arises: false });
    if (item.variant !== null) slots.push({ id: `${item.id}/variant`, kind: "variant", subject: item.id, arises: false });
    if (item.quantity > 1) slots.push({ id: `${item.id}/quantity`, kind: "quantity", subject: item.id, arises: false });
    if (problem.stockOut?.itemId === item.id) slots.push({ id: `${item.id}/fallback`, kind: "fallback", subject: item.id, arises: false });
  }
  return slots;
}
