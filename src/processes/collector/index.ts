export { CollectorCannotRun } from "./cannot-run.ts";
export type { CollectorOptions } from "./run-collector.ts";
export { runCollector } from "./run-collector.ts";
