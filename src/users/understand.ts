/** How the shopper reads an agent's free text: questions and their slots, offers, claims, remarks, pleasantries. */
import { ID_PATTERN } from "../core/alias.ts";
import type { Proposal, Question, Speech, SubjectNames } from "../core/shopper.ts";
import { askedIn, asks, CONFIRMS, kindsIn, LEXICON_WORDS, offersOther, requests } from "./questions.ts";
import { oneApart, plain } from "./spelling.ts";

export interface Hearing {
  /** Slot kinds of the environment. */
  readonly kinds: readonly string[];
  readonly subjects: readonly SubjectNames[];
  /** Titles of the products that the text names by id: a number in them is no quantity. */
  readonly titles: readonly string[];
}

const DOING =
  "(?:now |also |just |then |please |go ahead and )*(?:add|put|place|order|proceed|go ahead|buy|include|check ?out|complete|finish|finali[sz]e|submit|remove|set|update|get|take|pick|choose|use|select|reserve|replace|swap|confirm|purchase|continue|do that|do this)";
const OFFERS = new RegExp(
  [
    `\\b(?:shall|should|may|can|could) (?:i|we) ${DOING}\\b`,
    `\\b(?:would you like|do you want|want|would you prefer|you want) (?:me|us) to ${DOING}\\b|\\b(?:would you like|do you want|want) to (?:add|buy|order|go|proceed|take|purchase|check)\\b`,
    `\\b(?:i'll|i will|i can|i could|i would|i'd|i plan to|i'm going to|i am going to|ready to|i propose to) ${DOING}\\b`,
    "\\bif i should add\\b|\\bhow about\\b|\\blet me add\\b|\\bunless you object\\b|\\bi can offer\\b|\\b(?:i|we) (?:suggest|recommend|propose)\\b|\\b(?:my|the) (?:suggestion|recommendation|proposal)\\b",
    "\\bis (?:this|that|it) (?:ok|okay|right|correct|fine|good)\\b|\\bdoes (?:this|that|it) (?:work|look|sound)\\b|^\\W*(?:go|going) ahead\\b|\\b(?:sound|look)s? (?:good|right|ok)\\b",
  ].join("|"),
);
const CLAIMS =
  /\b(i('ve| have)|we('ve| have)) (now |just |already |successfully )?(added|put|placed|updated|set|removed|finished|completed|done|fixed|changed|included|filled)\b|\b(is|are) (now |all )?(in your cart|done|complete|completed|added|ready|set)\b|\ball (set|done)\b|\b(cart|order) (is|looks) (ready|complete|done)\b|^(added|done|completed|finished|updated)\b/;
