/** What a cart player has learnt: the shop's products seen so far, and what the shopper said of each item. */
import type { Step } from "../../../src/protocol/wire.ts";
import { findAll, type Token, tokenise } from "../text.ts";
import { type Feature, featuresIn, isNamed, namesAfterThe, type Segment, type ShopType, segments } from "./reading.ts";

export interface SeenProduct {
  readonly product_id: string;
  readonly product_type: string;
  readonly brand: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly restricted?: boolean;
}

export interface SeenVariant {
  readonly variant_id: string;
  readonly value: string;
  readonly in_stock: boolean;
}

export interface Plan {
  readonly kind: "leave_out" | "variant" | "product";
  readonly value?: string;
  readonly tokens: readonly Token[];
}

const LAST_WORDS = ["nothing else", "that's all", "that is all", "that's everything", "that is everything", "no more to add", "no other wishes", "that's it"];

export class Knowledge {
  readonly types = new Map<string, ShopType>();
  readonly products = new Map<string, SeenProduct>();
  readonly variants = new Map<string, readonly SeenVariant[]>();
  readonly lines: string[] = [];
  readonly gone = new Set<string>();
  /** Set when the shopper says that there is no more to tell. */
  toldAll = false;

  constructor(opening: string) {
    this.lines.push(opening);
  }

  hear(reply: Step): void {
    const { user_message, user_act, notices, tool_results } = reply.observation;
    for (const notice of notices) for (const id of notice.match(/\b[pv]_[0-9a-z]{8}\b/g) ?? []) if (notice.includes("sold out")) this.gone.add(id);
    for (const result of tool_results) if (result.ok) this.#learn(result.name, result.result);
    if (user_message === null) return;
    this.lines.push(user_message);
    const tokens = tokenise(user_message);
    if (user_act === "clarify" && LAST_WORDS.some((phrase) => findAll(tokens, phrase).length > 0)) this.toldAll = true;
  }

  #learn(name: string, result: unknown): void {
    const { results, visited, product_types, product_id, variants } = result as {
      results?: SeenProduct[];
      visited?: SeenProduct[];
      product_types?: ShopType[];
      product_id?: string;
      variants?: SeenVariant[];
    };
    for (const product of [...(results ?? []), ...(visited ?? [])]) this.products.set(product.product_id, product);
    for (const type of product_types ?? []) this.types.set(type.id, type);
    if (name === "catalog_get_variants" && product_id !== undefined && variants !== undefined) this.variants.set(product_id, variants);
  }

  /** Things that a reply named and that no known type is. */
  unknownNames(): string[] {
    const types = this.wanted();
    return [...new Set(this.lines.slice(1).flatMap(namesAfterThe))].filter(
      (name) => segments(name, types).size === 0 && !/^(one|right|wrong|wrng|count|number)\b/.test(name),
    );
  }

  /** Types that the shopper named; the longest names only ("wall charger" is no "charger"). */
  wanted(): ShopType[] {
    const named = [...this.types.values()].filter((type) => this.lines.some((line) => isNamed(line, type)));
    const kept = this.lines.map((line) => segments(line, named));
    return named.filter((type) => kept.some((found) => found.has(type.id)));
  }

  /** Everything said of an item, its fallback apart. */
  said(typeId: string, fallback: boolean): Segment[] {
    const types = this.wanted();
    return this.lines.flatMap((line) => segments(line, types).get(typeId) ?? []).filter((segment) => segment.fallback === fallback);
  }

  quantity(typeId: string): number {
    const counts = this.said(typeId, false).flatMap(({ count }) => count ?? []);
    return counts[counts.length - 1] ?? 1;
  }

  /** Features named, the one in which variants differ apart. */
  features(type: ShopType, spoken: readonly (readonly Token[])[]): Feature[] {
    const all = spoken.flatMap((tokens) => featuresIn(tokens, type)).filter((one) => one.attribute !== type.variants_by);
    return [...new Map(all.map((one) => [one.attribute, one])).values()];
  }

  /** The one product of a type whose brand is named and that has every feature named. */
  match(type: ShopType, spoken: readonly (readonly Token[])[]): SeenProduct | null {
    const features = this.features(type, spoken);
    if (features.length === 0) return null;
    const fitting = [...this.products.values()].filter(
      (product) => product.product_type === type.id && product.restricted !== true && features.every((one) => product.attributes[one.attribute] === one.value),
    );
    const branded = fitting.flatMap((product) => {
      const cost = spoken.flatMap((tokens) => findAll(tokens, product.brand)).sort((x, y) => x.cost - y.cost)[0]?.cost;
      return cost === undefined ? [] : [{ product, cost }];
    });
    branded.sort((x, y) => x.cost - y.cost);
    const [first, second] = branded;
    return first === undefined || second?.cost === first.cost ? null : first.product;
  }

  target(type: ShopType): SeenProduct | null {
    return this.match(
      type,
      this.said(type.id, false).map(({ tokens }) => tokens),
    );
  }

  /** The wanted value of the attribute in which the type varies, or null when none was said. */
  variantValue(type: ShopType, spoken = this.said(type.id, false).map(({ tokens }) => tokens)): string | null {
    const found = spoken.flatMap((tokens) => featuresIn(tokens, type)).filter((one) => one.attribute === type.variants_by);
    return found.length === 0 ? null : String(found[found.length - 1]?.value);
  }

  plan(type: ShopType): Plan | null {
    const [segment] = this.said(type.id, true).slice(-1);
    if (segment === undefined) return null;
    const { tokens } = segment;
    if (["leave it out", "skip it", "don't need it"].some((phrase) => findAll(tokens, phrase).length > 0)) return { kind: "leave_out", tokens };
    const value = this.variantValue(type, [tokens]);
    return value === null ? { kind: "product", tokens } : { kind: "variant", value, tokens };
  }
}
