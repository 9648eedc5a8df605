import Type from "typebox";
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
  word,
} from "#platform/http";
import {
  oneValue,
  parseSearch,
  parseTableQuery,
  parseIds,
  parseWords,
  wantedId,
} from "#platform/pagination";
import { countRun } from "./run-report.queries.ts";
import {
  findRunDetail,
  runHostSorts,
  runHostTable,
  runSorts,
  runTable,
} from "./run-table.queries.ts";
import {
  ScanRunDetailSchema,
  ScanRunFiguresSchema,
  ScanRunHostSchema,
  ScanRunRowSchema,
  runStates,
} from "./scan-row.ts";
import { stopRun } from "./stop-run.ts";

const listed = (description: string) => queryParameter(Type.String({ description }));
const outcomes = ["up", "down", "skipped", "dropped"] as const;

/** Runs of scans in the console: their history, how far they are, what they found, and how they are stopped. */
export function addScanRunRoutes(app: ConsoleRoutes): void {
  app.get(
    "/tenants/:tenantId/scan-runs",
    {
      config: { needs: "view" },
      schema: {
        operationId: "listScanRuns",
        summary: "Runs of all scans, or of one",
        tags: ["Exposure"],
        params: tenantParams,
        querystring: Type.Object({
          ...tableParameters(runSorts),
          scanId: listed("Only runs of this scan."),
          siteId: listed("Ids of sites, with commas."),
          state: listed(`Some of ${runStates.join(", ")}, with commas.`),
        }),
        response: { 200: tableOf(refTo(ScanRunRowSchema)) },
      },
    },
    async (request) => {
      const { database, tenantId, companyIds } = consoleCallerOf(request);
      const { query } = request;
      const scanId = oneValue(query, "scanId");
      return runTable.read(
        database.forTenant(tenantId),
        tenantId,
        parseTableQuery(query, runSorts, "-createdAt"),
        [
          companyIds,
          parseSearch(query),
          scanId === null ? null : wantedId(scanId),
          parseIds(query, "siteId"),
          parseWords(query, "state", runStates),
        ],
      );
    },
  );

  app.get(
    "/tenants/:tenantId/scan-runs/:id",
    {
      config: { needs: "view" },
      schema: {
        operationId: "getScanRun",
        summary: "How it goes with a run",
        tags: ["Exposure"],
        params: tenantItemParams,
        response: { 200: refTo(ScanRunDetailSchema) },
      },
    },
    async (request) => runOf(consoleCallerOf(request), request.params.id),
  );

  app.get(
    "/tenants/:tenantId/scan-runs/:id/figures",
    {
      config: { needs: "view" },
      schema: {
        operationId: "getScanRunFigures",
        summary: "What a run found so far",
        tags: ["Exposure"],
        params: tenantItemParams,
        response: { 200: refTo(ScanRunFiguresSchema) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const { id } = await runOf(caller, request.params.id);
      return countRun(caller.database.forTenant(caller.tenantId), caller.tenantId, id);
    },
  );

  app.get(
    "/tenants/:tenantId/scan-runs/:id/hosts",
    {
      config: { needs: "view" },
      schema: {
        operationId: "listScanRunHosts",
        summary: "The hosts of a run, what became of each, and why",
        tags: ["Exposure"],
        params: tenantItemParams,
        querystring: Type.Object({
          ...tableParameters(runHostSorts),
          outcome: listed(`Some of ${outcomes.join(", ")}, with commas.`),
        }),
        response: { 200: tableOf(refTo(ScanRunHostSchema)) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const { query } = request;
      const wanted = parseTableQuery(query, runHostSorts, "address");
      const filter = [parseSearch(query), parseWords(query, "outcome", outcomes)] as const;
      const { id } = await runOf(caller, request.params.id);
      const db = caller.database.forTenant(caller.tenantId);
      return runHostTable.read(db, caller.tenantId, wanted, [id, ...filter]);
    },
  );

  app.post(
    "/tenants/:tenantId/scan-runs/:id/stop",
    {
      config: { needs: "operate" },
      schema: {
        operationId: "stopScanRun",
        summary: "Stop a run; what it found until then stays",
        tags: ["Exposure"],
        params: tenantItemParams,
        response: {
          200: Type.Object({
            outcome: word(["stopped", "stopping", "ended"], {
              description: "`stopping`: its probe is told; `ended`: there was nothing to stop.",
            }),
          }),
        },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const { id } = await runOf(caller, request.params.id);
      return { outcome: await stopRun(caller, id) };
    },
  );
}

/** @throws Problem `not_found`, also for a run of companies that the caller does not see. */
async function runOf({ database, tenantId, companyIds }: ConsoleCaller, id: string) {
  const db = database.forTenant(tenantId);
  const run = isId(id) ? await findRunDetail(db, tenantId, id, companyIds) : null;
  if (run === null) throw new Problem("not_found", "There is no run with this id.");
  return run;
}
