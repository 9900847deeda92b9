/** Which product types a query is about: by name first, else by the words that types use. */
import type { ProductType } from "../core/product.ts";
import { Corrector, editDistance, isStopWord, nameStem, tokens } from "./words.ts";

export interface Recognised {
  /** Types the search is narrowed to, likeliest first; empty when nothing points to any. */
  readonly typeIds: readonly string[];
  /** Whether a type was named outright. */
  readonly named: boolean;
  /** How much each of them is meant, the likeliest 1. */
  readonly scores: ReadonlyMap<string, number>;
}

/** Types by the words of their names and values; built once per set of types. */
export class TypeIndex {
  readonly #types: readonly ProductType[];
  /** Name, as stems joined by spaces, to types. */
  readonly #names = new Map<string, Set<string>>();
  readonly #longest: number;
  /** Word to the types that use it, with how telling it is there. */
  readonly #words = new Map<string, Map<string, number>>();
  /** Words of types as they write them. */
  readonly #vocabulary = new Set<string>();
  readonly #corrector: Corrector;
  readonly #known: ReadonlySet<string>;

  /** @param known further words of the catalog, which a query may hold: never corrected, and never what another word is corrected to. */
  constructor(types: readonly ProductType[], known: readonly string[] = []) {
    this.#types = types;
    this.#known = new Set(known.flatMap(tokens));
    let longest = 1;
    const vocabulary = this.#vocabulary;
    for (const type of types) {
      for (const name of namesOf(type)) {
        const parts = tokens(name).map(nameStem);
        longest = Math.max(longest, parts.length);
        const key = parts.join(" ");
        this.#names.set(key, (this.#names.get(key) ?? new Set()).add(type.id));
      }
      for (const [word, weight] of wordsOf(type)) {
        vocabulary.add(word);
        const entry = this.#words.get(nameStem(word)) ?? new Map<string, number>();
        entry.set(type.id, Math.max(entry.get(type.id) ?? 0, weight));
        this.#words.set(nameStem(word), entry);
      }
    }
    this.#longest = longest;
    this.#corrector = new Corrector(vocabulary);
  }

