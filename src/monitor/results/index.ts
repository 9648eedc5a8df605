export type { QuotedCheck, Stretch } from "./result.queries.ts";
export { insertResults, insertSamples, listChecksOf } from "./result.queries.ts";
