import Type from "typebox";
import {
  FindingChoice,
  JointDecision,
  JointDecisionOutcome,
  checkTriage,
  choiceOf,
  mostChosen,
  noSuchFinding,
} from "#exposure/findings";
import { isId } from "#lib/ids";
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
import { parseTableQuery } from "#platform/pagination";
import { IdentityFindingPageSchema, IdentityFindingRowSchema } from "./identity-row.ts";
import {
  findIdentityPlace,
  identitySorts,
  identityTable,
  listChosenIdentityFindings,
} from "./identity-table.queries.ts";
import { readIdentityFinding } from "./read-identity-finding.ts";
import { readWantedIdentity } from "./read-wanted-identity.ts";
import { setIdentityStatuses } from "./set-identity-statuses.ts";

const filters = {
  status: textParameter(
    "`open`, `in_progress`, `resolved`, `accepted`, `false_positive`, with commas.",
  ),
  severity: textParameter("`CRITICAL` to `INFO`, with commas."),
  directory: textParameter("Ids of directories, with commas."),
  rule: textParameter("Ids of rules, with commas."),
  category: textParameter("Categories of rules, with commas."),
  targetType: textParameter("What they are about: `user`, `group` …, with commas."),
  maxAgeDays: textParameter("First seen at most so many days ago."),
  minAgeDays: textParameter("First seen at least so many days ago."),
};

/** Identity findings in the console: the table, one with its reasons, and decisions about many. */
export function addIdentityConsoleRoutes(app: ConsoleRoutes): void {
  app.get(
    "/tenants/:tenantId/identity-findings",
    {
      config: { needs: "view" },
      schema: {
        operationId: "listIdentityFindingRows",
        summary: "Identity findings, filtered and sorted",
        tags: ["Exposure"],
        params: tenantParams,
        querystring: Type.Object({ ...filters, ...tableParameters(identitySorts) }),
        response: { 200: tableOf(refTo(IdentityFindingRowSchema)) },
      },
    },
    async (request) => {
      const { database, tenantId, companyIds, now } = consoleCallerOf(request);
      const { query } = request;
      const wanted = parseTableQuery(query, identitySorts, "-severity");
      const filter = readWantedIdentity(query, companyIds, now());
      return identityTable.read(database.forTenant(tenantId), tenantId, wanted, [...filter]);
    },
  );

  app.get(
    "/tenants/:tenantId/identity-findings/choice",
    {
      config: { needs: "operate" },
      schema: {
        operationId: "chooseIdentityFindings",
        summary: `All identity findings that match, to decide about them: at most ${mostChosen}`,
        tags: ["Exposure"],
        params: tenantParams,
        querystring: Type.Object({ ...filters, q: textParameter("Only what contains this text.") }),
        response: { 200: FindingChoice },
      },
    },
    async (request) => {
      const { database, tenantId, companyIds, now } = consoleCallerOf(request);
      const filter = readWantedIdentity(request.query, companyIds, now());
      const db = database.forTenant(tenantId);
      const found = await listChosenIdentityFindings(db, tenantId, filter, mostChosen + 1);
      return choiceOf(found);
    },
  );

  app.get(
    "/tenants/:tenantId/identity-findings/:id",
    {
      config: { needs: "view" },
      schema: {
        operationId: "getIdentityFinding",
        summary: "One identity finding with what was seen, what to do, and what became of it",
        tags: ["Exposure"],
        params: tenantItemParams,
        response: { 200: refTo(IdentityFindingPageSchema) },
      },
    },
    async (request) => {
      const { database, tenantId, companyIds } = consoleCallerOf(request);
      const { id } = request.params;
      const db = database.forTenant(tenantId);
      const [place] = isId(id) ? await db.run(findIdentityPlace, [tenantId, id, companyIds]) : [];
      if (place === undefined) throw noSuchFinding();
      return { ...(await readIdentityFinding({ database, tenantId }, id)), ...place };
    },
  );

  app.post(
    "/tenants/:tenantId/identity-findings/status",
    {
      config: { needs: "operate" },
      schema: {
        operationId: "setIdentityFindingStatuses",
        summary: "Decide about identity findings",
        description:
          "In one transaction. Those that got another status since they were chosen stay as they are, and are named.",
        tags: ["Exposure"],
        params: tenantParams,
        body: JointDecision,
        response: { 200: JointDecisionOutcome },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const { findings, ...said } = request.body;
      return setIdentityStatuses(caller, findings, checkTriage(said, caller.now()));
    },
  );
}