  /** The word corrected, between equally near ones to the one that completes the longest type name, then to the one that types use together with its neighbours. */
  correct(words: readonly string[], place: number): string {
    const word = words[place] as string;
    const around = [words[place - 1], words[place + 1]].flatMap((other) => [...(this.#words.get(nameStem(other ?? ""))?.keys() ?? [])]);
    const agreement = (candidate: string): number =>
      10 * this.#nameAround(words, place, candidate) +
      around.filter((typeId) => this.#words.get(nameStem(candidate))?.has(typeId)).length / (this.#words.get(nameStem(candidate))?.size ?? 1);
    return this.#corrector.correct(word, agreement) ?? this.#inName(words, place) ?? word;
  }

  /** A word of three letters, too short to be corrected alone, as part of a type's name that all words beside it agree with: "dog bds". */
  #inName(words: readonly string[], place: number): string | null {
    const word = words[place] as string;
    if (word.length !== 3) return null;
    const parts = words.map(nameStem);
    for (const key of this.#names.keys()) {
      const name = key.split(" ");
      for (const [at, part] of name.entries()) {
        const others = name.length > 1 && name.every((other, n) => n === at || parts[place - at + n] === other);
        if (others && part.length > 2 && [part, `${part}s`].some((form) => editDistance(word, form, 1) <= 1)) return part;
      }
    }
    return null;
  }

  /** Words of the longest type name that a word at a place would complete; 0 for none. */
  #nameAround(words: readonly string[], place: number, candidate: string): number {
    const parts = words.map((word, n) => nameStem(n === place ? candidate : word));
    for (let length = this.#longest; length > 0; length -= 1)
      for (let from = Math.max(0, place - length + 1); from <= place && from + length <= parts.length; from += 1)
        if (this.#names.has(parts.slice(from, from + length).join(" "))) return length;
    return 0;
  }

  /** Whether a word is one of the catalog's own, apart from brands. */
  knows(word: string): boolean {
    // "golves" shares its stem with "golf", which makes it no word.
    if (word.endsWith("ves") && !this.#vocabulary.has(word)) return this.#vocabulary.has(word.slice(0, -1));
    return this.#words.has(nameStem(word)) || this.#known.has(word);
  }

  /** Stems of the words in the names of some types; every product of a type is found by them. */
  nameWords(typeIds: readonly string[]): ReadonlySet<string> {
    const named = this.#types.filter((type) => typeIds.includes(type.id));
    return new Set(named.flatMap((type) => [type.noun, type.plural, ...type.synonyms].flatMap(tokens).map(nameStem)));
  }

  /** @param limit how many types at most when none is named. */
  recognise(words: readonly string[], limit: number): Recognised {
    const parts = words.map(nameStem);
    const named = this.#named(parts);
    if (named.length > 0) return { typeIds: named, named: true, scores: new Map(named.map((typeId) => [typeId, 1])) };
    const scores = new Map<string, number>();
    for (const part of new Set(parts)) {
      const entry = this.#words.get(part);
      if (entry === undefined || isStopWord(part)) continue;
      const rarity = Math.log(1 + this.#types.length / entry.size);
      for (const [typeId, weight] of entry) scores.set(typeId, (scores.get(typeId) ?? 0) + weight * rarity);
    }
    const order = new Map(this.#types.map((type, n) => [type.id, n]));
    const ranked = [...scores].sort(([a, x], [b, y]) => y - x || (order.get(a) as number) - (order.get(b) as number));
    const best = ranked[0]?.[1] ?? 1;
    const kept = ranked.slice(0, limit);
    return { typeIds: kept.map(([typeId]) => typeId), named: false, scores: new Map(kept.map(([typeId, score]) => [typeId, score / best])) };
  }

  /** Longer names win over the shorter ones inside them; several types can be named. */
  #named(parts: readonly string[]): string[] {
    const found = new Set<string>();
    const taken = new Array<boolean>(parts.length).fill(false);
    for (let length = Math.min(this.#longest, parts.length); length > 0; length -= 1) {
      for (let from = 0; from + length <= parts.length; from += 1) {
        const typeIds = this.#names.get(parts.slice(from, from + length).join(" "));
        if (typeIds === undefined || taken.slice(from, from + length).some(Boolean)) continue;
        taken.fill(true, from, from + length);
        for (const typeId of typeIds) found.add(typeId);
      }
    }
    return this.#types.filter((type) => found.has(type.id)).map((type) => type.id);
  }
}

/** Nouns and synonyms, also without "pair of" and the like. */
function namesOf(type: ProductType): string[] {
  const names = [type.noun, type.plural, ...type.synonyms];
  return [...names, ...names.map((name) => name.replace(/^(pairs?|sets?|packs?|bags?|jars?|bottles?|bars?) of /, ""))];
}

/** Words a type uses: names weigh most, values less, labels and blurbs least. */
function wordsOf(type: ProductType): [string, number][] {
  const weigh = (texts: readonly string[], weight: number): [string, number][] =>
    texts.flatMap((text) =>
      tokens(text)
        .filter((token) => token.length > 2 && !isStopWord(token))
        .map((token): [string, number] => [token, weight]),
    );
  const values = type.attributes.flatMap((attribute) => (attribute.kind === "enum" ? attribute.values : [attribute.unit]));
  return [
    ...weigh(namesOf(type), 3),
    ...weigh([type.category, type.department], 1.5),
    ...weigh(values, 1),
    ...weigh(
      type.attributes.map((attribute) => attribute.label),
      0.7,
    ),
    ...weigh(type.blurbs.slice(0, 1), 0.5),
    ...weigh([type.uses], 1.5),
  ];
}
