export type { Coverage } from "./coverage.ts";
export { coverageAt } from "./coverage.ts";
export { MaintenanceDeclaration } from "./declaration.ts";
export type {
  Maintenance,
  MaintenanceCalendar,
  MaintenanceSubject,
  MaintenanceWindow,
} from "./maintenance.ts";
export { maintenanceCalendar } from "./maintenance.ts";
export type { KeptWindow } from "./maintenance.queries.ts";
export {
  deleteMaintenanceWindows,
  listMaintenanceWindows,
  saveMaintenanceWindow,
} from "./maintenance.queries.ts";
export { renameMaintenanceWindow } from "./maintenance.queries.ts";
export { maintenanceWithin } from "./occurrences.ts";
export { addMaintenanceRoutes } from "./maintenance.routes.ts";
export { WindowRowSchema } from "./window-row.ts";
