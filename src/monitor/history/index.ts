export { addHistoryRoutes } from "./history.console.routes.ts";
export { historySchemas } from "./series-schemas.ts";
export type { HistoryDeps } from "./maintain-history.ts";
export { maintainHistory, makePartitions } from "./maintain-history.ts";
export { noteRollups } from "./rollup.queries.ts";
export type { Retention } from "./time-series.ts";
