/** What every catalog must do: one suite, run against each adapter on the same synthetic shop. */
import { describe, it } from "vitest";
import { product } from "../../src/catalog/generate.ts";
import { PRODUCT_TYPES } from "../../src/catalog/types/index.ts";
import { meetsFilter } from "../../src/core/filter.ts";
import type { Catalog, CleanQuery, Filter, Sort } from "../../src/core/ports.ts";
import type { Product } from "../../src/core/product.ts";

/** The shop that an adapter is given: `size` products of seed "7". */
export const CONTRACT_PLAN = { size: 2000, seed: "7" };

const T = PRODUCT_TYPES.length;
const ALL: readonly Product[] = Array.from({ length: CONTRACT_PLAN.size }, (_, index) => product(CONTRACT_PLAN.seed, index));
const CABLE = "usb_cable";
const CABLES = ALL.filter((one) => one.typeId === CABLE);

const ask = (asked: Partial<CleanQuery>): CleanQuery => ({ query: "", typeId: null, filters: [], inStock: false, sort: "relevance", depth: 200, ...asked });
const equal = (field: string, value: string | number): Filter => ({ field, op: "equal", value });
const bound = (field: string, op: "at_least" | "at_most", value: number): Filter => ({ field, op, value });

/** Registers the suite for one adapter. */
export function catalogContract(name: string, open: () => Promise<Catalog>): void {
  describe(`${name} as a catalog`, () => {
    readingSuite(open);
    filterSuite(open);
    searchSuite(open);
  });
}

function readingSuite(open: () => Promise<Catalog>): void {
  it("[CA3] info counts every product once, and says which catalog it is", async ({ expect }) => {
    const info = await (await open()).info();
    expect(info.size).toBe(CONTRACT_PLAN.size);
    expect(info.version).toMatch(/^synthetic-\d+\/2000\/7$/);
    expect(Object.values(info.countByType).reduce((sum, count) => sum + count, 0)).toBe(CONTRACT_PLAN.size);
    for (const type of PRODUCT_TYPES) expect(info.countByType[type.id], type.id).toBe(ALL.filter((one) => one.typeId === type.id).length);
  });
  it("[CA3] products by index are the generator's own, in the order asked, null where there is none", async ({ expect }) => {
    const found = await (await open()).byIndices([1999, 3, 0, 2000, 3, -1, 0.5]);
    expect(found).toEqual([ALL[1999], ALL[3], ALL[0], null, ALL[3], null, null]);
    expect(await (await open()).byIndices([])).toEqual([]);
  });
  it("[CA3] two hundred products are read at once, and no more", async ({ expect }) => {
    const found = await (await open()).byIndices(Array.from({ length: 250 }, (_, n) => 7 * n));
    expect(found).toEqual(Array.from({ length: 200 }, (_, n) => ALL[7 * n]));
  });
  it("[CA3] products by ordinal come in the order asked; missing ones and unknown types are left out", async ({ expect }) => {
    const catalog = await open();
    const cables = (...ordinals: number[]) => ordinals.map((ordinal) => ({ typeId: CABLE, ordinal }));
    expect(await catalog.byPlaces(cables(5, 0, 9999, 5, -1, 0.5))).toEqual([ALL[5 * T], ALL[0], ALL[5 * T]]);
    const next = (ALL[1] as Product).typeId;
    expect(await catalog.byPlaces([{ typeId: next, ordinal: 2 }, ...cables(1), { typeId: "no_such_type", ordinal: 0 }])).toEqual([ALL[1 + 2 * T], ALL[T]]);
    expect(await catalog.byPlaces([])).toEqual([]);
  });
  it("[CA3] a brand's shelf is whole, by ordinal, and cut at the limit", async ({ expect }) => {
    const catalog = await open();
    const brand = (CABLES[0] as Product).brand;
    const shelf = CABLES.filter((one) => one.brand === brand);
    expect(shelf.length).toBeGreaterThan(2);
    const cables = { typeId: CABLE, brand };
    expect(await catalog.byBrands([cables], 100)).toEqual([shelf]);
    expect(await catalog.byBrands([cables], 2)).toEqual([shelf.slice(0, 2)]);
    expect(await catalog.byBrands([{ typeId: CABLE, brand: "No Such Brand" }, cables], 100)).toEqual([[], shelf]);
    expect(await catalog.byBrands([], 100)).toEqual([]);
  });
  it("[CA15] a shelf holds every product of its type, row by ordinal, with all that is measured", async ({ expect }) => {
    const catalog = await open();
    const shelf = await catalog.shelf(CABLE);
    expect(shelf?.size).toBe(CABLES.length);
    for (const [row, { title: _title, description: _description, features: _features, ...entry }] of CABLES.entries()) expect(shelf?.entry(row)).toEqual(entry);
    expect(shelf?.rows((row) => shelf.buyable(row))).toEqual(CABLES.filter((one) => one.stock > 0 && !one.restricted).map((one) => one.ordinal));
    expect(() => shelf?.entry(CABLES.length)).toThrow(RangeError);
    expect(await catalog.shelf("no_such_type")).toBeNull();
  });
}

