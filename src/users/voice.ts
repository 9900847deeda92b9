/** The scripted voice: words a decision by a seeded grammar. Needs no network and always has something to say. */
import type { OpeningPlan } from "../core/environment.ts";
import type { Rng } from "../core/rng.ts";
import type { Decision, Part } from "../core/shopper.ts";
import type { Style } from "../core/task.ts";
import { GREETINGS, JOINERS, PARTS, REASONS, REQUESTS } from "./en/phrases.ts";
import { addNoise } from "./typing.ts";

export interface VoiceOptions {
  readonly style: Style;
  readonly rng: Rng;
  /** p_noise, in [0, 0.125]. */
  readonly noise: number;
}

/** Rule US1. One user line for a decision; never empty, the same for the same stream. */
export function speak(decision: Decision, { style, rng, noise }: VoiceOptions): string {
  const clauses = decision.parts.map((part, place) => wordPart(part, style, rng.fork(`part/${place}`)));
  const text = joinClauses(clauses, style, rng.fork("join"));
  return finishLine(
    text,
    style,
    rng,
    noise,
    decision.parts.flatMap((part) => part.statement?.must ?? []),
  );
}

/** Rule US9. The first line: greeting, request with everything asked for, sometimes a reason, then what the agent should do. */
export function opening(plan: OpeningPlan, { style, rng, noise }: VoiceOptions): string {
  const { register } = style;
  const wanted = listed(plan.asks, rng.fork("list"));
  const request = rng
    .fork("request")
    .pick(REQUESTS[register])
    .replace("*", () => wanted);
  const reason = rng.fork("reason").pick(REASONS[register]);
  const purpose = plan.purposes.length === 0 || (register === "terse" && rng.fork("brief").chance(0.5)) ? "" : rng.fork("purpose").pick(plan.purposes);
  const sentences = [`${rng.fork("greeting").pick(GREETINGS[register])}${request}`, reason, purpose].filter((part) => part !== "");
  return finishLine(
    sentences
      .map((part, place) => (place === 0 ? part : sentence(part)))
      .map(stop)
      .join(" "),
    style,
    rng,
    noise,
    plan.values,
  );
}

function wordPart(part: Part, style: Style, rng: Rng): string {
  const phrase = rng.fork("phrase").pick(PARTS[part.kind][style.register]);
  if (part.statement === undefined) return phrase;
  const form = rng.fork("form").pick(part.statement.forms);
  return phrase.includes("*") ? phrase.replace("*", () => form) : `${phrase}, ${form}`;
}

/** A joiner follows a clause without a stop of its own; questions and long lists start a new sentence. */
function joinClauses(clauses: readonly string[], style: Style, rng: Rng): string {
  return clauses.reduce((text, clause, place) => {
    if (text === "") return clause;
    if (/[?!]$/.test(text)) return `${text} ${sentence(clause)}`;
    const joiner = rng.fork(`${place}`).pick(JOINERS[style.register]);
    return `${text}${joiner}${/\. $/.test(joiner) ? sentence(clause) : clause}`;
  }, "");
}

function listed(asks: readonly string[], rng: Rng): string {
  if (asks.length < 2) return asks.join("");
  const separator = asks.some((ask) => ask.includes(",")) ? "; " : ", ";
  const last = asks[asks.length - 1] as string;
  return `${asks.slice(0, -1).join(separator)}${rng.pick([`${separator}and `, " and also ", " plus "])}${last}`;
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const stop = (text: string): string => (/[.?!]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);

function finishLine(text: string, style: Style, rng: Rng, noise: number, values: readonly string[]): string {
  const { lowerCase, noFullStop, exclaims } = style.habits;
  let line = lowerCase ? lowerWords(stop(text)) : sentence(stop(text));
  if (noFullStop) line = line.replace(/\.$/, "");
  else if (exclaims) line = line.replace(/\.$/, "!");
  return addNoise(line, { rng: rng.fork("noise"), pLetter: noise, pWord: Math.min(0.2, 2 * noise), values });
}

/** Lower case for ordinary words; codes such as USB-C and words with digits keep their form. */
function lowerWords(text: string): string {
  return text.replace(/[^\s]+/g, (word) => (/\d|[a-z-][A-Z]|[A-Z]{2}/.test(word) ? word : word.toLowerCase()));
}
