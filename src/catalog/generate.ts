/** The synthetic shop: product i is a pure function of (catalog seed, i), so any size is reproducible and any part can be made alone. */
import { type Attribute, type Product, type ProductType, spokenValue, unitFor } from "../core/product.ts";
import { Rng } from "../core/rng.ts";
import { brandName, LINES } from "./brands.ts";
import { PRODUCT_TYPES } from "./types/index.ts";

/** Raised whenever the same seed and index would give another product. */
export const GENERATOR_VERSION = 3;

/** Ordinals per block; a block is cut into two families of six to twelve. */
const BLOCK = 18;
/** Families whose brands are drawn from one window of the department's brands. */
const WINDOW = 12;

const DEPARTMENTS = [...new Set(PRODUCT_TYPES.map((type) => type.department))];

const RESTRICTIONS = [
  "Sale restricted: recalled by its maker.",
  "Sale restricted: a licence is needed.",
  "Sale restricted: for trade customers only.",
] as const;

/** Names a synthetic catalog; part of every task key. */
export function catalogVersion(size: number, seed: string): string {
  return `synthetic-${GENERATOR_VERSION}/${size}/${seed}`;
}

/** Products of a type in a catalog of a size; type and ordinal of an index. */
export const countOfType = (size: number, typeNumber: number): number => Math.max(0, Math.ceil((size - typeNumber) / PRODUCT_TYPES.length));
export const indexOf = (typeNumber: number, ordinal: number): number => ordinal * PRODUCT_TYPES.length + typeNumber;

/** What the members of a family share. */
interface Family {
  readonly rng: Rng;
  readonly brand: string;
  readonly line: string;
  /** Latent quality, 0 to 1. */
  readonly quality: number;
  readonly base: Readonly<Record<string, string | number>>;
  /** Attributes in which members differ. */
  readonly varying: readonly Attribute[];
  /** One combination of varying values per member, all different. */
  readonly combinations: readonly (readonly (string | number)[])[];
  readonly restriction: string | null;
}

/** Rule CA1. */
export function product(seed: string, index: number): Product {
  const typeNumber = index % PRODUCT_TYPES.length;
  const type = PRODUCT_TYPES[typeNumber] as ProductType;
  const ordinal = Math.floor(index / PRODUCT_TYPES.length);
  const { family, member } = familyOf(seed, type, ordinal);
  const rng = family.rng.fork(`member/${member}`);
  const attributes: Record<string, string | number> = { ...family.base };
  const own = type.variantPriority[0];
  for (const attribute of type.attributes) if (attribute.id === own) attributes[attribute.id] = rng.fork("own").pick(valuesOf(attribute));
  family.varying.forEach((attribute, n) => {
    attributes[attribute.id] = (family.combinations[member] as readonly (string | number)[])[n] as string | number;
  });
  const quality = clamp01(0.75 * family.quality + 0.25 * merit(type, attributes) + 0.08 * (rng.fork("quality").unit() - 0.5));
  return {
    index,
    typeId: type.id,
    ordinal,
    brand: family.brand,
    attributes,
    title: titleOf(type, family, attributes),
    description: describe(type, family, attributes, rng.fork("words")),
    features: featuresOf(type, attributes),
    priceCents: priceOf(type, quality),
    ...reviews(quality, rng.fork("reviews")),
    shippingDays: shipping(quality, family.rng.fork("shipping"), rng.fork("shipping")),
    stock: rng.fork("stock").chance(0.05) ? 0 : 3 + Math.floor(240 * rng.fork("stock-level").unit() ** 2 + 8),
    restricted: family.restriction !== null,
  };
}

const clamp01 = (x: number): number => Math.max(0, Math.min(1, x));
const valuesOf = (attribute: Attribute): readonly (string | number)[] => (attribute.kind === "enum" ? attribute.values : attribute.grid);

/** The last families used: seeding goes round all types, so there is room for one family of each and more. */
const recent = new Map<string, Family>();

function familyOf(seed: string, type: ProductType, ordinal: number): { family: Family; member: number } {
  const block = Math.floor(ordinal / BLOCK);
  const place = ordinal % BLOCK;
  const first = new Rng(`catalog/${seed}/${type.id}/block/${block}`).int(6, 12);
  const second = place >= first;
  const number = 2 * block + (second ? 1 : 0);
  const key = `${seed}/${type.id}/${number}`;
  let family = recent.get(key);
  if (family === undefined) {
    family = makeFamily(seed, type, number, second ? BLOCK - first : first);
    if (recent.size > 1024) recent.clear();
    recent.set(key, family);
  }
  return { family, member: second ? place - first : place };
}

function makeFamily(seed: string, type: ProductType, number: number, size: number): Family {
  const rng = new Rng(`catalog/${seed}/${type.id}/family/${number}`);
  const quality = rng.fork("quality").unit();
  const base: Record<string, string | number> = {};
  for (const attribute of type.attributes) base[attribute.id] = baseValue(attribute, quality, rng.fork(`base/${attribute.id}`));
  const varying = varyingAttributes(type, size, rng.fork("varying"));
  const all = varying.reduce<(string | number)[][]>((sets, attribute) => sets.flatMap((set) => valuesOf(attribute).map((value) => [...set, value])), [[]]);
  return {
    rng,
    quality,
    base,
    varying,
    combinations: rng.fork("combinations").sample(all, size),
    brand: familyBrand(seed, type, number),
    line: rng.fork("line").pick(LINES),
    restriction: rng.fork("restricted").chance(0.02) ? rng.fork("restriction").pick(RESTRICTIONS) : null,
  };
}

