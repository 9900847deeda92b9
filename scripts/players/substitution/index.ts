/** The players of the substitution environment. */
import { ANY_PLAYERS } from "../any/index.ts";
import type { Goods, Kind } from "../cart/agent/goods.ts";
import { mustFail, mustSucceed, type Player, skilled } from "../player.ts";
import { askedInTime, Chooser, type ChoosingManner, type Heard } from "../shared/chooser.ts";
import { fits } from "../shared/constraints.ts";

const ABOUT = ["compatibility", "budget", "requirements"];
const clip01 = (x: number): number => Math.max(0, Math.min(1, x));

/** Similarity to the original as the instructions define it. */
function similarity(one: Goods, original: Goods, kind: Kind): number {
  const range = (kind as Kind & { price: { p5: number; p95: number } }).price;
  const parts = kind.attributes.map(({ attribute, values, from, to }) => {
    const [a, b] = [one.attributes[attribute], original.attributes[attribute]];
    return values === undefined ? 1 - clip01(Math.abs(Number(a) - Number(b)) / (Number(to) - Number(from))) : Number(a === b);
  });
  const all = [...parts, Number(one.brand === original.brand), 1 - clip01(Math.abs(one.price - original.price) / (range.p95 - range.p5))];
  return all.reduce((sum, part) => sum + part, 0) / all.length;
}

const share = (one: Goods, { needs }: Heard): number => {
  const wishes = needs.filter((need) => need.same !== true);
  return wishes.length === 0 ? 1 : wishes.filter((need) => fits(one, need)).length / wishes.length;
};
const alike = (one: Goods, { original, kind }: Heard): number => (original === null ? 0 : similarity(one, original, kind));
const ranked = (found: readonly Goods[], heard: Heard, worth: (one: Goods) => number): Goods[] =>
  found.filter((one) => one.product_id !== heard.original?.product_id).toSorted((a, b) => worth(b) - worth(a));

const REFERENCE: ChoosingManner = {
  asks: "first",
  voice: "tool",
  finish: "answer",
  original: true,
  must: (need) => need.same === true,
  rank: (found, heard) => ranked(found, heard, (one) => 0.5 * alike(one, heard) + 0.5 * share(one, heard)),
};
const play = (manner: Partial<ChoosingManner>): Player["play"] => Chooser.player({ ...REFERENCE, ...manner }, ABOUT);
const shuffle = (found: readonly Goods[], heard: Heard): Goods[] => {
  const keys = new Map(found.map((one) => [one.product_id, heard.chance()]));
  return ranked(found, heard, (one) => keys.get(one.product_id) ?? 0);
};

/** 3 of 64. */
const LUCKY = { bound: () => 3 / 64 };

export const SUBSTITUTION_PLAYERS: readonly Player[] = [
  mustSucceed("reference", "hears everything, ranks by the published formula", play({})),
  mustSucceed(
    "asking-late",
    "the reference's knowledge; asks only once its list was objected to, counted where a turn was left to ask or nothing was left to tell",
    play({ asks: "late" }),
    askedInTime,
  ),
  mustSucceed("free-text", "the reference's knowledge; asks in words of its own", play({ voice: "words" })),
  mustSucceed("tools-only", "the reference's knowledge; answers by submit_answer", play({ finish: "tool" })),
  ...ANY_PLAYERS,
  mustFail(
    "similarity-only",
    "the most alike of what fits: certified to fail",
    play({ rank: (found, heard) => ranked(found, heard, (one) => alike(one, heard)) }),
  ),
  mustFail(
    "needs-only",
    "what meets most requirements: certified that at most 3 of 64 ways to break its ties would do",
    play({ rank: (found, heard) => ranked(found, heard, (one) => share(one, heard)) }),
    LUCKY,
  ),
  mustFail("random-feasible", "what fits, in random order: certified that at most 3 of 64 random orders would do", play({ rank: shuffle }), LUCKY),
  mustFail(
    "nearest-price",
    "what fits, nearest in price: certified to fail",
    play({
      rank: (found, heard) => ranked(found, heard, (one) => -Math.abs(one.price - (heard.original?.price ?? 0))),
    }),
  ),
];

/** The reference that does not hear each requirement, and overlooks each product, with probability `p`. */
export const skilledInSubstitution = (p: number): Player =>
  skilled(
    p,
    play({
      needs: (needs, luck) => needs.filter((need) => luck(need) >= p),
      rank: (found, heard) => REFERENCE.rank(found, heard).filter(() => heard.chance() >= p),
    }),
  );
