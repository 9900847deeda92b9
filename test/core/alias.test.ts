/** Task-made ids. */
import fc from "fast-check";
import { describe, it } from "vitest";
import { Aliases, ID_PATTERN } from "../../src/core/alias.ts";

const one = new Aliases("root-one");
const two = new Aliases("root-two");

describe("aliases", () => {
  it("[TL2] decode to what they were made of, for any index up to two million", ({ expect }) => {
    fc.assert(
      fc.property(fc.nat(2_000_000), fc.nat(14), (index, variant) => {
        expect(one.productIndex(one.product(index))).toBe(index);
        expect(one.variantOf(one.variant(index, variant))).toEqual({ index, variant });
        expect(one.lineOf(one.line(index, variant))).toEqual({ index, variant });
        expect(one.lineOf(one.line(index, null))).toEqual({ index, variant: null });
      }),
      { numRuns: 500 },
    );
  });
  it("[TL2] have one form, which the pattern for free text finds", ({ expect }) => {
    const id = one.product(123);
    expect(id).toMatch(/^p_[0-9a-hjkmnp-tv-z]{8}$/);
    expect(`take ${id}, please`.match(ID_PATTERN)).toEqual([id]);
  });
  it("[TL2] differ between tasks, and one task's id is unknown in another", ({ expect }) => {
    let known = 0;
    for (let index = 0; index < 10_000; index += 1) {
      expect(one.product(index)).not.toBe(two.product(index));
      const decoded = two.productIndex(one.product(index));
      if (decoded !== null && decoded < 1_000_000) known += 1;
    }
    expect(known).toBeLessThanOrEqual(2);
  });
  it.for(["", "p_", "p_1234567", "p_123456789", "p_1234567i", "v_12345678", "__proto__", "P_12345678"])("[TL2] %j is no product id", (text, { expect }) => {
    expect(one.productIndex(text)).toBeNull();
  });
  it("[TL2] neighbours look unrelated", ({ expect }) => {
    const shared = Array.from({ length: 200 }, (_, n) => one.product(n).slice(2, 5)).filter((head, n, all) => head === all[n - 1]).length;
    expect(shared).toBeLessThan(5);
  });
});