/** Rule CA6. One family per brand and type; a window of twelve families uses twelve brands of the department, in an order of its own. */
function familyBrand(seed: string, type: ProductType, number: number): string {
  const window = Math.floor(number / WINDOW);
  const order = new Rng(`catalog/${seed}/${type.id}/brands/${window}`).shuffle(Array.from({ length: WINDOW }, (_, n) => n));
  const inDepartment = window * WINDOW + (order[number % WINDOW] as number);
  return brandName(inDepartment * DEPARTMENTS.length + DEPARTMENTS.indexOf(type.department));
}

/** Two attributes, or three when two have too few combinations; never the one in which variants differ, so that words can tell members apart. */
function varyingAttributes(type: ProductType, size: number, rng: Rng): readonly Attribute[] {
  const order = rng.shuffle(type.attributes.filter((attribute) => attribute.id !== type.variantPriority[0]));
  const room = (chosen: readonly Attribute[]): number => chosen.reduce((product, attribute) => product * valuesOf(attribute).length, 1);
  for (let count = 2; count < order.length; count += 1) {
    for (let skip = 0; skip + count <= order.length; skip += 1) {
      const chosen = order.slice(skip, skip + count);
      if (room(chosen) >= size) return type.attributes.filter((attribute) => chosen.includes(attribute));
    }
  }
  return type.attributes.filter((attribute) => order.includes(attribute));
}

/** Better families have better numbers, with some noise. */
function baseValue(attribute: Attribute, quality: number, rng: Rng): string | number {
  if (attribute.kind === "enum") return rng.pick(attribute.values);
  const last = attribute.grid.length - 1;
  const place = Math.round(clamp01(quality + 0.6 * (rng.unit() - 0.5)) * last);
  return attribute.grid[attribute.direction === "at_least" ? place : last - place] as number;
}

/** Mean standing of a product's numbers on their grids, 0 to 1. */
function merit(type: ProductType, attributes: Readonly<Record<string, string | number>>): number {
  const places = type.attributes.flatMap((attribute) => {
    if (attribute.kind === "enum") return [];
    const place = attribute.grid.indexOf(attributes[attribute.id] as number) / (attribute.grid.length - 1);
    return [attribute.direction === "at_least" ? place : 1 - place];
  });
  return places.length === 0 ? 0.5 : places.reduce((sum, place) => sum + place, 0) / places.length;
}

/** Log scale from P5 to P95 and a little beyond, ending as prices end. */
function priceOf(type: ProductType, quality: number): number {
  const { p5, p95 } = type.priceCents;
  const cents = p5 * (p95 / p5) ** (1.16 * quality - 0.08);
  if (cents < 2000) return Math.max(99, Math.round(cents / 50) * 50 - 1);
  if (cents < 20000) return Math.round(cents / 100) * 100 - 5;
  return Math.round(cents / 500) * 500;
}

function reviews(quality: number, rng: Rng): { rating: number; ratingCount: number } {
  const luck = rng.unit();
  const rating = 4.9 - 2.1 * (1 - 0.55 * quality) * luck ** 1.7;
  return { rating: Math.round(rating * 10) / 10, ratingCount: Math.floor(10 ** (0.5 + 3.2 * rng.unit() ** 1.3)) };
}

/** Most of it is the family's seller, some the product's own; better goods ship faster. */
function shipping(quality: number, seller: Rng, own: Rng): number {
  return Math.max(1, Math.min(14, Math.round(1 + 9 * seller.unit() * (1.15 - quality) + 2 * own.unit())));
}

/** A value with its unit: "braided nylon", "1.5 m". */
export function valueText(attribute: Attribute, value: string | number): string {
  return attribute.kind === "enum" ? String(value) : `${value} ${unitFor(attribute.unit, value)}`;
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Rule CA2. Brand, line and type name one family; the varying values name the member. */
function titleOf(type: ProductType, family: Family, attributes: Readonly<Record<string, string | number>>): string {
  const labels = family.varying.map((attribute) => spokenValue(attribute, attributes[attribute.id] as string | number));
  return `${family.brand} ${family.line} ${titleNoun(type)}, ${labels.join(", ")}`;
}

/** "Running Shoes" for "pair of running shoes". */
function titleNoun(type: ProductType): string {
  const bare = type.noun.replace(/^(pair|set|pack|bag|jar|bottle) of (car )?/, "$2");
  return bare.split(" ").map(capitalised).join(" ");
}

function describe(type: ProductType, family: Family, attributes: Readonly<Record<string, string | number>>, rng: Rng): string {
  const [first, second] = rng.fork("attributes").sample(type.attributes, 2);
  const say = (attribute: Attribute | undefined): string =>
    attribute === undefined
      ? ""
      : attribute.kind === "enum"
        ? `${attribute.label}: ${attributes[attribute.id]}`
        : `${attribute.label}: ${valueText(attribute, attributes[attribute.id] as number)}`;
  const [own, ...others] = type.blurbs;
  const parts = [own as string, rng.fork("blurb").pick(others), `${capitalised(say(first))}; ${say(second)}.`];
  return `${parts.join(" ")}${family.restriction === null ? "" : ` ${family.restriction}`}`;
}

function featuresOf(type: ProductType, attributes: Readonly<Record<string, string | number>>): string[] {
  return type.attributes.map((attribute) => `${capitalised(attribute.label)}: ${valueText(attribute, attributes[attribute.id] as string | number)}`);
}
