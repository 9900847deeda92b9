/** How the shopper reads an agent's free text: questions and their slots, offers, claims, remarks, pleasantries. */
import { ID_PATTERN } from "../core/alias.ts";
import type { Proposal, Question, Speech, SubjectNames } from "../core/shopper.ts";
import { LEXICON } from "./lexicon.ts";

export interface Hearing {
  /** Slot kinds of the environment. */
  readonly kinds: readonly string[];
  readonly subjects: readonly SubjectNames[];
  /** Titles of the products that the text names by id: a number in them is no quantity. */
  readonly titles: readonly string[];
}

const ASKS =
  /\?|\b(what|which|how many|how much|who|where|when|do you|would you|could you|can you|are you|is there|are there|should (it|they|the)|does (it|the)|any (other|more|particular|specific|preference))\b/;
const REQUESTS =
  /\b(let me know|tell me|please (specify|provide|confirm|share|tell|describe|clarify|state|give|choose|pick|advise)|(i|we) (just |still |also |will |would |'ll |'d )?(need|want|like|require|have) to know|need (more|your|the|some)|could you (specify|provide|share|clarify|describe)|specify|clarify|kindly)\b/;
const OPEN =
  /\b(anything|something|everything) else\b|\b(any|some|more) (other|further|additional|more|special)? ?(requirement|preference|detail|wish|request|thing|need|instruction|consideration|criteria|constraint|info|information|specification)s?\b|\bis that (all|everything|it)\b|\bthat all\b|\bwhat else\b|\bother (things|items|requirements|preferences|details)\b|\banything i (should|need)\b|\banything (more|further|important)\b/;
const OFFERS =
  /\b(shall|should|may|can|could) (i|we)\b|\bwould you like me to\b|\bdo you want me to\b|\bi('ll| will| can| could| would) (add|put|go ahead|place|order|set|include)\b|\bhow about\b|\bi (suggest|recommend|propose)\b|\bis (this|that|it) (ok|okay|right|correct|fine|good)\b|\bdoes (this|that) (work|look|sound)\b|\b(go|going) ahead\b|\bproceed\b|\bcheck ?out\b|\b(sound|look)s? (good|right|ok)\b/;
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
  const clean = normalise(text.slice(0, MAX_TEXT));
  const sentences = split(clean);
  const offer = sentences.find((sentence) => isOffer(sentence)) ?? null;
  const proposal = offer === null && !hasBareIds(sentences) ? null : proposalOf(clean, offer ?? clean, hearing.titles);
  const asking = sentences.filter((sentence) => isQuestion(sentence) && !(isOffer(sentence) && !mentionsChoice(sentence)));
  const questions = asking
    .map((sentence) => questionOf(sentence, hearing, clean))
    .filter((question) => proposal === null || question.kinds.length > 0 || question.open);
  const claims = sentences.some((sentence) => CLAIMS.test(sentence) && !isQuestion(sentence));
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

function normalise(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[*_`#>]+(?=\s|\w)|(?<=\w)[*`]+/g, (mark) => (mark === "_" ? "_" : " "));
}

/** Sentences: at stops, line breaks and bullets; a colon or semicolon does not end one. */
function split(text: string): string[] {
  return text
    .split(/(?<=[.?!])\s+|\n+/)
    .map((part) => part.trim())
    .filter((part) => part !== "" && /\w/.test(part));
}

const isQuestion = (sentence: string): boolean => (ASKS.test(sentence) && !startsAsRemark(sentence)) || REQUESTS.test(sentence);
const startsAsRemark = (sentence: string): boolean =>
  !sentence.includes("?") && /^(let me|i('ll| will|'m| am|'ve| have)|here|okay|ok|sure|great|got it|now|searching|checking|added|done)\b/.test(sentence);
const isOffer = (sentence: string): boolean => OFFERS.test(sentence);
const hasBareIds = (sentences: readonly string[]): boolean => sentences.some((sentence) => idsOf(sentence).length > 0 && /\?/.test(sentence));
/** An offer that is a question about the user's wishes after all: "shall I pick a size for you, or which do you want?". */
const mentionsChoice = (sentence: string): boolean =>
  /\b(which|what|how many|how much|anything else|any other|what else|let me know|should i know|what should i|how should i)\b/.test(sentence);

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

function questionOf(sentence: string, hearing: Hearing, whole: string): Question {
  const subjects = hearing.subjects.filter((subject) => subject.names.some((name) => mentions(sentence, name.toLowerCase()))).map((subject) => subject.id);
  const bare = hearing.subjects.reduce((text, subject) => subject.names.reduce((left, name) => left.replaceAll(name.toLowerCase(), " "), text), sentence);
  const kinds = hearing.kinds.filter((kind) => (LEXICON[kind] ?? []).some((word) => mentions(bare, word)));
  const open = OPEN.test(sentence);
  if (kinds.length > 0 || open) return { kinds, subjects, open: open && kinds.length === 0 };
  const listedKinds = /:\s*$/.test(sentence) ? hearing.kinds.filter((kind) => (LEXICON[kind] ?? []).some((word) => mentions(whole, word))) : [];
  return { kinds: listedKinds, subjects, open: false };
}

/** Whether a phrase stands in a text on word boundaries; a single longer word may be a plural or have one letter wrong. */
function mentions(text: string, phrase: string): boolean {
  if (phrase.includes(" ") || phrase.includes("-"))
    return ` ${text.replace(/[^\w'-]+/g, " ")} `.includes(` ${phrase} `) || ` ${text.replace(/[^\w'-]+/g, " ")} `.includes(` ${phrase}s `);
  return text
    .split(/[^\w'-]+/)
    .some((word) => word === phrase || word === `${phrase}s` || word === `${phrase}es` || (phrase.length >= 6 && oneApart(word, phrase)));
}

/** Whether two words differ by one letter changed, dropped, added, or two neighbours swapped. */
export function oneApart(a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.abs(a.length - b.length) > 1) return false;
  let head = 0;
  while (head < a.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const [restA, restB] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  return (restA.length <= 1 && restB.length <= 1) || (restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0]);
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
