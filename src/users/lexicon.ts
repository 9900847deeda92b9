/**
 * What agents call the slots: the shopper's lexicon, by slot kind. Adding a kind is adding a row.
 *
 * A row holds phrases in lower case, matched on word boundaries; the last word may be a plural; `*` stands for up to four words.
 */

export const LEXICON: Readonly<Record<string, readonly string[]>> = {
  features: [
    ..."brand|branded|make|maker|manufacturer|model|model number|feature|functionality|function|spec|specs|specification|property|attribute".split("|"),
    ..."characteristic|trait|wattage|voltage|capacity|weight|dimension|measurement|thickness|power output|brightness|resolution|battery life".split("|"),
    ..."thread count|ingredient|material|fabric|skin type|hair type|age range|genre|author|title|description|company|label|producer|vendor".split("|"),
    ..."which product|which item|what product|what item|which exact|exact product|exact item|specific product|specific item|right product".split("|"),
    ..."particular product|particular item|certain product|certain item|what kind|what type|which kind".split("|"),
    ..."which type|what sort|describe|must-have|must have|need to have|needs to have|have to have|narrow * down|narrow down|tell them apart|a hint|the one from|the one by|the one with".split(
      "|",
    ),
    ..."name of|who makes|who made|made by|made of|made from|distinguish|distinguishes|distinguishing|tell apart|technical|product name|item name".split("|"),
    ..."details of|details about|details on|detail about|detail on|detail of|diameter|height|width|length|size range|more about the|tell me about the|more about it|more on the|information on the|information about the|info on the".split(
      "|",
    ),
    ..."what for|used for|use it for|using it for|be used|intended use|purpose|suitable for|designed for|which line|product line|which series".split("|"),
  ],
  variant: [
    ..."variant|variation|option|size|sizing|sized|colour|color|coloured|colored|colourway|colorway|connector|version|shade|plug|plug type|plug style".split(
      "|",
    ),
    ..."configuration|finish|flavour|flavor|scent|scented|fragrance|edition|style|which fit|the fit|fit or|what fit|a fit|fit do|fit should|pattern|hue|tint|pack size|format|storage size|strap|design".split(
      "|",
    ),
    ..."waist|inseam|shoe size|cup size|ring size|sleeve|cut|aroma|setup|model year|length option|small or|medium or|or large|or medium|or small".split("|"),
  ],
  quantity: [
    ..."quantity|quantities|how many|how much|number of|number|amount|amounts|count|qty|headcount|copies|one or more|one or two|more than one".split("|"),
    ..."just one|just the one|only one|only the one|just a single|a single|single one|multiple|or several|want several|need several|one enough|is one|will one".split(
      "|",
    ),
    ..."one each|one of each|one of them|per item|pair or|pairs or|how often|units|pieces|one only|or a few|or a couple|need a few|want a few|get a few|more than once|a dozen|be enough|suffice|sufficient".split(
      "|",
    ),
    ..."stock up|bulk|in total|two or three|two of|2 or 3|1 or 2|one unit|single unit|single pack|single or".split("|"),
  ],
  fallback: [
    ..."fallback|fall back|fall-back|sold out|no longer in stock|is out|are out|they're out|you're out|we're out|missing item|missing product|sold-out|is left|are left|out of stock|out-of-stock|unavailable|unavailability|not available|unobtainable|isn't available|aren't available".split(
      "|",
    ),
    ..."isn't in stock|aren't in stock|not in stock|isn't there|not there|aren't there|no longer available|none left|no stock|nothing left|runs out|run out|ran out|goes out".split(
      "|",
    ),
    ..."go out of|sells out|sell out|selling out|backup|back-up|back up|alternative|alternate|substitute|substituting|substitution|sub|plan b|replacement".split(
      "|",
    ),
    ..."replace|replacing|second choice|second pick|second best|second option|second preference|swap|swapping|can't get|cannot get|can't find|cannot find".split(
      "|",
    ),
    ..."can't be delivered|cannot be delivered|can't be found|can't be ordered|gone|discontinued|missing from stock|similar product|similar item".split("|"),
    ..."something similar|no more of|leave * out|leave * off|skip it|skip that|skip them|drop it|drop that|omit|stock problem|stock issue|stock runs".split(
      "|",
    ),
    ..."back-order|backorder|restock|restocked|instead|in its place|next best|plan c|contingency|out of luck|doesn't have|don't have it|don't have that".split(
      "|",
    ),
    ..."isn't possible|not possible|low stock|limited stock|stockout|stock-out|zero stock|lack of stock|alternatives".split("|"),
  ],
  budget: "budget|price|price range|spend|spending|cost|pay|expensive|cheap|how much|maximum price|price limit|dollars|afford|ceiling".split("|"),
  requirements: [
    ..."requirement|feature|spec|specs|specification|must have|must-have|need|needs|look for|looking for|criteria|criterion|property|attribute".split("|"),
    ..."details|characteristic|rating|reviews|delivery time|shipping time|material|size|colour|color|constraint|condition".split("|"),
  ],
  priorities: [
    ..."priority|priorities|prioritise|prioritize|matters most|matter most|most important|important to you|rank|order of|care about|care most".split("|"),
    ..."weigh|trade-off|value most|come first|comes first|what matters".split("|"),
  ],
  brand: "brand|favourite brand|favorite brand|maker|manufacturer|make|company".split("|"),
  compatibility: [..."compatible|compatibility|fit|fits|same|match|matching|connector|has to be the same|work with|works with|must fit|connect".split("|")],
};

