/** The players of the product discovery environment. */
import { ANY_PLAYERS } from "../any/index.ts";
import type { Goods } from "../cart/agent/goods.ts";
import { mustFail, mustSucceed, type Player, skilled } from "../player.ts";
import { askedInTime, Chooser, type ChoosingManner, type Heard } from "../shared/chooser.ts";
import { DIMENSIONS, readBrand, readOrder, worth } from "../shared/priorities.ts";

const ABOUT = ["budget", "requirements", "priorities", "brand"];

/** By the published formula, with what the shopper said of its priorities. */
function informed(found: readonly Goods[], { kind, lines }: Heard): readonly Goods[] {
  const order = readOrder(lines) ?? DIMENSIONS;
  const brand = readBrand(lines, [...new Set(found.map((one) => one.brand))]);
  return found.toSorted((a, b) => worth(b, kind, order, brand) - worth(a, kind, order, brand));
}

const REFERENCE: ChoosingManner = { asks: "first", voice: "tool", finish: "answer", rank: informed };
const play = (manner: Partial<ChoosingManner>): Player["play"] => Chooser.player({ ...REFERENCE, ...manner }, ABOUT);
const shuffled = (found: readonly Goods[], chance: () => number): Goods[] =>
  found
    .map((one) => ({ one, key: chance() }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one);

/** 3 of 64. */
const LUCKY = { bound: () => 3 / 64 };

export const DISCOVERY_PLAYERS: readonly Player[] = [
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
    "random-feasible",
    "what fits, in random order: certified that at most 3 of 64 random orders would do",
    play({ rank: (found, { chance }) => shuffled(found, chance) }),
    LUCKY,
  ),
  mustFail("cheapest-only", "what fits, cheapest first: certified to fail", play({ rank: (found) => found.toSorted((a, b) => a.price - b.price) })),
  mustFail(
    "by-rating",
    "what fits, best rated first: certified that at most 3 of 64 ways to break its ties would do",
    play({ rank: (found) => found.toSorted((a, b) => Number(b.rating) - Number(a.rating)) }),
    LUCKY,
  ),
  mustFail(
    "half-the-needs",
    "goes by every second requirement only: certified that at most one in ten halves would do",
    play({ needs: (needs) => needs.filter((_, n) => n % 2 === 1) }),
    { bound: () => 0.1 },
  ),
];

/** The reference that does not hear each requirement with probability `p`. */
export const skilledInDiscovery = (p: number): Player => skilled(p, play({ needs: (needs, luck) => needs.filter((need) => luck(need) >= p) }));