const STOCK = /\b(sold out|out of stock|unavailable|not available|isn't available|no longer available|not in stock|ran out)\b/;
const REFUSES =
  /\b(can(no|')t|cannot|unable to|won't|not able to|refuse to) (help|assist|do that|fulfil|fulfill|complete|process|provide)\b|\bi('m| am) (sorry|afraid),? (but )?i (can't|cannot|am unable)\b/;
const REMARK =
  /\b(let me|i('ll| will| am going to|'m going to)|one moment|just a (moment|second|sec)|hold on|give me a|checking|searching|looking (for|into|up|that|it|at)|working on)\b/;
const PLEASANT =
  /\b(thank you|thanks|thx|goodbye|good bye|bye|have a (nice|great|good|lovely)|you're welcome|welcome|hello|hi|hey|great day|take care|see you|cheers|my pleasure|glad to help|happy to help|good (morning|afternoon|evening))\b/;

/** Longest text that is read; the rest says nothing new. */
const MAX_TEXT = 8000;

/** Rule US2. Reads a message; linear in its length. A question is never lost: an unrecognised one has no kinds. */
export function understand(text: string, hearing: Hearing): Speech {
  const clean = plain(text.slice(0, MAX_TEXT), LEXICON_WORDS);
  const sentences = split(clean);
  const offer = sentences.find((sentence) => isOffer(sentence)) ?? null;
  const ids = idsOf(clean).length > 0;
  const confirms = ids && sentences.some((sentence) => CONFIRMS.test(sentence) || namesToConfirm(sentence));
  const proposal = offer === null && !confirms ? null : proposalOf(clean, offer ?? clean, hearing.titles);
  const questions = questionsOf(sentences, hearing, proposal !== null);
  const claims = sentences.some((sentence) => CLAIMS.test(sentence) && !asks(sentence));
  const reportsStockOut = sentences.some((sentence) => STOCK.test(sentence) && !/\bif\b/.test(sentence));
  const refuses = REFUSES.test(clean);
  const pleasantry = PLEASANT.test(clean);
  const silent = clean.trim() === "";
  const busy = questions.length > 0 || proposal !== null || claims || reportsStockOut || refuses;
  return {
    questions: merged(questions),
    proposal,
    claims,
    reportsStockOut,
    refuses,
    pleasantry,
    bareRemark: !busy && (silent || REMARK.test(clean) || !pleasantry),
  };
}

/** The questions of all sentences; what follows a line that asks and ends with a colon is asked too. */
function questionsOf(sentences: readonly string[], hearing: Hearing, offered: boolean): Question[] {
  const questions: (Question & { readonly vague: boolean })[] = [];
  let listing = false;
  for (const [n, sentence] of sentences.entries()) {
    const asking: boolean = asks(sentence) || listing;
    const offers = isOffer(sentence) && !asksToo(sentence) && !(idsOf(sentence).length === 0 && offersOther(sentence, sentences[n - 1] ?? ""));
    if (asking && !offers && !namesToConfirm(sentence) && !(offered && CONFIRMS.test(sentence))) {
      for (const { text, kinds, open, vague = false } of askedIn(nameless(sentence, hearing), hearing.kinds, sentences.slice(0, n), sentences[n + 1] ?? ""))
        if (kinds.length > 0 || open || !(offered || listing)) questions.push({ kinds, open, vague, subjects: subjectsIn(text, sentence, hearing) });
    }
    listing = sentence.endsWith(":") ? asking : listing && /^\W|^\d/.test(sentence);
  }
  const specific = questions.some((question) => question.kinds.length > 0);
  return questions.filter(({ vague }) => !(vague && specific)).map(({ kinds, open, subjects }) => ({ kinds, open, subjects }));
}

/** A sentence without the names of what is wanted: a word in a name asks for nothing. */
const nameless = (sentence: string, hearing: Hearing): string =>
  hearing.subjects.reduce((text, subject) => subject.names.reduce((left, name) => left.replaceAll(name.toLowerCase(), "thing"), text), sentence);

/** Subjects that a clause names, or else its sentence. */
function subjectsIn(clause: string, sentence: string, hearing: Hearing): string[] {
  const named = (text: string): string[] =>
    hearing.subjects.filter((subject) => subject.names.some((name) => mentions(text, name.toLowerCase()))).map((subject) => subject.id);
  const own = named(clause);
  return own.length > 0 ? own : named(sentence);
}

/** Longest piece that is read as one sentence; what follows is read as the next. */
const MAX_SENTENCE = 600;

/** Sentences: at stops, line breaks and bullets; a colon or semicolon does not end one. */
function split(text: string): string[] {
  return text
    .replace(/^\s*(\d{1,2})[.)]\s+/gm, "$1) ")
    .split(/(?<=[.?!])\s+|\n+/)
    .flatMap((part) => part.match(PIECES) ?? [])
    .map((part) => part.trim())
    .filter((part) => part !== "" && /\w/.test(part));
}

const PIECES = new RegExp(`[^]{1,${MAX_SENTENCE}}(?:(?=\\s)|$)|[^]{1,${MAX_SENTENCE}}`, "g");

const isOffer = (sentence: string): boolean => OFFERS.test(sentence) && !/\b(?:how|what) (?:would|should|do|can|could|may|shall) (?:you|i|we)\b/.test(sentence);
/** Whether a sentence names something by id and wants a yes to it: "is p_… the lamp you want?". */
const namesToConfirm = (sentence: string): boolean =>
  sentence.includes("?") &&
  idsOf(sentence).length > 0 &&
  !/\b(?:which|what(?! about| do you think| you(?:'re| are| want| need| had| asked))|how many|how much|or|if|in case|when|whether|any)\b/.test(sentence);
/** An offer that is a question about the user's wishes after all: "shall I take red or blue?", "or which do you want?". */
const asksToo = (sentence: string): boolean =>
  requests(sentence) ||
  /\b(which|what|how many|how much|anything else|any other|what else|let me know|tell me|should i know|how should i|(?:add|mention) (?:something|anything)|more than one|one enough|make it (?:one|two|three|\d|more)|one only|only one|just one|once i know)\b/.test(
    sentence,
  ) ||
  /\bor\b(?! not)/.test(sentence) ||
  (kindsIn(sentence, ["fallback"]).length > 0 && (idsOf(sentence).length === 0 || /\b(?:if|in case|when|should it|should they)\b/.test(sentence)));

const idsOf = (text: string): string[] => [...new Set(text.match(ID_PATTERN) ?? [])];

/** An offer's ids, from its sentence or else the whole message, and the one quantity beside it. */
function proposalOf(text: string, sentence: string, titles: readonly string[]): Proposal {
  const near = idsOf(sentence);
  const bare = titles.reduce((left, title) => left.replaceAll(title.toLowerCase(), " "), sentence);
  const numbers = [
    ...bare.replace(ID_PATTERN, " ").matchAll(/(?<![\w.$£€])(\d{1,2})\s*(?:x|×|of|units?|pieces?|pcs)\b|(?:x|×|quantity:?|qty:?)\s*(\d{1,2})\b/g),
  ];
  const quantities = [...new Set(numbers.map((match) => Number(match[1] ?? match[2])))];
  return { ids: near.length > 0 ? near : idsOf(text), quantity: quantities.length === 1 ? (quantities[0] as number) : null };
}

/** Whether a phrase stands in a text on word boundaries; a single longer word may be a plural or have one letter wrong. */
function mentions(text: string, phrase: string): boolean {
  if (phrase.includes(" ") || phrase.includes("-"))
    return ` ${text.replace(/[^\w'-]+/g, " ")} `.includes(` ${phrase} `) || ` ${text.replace(/[^\w'-]+/g, " ")} `.includes(` ${phrase}s `);
  return text
    .replace(/^\s*(\d{1,2})[.)]\s+/gm, "$1) ")
    .split(/[^\w'-]+/)
    .some((word) => word === phrase || word === `${phrase}s` || word === `${phrase}es` || (phrase.length >= 6 && oneApart(word, phrase)));
}

/** Questions of one message that ask for the same subjects, as one; unrecognised ones count only when nothing was recognised. */
function merged(questions: readonly Question[]): readonly Question[] {
  const known = questions.filter((question) => question.kinds.length > 0 || question.open);
  const kept = known.length > 0 ? known : questions.slice(0, 1);
  const groups = new Map<string, Question>();
  for (const question of kept) {
    const key = `${question.subjects.join()}/${question.open}`;
    const before = groups.get(key);
    groups.set(key, before === undefined ? question : { ...before, kinds: [...new Set([...before.kinds, ...question.kinds])] });
  }
  return [...groups.values()];
}
