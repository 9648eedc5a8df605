export { MonitorOverviewSchema } from "./monitor-overview.ts";
export { addMonitorOverviewRoute } from "./monitor-overview.routes.ts";
