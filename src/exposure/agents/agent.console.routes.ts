import Type from "typebox";
import { isId } from "#lib/ids";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import {
  type ConsoleRoutes,
  consoleCallerOf,
  nullable,
  queryParameter,
  refTo,
  tableOf,
  tableParameters,
  tenantItemParams,
  tenantParams,
} from "#platform/http";
import {
  parseIds,
  parseSearch,
  parseTableQuery,
  parseTexts,
  parseWords,
} from "#platform/pagination";
import type { AgentOverview } from "./agent-overview.ts";
import { AgentPageSchema, type AgentRow, AgentRowSchema, agentStatuses } from "./agent-row.ts";
import { agentSorts, agentTable } from "./agent-table.queries.ts";
import { onlineForMs } from "./agent.ts";
import { deleteAgent } from "./delete-agent.ts";
import { readAgent } from "./read-agent.ts";
import { renameAgent } from "./rename-agent.ts";

/** What is done to agents and concerns more than them. */
export interface AgentVerbs {
  readonly placeAgent: (
    context: Context,
    input: { id: string; siteId?: string | null; tags?: readonly string[] },
  ) => Promise<void>;
  readonly retireAgent: (context: Context, input: { id: string }) => Promise<void>;
}

const looked = { needs: "view", limitedViewers: false } as const;
const administered = { needs: "administer", limitedViewers: false } as const;
const ok = { 200: Type.Object({ ok: Type.Boolean() }) };
const listed = (description: string) => queryParameter(Type.String({ description }));

const AgentChange = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
    siteId: Type.Optional(nullable(Type.String({ format: "uuid" }))),
    tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: 50 })),
  },
  { additionalProperties: false },
);

/** Settings → Agents. */
export function addAgentConsoleRoutes(app: ConsoleRoutes, verbs: AgentVerbs): void {
  app.get(
    "/tenants/:tenantId/agents",
    {
      config: looked,
      schema: {
        operationId: "listAgentRows",
        summary: "The tenant's agents",
        tags: ["Settings"],
        params: tenantParams,
        querystring: Type.Object({
          ...tableParameters(agentSorts),
          siteId: listed("Ids of sites, with commas."),
          status: listed(`Some of ${agentStatuses.join(", ")}, with commas.`),
          tag: listed("Tags, with commas: agents that have any of them."),
        }),
        response: { 200: tableOf(refTo(AgentRowSchema)) },
      },
    },
    async (request) => {
      const { database, tenantId, now } = consoleCallerOf(request);
      const { query } = request;
      const { total, items } = await agentTable.read(
        database.forTenant(tenantId),
        tenantId,
        parseTableQuery(query, agentSorts, "name"),
        [
          now() - onlineForMs,
          parseSearch(query),
          parseIds(query, "siteId"),
          parseWords(query, "status", agentStatuses),
          parseTexts(query, "tag"),
        ],
      );
      return { total, items: items.map(rowOf) };
    },
  );

  app.get(
    "/tenants/:tenantId/agents/:id",
    {
      config: looked,
      schema: {
        operationId: "getAgent",
        summary: "One agent, with what it found out about its host",
        tags: ["Settings"],
        params: tenantItemParams,
        response: { 200: refTo(AgentPageSchema) },
      },
    },
    async (request) => {
      const { listeners, host, ...agent } = await readAgent(
        consoleCallerOf(request),
        idOf(request.params),
      );
      return { ...rowOf(agent), host, listeners: [...listeners] };
    },
  );

  app.patch(
    "/tenants/:tenantId/agents/:id",
    {
      config: administered,
      schema: {
        operationId: "changeAgent",
        summary: "Rename an agent, or say where its host belongs; what is left out stays",
        tags: ["Settings"],
        params: tenantItemParams,
        body: AgentChange,
        response: ok,
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const id = idOf(request.params);
      const { name, ...place } = request.body;
      if (name !== undefined) await renameAgent(caller, { id, name });
      if (place.siteId !== undefined || place.tags !== undefined)
        await verbs.placeAgent(caller, { id, ...place });
      return { ok: true };
    },
  );

  app.post(
    "/tenants/:tenantId/agents/:id/revoke",
    {
      config: administered,
      schema: {
        operationId: "revokeAgent",
        summary: "Refuse an agent for good; what it found stays until somebody else looks",
        tags: ["Settings"],
        params: tenantItemParams,
        response: ok,
      },
    },
    async (request) => {
      await verbs.retireAgent(consoleCallerOf(request), { id: idOf(request.params) });
      return { ok: true };
    },
  );

  app.delete(
    "/tenants/:tenantId/agents/:id",
    {
      config: administered,
      schema: {
        operationId: "deleteAgent",
        summary: "Delete an agent that is revoked; runs of its audits stay",
        tags: ["Settings"],
        params: tenantItemParams,
        response: ok,
      },
    },
    async (request) => {
      await deleteAgent(consoleCallerOf(request), { id: idOf(request.params) });
      return { ok: true };
    },
  );
}

/** @throws Problem `not_found` for what is no id. */
function idOf({ id }: { id: string }): string {
  if (!isId(id)) throw new Problem("not_found", "There is no such agent.");
  return id;
}

function rowOf({ status, online, coverage, ...row }: AgentOverview): AgentRow {
  const presence = online ? "online" : "silent";
  return {
    ...row,
    status: status === "revoked" ? status : presence,
    tags: [...row.tags],
    blindSpots: [...row.blindSpots],
    coverage: coverage === null ? null : { ...coverage, notJudged: [...coverage.notJudged] },
  };
}