/** A cable that every filter below is made after, so that each is met by one at least. */
const ONE = CABLES[3] as Product;
const { connector, jacket, length, power } = ONE.attributes as { connector: string; jacket: string; length: number; power: number };

/** Filters of each kind, as agents write them. */
const FILTERS: readonly (readonly Filter[])[] = [
  [equal("connector", connector)],
  [equal("connector", connector.toUpperCase())],
  [equal("connector", connector.toLowerCase()), equal("jacket", jacket)],
  [equal("length", length)],
  [equal("length", String(length))],
  [bound("length", "at_least", length)],
  [bound("power", "at_most", power)],
  [bound("price", "at_most", ONE.priceCents / 100)],
  [equal("price", ONE.priceCents / 100)],
  [bound("price", "at_least", ONE.priceCents / 100), bound("rating", "at_least", ONE.rating)],
  [bound("rating_count", "at_least", ONE.ratingCount), bound("shipping_days", "at_most", ONE.shippingDays)],
  [equal("brand", ONE.brand.toUpperCase())],
  [equal("brand", ONE.brand), equal("jacket", jacket)],
];

/** Filters that nothing meets, whatever text or number SQLite would make of them. */
const HOPELESS: readonly Filter[] = [
  bound("connector", "at_least", 0),
  bound("brand", "at_least", 0),
  equal("power", "USB-C"),
  equal("no_such_attribute", "x"),
  equal("constructor", "x"),
  equal("toString", "x"),
  equal('length"', 2),
  equal("length\\", 2),
  equal("$", 2),
  equal("1 = 1 OR idx", 1),
];

function filterSuite(open: () => Promise<Catalog>): void {
  it("[CA4] filters alone give exactly the products that meet them, sold-out ones left out on request", async ({ expect }) => {
    const catalog = await open();
    for (const filters of FILTERS) {
      for (const inStock of [false, true]) {
        const expected = CABLES.filter((one) => filters.every((filter) => meetsFilter(one, filter)) && (!inStock || one.stock > 0)).map((one) => one.index);
        if (!inStock) expect(expected, JSON.stringify(filters)).toContain(ONE.index);
        const { indices, mode } = await catalog.search(ask({ typeId: CABLE, filters, inStock }));
        expect(indices, JSON.stringify({ filters, inStock })).toEqual(expected);
        expect(mode).toBe("filter");
      }
    }
  });
  it("[CA4] a filter that makes no sense is met by nothing and breaks nothing", async ({ expect }) => {
    const catalog = await open();
    for (const filter of HOPELESS) {
      expect((await catalog.search(ask({ typeId: CABLE, filters: [filter] }))).indices, JSON.stringify(filter)).toEqual([]);
      expect((await catalog.search(ask({ query: "charging cable", filters: [filter] }))).indices, JSON.stringify(filter)).toEqual([]);
    }
  });
  it("[CA4] filters come before ranking: every hit meets them, and none is lost to a better match that does not", async ({ expect }) => {
    const catalog = await open();
    const filters = [bound("price", "at_most", ONE.priceCents / 100), equal("connector", connector)];
    const { indices } = await catalog.search(ask({ query: "braided charging cable", filters }));
    const expected = CABLES.filter((one) => filters.every((filter) => meetsFilter(one, filter))).map((one) => one.index);
    expect(expected).toContain(ONE.index);
    expect(expected.length).toBeLessThan(CABLES.length);
    expect([...indices].sort((a, b) => a - b)).toEqual(expected);
  });
  it("[CA4] every sort orders by its field, then by index", async ({ expect }) => {
    const catalog = await open();
    const by: Readonly<Record<Sort, (one: Product) => readonly number[]>> = {
      relevance: (one) => [one.index],
      price_asc: (one) => [one.priceCents, one.index],
      price_desc: (one) => [-one.priceCents, one.index],
      rating_desc: (one) => [-one.rating, -one.ratingCount, one.index],
      shipping_asc: (one) => [one.shippingDays, one.index],
    };
    for (const [sort, key] of Object.entries(by) as [Sort, (one: Product) => readonly number[]][]) {
      const { indices } = await catalog.search(ask({ typeId: CABLE, sort }));
      expect(indices.length).toBe(CABLES.length);
      const keys = indices.map((index) => key(ALL[index] as Product));
      expect(keys, sort).toEqual([...keys].sort(byNumbers));
      const worded = await catalog.search(ask({ query: "charging cable", sort }));
      if (sort !== "relevance") expect(worded.indices, sort).toEqual(indices);
    }
  });
  it("[CA4] a brand is found in all of its types when no type is named", async ({ expect }) => {
    const catalog = await open();
    const brand = (CABLES[0] as Product).brand;
    const expected = ALL.filter((one) => one.brand === brand).map((one) => one.index);
    expect(new Set(expected.map((index) => (ALL[index] as Product).typeId)).size).toBeGreaterThan(1);
    const filtered = await catalog.search(ask({ filters: [equal("brand", brand)] }));
    expect(filtered).toMatchObject({ indices: expected.slice(0, 200), mode: "filter", typeId: null });
    const spoken = await catalog.search(ask({ query: `${brand} matte black` }));
    expect(spoken.indices.length).toBeGreaterThan(0);
    expect(spoken.indices.map((index) => (ALL[index] as Product).brand).filter((one) => one !== brand)).toEqual([]);
  });
}

