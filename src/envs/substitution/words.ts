/** English of the substitution shopper. */
import type { Rng } from "../../core/rng.ts";
import type { Statement } from "../../core/shopper.ts";
import type { Constraint } from "../shared/constraints.ts";
import type { SubstitutionProblem } from "./problem.ts";

const list = (parts: readonly string[]): string => (parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`);

/** What the opening asks for: how many alternatives to what, and whatever of the wishes is told. */
export function ask(problem: SubstitutionProblem, told: ReadonlySet<string>, id: string, rng: Rng): string {
  const { k, original, called } = problem;
  const head = rng.pick([
    `${k} alternatives to a ${called.one} that is sold out, ${original.title} (${id})`,
    `the ${k} best replacements for a ${called.one} that you no longer have, ${original.title} (${id})`,
    `${k} substitutes for a ${called.one}, since ${original.title} (${id}) is out of stock`,
  ]);
  const wishes = [...problem.compatibility, ...problem.constraints].filter((one) => told.has(one.id)).map(({ words }) => words);
  return wishes.length === 0 ? head : `${head}, with ${list(wishes)}`;
}

/** Values that the opening says. */
export const valuesOf = ({ original, compatibility, constraints }: SubstitutionProblem): string[] => [
  original.title,
  ...[...compatibility, ...constraints].flatMap(({ must }) => must),
];

export function fitSaid({ words, must }: Constraint): Statement {
  return { forms: [`it has to have ${words}`, `it only works for me with ${words}`, `I need ${words}, or it won't fit`, `${words} is a must`], must };
}

export function fitMissed({ words, must }: Constraint): Statement {
  return { forms: [`that wouldn't fit, it needs ${words}`, `not all of those have ${words}, which it needs`], must };
}

export function waiting(problem: SubstitutionProblem): Statement {
  return {
    forms: [`I'm still waiting for your ${problem.k} alternatives`, `so which ${problem.k} could replace it?`, `I'd like to see your list of ${problem.k}`],
    must: [],
  };
}

export function notThisKind(problem: SubstitutionProblem): Statement {
  return { forms: [`that's no ${problem.called.one}`, `I'm looking for a ${problem.called.one}, not that`], must: [] };
}

export function theSoldOutOne(): Statement {
  return { forms: ["that's the very one that is sold out", "that one is gone, I need another"], must: [] };
}

export function noWish(): Statement {
  return { forms: ["no other requirement from me on that", "I've no wish about that", "anything goes there"], must: [] };
}
