/** How well the shopper understands free text, measured on the frozen set of labelled utterances. */
import { describe, it } from "vitest";
import { understandingOf } from "../makers/understanding.ts";

describe("understanding free text", () => {
  const measured = understandingOf();
  it("[US2] slots are recognised with an F1 of at least 0.95 over the frozen set", ({ expect }) => {
    expect(measured.utterances).toBeGreaterThanOrEqual(300);
    expect(measured.f1, measured.misses.join("\n")).toBeGreaterThanOrEqual(0.95);
  });
  it("[US2] no question is ignored", ({ expect }) => {
    expect(measured.ignored).toEqual([]);
  });
});
