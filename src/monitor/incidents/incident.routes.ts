import Type from "typebox";
import {
  type PublicRoutes,
  callerOf,
  expectNoBody,
  pageParameters,
  queryParameter,
  refTo,
  replyWithList,
  word,
} from "#platform/http";
import { type Query, oneValue, wrongParameter } from "#platform/pagination";
import { acknowledgeIncident } from "./acknowledge-incident.ts";
import { type IncidentStateFilter, incidentStates } from "./incident-list.queries.ts";
import { listIncidents } from "./list-incidents.ts";
import { IncidentDetailSchema, IncidentListSchema } from "./listed-incident.ts";
import { readIncident } from "./read-incident.ts";

const params = Type.Object({ id: Type.String({ description: "An incident's id." }) });

/** The public API of incidents. */
export function addIncidentRoutes(app: PublicRoutes): void {
  app.get(
    "/public/v1/incidents",
    {
      config: { scope: "read" },
      schema: {
        operationId: "listIncidents",
        summary: "List incidents, the newest first",
        description:
          "Ordered by `openedAt` descending, then by id. Without `limit` the whole list is sent.",
        tags: ["Incidents"],
        querystring: Type.Object({
          state: queryParameter(word(incidentStates, { description: "Which; left out: `all`." })),
          ...pageParameters,
        }),
        response: { 200: refTo(IncidentListSchema) },
      },
    },
    async (request, reply) => {
      const list = listIncidents(callerOf(request).tenantId, stateFilter(request.query));
      return replyWithList(request, reply, request.query, list);
    },
  );

  app.get(
    "/public/v1/incidents/:id",
    {
      config: { scope: "read" },
      schema: {
        operationId: "getIncident",
        summary: "One incident with its timeline",
        description:
          "What led to it: the checks that were believed, and what was decided and done.",
        tags: ["Incidents"],
        params,
        response: { 200: refTo(IncidentDetailSchema) },
      },
    },
    async (request) => readIncident(callerOf(request), request.params.id),
  );

  app.post(
    "/public/v1/incidents/:id/acknowledge",
    {
      config: { scope: "write" },
      schema: {
        operationId: "acknowledgeIncident",
        summary: "Acknowledge an open incident",
        description:
          "`acknowledged` is false when it is acknowledged already, is closed or does not exist. Takes no body.",
        tags: ["Incidents"],
        params,
        response: { 200: Type.Object({ ok: Type.Boolean(), acknowledged: Type.Boolean() }) },
      },
    },
    async (request) => {
      expectNoBody(request.body);
      return {
        ok: true,
        acknowledged: await acknowledgeIncident(callerOf(request), request.params.id),
      };
    },
  );
}

function stateFilter(query: Query): IncidentStateFilter {
  const text = oneValue(query, "state") ?? "all";
  const state = incidentStates.find((known) => known === text);
  if (state === undefined)
    throw wrongParameter("state", `must be one of ${incidentStates.join(", ")}`);
  return state;
}
