export type { HistoryDeps } from "./maintain-history.ts";
export { maintainHistory, makePartitions } from "./maintain-history.ts";
export { noteRollups } from "./rollup.queries.ts";
export type { Retention } from "./time-series.ts";
