/** English of the discovery shopper. */
import type { Rng } from "../../core/rng.ts";
import type { Statement } from "../../core/shopper.ts";
import { brandSaid, orderSaid } from "../shared/persona.ts";
import type { DiscoveryProblem } from "./problem.ts";

const list = (parts: readonly string[]): string => (parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`);

/** What the opening asks for: how many of what, and whatever of the wishes is told. */
export function ask(problem: DiscoveryProblem, told: ReadonlySet<string>, rng: Rng): string {
  const { k, called } = problem;
  const head = rng.pick([
    `${k} suggestions for a ${called.one}`,
    `the ${k} best ${called.many} for me`,
    `a ranked list of ${k} ${called.many}`,
    `your top ${k} ${called.many}`,
  ]);
  const needs = problem.constraints.filter(({ id }) => told.has(id)).map(({ words }) => words);
  const wishes = [
    ...(told.has("priorities") ? [rng.fork("order").pick(orderSaid(problem.persona).forms)] : []),
    ...(told.has("brand") ? [rng.fork("brand").pick(brandSaid(problem.persona).forms)] : []),
  ];
  const body = needs.length === 0 ? head : `${head} with ${list(needs)}`;
  return wishes.length === 0 ? body : `${body} (${wishes.join("; ")})`;
}

/** Values that the opening says. */
export const valuesOf = ({ constraints, persona }: DiscoveryProblem): string[] => [...constraints.flatMap(({ must }) => must), persona.favouriteBrand];

export function waiting(problem: DiscoveryProblem): Statement {
  return {
    forms: [`I'm still waiting for your ${problem.k} suggestions`, `so which ${problem.k} would you pick?`, `I'd like to see your list of ${problem.k}`],
    must: [],
  };
}

export function notThisKind(problem: DiscoveryProblem): Statement {
  return { forms: [`that's no ${problem.called.one}`, `I'm looking for a ${problem.called.one}, not that`], must: [] };
}

export function soldOutOne(): Statement {
  return { forms: ["one of those is sold out, isn't it?", "I can't buy what's out of stock"], must: [] };
}

export function noWish(): Statement {
  return { forms: ["no other requirement from me on that", "I've no wish about that", "anything goes there"], must: [] };
}
