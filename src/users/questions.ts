/** What a sentence asks for: whether it asks at all, and which kinds of slots its clauses name. */
import { CHOICE_KIND, CHOICE_VALUES, FALLBACK_KIND, LEXICON, PROPERTY_KINDS, PROPERTY_WORDS } from "./lexicon.ts";

/** What one clause asks for. Without kinds and not open it is a question whose object was not recognised. */
export interface Asked {
  readonly text: string;
  readonly kinds: readonly string[];
  readonly open: boolean;
  /** Open, but only as a lead up to what is asked beside it, if anything is. */
  readonly vague?: boolean;
}

/** A phrase of the lexicon as a pattern: on word boundaries, the last word singular or plural, `*` up to four words. */
function patternOf(phrases: readonly string[]): RegExp {
  const sources = phrases.map((phrase) => phrase.replace(/[+.?]/g, "\\$&").replace(/ \* /g, "(?: [\\w'-]+){0,4} ").replace(/\s/g, "\\s+"));
  return new RegExp(`(?<![\\w'-])(?:${sources.join("|")})(?:e?s)?(?![\\w-])`);
}

const PATTERNS: ReadonlyMap<string, RegExp> = new Map(Object.entries(LEXICON).map(([kind, phrases]) => [kind, patternOf(phrases)]));
const VALUE = `(?:${CHOICE_VALUES.join("|")})`;
/** Amounts with a unit, as options are told apart by. */
const MEASURE =
  "(?:\\d+(?:\\.\\d+)? ?(?:ml|cl|l|kg|g|cm|mm|m|inch|inches|w|oz|lb|gb|tb|watt|watts|litres?|liters?|pack|packs)|v_\\w+|(?!x\\d)[a-z]{1,2}\\d{1,3})";
const NUMBER = "(?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)";

/** Single words of the lexicon, for spelling. */
export const LEXICON_WORDS: ReadonlySet<string> = new Set(
  Object.values(LEXICON)
    .flat()
    .flatMap((phrase) => phrase.split(" "))
    .filter((word) => /^[a-z]+$/.test(word))
    .concat("anything something everything please preference preferred requirement confirm specify available".split(" ")),
);

