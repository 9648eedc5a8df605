export { assignmentChanged } from "./assignment-changed.ts";
export type { WatchedCollector } from "./presence.queries.ts";
export { listMaybeSilentCollectors, updateCollectorIncident } from "./presence.queries.ts";
export { decidePresence, isOnline, silentAfterMs } from "./presence.ts";
