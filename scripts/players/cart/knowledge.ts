/** What a cart player has learnt: the shop's products seen so far, and what the shopper said of each item. */
import type { Step } from "../../../src/protocol/wire.ts";
import { isNamed, type Segment, says, segments, type ShopType } from "./reading.ts";
import { findAll, type Token, tokenise } from "../text.ts";

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
  /** Facts in the last reply to a question. */
  lastCount = 0;

  constructor(opening: string) {
    this.lines.push(opening);
  }

  hear(reply: Step): void {
    const { user_message, user_act, notices, tool_results } = reply.observation;
    for (const notice of notices) for (const id of notice.match(/\b[pv]_[0-9a-z]{8}\b/g) ?? []) if (notice.includes("sold out")) this.gone.add(id);
    for (const result of tool_results) if (result.ok) this.#learn(result.name, result.result);
    if (user_message === null) return;
    this.lines.push(user_message);
    this.lastCount = [...segments(user_message, [...this.types.values()]).values()].flat().length;
    const tokens = tokenise(user_message);
    if (user_act === "clarify" && LAST_WORDS.some((phrase) => findAll(tokens, phrase).length > 0)) this.toldAll = true;
  }

  #learn(name: string, result: unknown): void {
    const { results, visited, product_type, product_id, variants } = result as { results?: SeenProduct[]; visited?: SeenProduct[]; product_type?: ShopType; product_id?: string; variants?: SeenVariant[] };
    for (const product of [...(results ?? []), ...(visited ?? [])]) this.products.set(product.product_id, product);
    if (product_type !== undefined && typeof product_type === "object") this.types.set(product_type.id, product_type);
    if (name === "catalog_get_variants" && product_id !== undefined && variants !== undefined) this.variants.set(product_id, variants);
  }

  /** Types that the opening names; the longest names only ("wall charger" is no "charger"). */
  wanted(): ShopType[] {
    const named = [...this.types.values()].filter((type) => isNamed(this.lines[0] as string, type));
    const kept = segments(this.lines[0] as string, named);
    return named.filter((type) => kept.has(type.id));
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

  /** The one product of a type that the words fit best: its brand is named, and more of its features than any other's. */
  match(type: ShopType, spoken: readonly (readonly Token[])[]): SeenProduct | null {
    const scored = [...this.products.values()].filter((product) => product.product_type === type.id && product.restricted !== true).flatMap((product) => {
      const brand = spoken.some((tokens) => findAll(tokens, product.brand).length > 0);
      return brand ? [{ product, score: this.#featureScore(type, product, spoken) }] : [];
    });
    scored.sort((a, b) => b.score - a.score || (a.product.product_id < b.product.product_id ? -1 : 1));
    const [first, second] = scored;
    return first === undefined || (second !== undefined && second.score === first.score) ? null : first.product;
  }

  #featureScore(type: ShopType, product: SeenProduct, spoken: readonly (readonly Token[])[]): number {
    let score = 0;
    for (const attribute of type.attributes) {
      if (attribute.attribute === type.variants_by) continue;
      const value = product.attributes[attribute.attribute];
      if (value === undefined) continue;
      const found = spoken.flatMap((tokens) => says(tokens, value, attribute.unit) ?? []).sort((a, b) => a.cost - b.cost)[0];
      if (found !== undefined) score += 10 - found.cost;
    }
    return score;
  }

  target(type: ShopType): SeenProduct | null {
    return this.match(type, this.said(type.id, false).map(({ tokens }) => tokens));
  }

  /** The wanted value of the attribute in which the type varies, or null when none was said. */
  variantValue(type: ShopType, spoken = this.said(type.id, false).map(({ tokens }) => tokens)): string | null {
    const attribute = type.attributes.find((one) => one.attribute === type.variants_by);
    const found = (attribute?.values ?? []).flatMap((value) => spoken.flatMap((tokens) => {
      const labelled = findAll(tokens, `${attribute?.label} ${value}`).sort((a, b) => a.cost - b.cost)[0];
      return labelled === undefined ? [] : [{ value, cost: labelled.cost, words: labelled.to - labelled.from }];
    }));
    return found.sort((a, b) => a.cost - b.cost || b.words - a.words)[0]?.value ?? null;
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
