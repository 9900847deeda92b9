/** catalog_search: the clean search of the shop, under the episode's depth, noise and stock. */
import { z } from "zod";
import { meetsFilter } from "../core/filter.ts";
import type { Catalog, CleanHits, CleanQuery, Filter } from "../core/ports.ts";
import { SORTS } from "../core/ports.ts";
import type { Product, ProductType } from "../core/product.ts";
import { defineTool, type ToolContext, type ToolOutcome } from "../core/tool.ts";
import { failed } from "./facts.ts";
import { noiseRanks, placeNoise } from "./search-noise.ts";
import { productView, typeView } from "./views.ts";

const PAGE_SIZE = 10;
/** Types described beside the results, the likeliest first. */
const TYPES_SHOWN = 3;

const Filters = z.strictObject({
  product_type: z.string().max(64).optional().describe("a product_type id as results show it"),
  brand: z.string().max(64).optional(),
  price_min: z.number().min(0).optional().describe("USD"),
  price_max: z.number().min(0).optional().describe("USD"),
  rating_min: z.number().min(1).max(5).optional(),
  rating_count_min: z.int().min(0).optional(),
  shipping_days_max: z.int().min(0).optional(),
  in_stock: z.boolean().optional().describe("true leaves out what is sold out"),
  attributes: z
    .array(
      z.strictObject({
        attribute: z.string().max(64).describe("an attribute id as results show it"),
        op: z.enum(["equal", "at_least", "at_most"]).describe("at_least and at_most are for numbers"),
        value: z.union([z.string().max(64), z.number()]),
      }),
    )
    .max(8)
    .optional(),
});

const Args = z.strictObject({
  query: z.string().max(200).describe("what to look for, in words; may be empty when filters name a product_type"),
  filters: Filters.optional().describe("conditions that every result meets"),
  sort: z.enum(SORTS).optional().describe("default relevance"),
  page: z.int().min(1).max(20).optional().describe("default 1"),
  page_size: z.int().min(1).max(20).optional().describe("default 10"),
});
type Args = z.infer<typeof Args>;

interface Facts {
  readonly problem: ToolOutcome | null;
  readonly hits: CleanHits;
  /** Products of the page and of its noise, by index. */
  readonly products: ReadonlyMap<number, Product>;
  readonly distractors: ReadonlyMap<number, readonly Product[]>;
}

const NOTHING: CleanHits = { indices: [], typeId: null, correctedQuery: null, mode: "filter" };

/** The port's filters of a call, or the complaint about one that no product could be tested by. */
function filtersOf(args: Args, types: readonly ProductType[]): { filters: Filter[]; complaint: ToolOutcome | null } {
  const given = args.filters ?? {};
  const filters: Filter[] = [];
  const type = types.find((one) => one.id === given.product_type);
  if (given.product_type !== undefined && type === undefined) {
    return {
      filters,
      complaint: failed(
        "unknown_filter",
        `there is no product_type ${JSON.stringify(given.product_type)}`,
        "a product_type id as shown in results; search by words first",
      ),
    };
  }
  if (given.brand !== undefined) filters.push({ field: "brand", op: "equal", value: given.brand });
  if (given.price_min !== undefined) filters.push({ field: "price", op: "at_least", value: given.price_min });
  if (given.price_max !== undefined) filters.push({ field: "price", op: "at_most", value: given.price_max });
  if (given.rating_min !== undefined) filters.push({ field: "rating", op: "at_least", value: given.rating_min });
  if (given.rating_count_min !== undefined) filters.push({ field: "rating_count", op: "at_least", value: given.rating_count_min });
  if (given.shipping_days_max !== undefined) filters.push({ field: "shipping_days", op: "at_most", value: given.shipping_days_max });
  const known = (type === undefined ? types : [type]).flatMap((one) => one.attributes);
  for (const filter of given.attributes ?? []) {
    const attribute = known.find((one) => one.id === filter.attribute);
    const where = type === undefined ? "" : ` of ${type.id}`;
    if (attribute === undefined) {
      const allowed = type === undefined ? "an attribute id as shown in results" : type.attributes.map((one) => one.id).join(", ");
      return { filters, complaint: failed("unknown_filter", `there is no attribute ${JSON.stringify(filter.attribute)}${where}`, allowed) };
    }
    if (filter.op === "equal") filters.push({ field: filter.attribute, op: "equal", value: filter.value });
    else if (typeof filter.value === "number") filters.push({ field: filter.attribute, op: filter.op, value: filter.value });
    else return { filters, complaint: failed("unknown_filter", `${filter.attribute} ${filter.op} needs a number`, "op equal for text values") };
  }
  return { filters, complaint: null };
}