function byNumbers(a: readonly number[], b: readonly number[]): number {
  for (let n = 0; n < a.length; n += 1) if (a[n] !== b[n]) return (a[n] as number) - (b[n] as number);
  return 0;
}

function searchSuite(open: () => Promise<Catalog>): void {
  it("[CA10] a title holds only known words: it is not corrected, and finds its product first", async ({ expect }) => {
    const catalog = await open();
    for (let index = 0; index < CONTRACT_PLAN.size; index += 41) {
      const { title } = ALL[index] as Product;
      const hits = await catalog.search(ask({ query: title, depth: 5 }));
      expect(hits.indices[0], title).toBe(index);
      expect(hits.correctedQuery, title).toBeNull();
    }
  });
  it("[CA3] a named type narrows the search, however it is called", async ({ expect }) => {
    const catalog = await open();
    for (const query of ["charging cable", "I need a phone cable please", "charger cords", "CHARGING CABLES!"]) {
      const hits = await catalog.search(ask({ query }));
      expect(hits.typeId, query).toBe(CABLE);
      expect(
        [...hits.indices].sort((a, b) => a - b),
        query,
      ).toEqual(CABLES.map((one) => one.index));
    }
  });
  it("[CA10] typos are put right, and the correction is told", async ({ expect }) => {
    const catalog = await open();
    const brand = (CABLES[0] as Product).brand;
    const cases = [
      ["chargign cable", "charging cable"],
      ["braided nlyon charging cable", "braided nylon charging cable"],
      [`${brand.slice(0, -2)}${brand.slice(-1)} charging cable`, `${brand.toLowerCase()} charging cable`],
    ] as const;
    for (const [query, corrected] of cases) {
      const hits = await catalog.search(ask({ query }));
      expect(hits.correctedQuery, query).toBe(corrected);
      expect(hits.typeId, query).toBe(CABLE);
    }
  });
  it("[CA3] the same query gives the same hits, and depth cuts them", async ({ expect }) => {
    const catalog = await open();
    const whole = await catalog.search(ask({ query: "silicone cable usb-c" }));
    expect(await (await open()).search(ask({ query: "silicone cable usb-c" }))).toEqual(whole);
    expect((await catalog.search(ask({ query: "silicone cable usb-c", depth: 4 }))).indices).toEqual(whole.indices.slice(0, 4));
    expect((await catalog.search(ask({ query: "matte black", depth: 5000 }))).indices.length).toBeLessThanOrEqual(200);
  });
  it("[CA3] queries made of syntax, nothing, or noise are answered, not thrown", async ({ expect }) => {
    const catalog = await open();
    for (const query of ['"', "' OR 1=1 --", "a AND NOT b*", "NEAR(", "{title}: x", "🙂", "\u0000", "   ", "-", "the of", "zzzzzzqq", "x".repeat(200)]) {
      const hits = await catalog.search(ask({ query }));
      expect(Array.isArray(hits.indices), query).toBe(true);
    }
    expect((await catalog.search(ask({}))).indices).toEqual([]);
    expect((await catalog.search(ask({ query: "the of" }))).indices).toEqual([]);
  });
}
