// The quick part: format, lint, types, unused code, architecture.
import { steps } from "./steps.ts";
import { findTestFiles, runTests } from "./run-tests.ts";
import { Tally } from "./tally.ts";

const tally = new Tally();
await steps(tally);
await runTests(tally, "architecture", await findTestFiles({ in: ["test/architecture/*.test.ts"] }));
process.exitCode = tally.finish();
