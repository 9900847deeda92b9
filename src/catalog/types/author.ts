/** Short forms for authoring product types. */
import type { Attribute, EnumAttribute, NumberAttribute, ProductType } from "../../core/product.ts";
import { USES } from "./uses.ts";

/** An enum attribute from "a|b|c". */
export function e(id: string, values: string, label = id.replaceAll("_", " ")): EnumAttribute {
  return { kind: "enum", id, label, values: values.split("|") };
}

/** A number attribute: more is better ("+") or less is ("-"), on a grid of numbers people say. */
export function n(id: string, unit: string, better: "+" | "-", grid: readonly number[], label = id.replaceAll("_", " ")): NumberAttribute {
  return { kind: "number", id, label, unit, direction: better === "+" ? "at_least" : "at_most", grid: [...grid] };
}

export interface TypeSpec {
  readonly id: string;
  readonly names: readonly [noun: string, plural: string, ...synonyms: string[]];
  readonly category: string;
  /** Typical dollars: 5th and 95th percentile. */
  readonly usd: readonly [number, number];
  readonly attributes: readonly Attribute[];
  /** Enum attribute ids in which products vary, best first. */
  readonly vary?: string;
  /** Enum attribute ids that must be equal for a substitute. */
  readonly compat?: string;
  readonly returns?: ProductType["returnCategory"];
  readonly blurb: string;
}

/** The types of a department, each with its own line and the department's. */
export function department(name: string, returns: ProductType["returnCategory"], blurbs: readonly string[], specs: readonly TypeSpec[]): readonly ProductType[] {
  return specs.map((spec) => {
    const [noun, many, ...others] = spec.names;
    const packed = /^(pair|set|pack|bag|jar|bottle) of (.*)$/.exec(noun);
    // "3 pairs of jeans": three jeans could be anything, and four coffee beans are not four bags.
    const plural = packed === null ? many : `${packed[1]}s of ${packed[2]}`;
    const synonyms = packed === null || others.includes(many) ? others : [many, ...others];
    return {
      id: spec.id, department: name, category: spec.category, noun, plural, synonyms, attributes: [...spec.attributes],
      variantPriority: spec.vary?.split(" ") ?? [], compatibility: spec.compat?.split(" ") ?? [],
      priceCents: { p5: Math.round(spec.usd[0] * 100), p95: Math.round(spec.usd[1] * 100) },
      returnCategory: spec.returns ?? returns, blurbs: [spec.blurb, ...blurbs], uses: USES[spec.id] ?? "",
    };
  });
}

/** Colours that are told apart at a glance and by ear. */
export const COLOURS = "matte black|pure white|navy blue|forest green|charcoal grey|crimson red|sand beige|mustard yellow";
export const SOFT_COLOURS = "lilac|ivory|dusty rose|sage green|sky blue|oatmeal|terracotta|midnight blue";
