/** Prints how well the shopper understands free text, on each frozen set of labelled utterances. `--misses` prints what was misread. */
import { UTTERANCE_SETS, understandingOf } from "../test/makers/understanding.ts";
import { fixed, table } from "./lib/table.ts";

const measured = UTTERANCE_SETS.map(({ name, utterances }) => ({ name, ...understandingOf(utterances) }));
if (process.argv.includes("--misses")) for (const { name, misses } of measured) for (const miss of misses) console.log(`${name}: ${miss}`);
console.log(
  table(
    ["set", "utterances", "precision", "recall", "F1", "questions ignored"],
    measured.map((one) => [one.name, one.utterances, fixed(one.precision, 3), fixed(one.recall, 3), fixed(one.f1, 3), one.ignored.length]),
  ),
);
