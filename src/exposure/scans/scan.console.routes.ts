import { networkInterfaces } from "node:os";
import Type from "typebox";
import { scanTypes } from "#engines/scan-types";
import { nextRunsAt } from "#exposure/schedules";
import { isId } from "#lib/ids";
import { Problem } from "#platform/errors";
import {
  type ConsoleCaller,
  type ConsoleRoutes,
  consoleCallerOf,
  queryParameter,
  refTo,
  tableOf,
  tableParameters,
  tenantItemParams,
  tenantParams,
} from "#platform/http";
import { parseIds, parseSearch, parseTableQuery, parseWords } from "#platform/pagination";
import { requestRun } from "./request-run.ts";
import { NetworkSuggestionSchema, ScanDetailSchema, ScanRowSchema, runStates } from "./scan-row.ts";
import { findScanRow, scanSorts, scanTable } from "./scan-table.queries.ts";
import { suggestNetworks } from "./suggest-networks.ts";

const listed = (description: string) => queryParameter(Type.String({ description }));
const states = [...runStates, "never"] as const;

/** Scans in the console: what is looked at, when, and what came of it last. */
export function addScanConsoleRoutes(app: ConsoleRoutes): void {
  app.get(
    "/tenants/:tenantId/scans",
    {
      config: { needs: "view" },
      schema: {
        operationId: "listScanRows",
        summary: "The tenant's scans, each with its latest run",
        tags: ["Exposure"],
        params: tenantParams,
        querystring: Type.Object({
          ...tableParameters(scanSorts),
          type: listed(`Some of ${scanTypes.join(", ")}, with commas.`),
          siteId: listed("Ids of sites, with commas."),
          state: listed(`How the latest run is, some of ${states.join(", ")}, with commas.`),
        }),
        response: { 200: tableOf(refTo(ScanRowSchema)) },
      },
    },
    async (request) => {
      const { database, tenantId, companyIds } = consoleCallerOf(request);
      const { query } = request;
      return scanTable.read(
        database.forTenant(tenantId),
        tenantId,
        parseTableQuery(query, scanSorts, "name"),
        [
          companyIds,
          parseSearch(query),
          parseWords(query, "type", scanTypes),
          parseIds(query, "siteId"),
          parseWords(query, "state", states),
        ],
      );
    },
  );

  app.get(
    "/tenants/:tenantId/scans/:id",
    {
      config: { needs: "view" },
      schema: {
        operationId: "getScan",
        summary: "One scan with its settings and when it is due next",
        tags: ["Exposure"],
        params: tenantItemParams,
        response: { 200: refTo(ScanDetailSchema) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const scan = await scanOf(caller, request.params.id);
      const { schedule, timezone, enabled } = scan;
      const times =
        enabled && schedule !== null ? nextRunsAt(schedule, timezone, caller.now(), 3) : [];
      return { ...scan, nextRuns: times };
    },
  );

  app.post(
    "/tenants/:tenantId/scans/:id/run",
    {
      config: { needs: "operate" },
      schema: {
        operationId: "runScan",
        summary: "Run a scan now; when it runs already, that run is the answer",
        tags: ["Exposure"],
        params: tenantItemParams,
        response: {
          200: Type.Object({ runId: Type.String({ format: "uuid" }), isNew: Type.Boolean() }),
        },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      return requestRun(caller, await scanOf(caller, request.params.id));
    },
  );

  app.get(
    "/tenants/:tenantId/network-suggestions",
    {
      config: { needs: "operate" },
      schema: {
        operationId: "suggestNetworks",
        summary: "Private networks that the server is in, for a first scan",
        tags: ["Exposure"],
        params: tenantParams,
        response: { 200: Type.Object({ items: Type.Array(refTo(NetworkSuggestionSchema)) }) },
      },
    },
    async () => ({ items: suggestNetworks(networkInterfaces()) }),
  );
}

/** @throws Problem `not_found`, also for a scan of companies that the caller does not see. */
async function scanOf({ database, tenantId, companyIds }: ConsoleCaller, id: string) {
  const db = database.forTenant(tenantId);
  const scan = isId(id) ? await findScanRow(db, tenantId, id, companyIds) : null;
  if (scan === null) throw new Problem("not_found", "There is no scan with this id.");
  return scan;
}
