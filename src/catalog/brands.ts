/** Invented brand names: a pure, injective function of a number, so that a catalog of any size has enough of them. */

const HEADS = [
  "Kest", "Moor", "Tav", "Ombr", "Lind", "Fjor", "Bram", "Quill", "Sax", "Verd", "Wist", "Yarr", "Zeph", "Alder", "Bor", "Calx", "Dun", "Eld", "Fern", "Glim", "Hess", "Isl", "Jun", "Karst",
  "Lumb", "Mav", "Nord", "Oak", "Pell", "Rusk", "Stell", "Thrum", "Umb", "Vell", "Wold", "Xan", "Yew", "Zinn", "Arv", "Bryn", "Crag", "Drift", "Ember", "Flax", "Grove", "Holl", "Ink", "Jasp",
] as const;
const TAILS = [
  "rel", "land", "ira", "ella", "gate", "wick", "mont", "sby", "on", "ura", "field", "eth", "oria", "stone", "ley", "aro", "worth", "idge", "enna", "holm", "ast", "ivo", "ury", "mark",
  "dale", "esco", "forth", "anda", "ock", "well", "ino", "hurst", "ova", "ridge", "ameth", "bury", "isle", "ora", "stead", "unda", "crest", "elio", "ham", "itas", "low", "umber", "vale", "yra",
] as const;
const HOUSES = [
  "", "Works", "Mill", "House", "Supply", "Brothers", "Atelier", "Trading", "Forge", "Studio", "Makers", "Lane", "Yard", "Union", "Harbour", "Goods", "Company", "Outfit", "Method", "Standard", "Guild", "Craft", "Partners", "Bureau",
] as const;

/** How many different names there are. */
export const BRAND_NAMES = HEADS.length * TAILS.length * HOUSES.length;

/**
 * Rule CA6. The name of brand number `n`, 0 to BRAND_NAMES - 1; no two numbers share one. Any 48 numbers in a row, also with a
 * stride that has no factor in common with 48, have 48 different heads, so that brands of one shelf sound different.
 */
export function brandName(n: number): string {
  const head = n % HEADS.length;
  const tail = (Math.floor(n / HEADS.length) + 5 * head) % TAILS.length;
  const house = Math.floor(n / (HEADS.length * TAILS.length)) % HOUSES.length;
  const name = `${HEADS[head]}${TAILS[tail]}`;
  return house === 0 ? name : `${name} ${HOUSES[house]}`;
}
