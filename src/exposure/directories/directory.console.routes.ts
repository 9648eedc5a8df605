import Type from "typebox";
import {
  IdentityRuleRowSchema,
  type ShownPosture,
  listRuleResults,
  readPosture,
} from "#exposure/identity";
import { nextRunsAt } from "#exposure/schedules";
import { isId } from "#lib/ids";
import { Problem } from "#platform/errors";
import {
  type ConsoleCaller,
  type ConsoleRoutes,
  consoleCallerOf,
  refTo,
  tenantItemParams,
  tenantParams,
  word,
} from "#platform/http";
import { matchNeed } from "#platform/members";
import { AssessmentRowSchema, DirectoryPageSchema, DirectoryRowSchema } from "./directory-row.ts";
import { listAssessmentRows, listDirectoryRowsFor } from "./directory-table.queries.ts";
import { requestAssessment } from "./request-assessment.ts";
import { stopAssessment } from "./stop-assessment.ts";

/** Directories in the console: how sound each is, what its rules came to, and its assessments. */
export function addDirectoryConsoleRoutes(app: ConsoleRoutes): void {
  app.get(
    "/tenants/:tenantId/directories",
    {
      config: { needs: "view" },
      schema: {
        operationId: "listDirectoryRows",
        summary: "The tenant's directories by name, each with its latest assessment",
        tags: ["Exposure"],
        params: tenantParams,
        response: { 200: Type.Object({ items: Type.Array(refTo(DirectoryRowSchema)) }) },
      },
    },
    async (request) => {
      const rows = await rowsFor(consoleCallerOf(request), null);
      return { items: rows.map(({ details: _details, ...row }) => row) };
    },
  );

  app.get(
    "/tenants/:tenantId/directories/:id",
    {
      config: { needs: "view" },
      schema: {
        operationId: "getDirectory",
        summary: "One directory with its posture now, and what costs it",
        tags: ["Exposure"],
        params: tenantItemParams,
        response: { 200: refTo(DirectoryPageSchema) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const directory = await directoryOf(caller, request.params.id);
      const { schedule, timezone, enabled, score } = directory;
      const isDue = enabled && schedule !== null;
      const nextRuns = isDue ? nextRunsAt(schedule, timezone, caller.now(), 3) : [];
      const posture = score === null ? null : await postureOf(caller, directory.id);
      return { ...directory, nextRuns, posture };
    },
  );

  app.get(
    "/tenants/:tenantId/directories/:id/rules",
    {
      config: { needs: "view" },
      schema: {
        operationId: "listIdentityRules",
        summary: "What became of each rule in a directory, by category",
        tags: ["Exposure"],
        params: tenantItemParams,
        response: { 200: Type.Object({ items: Type.Array(refTo(IdentityRuleRowSchema)) }) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const { id } = await directoryOf(caller, request.params.id);
      return { items: await listRuleResults(caller, id) };
    },
  );

  app.get(
    "/tenants/:tenantId/directories/:id/assessments",
    {
      config: { needs: "view" },
      schema: {
        operationId: "listAssessments",
        summary: "A directory's assessments, the newest hundred",
        tags: ["Exposure"],
        params: tenantItemParams,
        response: { 200: Type.Object({ items: Type.Array(refTo(AssessmentRowSchema)) }) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const { id } = await directoryOf(caller, request.params.id);
      const db = caller.database.forTenant(caller.tenantId);
      return { items: await listAssessmentRows(db, caller.tenantId, id, knowsAccounts(caller)) };
    },
  );

  app.post(
    "/tenants/:tenantId/directories/:id/assess",
    {
      config: { needs: "operate" },
      schema: {
        operationId: "assessDirectory",
        summary: "Assess a directory now; when that goes on already, it is the answer",
        tags: ["Exposure"],
        params: tenantItemParams,
        response: {
          200: Type.Object({
            assessmentId: Type.String({ format: "uuid" }),
            isNew: Type.Boolean(),
          }),
        },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      return requestAssessment(caller, await directoryOf(caller, request.params.id));
    },
  );

  app.post(
    "/tenants/:tenantId/directories/:id/stop",
    {
      config: { needs: "operate" },
      schema: {
        operationId: "stopAssessment",
        summary: "Stop the assessment of a directory that is under way",
        tags: ["Exposure"],
        params: tenantItemParams,
        response: { 200: Type.Object({ outcome: word(["stopped", "stopping", "ended"]) }) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const directory = await directoryOf(caller, request.params.id);
      return { outcome: await stopAssessment(caller, directory) };
    },
  );
}

function rowsFor(caller: ConsoleCaller, id: string | null) {
  const { database, tenantId, companyIds } = caller;
  const wanted = { id, companyIds, mayKnowAccounts: knowsAccounts(caller) };
  return listDirectoryRowsFor(database.forTenant(tenantId), tenantId, wanted);
}

/** Who reads a directory is for those who say who does. */
function knowsAccounts({ role }: ConsoleCaller): boolean {
  return matchNeed(role, "administer");
}

/** @throws Problem `not_found`, also for a directory of companies that the caller does not see. */
async function directoryOf(caller: ConsoleCaller, id: string) {
  const [directory] = isId(id) ? await rowsFor(caller, id) : [];
  if (directory === undefined)
    throw new Problem("not_found", "There is no directory with this id.");
  return directory;
}

async function postureOf(caller: ConsoleCaller, id: string): Promise<ShownPosture> {
  const { factors, ...posture } = await readPosture(caller, id);
  return { ...posture, factors: [...factors] };
}
