/** What agents call the slots: the shopper's lexicon, by slot kind. Adding a kind is adding a row. */

/** Words and phrases, lower case, single spaces; matched on word boundaries, plurals and small typos allowed on longer single words. */
export const LEXICON: Readonly<Record<string, readonly string[]>> = {
  features: [
    "feature", "brand", "brands", "make", "manufacturer", "model", "material", "fabric", "spec", "specs", "specification", "detail", "details", "which one", "which product", "which ones", "what kind", "what type", "which type",
    "which kind", "characteristic", "particular one", "specific product", "requirement", "property", "attribute", "describe", "looking for", "length", "weight", "capacity", "power", "wattage", "scent", "flavour", "flavor", "pattern",
    "which of these", "which of those", "what sort", "style of product", "must-have", "must have", "kind of", "type of", "preference", "maker", "who makes", "company", "label", "exact item", "exact product", "more about",
  ],
  variant: [
    "variant", "variation", "option", "size", "colour", "color", "connector", "version", "shade", "fit", "plug type", "configuration", "choice of", "finish option", "which style", "edition",
  ],
  quantity: [
    "quantity", "quantities", "how many", "how much", "number of", "amount", "count", "units", "how often", "pieces", "one or more", "more than one", "just one", "a single", "multiple", "per item", "qty", "copies", "pairs",
  ],
  fallback: [
    "fallback", "sold out", "out of stock", "unavailable", "not available", "isn't available", "alternative", "backup", "back-up", "substitute", "substitution", "instead", "plan b", "replacement", "replace", "second choice", "skip it",
    "leave it out", "runs out", "run out", "no longer available", "can't get", "cannot get", "in stock", "swap", "gone", "discontinued",
  ],
};
