/** Chance rates of cart shortcuts, from the published formulas of the environment and its axes. */

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));
/** Items of a task. */
export const items = (d: number): number => Math.min(5, 1 + Math.floor(d / 3));
/** Chance that something optional is told at once. */
export const pTold = (d: number): number => 1 - 0.8 * sigmoid((d - 3) / 1.5);
/** Chance that a specific variant is wanted, and that more than one is. */
export const pVariant = (d: number): number => sigmoid((d - 2) / 1.5);
export const pQuantity = (d: number): number => Math.min(0.5, 0.1 * d);

/** The default variant is the wanted one in 1 of 3, or of 2 where one of the others is sold out (0.1 each): 0.37. */
export const P_DEFAULT_RIGHT = 0.37;
/** A pick among the products of a kind, of which a search shows at least ten, is right in 1 of 10 at most. */
export const P_PICK_RIGHT = 0.1;

/** Chance that one item is right when its product is and nothing else is known: any or the default variant, one of it. */
export const pPlain = (d: number): number => (1 - pVariant(d) * (1 - P_DEFAULT_RIGHT)) * (1 - pQuantity(d));

/** Never below the 1 % that every shortcut is allowed. */
export const atLeastOnePercent = (p: number): number => Math.max(0.01, p);