const meetsFilters = (product: Product, filters: readonly Filter[]): boolean => filters.every((filter) => meetsFilter(product, filter));

async function gather(args: Args, context: ToolContext, catalog: Catalog): Promise<Facts> {
  const { filters, complaint } = filtersOf(args, catalog.types);
  if (complaint !== null) return { problem: complaint, hits: NOTHING, products: new Map(), distractors: new Map() };
  const depth = context.task.axes.retrieval_depth;
  const query: CleanQuery = {
    query: args.query,
    typeId: args.filters?.product_type ?? null,
    filters,
    inStock: args.filters?.in_stock ?? false,
    sort: args.sort ?? "relevance",
    depth,
  };
  const [hits, info] = await Promise.all([catalog.search(query), catalog.info()]);
  const size = args.page_size ?? PAGE_SIZE;
  const end = Math.min(depth, (args.page ?? 1) * size);
  const typeId = query.typeId ?? hits.typeId;
  const ranks = typeId === null ? [] : noiseRanks(context.task, query, end, info.countByType[typeId] ?? 0);
  const ordinals = [...new Set(ranks.flatMap((rank) => rank.ordinals))];
  const [candidates, clean] = await Promise.all([
    typeId === null || ordinals.length === 0 ? [] : catalog.byPlaces(ordinals.map((ordinal) => ({ typeId, ordinal }))),
    // What noise displaces moves down, so the page's products are among the ranks up to its end, from as many back as there is noise.
    catalog.byIndices(hits.indices.slice(Math.max(0, end - size - ranks.length), end)),
  ]);
  const byOrdinal = new Map(candidates.map((product) => [product.ordinal, product]));
  const distractors = new Map(
    ranks.map((rank) => [
      rank.rank,
      rank.ordinals.flatMap((ordinal) => byOrdinal.get(ordinal) ?? []).filter((product) => filters.length === 0 || !meetsFilters(product, filters)),
    ]),
  );
  const shown = placeNoise(hits.indices, distractors, end).slice(end - size, end);
  const known = new Map([...candidates, ...clean.flatMap((product) => product ?? [])].map((product) => [product.index, product]));
  const missing = shown.filter((index) => !known.has(index));
  for (const product of missing.length === 0 ? [] : await catalog.byIndices(missing)) if (product !== null) known.set(product.index, product);
  return { problem: null, hits, products: known, distractors };
}

export const catalogSearch = defineTool({
  name: "catalog_search",
  description: "Search the shop by words and filters. Results show every attribute that can be filtered, and the value ranges of the product type.",
  effect: "read",
  args: Args,
  gather,
  run(args, facts, context, state) {
    if (facts.problem !== null) return facts.problem;
    const size = args.page_size ?? PAGE_SIZE;
    const page = args.page ?? 1;
    const depth = context.task.axes.retrieval_depth;
    const order = placeNoise(facts.hits.indices, facts.distractors, Math.min(depth, page * size));
    const from = (page - 1) * size;
    const products = order.slice(from, from + size).flatMap((index) => facts.products.get(index) ?? []);
    const typeIds = [...new Set([args.filters?.product_type ?? facts.hits.typeId, ...products.map((product) => product.typeId)])]
      .filter((id) => typeof id === "string")
      .slice(0, TYPES_SHOWN);
    const types = typeIds.flatMap((id) => context.typeById(id) ?? []);
    // What noise displaces moves down, so a page with distractors makes the list longer by as many.
    const clean = new Set(facts.hits.indices);
    const total = Math.min(depth, facts.hits.indices.length + order.filter((index) => !clean.has(index)).length);
    return {
      ok: true,
      result: {
        results: products.map((product) => productView(product, context, state.world)),
        total,
        page,
        pages: Math.ceil(total / size),
        ...(facts.hits.mode === "lexical" ? { note: "Search by meaning is down: these are ranked by words alone." } : {}),
        ...(facts.hits.correctedQuery === null ? {} : { corrected_query: facts.hits.correctedQuery }),
        product_types: types.map(typeView),
      },
      shows: products.map((product) => context.aliases.product(product.index)),
    };
  },
});
