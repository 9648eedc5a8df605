export type { IncidentChanges, IncidentEvent, OpenedIncident } from "./incident-changes.ts";
export type { Circumstances, IncidentDecision, OpenIncident, ParentView } from "./incident.ts";
export { decideIncident } from "./incident.ts";
export { saveIncidents } from "./incident.queries.ts";
export { addIncidentConsoleRoutes } from "./incident.console.routes.ts";
export { addIncidentRoutes } from "./incident.routes.ts";
export { IncidentPageSchema, IncidentRowSchema } from "./incident-row.ts";
export { IncidentDetailSchema, IncidentListSchema, IncidentSchema } from "./listed-incident.ts";
export { listOutages, listOutagesAbove } from "./outages.queries.ts";
export {
  countOpenIncidents,
  countOpenedBySpan,
  listOpenIncidents,
} from "./open-incident.queries.ts";