// Asking.
const WH_FIRST =
  /^(?:\W|and|so|also|ok|okay|now|then|but|or|hi|hello|hey|sure|great|thanks|got it|first|next|for \w+|in)*\b(?:which|what|what's|how|who|whose|where|when|whom)\b/;
const AUX_FIRST =
  /^(?:\W|and|so|also|ok|okay|now|then|but|or|please)*\b(?:do|does|did|is|are|was|were|would|could|can|should|shall|will|may|any|anything|need|want|prefer|might|have you|has it|you want|you need|you prefer|you'd like)\b(?: not|n't)? ?(?:you|your|it|they|there|the|this|that|these|those|we|i|any|a|an|one|other|else|brand|size|colou?r|particular|preference|specific|more|\w+)?\b/;
const WH_INSIDE =
  /\b(?:which|what|how many|how much)\b (?:\w+ ){0,6}?(?:do|does|should|would|did|is|are|shall|will|can|could) (?:you|i|we|it|they|that|be)\b|, (?:which|what|how many)\b|^\W*(?:and |so |but )?(?:if|in case|when)\b.*\b(?:can|should|may|shall|do|would|could|will) (?:i|you|we|it)\b/;
const REQUESTS = new RegExp(
  [
    "\\b(?:let me know|tell me|tell us|advise|appreciate|remind me|help me (?:understand|narrow|choose|pick|identify|find)|fill me in|walk me through|give me|send me|show me which)\\b",
    "\\bplease (?:\\w+ly )?(?:specify|provide|confirm|share|describe|clarify|state|give|choose|pick|select|indicate|mention|name|list|enter|type|say|reply|answer|respond|send|include|elaborate|explain|define|decide|supply|identify|detail|set|fill)\\b",
    "\\b(?:specify|clarify|elaborate|indicate)\\b",
    "\\b(?:could|can|would|will|might|may) you (?:\\w+ ){0,3}?(?:specify|provide|share|clarify|describe|confirm|tell|give|state|name|elaborate|indicate|say|list|mention|narrow|pick|choose|explain|point)\\b",
    "\\b(?:i|we)(?:'d| would|'ll| will| do| still| just| also| only| first| really| now|'m)* (?:need|want|like|love|require|have|ask|wish|trying|have yet)(?:ing)? (?:to (?:know|ask|confirm|check|understand|clarify|find out|hear|get|learn|verify|determine|identify|figure)|your|more|some|the|a (?:bit|few|little)|a|an|clarity|clarification|information|details|confirmation|two|three|one more|another|further|both|which|what|how)\\b",
    "\\b(?:i|we)(?:'m| am|'re| are) (?:not (?:sure|certain|clear)|unsure|missing|lacking|wondering|curious|unclear|still (?:missing|unsure|unclear)|just missing|only missing|waiting (?:for|on)|after your)\\b",
    "\\b(?:i|we) (?:was|were) wondering\\b|\\bwondering (?:if|whether|about|which|what|how)\\b|\\bcurious (?:about|whether|if|what|which|how)\\b",
    "\\b(?:it'd|it would|it'll|would) (?:also )?(?:help|be helpful|be good|be great|be useful|be nice)(?: me)?(?: a lot| greatly)?(?: to know| to have| to hear| if| me)?\\b",
    "\\b(?:once|as soon as|when|until|unless|after|if) (?:i|we|you)(?:'ve| have)? (?:know|knew|have|tell|confirm|told|confirmed|let|give|share|provide|specify|choose|pick|decide|understand)\\b",
    "\\b(?:depends|depending|hinges) on\\b|\\bup to you\\b|\\byour (?:call|choice|pick|preference)\\b(?=\\W*$)|\\bis (?:needed|required|missing|unclear|unknown)\\b|\\bare (?:needed|required|missing|unclear|unknown)\\b",
    "\\b(?:may|can|could|might) i (?:also |just |quickly )?(?:ask|know|get|have|check|confirm)\\b|\\bask (?:you )?(?:which|what|how|whether|if|about)\\b|\\bask:",
    "\\bmind (?:telling|sharing|specifying|confirming|clarifying|giving|letting|describing)\\b|\\bfeel free to (?:tell|share|mention|add|specify|let)\\b|\\bnarrow (?:it|this|that|things) down\\b",
    "\\b(?:question|questions)\\b(?: \\w+){0,4}:|\\banything\\W+(?:else|more)\\b",
  ].join("|"),
);
/** Says that something is not known yet: a question only if what is missing is a slot. */
const LACKS = new RegExp(
  [
    "^\\W*(?:not (?:sure|certain|clear)|unsure|unclear|still missing|missing)\\b",
    "\\b(?:i|we)(?:'d| would|'ll| will| do| just| still| also| only)* (?<!(?:everything|all|what|that|which) (?:i|we) )(?:(?:need|require)(?! to (?:view|see|look|open|search|add|find|go|do)| now| a (?:moment|second|minute))|must (?:know|have)|have to (?:know|have)|want to (?:be|make) (?:sure|certain))\\b",
    "\\b(?:i|we) (?:don't|do not|can't|cannot|couldn't|still don't|don't yet|didn't)(?: \\w+)? (?:know|see|tell|have|catch|determine|figure)(?: \\w+)? (?:which|what|how|whether|if|the|your|any|a)\\b",
    "\\b(?:you|your \\w+|it|that) (?:didn't|did not|haven't|have not|hasn't|never|don't|doesn't|has not|does not)(?: \\w+)? (?:say|said|mention|mentioned|specify|specified|tell|told|give|given|state|stated|indicate|indicated|include|included|note|noted|name|named|provide|provided|clarify|clarified|list|listed)\\b",
    "\\b(?:wasn't|isn't|hasn't been|weren't|haven't been|was not|is not|has not been|were not) (?:mentioned|specified|clear|given|stated|provided|indicated|noted|said|included|set|decided|known|defined)\\b",
  ].join("|"),
);
const IMPERATIVE =
  /^(?:\W|and|also|please|kindly|then|just|so|now|ok|okay|to \w+[^,]*,|before [^,]*,|for [^,]*,|first,?|next,?|finally,?)*\b(?:choose|select|pick|specify|confirm|describe|name|state|give|provide|tell|list|indicate|share|advise|clarify|say|enter|elaborate|let me know|remind|decide|define)\b/;
const REMARK_FIRST =
  /^(?:\W|ok|okay|sure|great|perfect|alright|thanks|got it|good|so|now|well|and|first|next|then)*\b(?:let me(?! know)|let's|i'll|i will|i am going to|i'm going to|i've|i have (?:added|found|set|put|noted|updated|removed|checked|selected|placed)|i added|i found|i put|i set|i removed|i updated|i checked|i see|here (?:is|are)|here's|searching|checking|looking|adding|added|done|one moment|hold on|noted|understood)\b/;

/** Whether a sentence asks for something, as opposed to saying or offering it. */
export function asks(sentence: string): boolean {
  if (PLEASANTRY.test(sentence)) return false;
  if (sentence.includes("?")) return true;
  if (COURTESY.test(sentence)) return false;
  if (REQUESTS.test(sentence)) return true;
  if (LACKS.test(sentence)) return namesSlot(sentence);
  if (REMARK_FIRST.test(sentence)) return REMARK_ASKS.test(sentence);
  const short = sentence.split(/\s+/).length <= LONG;
  return (
    WH_FIRST.test(sentence) ||
    IMPERATIVE.test(sentence) ||
    (AUX_FIRST.test(sentence) && short) ||
    WH_INSIDE.test(sentence) ||
    isForm(sentence) ||
    isTerse(sentence)
  );
}

/** Whether a sentence asks to be told something, whatever it offers besides. */
export const requests = (sentence: string): boolean => !COURTESY.test(sentence) && (REQUESTS.test(sentence) || (LACKS.test(sentence) && namesSlot(sentence)));

/** Whether a sentence offers something other than what has just been said not to be there. */
export const offersOther = (sentence: string, before: string): boolean => OTHER.test(sentence) && STOCK.test(before) && !/\bif\b|\?/.test(before);

/** Whether anything that a slot could be is named. */
const namesSlot = (sentence: string): boolean => kindsIn(sentence, [...PATTERNS.keys()]).length > 0 || OPEN.test(sentence) || WHICH_ONE.test(sentence);

/** Words of a sentence without a question mark up to which it can be one by its order alone. */
const LONG = 25;
const PLEASANTRY =
  /\bhow are you\b|\bhow(?:'s| is) (?:it going|your day|everything|life)\b|\bisn't it\?|\bhow do you do\b|^\W*what (?:a |an )?(?:lovely|great|nice|wonderful|beautiful|good|fantastic|fun|perfect|excellent) |\bwhat a (?:\w+ )?(?:day|choice|pity|shame|week)\b|\bgive me (?:a|one|just a|a few) (?:second|sec|moment|minute|min|bit|mo)s?\b/;
const COURTESY =
  /^\W*if (?:you|there)(?:'s| is| are)? (?:need|want|have|anything)?\b.*\b(?:just |please |simply )?(?:let me know|tell me|ask|reach out)\W*$|\b(?:let me know|tell me|feel free) (?:if|when|once|should|to (?:ask|reach|contact))\b(?!.*\b(?:prefer|other|else|specific|particular|anything|brand|size|colou?r|option|substitut|alternative|replace|requirement|wish|missed|preference)).*/;
const REMARK_ASKS =
  /\b(?:tell me|let me know)\b|\b(?:which|what)(?: \w+){0,3} (?:do you|would you|should i|you want|you'd|you need|you prefer)\b|\bhow many (?:\w+ ){0,3}(?:do you|would you|should i|you)\b/;

/** A field to fill in: "Size: ____", "Quantity:", "[ ] red [ ] blue". */
const isForm = (sentence: string): boolean =>
  /(?:_{2,}|\[[ _]*\]|:\s*\.{2,}|\bselect\b.*\[)/.test(sentence) ||
  (/^\W*[\w /-]{2,30}:\s*$/.test(sentence) && kindsIn(sentence, [...PATTERNS.keys()]).length > 0);

/** A bare name of a slot: "colour", "qty pls", "size for the hoodie". */
function isTerse(sentence: string): boolean {
  const words = sentence.match(/[\w'-]+/g) ?? [];
  if (
    /^\W*(?:the )?\w+ (?:for|of) (?:the|your|a) /.test(sentence) &&
    words.length <= 8 &&
    kindsIn(words.slice(0, 2).join(" "), [...PATTERNS.keys()]).length > 0
  )
    return true;
  return (
    words.length <= 4 &&
    !/:\s*\w/.test(sentence) &&
    !/\b(?:added|done|found|is|are|ok|thanks|thank|here|noted|in|sorry|bye|checked|set|updated)\b/.test(sentence) &&
    kindsIn(sentence, [...PATTERNS.keys()]).length > 0
  );
}

// What is asked.
const OPEN = new RegExp(
  [
    "\\b(?:anything|something|everything|nothing|whatever|what|who|any other|aught) else\\b(?! (?:if|in case|instead))",
    "\\b(?:any|some|more|other|further|additional|special|all|all of|your|what|specific|particular|extra|the rest of)(?: \\w+)?(?: of)?(?: (?:your|the|other|further|additional|more|special|specific|particular|important|extra|general|relevant))* (?:requirement|preference|detail|wish|wishe|request|need|instruction|consideration|criteria|criterion|constraint|information|specification|specific|concern|thing|want|note|restriction|condition|remark|comment|must-have|question|context|thought)s?\\b",
    "\\bis (?:that|this|it) (?:all|everything|it)\\b|\\bthat(?:'s| is)? (?:all|everything|it)\\b(?=\\W*(?:\\?|$|or))|\\bwill that be all\\b|\\bthat be all\\b|\\banything (?:i|we|you|that|to|more|further|important|particular|specific|special|missing|left|worth|in particular|about)\\b",
    "\\b(?:did|have|am) i (?:\\w+ )?(?:miss|missed|missing|forget|forgotten|overlook|overlooked|get everything|got everything|covered everything|got it all)\\b|\\b(?:something|anything) (?:i|you|that|to|more|special|specific|particular|missing)\\b",
    "\\bwhat(?:'s| is| comes)? (?:next|now)\\b|\\b(?:something|anything|what|nothing)(?:'s| is)?(?: still| yet)? missing\\b|\\badd (?:something|anything)\\b|\\banything (?:besides|beyond|apart|on top)\\b|\\b(?:need|want) anything\\b",
    "\\b(?:told|tell|telling) me (?:everything|all)\\b|\\ball (?:that )?(?:i|you) (?:need|should|want)\\b|\\beverything (?:that|you|i|about)\\b|\\bwhat (?:more|other|matters|is important|do i need to know|should i know|should i keep|should i be aware|can i (?:do|help)|do you need|are you after|do you want|would you like|would you like me to do|can you tell)\\b",
    "\\b(?:other|more|further) (?:items|products|things|stuff|information|details)\\b|\\bhow (?:can|may|could) i (?:help|assist|be of)\\b|\\b(?:tell me|know|say|hear|share) (?:a (?:bit|little) )?more\\b(?! about the| about which| on the)|\\b(?:more|details?|information) (?:about|on|of|regarding) (?:what you|your (?:request|needs?|order|preferences?|requirements?|purchase|shopping|wishes))\\b|\\bwhat are you (?:looking for|after|shopping for)(?: today)?\\W*$|\\bclarify your (?:request|needs|order)\\b|\\belaborate\\b|\\bmore to (?:add|it|tell)\\b|\\b(?:there(?:'s| is)|is there|anything) more\\b|\\bor is there more\\b|\\blook out for\\b|\\bkeep in mind\\b|\\b(?:aware of|take into account|bear in mind|pay attention to)\\b",
  ].join("|"),
);
const OTHER_KIND = "(?:another|other|different|similar|alternative|new|any|second|some other|comparable|replacement|substitute|next)";
const WHICH =
  /\b(?:which|what|whichever)(?: (?:one|ones|of|exactly|exact|do|would|should|is|did|are|p|p_\w+|v_\w+|v))?\b|\bone (?:of these|of those|do you mean|you mean)\b|\b(?:do you|did you|you) (?:mean|have in mind|refer|want exactly)\b/;
const WHICH_ONE =
  /\b(?:which|what)(?: (?:exact|specific|particular|exactly))? (?:one|1|ones|of (?:these|those|them|the)|do you (?:want|mean|need|prefer|like)|would you|should (?:i|it)|is it|did you|are you|p_|v_|\w+ (?:do|did|would|are) you (?:mean|want|have|refer|like|need|prefer|after|looking))\b|\b(?:you|your) (?:mean|have in mind|had in mind|refer|referring|are after|'re after|talking about)\b|\bin mind\b/;
const PROPERTY = new RegExp(
  [
    "\\b(?:should|must|does|do|did|would|will|can|could)(?:n't)? (?:the|it|they|these|those|this|that|your|each|you)\\b.*\\b(?:be|have|come|include|support|need|require|work|feature|handle|withstand|last|run|hold|fit|contain|offer|provide)\\b",
    "\\b(?:need|want|prefer|like|require|looking for|after|care)\\b.*\\b(?:to be|to have|that (?:is|are|has|have|comes|can)|with|without|whether|if it)\\b",
    "\\bhow (?:big|bright|long|heavy|powerful|large|tall|wide|thick|strong|warm|fast|old|loud|deep|high|small|soft|firm|sturdy|light|hot|spicy|sweet|dark|sharp|quiet)\\b",
    "\\b(?:important|relevant|crucial|essential) (?:to|for) you\\b|\\bmatters? to you\\b|\\bcare (?:about|if|whether)\\b|\\b(?:need|want|use|buying) (?:the|it|this|that|a) ?(?:\\w+ ){0,3}for\\W*$|\\b(?:specify|clarify|identify|describe|pinpoint) (?:the|your|which|what)\\b",
    "\\b(?:is|are) (?:it|they|that|this|the \\w+(?: \\w+)?) (?:for|to be|meant|supposed|going to)\\b|\\b(?:indoor|outdoor|waterproof|wireless|rechargeable|cordless|dishwasher|organic|vegan|machine washable|non-stick|adjustable|portable|foldable|gluten)\\b",
  ].join("|"),
);
const CHOICE = new RegExp(
  `(?<![\\w-])${VALUE}(?:\\s*[,/]\\s*(?:the )?${VALUE})*,?\\s*(?:/|\\bor\\b|\\bvs\\b)\\s*(?:the |a |in )?${VALUE}(?![\\w-])|\\b(?:the|a) ${VALUE} (?:one|version|option)?\\s*or (?:the|a) ${VALUE}\\b|\\[${VALUE}\\]`,
);
/** Several values in a row, as a shop lists its options. */
const VALUES = new RegExp(
  `(?<![\\w-])(?:${VALUE}|${MEASURE})(?: (?:one|version|size|plug|bottle|pack))?\\s*(?:,|/|and|or|,? and|,? or)\\s*(?:a |the |in |an )?(?:${VALUE}|${MEASURE})(?![\\w-])`,
);
/** Sizes with one unit for all: "16, 20 or 24 cm". */
const SIZES = /\b\d+(?:\.\d+)?(?:, \d+(?:\.\d+)?)*,? (?:or|and) \d+(?:\.\d+)? ?(?:ml|cl|l|kg|g|cm|mm|m|inch|inches|w|oz|lb|gb|tb|litres?|liters?)\b/;
const A_VALUE = new RegExp(`(?<![\\w'-])(?:${CHOICE_VALUES.filter((value) => value.length > 2).join("|")})(?![\\w-])`);
const MORE = new RegExp(
  `\\bmake it (?:${NUMBER}|more|several)\\b|\\bx ?\\d or x ?\\d\\b|(?<![\\w.])${NUMBER} (?:ok|okay|enough|fine|sufficient)\\b|\\b${NUMBER}, (?:${NUMBER}|more)\\b|(?:need|want|or) more(?: than (?:one|that))?\\W*$|\\b(?:just|only|you (?:need|want)|only (?:need|want|require)) (?:a single|${NUMBER}(?! (?:ml|l|kg|g|cm|w)\\b))(?: of (?:it|them|those|these))?(?: \\w+)?(?:, right|, correct)?\\W*$`,
);
const COUNT_CHOICE = new RegExp(
  `(?<![\\w-])${NUMBER}(?:,? ${NUMBER})*,?\\s*(?:or|/|-)\\s*${NUMBER}(?![\\w-])(?! (?:ml|l|kg|g|cm|mm|m|inch|w|v|oz|lb|litre|liter|watt|gb|tb|%))|\\bsingle or (?:multiple|several)\\b|\\b(?:just|only) (?:the )?one\\b`,
);
const STOCK =
  /\b(?:sold out|out of stock|out-of-stock|unavailable|not available|isn't available|aren't available|no longer available|not in stock|isn't in stock|ran out|none left|no stock|is gone|are gone|stock is zero|zero stock|can't be delivered|discontinued)\b/;

/** A number of these is a property of the product. */
const HOW_MANY_UNITS =
  /\bhow many (?:watts?|volts?|lumens?|lit(?:re|er)s?|gigabytes?|gb|inches|speeds?|ports?|persons?|people|blades|pages|compartments|settings)\b/;
const HOW_MANY_OF =
  /\b(?:how many|number|quantity) (?:\w+ )?(?:of|for|in) (?:each|every|the|that|this) (?:\w+ )?(?:size|colou?r|variant|option|version|brand|type|kind|flavou?r)s?\b/;

/** Kinds named in a text, of those given; what a plan for a shortage names besides is only its occasion. */
export function kindsIn(text: string, kinds: readonly string[]): string[] {
  const found = kinds.filter((kind) => PATTERNS.get(kind)?.test(text) === true);
  if (found.includes("quantity") && HOW_MANY_UNITS.test(text))
    return [...new Set([...found.filter((kind) => kind !== "quantity"), ...PROPERTY_KINDS.filter((kind) => kinds.includes(kind))])];
  // How many "of each colour" asks for no colour.
  if (found.includes("quantity") && HOW_MANY_OF.test(text)) return ["quantity"];
  return found.includes(FALLBACK_KIND) ? [FALLBACK_KIND] : found;
}

/** Kinds whose values a sentence lists for a choice: "red or blue", "two or three", "v_… or v_…". */
function kindsOfChoices(sentence: string, kinds: readonly string[]): string[] {
  const option =
    CHOICE.test(sentence) ||
    VALUES.test(sentence) ||
    SIZES.test(sentence) ||
    FOR_THE.test(sentence) ||
    LISTED.test(sentence) ||
    /\bv_\w+(?:[^?]*?)(?:\bor\b|\/)[^?]*?\bv_\w+/.test(sentence);
  const property = PROPERTY_KINDS.find((kind) => kinds.includes(kind));
  return [
    ...(kinds.includes(CHOICE_KIND) && option ? [CHOICE_KIND] : []),
    ...(kinds.includes("quantity") && !SIZES.test(sentence) && (COUNT_CHOICE.test(sentence) || MORE.test(sentence)) ? ["quantity"] : []),
    ...(property !== undefined && /\bp_\w+(?:[^?]*?)(?:\bor\b|\/)[^?]*?\bp_\w+/.test(sentence) ? [property] : []),
  ];
}

/** Clauses of a sentence that can ask for different things. */
function clausesOf(sentence: string): string[] {
  return sentence
    .split(
      /[;?]\s*|,\s+(?=\S)|\s+-\s+|\s*[/+]\s+|\s+(?:and|but|plus|&)\s+(?=(?:also |then |in |if |even )*(?:what|which|how|whether|who|when|if|should|would|do|does|is|are|can|could|may|shall|any|your|the|a|an|tell|let|please|in what|in which|in case|black|just|one|size|colou?r|quantity|qty|number|anything|there|it|brand|variant|fallback)\b)|\s+and\s+(?=\w+\W*$)|\s+(?=(?:if|in case|should|when) (?:it|they|that|the|this|one|something|any|either|none|there|your|my|an?)\b)/,
    )
    .map((clause) => clause.trim())
    .filter((clause) => /\w/.test(clause));
}

/**
 * What an asking sentence asks for, clause by clause.
 *
 * @param before the sentences before it, the nearest last: an object named there is meant by "tell me which".
 * @param next the sentence after it, or nothing: options may be listed there.
 */
export function askedIn(sentence: string, kinds: readonly string[], before: readonly string[], next: string): Asked[] {
  const last = before[before.length - 1] ?? "";
  const plan = kinds.includes(FALLBACK_KIND);
  const lacking = plan && STOCK.test(last) && !/\bif\b|\?/.test(last);
  const shortage = plan && (lacking || STOCK.test(sentence) || kindsIn(sentence, kinds).includes(FALLBACK_KIND));
  if (lacking && OTHER.test(sentence)) return [{ text: sentence, kinds: [FALLBACK_KIND], open: false }];
  const bare = kindsIn(sentence, kinds).length === 0 && !VAGUE.test(sentence) && sentence.split(/\s+/).length <= 6;
  if (bare && kinds.includes(CHOICE_KIND) && isListed(last) && !CONFIRMS.test(sentence)) return [{ text: sentence, kinds: [CHOICE_KIND], open: false }];
  const asked = clausesOf(sentence).flatMap((clause) => askedInClause(clause, kinds, shortage, last, next));
  const spoken = asked.filter(({ text }) => !isStatement(text));
  const kept = spoken.length > 0 ? spoken : asked;
  const named = new Set(kept.flatMap((one) => one.kinds));
  const choices = shortage
    ? kindsOfChoices(sentence.replace(OTHERS, " "), kinds).filter((kind) => !SHORT_CHOICE.test(sentence) && kind !== "quantity")
    : kindsOfChoices(sentence, kinds);
  const listed = choices.filter((kind) => !named.has(kind));
  const all = listed.length === 0 || false ? kept : [...kept.filter((one) => !one.open), { text: sentence, kinds: listed, open: false }];
  if (all.length > 0) return all;
  return [{ text: sentence, ...readingOf(sentence, kinds, before, next, lacking) }];
}

const HOW_MUCH_OF_IT =
  /\bhow (?:big|bright|long|heavy|powerful|large|tall|wide|thick|strong|warm|fast|old|loud|deep|soft|firm|sturdy|spicy|sweet|sharp|quiet) (?:should|must|does|do|is|are|a|an|would|of)\b(?!.*\border\b)/;
const PROPERTY_WORD = patternOf(PROPERTY_WORDS);
const NEEDS_OF_USER =
  /\b(?:details?|information|more|specific|specifics) (?:about|on|of|regarding|for) (?:your (?:request|needs?|order|preferences?|requirements?|purchase|shopping|wishes)|what you)\b/;
const OTHERS = new RegExp(
  `\\b${OTHER_KIND}(?: \\w+)? (?:size|colou?r|variant|option|version|brand|model|make|type|kind|one|product|item|style|flavou?r|scent|quantity)s?\\b`,
  "g",
);
const OTHER = new RegExp(`\\b(?:${OTHER_KIND}|instead|skip|wait|leave|cancel|drop|remove)\\b`);
/** Whether something else would do, asked before it has to. */
const TAKES_OTHER =
  /\b(?:ok|okay|fine|happy|open|accept|acceptable|mind|would do|work|take|consider|flexible)\b(?:(?!\\bor\\b).){0,20}\b(?:another|a different|other|a similar|an alternative) (?:size|colou?r|variant|option|version|brand|model|make|one|product|item)s?\b/;
const SHORT_CHOICE = /^\W*(?:if|in case|when|should)\b/;

function askedInClause(clause: string, kinds: readonly string[], shortage: boolean, last: string, next: string): Asked[] {
  const bare = shortage ? clause.replace(OTHERS, " ") : clause;
  if (shortage && kindsIn(clause, kinds).includes(FALLBACK_KIND)) return [{ text: clause, kinds: [FALLBACK_KIND], open: false }];
  const strong = optionOver(bare, kindsIn(bare, kinds), isListed(last) || isListed(next), kinds);
  const property = PROPERTY_KINDS.find((kind) => kinds.includes(kind));
  if (property !== undefined && HOW_MUCH_OF_IT.test(bare)) return [{ text: clause, kinds: [property], open: false }];
  const named =
    strong.length === 0 && property !== undefined && !OPEN.test(clause) && PROPERTY_WORD.test(bare)
      ? [property]
      : strong.filter((kind) => !(NEEDS_OF_USER.test(clause) && kind === property));
  if (kinds.includes(FALLBACK_KIND) && TAKES_OTHER.test(clause)) return [{ text: clause, kinds: [FALLBACK_KIND], open: false }];
  const more = /\b(?:else|further|additional|other|more)\b/.test(clause) && !/\bsomething else\b/.test(clause);
  const open =
    OPEN.test(clause) &&
    (!shortage || (more && !named.includes(FALLBACK_KIND))) &&
    (named.length === 0 || /\belse\b/.test(clause) || named.every((kind) => kind === "requirements"));
  const thing = strong.length === 0 && (WHICH_THING.test(clause) || BARE_THING.test(clause)) ? thingKind(clause, last, next, kinds) : undefined;
  if (open && (thing === undefined || VAGUE.test(clause))) return [{ text: clause, kinds: [], open: true, vague: !VAGUE.test(clause) || SUCH_AS.test(clause) }];
  if (named.length > 0) return [{ text: clause, kinds: named, open: false }];
  return thing === undefined ? [] : [{ text: clause, kinds: [thing], open: false }];
}

/** Whether a sentence lists the options that a product comes in. */
const isListed = (sentence: string): boolean =>
  COMES_IN.test(sentence) || VALUES.test(sentence) || SIZES.test(sentence) || LISTED.test(sentence) || SEVERAL.test(sentence);
const SEVERAL = /\b(?:both|all|several|two|three|four|multiple|different) (?:versions|options|variants|variations|sizes|colou?rs|flavou?rs|finishes)\b/;

/** "Which one" is an option where options were spoken of, a product otherwise. */
function thingKind(clause: string, last: string, next: string, kinds: readonly string[]): string | undefined {
  const options =
    kinds.includes(CHOICE_KIND) && (/\bv_\w+/.test(`${last} ${clause}`) || isListed(last) || isListed(next) || kindsIn(last, [CHOICE_KIND]).length > 0);
  return options ? CHOICE_KIND : PROPERTY_KINDS.find((kind) => kinds.includes(kind));
}

/** What a question means that names nothing: the object of the sentence before, a property, anything. */
function readingOf(sentence: string, kinds: readonly string[], before: readonly string[], next: string, lacking: boolean): Omit<Asked, "text"> {
  const nothing = { kinds: [], open: false };
  if (CONFIRMS.test(sentence)) return nothing;
  if (lacking) return { kinds: [FALLBACK_KIND], open: false };
  const last = before[before.length - 1] ?? "";
  if (kinds.includes(CHOICE_KIND) && /^\W*(?:and |so )?what (?:do|would|will|works|suits|fits)\b/.test(sentence) && isListed(last))
    return { kinds: [CHOICE_KIND], open: false };
  if (OPEN.test(sentence)) return { kinds: [], open: true, vague: !VAGUE.test(sentence) };
  if (WHICH_ONE.test(sentence) || WHICH.test(sentence)) {
    const thing = thingKind(sentence, before.slice(-6).join(" "), next, kinds);
    if (thing !== undefined) return { kinds: [thing], open: false };
  }
  const earlier = kindsIn(last, kinds);
  if (earlier.length > 0 && sentence.split(/\s+/).length <= 6) return { kinds: earlier, open: false };
  if (kinds.includes(CHOICE_KIND) && A_VALUE.test(sentence)) return { kinds: [CHOICE_KIND], open: false };
  const property = PROPERTY_KINDS.find((kind) => kinds.includes(kind));
  return property !== undefined && (PROPERTY.test(sentence) || /\bor\b/.test(sentence)) ? { kinds: [property], open: false } : nothing;
}

/** A material or a length is an option where it is called one, or where the product was said to come in several. */
function optionOver(clause: string, named: readonly string[], listed: boolean, kinds: readonly string[]): readonly string[] {
  if (!kinds.includes(CHOICE_KIND) || !named.includes("features")) return named;
  const option = named.includes(CHOICE_KIND) && OPTION_OF.test(clause);
  if (option) return named.filter((kind) => kind !== "features");
  return listed && !/\b(?:brand|maker|manufacturer|model)\b/.test(clause) && /\b(?:which|what)\b/.test(clause)
    ? [...named.filter((kind) => kind !== "features" && kind !== CHOICE_KIND), CHOICE_KIND]
    : named;
}

const OPTION_OF =
  /\b(?:material|length|type|kind|style|plug|connector|weight|pack|capacity|fabric) (?:option|version|variant|type|of variant|of plug|of connector)s?\b|\b(?:what|which) (?:kind|type|sort) of (?:finish|plug|connector|fit|flavou?r|size|scent|variant|colou?r)\b|\b(?:plug|connector|size|colou?r|finish|scent|flavou?r) (?:type|kind)\b/;
const FOR_THE = /^\W*for (?:the|your) [^:?,]{2,40}: *[\w-]+(?: [\w-]+)? or [\w-]+(?: [\w-]+)?\W*$/;
const COMES_IN = /\b(?:comes?|available|offered|sold|listed|exists?|in stock|stocked) (?:\w+ )?(?:in|as|with)\b/;
const LISTED =
  /\bin (?!stock|mind|case|order|that|total|the meantime|one\b|two\b|a\b|\d)[\w.-]+(?: [\w.-]+)?(?:, [\w.-]+(?: [\w.-]+)?)*,? or [\w.-]+|\bin (?!stock|mind|case|order|that|total)[\w.-]+(?:, [\w.-]+)+,? and [\w.-]+/;
const BARE_THING = /(?:^\W*(?:and )?|\b(?:about|specify|clarify|on|is|know|mean|sure|of) )which (?!way|ever)\w+(?: \w+)?\W*$/;
/** Asks to hear more, of nothing in particular; beside a question that says what, it only leads up to it. */
const SUCH_AS = /\b(?:such as|e\.g|for (?:instance|example)|including|identifying|distinguishing)\b/;
const VAGUE = /\b(?:else|other|further|additional|anything|everything|is that (?:all|it))\b/;
const WHICH_THING =
  /\bwhich(?: \w+){1,4}? (?:do |did |are |is |were )?(?:you|they)(?:'re|'d| are| would)? ?(?:\w+)|\bwhich (?:one|ones|of (?:these|those|the|them))\b/;
/** Asks for a yes to what was just offered. */
export const CONFIRMS =
  /^\W*(?:(?:yes or no|agreed?|ok|okay|right|correct|interested|(?:shall i |should i )?add (?:it|this|that|them|one)|what do you think|thoughts|confirm(?:ed)?|deal|good to go|all good|sounds? good|sound (?:ok|okay|fine|right)|fine|ready|shall (?:i|we)(?: proceed| continue| go ahead)?|please confirm|can you confirm|could you confirm|do you agree|go ahead|proceed|alright|all right|happy with (?:that|this|it)|(?:is|are|was|does|do|would|will) (?:that|this|it|these|those|they|everything)\b(?:(?!\bor\b).){0,40}))\W*$/;

/** A clause that only says how things are, beside one that asks. */
const isStatement = (clause: string): boolean =>
  !/\b(?:which|what|how many|know)\b/.test(clause) &&
  /^(?:\W|and|so|ok|okay|great|sure)*(?:i found|i see|i've found|i have found|it comes|this comes|they come|there are|there is|this one|the \w+(?: \w+)? (?:comes|has|is|are|have) |because|since|given|before i|before adding|to (?:add|find|get|make|help|proceed|identify|narrow|complete)|we have|the store|happy to|glad to|thanks|it has|this (?:product|item) (?:has|comes))/.test(
    clause,
  );
