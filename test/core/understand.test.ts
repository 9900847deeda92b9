/** How well the shopper understands free text, measured on the frozen sets of labelled utterances. */
import { describe, expect, it } from "vitest";
import { understand } from "../../src/users/understand.ts";
import { UTTERANCE_SETS, understandingOf } from "../makers/understanding.ts";

describe.each(UTTERANCE_SETS)("understanding free text, $name set", ({ utterances }) => {
  const measured = understandingOf(utterances);
  it("[US2] slots are recognised with an F1 of at least 0.95", ({ expect }) => {
    expect(measured.utterances).toBeGreaterThanOrEqual(200);
    expect(measured.f1, measured.misses.join("\n")).toBeGreaterThanOrEqual(0.95);
  });
  it("[US2] no question is ignored", ({ expect }) => {
    expect(measured.ignored).toEqual([]);
  });
});

describe("reading what no honest agent writes", () => {
  const hearing = { kinds: ["features", "variant", "quantity", "fallback"], subjects: [{ id: "item-1", names: ["desk lamp"] }], titles: [] };
  it.each([
    ["ids, then choices", "v_abcdefgh ".repeat(360) + "or ".repeat(1300)],
    ["openings without an end", "should it ".repeat(800)],
    ["lists without an end", "in a, ".repeat(1300)],
    ["one word", "x".repeat(8000)],
    ["marks only", "?".repeat(8000)],
    ["more than is read", "how many ".repeat(100_000)],
  ])("[US2] %s: read within a test's time, and as something", (_name, text) => {
    expect(understand(text, hearing).questions.length).toBeLessThan(50);
  });
});
