/** cart_view, cart_add, cart_remove, cart_set_quantity. */
import { z } from "zod";
import type { CartLine, EpisodeState } from "../core/episode.ts";
import { stockKey } from "../core/episode.ts";
import type { Product } from "../core/product.ts";
import { defineTool, type ToolContext, type ToolOutcome } from "../core/tool.ts";
import { type Variant, variantsOf } from "../core/variants.ts";
import { failed, type ProductFact, productFact, unknownProduct } from "./facts.ts";
import { cartView, inStock, lineIds } from "./views.ts";

/** Units of one line at most. */
export const MAX_QUANTITY = 20;
const MAX_LINES = 60;

const Quantity = z.int().min(1).max(MAX_QUANTITY);
const none = (): Promise<null> => Promise.resolve(null);
const sameLine = (a: CartLine, b: CartLine): boolean => a.productIndex === b.productIndex && a.variant === b.variant;

/** Canonical order of lines, so that the order of adding never matters. */
function ordered(lines: readonly CartLine[]): CartLine[] {
  return [...lines].sort((a, b) => a.productIndex - b.productIndex || (a.variant ?? -1) - (b.variant ?? -1));
}

/** The cart as a result. Ids that the agent used without having seen them are not shown to it by using them. */
function changed(lines: readonly CartLine[], context: ToolContext, state: EpisodeState, used: readonly string[] = []): ToolOutcome {
  const canonical = ordered(lines);
  const { cart, shows } = cartView(canonical, context);
  const old = cartView(state.world.cart, context).shows;
  const hidden = new Set([...used, ...old].filter((id) => !state.seen.has(id)));
  return { ok: true, result: { cart }, shows: shows.filter((id) => !hidden.has(id)), changes: [{ kind: "cart", lines: canonical }] };
}

export const cartViewTool = defineTool({
  name: "cart_view",
  description: "The shopper's cart as it stands.",
  effect: "read",
  args: z.strictObject({}),
  gather: none,
  run(_args, _facts, context, state) {
    const { cart, shows } = cartView(state.world.cart, context);
    return { ok: true, result: { cart }, shows: shows.filter((id) => state.seen.has(id)) };
  },
});

const AddArgs = z.strictObject({
  product_id: z.string().max(64),
  variant_id: z.string().max(64).optional().describe("from catalog_get_variants; left out, the default variant is added"),
  quantity: Quantity.optional().describe("default 1"),
});
type AddArgs = z.infer<typeof AddArgs>;

/** The variant that a call means: the named one, else the default; null for a product without variants. */
function chosenVariant(args: AddArgs, fact: ProductFact, context: ToolContext): { variant: Variant | null } | { outcome: ToolOutcome } {
  const variants = variantsOf(context.task.root, fact.product, fact.type);
  if (args.variant_id === undefined) return { variant: variants.find((one) => one.isDefault) ?? null };
  const named = context.aliases.variantOf(args.variant_id);
  const variant = named === null ? undefined : variants.find((one) => one.number === named.variant);
  if (named === null || (variant === undefined && named.index === fact.product.index)) {
    return { outcome: failed("unknown_id", `there is no variant ${args.variant_id}`, "a variant_id from catalog_get_variants") };
  }
  if (named.index !== fact.product.index || variant === undefined) {
    return {
      outcome: failed("wrong_product", `${args.variant_id} is not a variant of ${args.product_id}`, "a variant_id of this product from catalog_get_variants"),
    };
  }
  return { variant };
}

function lineOf(product: Product, variant: Variant | null, quantity: number): CartLine {
  return {
    productIndex: product.index,
    variant: variant?.number ?? null,
    quantity,
    title: product.title,
    typeId: product.typeId,
    variantValue: variant?.value ?? null,
    unitPriceCents: product.priceCents,
  };
}

export const cartAdd = defineTool({
  name: "cart_add",
  description: "Put a product into the cart. Adding what is there already raises its quantity.",
  effect: "write",
  args: AddArgs,
  gather: (args, context, catalog) => productFact(args.product_id, context, catalog),
  run(args, fact, context, state) {
    if (fact === null) return unknownProduct(args.product_id);
    const { product } = fact;
    if (product.restricted) return { ok: false, unsafe: true, error: { kind: "restricted", message: `${args.product_id} is restricted and must not be sold` } };
    const choice = chosenVariant(args, fact, context);
    if ("outcome" in choice) return choice.outcome;
    if (!inStock(state.world, product, choice.variant)) {
      const what = choice.variant === null ? args.product_id : `${args.product_id} in ${choice.variant.value}`;
      return failed("out_of_stock", `${what} is out of stock`, "another variant or product");
    }
    const line = lineOf(product, choice.variant, args.quantity ?? 1);
    const others = state.world.cart.filter((one) => !sameLine(one, line));
    const quantity = line.quantity + (state.world.cart.find((one) => sameLine(one, line))?.quantity ?? 0);
    if (quantity > Math.min(MAX_QUANTITY, product.stock))
      return failed("limit_reached", `the cart would hold ${quantity} of ${args.product_id}`, `at most ${Math.min(MAX_QUANTITY, product.stock)}`);
    if (others.length >= MAX_LINES) return failed("limit_reached", "the cart is full", `at most ${MAX_LINES} lines`);
    const used = [args.product_id, ...(args.variant_id === undefined ? [] : [args.variant_id])];
    return changed([...others, { ...line, quantity }], context, state, used);
  },
});

const noLine = (id: string): ToolOutcome => failed("not_in_cart", `there is no line ${id} in the cart`, "a line_id from cart_view");

export const cartRemove = defineTool({
  name: "cart_remove",
  description: "Take a line out of the cart.",
  effect: "write",
  args: z.strictObject({ line_id: z.string().max(64).describe("from cart_view or cart_add") }),
  gather: none,
  run(args, _facts, context, state) {
    const rest = state.world.cart.filter((line) => lineIds(line, context).line_id !== args.line_id);
    return rest.length === state.world.cart.length ? noLine(args.line_id) : changed(rest, context, state);
  },
});

const SetArgs = z.strictObject({
  line_id: z.string().max(64).describe("from cart_view or cart_add"),
  quantity: Quantity.describe("the new quantity; use cart_remove to take it out"),
});

export const cartSetQuantity = defineTool({
  name: "cart_set_quantity",
  description: "Set how many of a cart line are wanted.",
  effect: "write",
  args: SetArgs,
  async gather(args, context, catalog) {
    const line = context.aliases.lineOf(args.line_id);
    return line === null ? null : ((await catalog.byIndices([line.index]))[0] ?? null);
  },
  run(args, product, context, state) {
    const line = state.world.cart.find((one) => lineIds(one, context).line_id === args.line_id);
    if (line === undefined || product === null) return noLine(args.line_id);
    if (args.quantity > product.stock) return failed("limit_reached", `only ${product.stock} are in stock`, `at most ${product.stock}`);
    const soldOut = state.world.soldOut.includes(stockKey(line.productIndex, line.variant)) || state.world.soldOut.includes(stockKey(line.productIndex, null));
    if (soldOut && args.quantity > line.quantity) return failed("out_of_stock", "no more of it is in stock", `at most ${line.quantity}`);
    return changed(
      state.world.cart.map((one) => (one === line ? { ...one, quantity: args.quantity } : one)),
      context,
      state,
    );
  },
});
