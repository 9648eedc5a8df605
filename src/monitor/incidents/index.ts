export type { IncidentChanges, IncidentEvent, OpenedIncident } from "./incident-changes.ts";
export type { Circumstances, IncidentDecision, OpenIncident, ParentView } from "./incident.ts";
export { decideIncident } from "./incident.ts";
export { saveIncidents } from "./incident.queries.ts";
export { addIncidentRoutes } from "./incident.routes.ts";
export { IncidentDetailSchema, IncidentListSchema, IncidentSchema } from "./listed-incident.ts";
