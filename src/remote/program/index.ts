export { CannotRun } from "./cannot-run.ts";
export { createLinks } from "./links.ts";
export type { PartOptions, PartProcess } from "./part-process.ts";
export { runMain } from "./run-main.ts";
export type { Part, RunOptions } from "./run-part.ts";
export { runAlone } from "./run-part.ts";
