/** Prints the totals of the last test run on a line of their own, from the report that the test runner left. */
import { readFileSync } from "node:fs";

const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync("out/tests.json", "utf8"));
console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`);
