import { runStep, type Tally } from "./tally.ts";

const sources = ["src", "console/src", "test", "bench", "scripts", "architecture.ts"];

/** What can be known without running the program. */
export async function steps(tally: Tally): Promise<void> {
  await runStep(tally, "format", "oxfmt", ["--check", ...sources]);
  await runStep(tally, "lint", "oxlint", ["--type-aware", "--deny-warnings", ...sources]);
  await runStep(tally, "types", "tsc", ["--noEmit", "-p", "."]);
  await runStep(tally, "types of the console", "tsc", ["--noEmit", "-p", "console"]);
  await runStep(tally, "unused code", "knip", []);
}
