/** Does all as the reference does, but takes any variant in stock. */
import { mustFail, type Session } from "../player.ts";
import { CartAgent } from "./agent/cart-agent.ts";
import { REFERENCE } from "./agent/manner.ts";
import { GUESS_NOTE } from "./agent/picker.ts";

const play = CartAgent.player({
  ...REFERENCE,
  chooseVariant: (variants, chance) => {
    const open = variants.filter((one) => one.in_stock);
    return open[Math.floor(chance() * open.length)] ?? null;
  },
});

/** Counts where a product is required in another variant than the one that was picked, by the evidence of the grade. */
function counts(session: Session): boolean {
  const required = (session.last?.breakdown?.components ?? []).map((component) => component.expected).filter((expected) => expected.includes("("));
  return Object.entries(session.notes).some(
    ([key, right]) => right === false && key.startsWith(GUESS_NOTE) && required.some((expected) => expected.includes(key.slice(GUESS_NOTE.length))),
  );
}

export const guessVariants = mustFail("guess-variants", "counted where a wanted variant was missed", play, { counts });
