import Type from "typebox";
import {
  type ConsoleRoutes,
  consoleCallerOf,
  textParameter,
  refTo,
  tableOf,
  tableParameters,
  tenantItemParams,
  tenantParams,
} from "#platform/http";
import {
  type Query,
  parseIds,
  parseMoment,
  parseSearch,
  parseTableQuery,
  parseTexts,
  parseWords,
  parseYesNo,
} from "#platform/pagination";
import { acknowledgeIncidents } from "./acknowledge-incidents.ts";
import { IncidentPageSchema, IncidentRowSchema, incidentKinds } from "./incident-row.ts";
import { type IncidentFilter, incidentSorts, incidentTable } from "./incident-table.queries.ts";
import { longestNote } from "./note.ts";
import { noteIncident } from "./note-incident.ts";
import { readIncidentPage } from "./read-incident-page.ts";

const filters = {
  state: textParameter("`open`, `closed`; left out: both."),
  acknowledged: textParameter("`yes` or `no`."),
  kind: textParameter("`sensor`, `collector`, or both with a comma."),
  sensor: textParameter("Ids of sensors or collectors, with commas."),
  company: textParameter("Ids of companies, with commas."),
  tag: textParameter("Tags of sensors, with commas: one of them."),
  flapping: textParameter("`yes` or `no`."),
  from: textParameter("Only those that were open at this time or later, in epoch milliseconds."),
  to: textParameter("Only those that had opened by this time, in epoch milliseconds."),
};

/** Incidents in the console: the table, one with what happened around it, and what people do about them. */
export function addIncidentConsoleRoutes(app: ConsoleRoutes): void {
  app.get(
    "/tenants/:tenantId/incidents",
    {
      config: { needs: "view" },
      schema: {
        operationId: "listIncidentRows",
        summary: "Incidents, filtered and sorted",
        tags: ["Monitoring"],
        params: tenantParams,
        querystring: Type.Object({ ...filters, ...tableParameters(incidentSorts) }),
        response: { 200: tableOf(refTo(IncidentRowSchema)) },
      },
    },
    async (request) => {
      const { database, tenantId, companyIds } = consoleCallerOf(request);
      const { query } = request;
      const wanted = parseTableQuery(query, incidentSorts, "-state");
      const filter = filterOf(query, companyIds);
      return incidentTable.read(database.forTenant(tenantId), tenantId, wanted, filter);
    },
  );

  app.get(
    "/tenants/:tenantId/incidents/:id",
    {
      config: { needs: "view" },
      schema: {
        operationId: "readIncident",
        summary: "One incident with its timeline and what else happened around it",
        tags: ["Monitoring"],
        params: tenantItemParams,
        response: { 200: refTo(IncidentPageSchema) },
      },
    },
    async (request) => readIncidentPage(consoleCallerOf(request), request.params.id),
  );

  app.post(
    "/tenants/:tenantId/incidents/acknowledge",
    {
      config: { needs: "operate" },
      schema: {
        operationId: "acknowledgeIncidents",
        summary: "Take open incidents on",
        tags: ["Monitoring"],
        params: tenantParams,
        body: Type.Object(
          {
            ids: Type.Array(Type.String({ format: "uuid" }), { minItems: 1, maxItems: 1000 }),
            note: Type.Optional(Type.String({ maxLength: longestNote })),
          },
          { additionalProperties: false },
        ),
        response: {
          200: Type.Object({
            acknowledged: Type.Array(Type.String({ format: "uuid" }), {
              description: "Not those that were acknowledged already, or are closed.",
            }),
          }),
        },
      },
    },
    async (request) => {
      const { ids, note = null } = request.body;
      return {
        acknowledged: await acknowledgeIncidents(consoleCallerOf(request), { ids, note }),
      };
    },
  );

  app.post(
    "/tenants/:tenantId/incidents/:id/notes",
    {
      config: { needs: "operate" },
      schema: {
        operationId: "noteIncident",
        summary: "Add a note to an incident's timeline",
        tags: ["Monitoring"],
        params: tenantItemParams,
        body: Type.Object(
          { note: Type.String({ minLength: 1, maxLength: longestNote }) },
          { additionalProperties: false },
        ),
        response: { 200: Type.Object({ ok: Type.Boolean() }) },
      },
    },
    async (request) => {
      const { id } = request.params;
      await noteIncident(consoleCallerOf(request), { id, note: request.body.note });
      return { ok: true };
    },
  );
}

function filterOf(query: Query, companyIds: readonly string[] | null): IncidentFilter {
  const states = parseWords(query, "state", ["open", "closed"]);
  return [
    companyIds,
    states?.length === 1 ? states[0] === "open" : null,
    parseYesNo(query, "acknowledged"),
    parseWords(query, "kind", incidentKinds),
    parseIds(query, "sensor"),
    parseIds(query, "company"),
    parseTexts(query, "tag"),
    parseYesNo(query, "flapping"),
    parseMoment(query, "from"),
    parseMoment(query, "to"),
    parseSearch(query),
  ];
}