/** Words that mean a property of the product where nothing else is named beside them. */
export const PROPERTY_WORDS: readonly string[] = [
  ..."described|description|look like|looks like|looking for|look for|kind of|kinds of|type of|types of|sort of|called|exactly|identify|distinguish".split("|"),
];

/** Kinds that a question about a property of unknown name means ("should it be waterproof?"), the first that an environment has. */
export const PROPERTY_KINDS: readonly string[] = ["features", "requirements"];

/** Kind whose slot says what to do when something is not to be had; what else its clause names is only its occasion. */
export const FALLBACK_KIND = "fallback";

/** Kind whose values an agent may list instead of naming it ("red or blue?"). */
export const CHOICE_KIND = "variant";

/** Values that options commonly have, so that a bare choice between them is recognised. */
export const CHOICE_VALUES: readonly string[] = [
  ..."black|white|red|blue|green|grey|gray|navy|pink|purple|yellow|orange|brown|beige|silver|gold|cream|teal|ivory|charcoal|olive|turquoise|maroon".split("|"),
  ..."xs|s|m|l|xl|xxl|small|medium|large|extra large|twin|queen|king|single size|double size|full size|standard|compact|mini|regular|slim".split("|"),
  ..."usb-c|usb-a|usb|lightning|micro-usb|hdmi|eu|uk|us|matte|glossy|mild|hot|soft|firm".split("|"),
  ..."vanilla|chocolate|strawberry|mint|lavender|cedar|lemon|unscented|scented|hardcover|paperback|left-handed|right-handed|whole bean".split("|"),
];

/** Short forms and slips of common words, written out before anything is read. */
export const SLIPS: Readonly<Record<string, string>> = {
  wich: "which",
  whch: "which",
  whcih: "which",
  whic: "which",
  wihch: "which",
  wat: "what",
  waht: "what",
  whta: "what",
  wht: "what",
  wut: "what",
  hwo: "how",
  hw: "how",
  mny: "many",
  mayn: "many",
  mnay: "many",
  amny: "many",
  manny: "many",
  pls: "please",
  plz: "please",
  pleas: "please",
  plese: "please",
  u: "you",
  ur: "your",
  r: "are",
  n: "and",
  "&": "and",
  hve: "have",
  wud: "would",
  wuld: "would",
  woud: "would",
  shoud: "should",
  shuld: "should",
  shud: "should",
  shld: "should",
  shuold: "should",
  cud: "could",
  culd: "could",
  teh: "the",
  uot: "out",
  els: "else",
  esle: "else",
  siez: "size",
  colr: "color",
  brnad: "brand",
  bran: "brand",
  stcok: "stock",
  sotck: "stock",
  soldout: "sold out",
  dont: "don't",
  doesnt: "doesn't",
  isnt: "isn't",
  arent: "aren't",
  didnt: "didn't",
  havent: "haven't",
  cant: "can't",
  wont: "won't",
  whats: "what's",
  thats: "that's",
  im: "i'm",
  ive: "i've",
  wanna: "want to",
  gonna: "going to",
  gimme: "give me",
  lemme: "let me",
  smth: "something",
  pref: "preference",
  prefs: "preferences",
  info: "information",
  quan: "quantity",
  oos: "out of stock",
  alt: "alternative",
  qnty: "quantity",
  nr: "number",
};
