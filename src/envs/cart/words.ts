/** English of the cart shopper: how it names, asks for and corrects items. */
import type { Rng } from "../../core/rng.ts";
import type { Statement } from "../../core/shopper.ts";
import type { Description } from "./describe.ts";
import type { Item } from "./problem.ts";

/** "a", "an" or nothing before a singular noun. */
const article = (noun: string): string => (/^[aeio]|^u(?!s[be]|ni|ti|k)/i.test(noun) ? "an" : "a");

export const named = (item: Item, quantity: number): string => (quantity > 1 ? item.called.many : item.called.one);
const list = (parts: readonly string[]): string => (parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`);
const details = (description: Description): string => list(description.features.map((feature) => feature.words));
export const mustOf = (description: Description): string[] => [description.brand, ...description.features.map((feature) => String(feature.value))];

/** A noun phrase for the opening with whatever of the item is told. */
export function ask(item: Item, told: { features: boolean; variant: boolean; quantity: boolean }, rng: Rng): string {
  const many = item.quantity > 1;
  const noun = named(item, told.quantity || !many ? item.quantity : 1);
  const count = !told.quantity && many ? "some" : many ? String(item.quantity) : article(told.features ? item.called.one : noun);
  const head = !told.quantity && many ? `${count} ${item.called.many}` : `${count} ${noun}`;
  const { brand } = item.description;
  const words = details(item.description);
  const body = told.features
    ? rng.pick([
        `${head} from ${brand} (${words})`,
        `${head} by ${brand}, ${words}`,
        `${head}, the ${brand} kind with ${words}`,
        `${head} made by ${brand} with ${words}`,
      ])
    : head;
  if (!told.variant || item.variant === null) return body;
  const option = optionOf(item, item.variant.value);
  return rng.pick([`${body}, ${option}`, `${body} in ${option}`, `${body}, with ${option}`]);
}

/** An option with its label, "colour ivory"; alone where it says the label itself: "foam nap", not "nap foam nap". */
function optionOf(item: Item, value: string): string {
  const label = item.variant?.label ?? "";
  return ` ${value.toLowerCase()} `.includes(` ${label.toLowerCase()} `) ? value : `${label} ${value}`;
}

/** Tells brand and features. */
export function featuresSaid(item: Item, description: Description = item.description): Statement {
  const name = item.called.one;
  const words = details(description);
  const { brand } = description;
  return {
    forms: [
      `the ${name} should be the one from ${brand} with ${words}`,
      `for the ${name} I want ${brand}, ${words}`,
      `the ${name} has to be from ${brand}: ${words}`,
      `${brand} for the ${name}, with ${words}`,
      `I'd like the ${name} by ${brand}, with ${words}`,
    ],
    must: mustOf(description),
  };
}

export function variantSaid(item: Item, value = item.variant?.value ?? ""): Statement {
  const option = optionOf(item, value);
  const name = item.called.one;
  return {
    forms: [
      `the ${name} should be ${option}`,
      `I need the ${name} in ${option}`,
      `for the ${name}: ${option}`,
      `${option} for the ${name}`,
      `make the ${name} ${option}`,
    ],
    must: [value],
  };
}

export function quantitySaid(item: Item): Statement {
  const { one, many } = item.called;
  if (item.quantity === 1) return { forms: [`just one ${one}`, `one ${one} is enough`, `only one ${one}`], must: [] };
  const count = String(item.quantity);
  return {
    forms: [`I need ${count} ${many}`, `${count} ${many} in total`, `make that ${count} ${many}`, `${count} of the ${many}`, `I want ${count} ${many}`],
    must: [count],
  };
}

export function fallbackSaid(
  item: Item,
  plan: { plan: "variant"; value: string } | { plan: "leave_out" } | { plan: "product"; description: Description },
): Statement {
  const name = item.called.one;
  const gone = [`if the ${name} is sold out`, `should the ${name} be out of stock`, `in case the ${name} is gone`];
  if (plan.plan === "leave_out")
    return { forms: gone.flatMap((when) => [`${when}, just leave it out`, `${when}, skip it`, `${when}, I don't need it, leave it out`]), must: [] };
  if (plan.plan === "variant") {
    return {
      forms: gone.flatMap((when) => [`${when}, take ${optionOf(item, plan.value)} instead`, `${when}, ${optionOf(item, plan.value)} is fine too`]),
      must: [plan.value],
    };
  }
  const words = details(plan.description);
  return {
    forms: gone.flatMap((when) => [
      `${when}, take the one from ${plan.description.brand} with ${words} instead`,
      `${when}, get me ${plan.description.brand}, ${words} instead`,
    ]),
    must: mustOf(plan.description),
  };
}

/** Wrong product, with what is wanted instead. */
export function wrongProduct(item: Item, description: Description): Statement {
  const said = featuresSaid(item, description);
  const words = details(description);
  return {
    forms: [
      `that's not the right ${item.called.one}, I want the one from ${description.brand} with ${words}`,
      `wrong ${item.called.one}: it should be from ${description.brand}, ${words}`,
      `not that ${item.called.one}, the ${description.brand} one with ${words}`,
    ],
    must: said.must,
  };
}

export function wrongVariant(item: Item, got: string, wanted: string): Statement {
  const option = optionOf(item, wanted);
  return {
    forms: [
      `that's the ${item.called.one} in ${optionOf(item, got)}, I need ${option}`,
      `the ${item.called.one} has to be ${option}, not ${got}`,
      `not ${got} for the ${item.called.one}, I want ${option}`,
    ],
    must: [wanted],
  };
}

export function wrongQuantity(item: Item): Statement {
  const count = item.quantity === 1 ? `only one ${item.called.one}` : `${item.quantity} ${item.called.many}`;
  return {
    forms: [`that's the wrong number, I need ${count}`, `not that many or few, I want ${count}`, `the count is off, it should be ${count}`],
    must: item.quantity === 1 ? [] : [String(item.quantity)],
  };
}

export function notWanted(): Statement {
  return {
    forms: [
      "there's something in the cart that I didn't ask for",
      "I didn't ask for everything that's in there",
      "one thing in the cart isn't mine to buy, please take it out",
    ],
    must: [],
  };
}

export function stillMissing(item: Item): Statement {
  return {
    forms: [
      `the ${named(item, item.quantity)} still ${item.quantity > 1 ? "aren't" : "isn't"} in my cart the way I want`,
      `I'm still waiting for the ${named(item, item.quantity)}`,
      `what about the ${named(item, item.quantity)}?`,
    ],
    must: [],
  };
}

export function anyVariant(item: Item | null): Statement {
  const name = item === null ? "those" : `the ${item.called.one}`;
  return { forms: [`any option is fine for ${name}`, `I don't mind which option for ${name}`, `no preference on options for ${name}`], must: [] };
}

export function noPlan(): Statement {
  return {
    forms: ["I don't have a backup plan, I'd rather have what I asked for", "let's not worry about that unless something is gone", "no plan B from me"],
    must: [],
  };
}
