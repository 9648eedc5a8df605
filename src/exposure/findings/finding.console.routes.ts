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
import { parseTableQuery } from "#platform/pagination";
import { checkTriage } from "./check-triage.ts";
import { FindingPageSchema } from "./finding-page.ts";
import { FindingRowSchema } from "./finding-row.ts";
import {
  FindingChoice,
  JointDecision,
  JointDecisionOutcome,
  choiceOf,
  mostChosen,
} from "./joint-decision.ts";
import { findingSorts, findingTable, listChosenFindings } from "./finding-table.queries.ts";
import { readFindingPage } from "./read-finding-page.ts";
import { readWantedFindings } from "./read-wanted-findings.ts";
import type { DecisionVerbs } from "./set-finding-status.ts";
import { setFindingStatuses } from "./set-finding-statuses.ts";

export const findingConsoleSchemas = [FindingRowSchema, FindingPageSchema] as const;

/** The filters of findings, wherever there are some. */
export const findingFilters = {
  status: textParameter(
    "`open`, `in_progress`, `resolved`, `accepted`, `false_positive` or `any`, with commas; left out: the first two.",
  ),
  severity: textParameter("`CRITICAL` to `INFO`, with commas."),
  kev: textParameter("`yes`: only what CISA knows to be exploited; `no`: only the others."),
  minEpss: textParameter("At least so likely to be exploited, 0 to 1."),
  minConfidence: textParameter("At least so sure, per cent."),
  site: textParameter("Ids of sites, with commas."),
  company: textParameter("Ids of companies, with commas."),
  asset: textParameter("Ids of assets, with commas."),
  detector: textParameter("Who sees it now: `scan`, `agent`, `import`, with commas."),
  kind: textParameter("`cve`, or `check` for what is none."),
  weakness: textParameter("CVEs or names of checks, with commas."),
  maxAgeDays: textParameter("First seen at most so many days ago."),
  minAgeDays: textParameter("First seen at least so many days ago."),
  fix: textParameter("`yes`: only where a fixed version is known; `no`: only the others."),
};

/** Findings in the console: the table, one with its reasons, and decisions about many. */
export function addFindingConsoleRoutes(
  app: ConsoleRoutes,
  verbs: Pick<DecisionVerbs, "exposureLock" | "rescoreAssets">,
): void {
  app.get(
    "/tenants/:tenantId/findings",
    {
      config: { needs: "view" },
      schema: {
        operationId: "listFindingRows",
        summary: "Findings, filtered and sorted",
        tags: ["Exposure"],
        params: tenantParams,
        querystring: Type.Object({ ...findingFilters, ...tableParameters(findingSorts) }),
        response: { 200: tableOf(refTo(FindingRowSchema)) },
      },
    },
    async (request) => {
      const { database, tenantId, companyIds, now } = consoleCallerOf(request);
      const { query } = request;
      const wanted = parseTableQuery(query, findingSorts, "-risk");
      const filter = readWantedFindings(query, companyIds, now());
      return findingTable.read(database.forTenant(tenantId), tenantId, wanted, [...filter]);
    },
  );

  app.get(
    "/tenants/:tenantId/findings/choice",
    {
      config: { needs: "operate" },
      schema: {
        operationId: "chooseFindings",
        summary: `All findings that match, to decide about them: at most ${mostChosen}, the riskiest first`,
        tags: ["Exposure"],
        params: tenantParams,
        querystring: Type.Object({
          ...findingFilters,
          q: textParameter("Only what contains this text."),
        }),
        response: { 200: FindingChoice },
      },
    },
    async (request) => {
      const { database, tenantId, companyIds, now } = consoleCallerOf(request);
      const filter = readWantedFindings(request.query, companyIds, now());
      const db = database.forTenant(tenantId);
      const found = await listChosenFindings(db, tenantId, filter, mostChosen + 1);
      return choiceOf(found);
    },
  );

  app.get(
    "/tenants/:tenantId/findings/:id",
    {
      config: { needs: "view" },
      schema: {
        operationId: "readFinding",
        summary: "One finding with what it rests on and what became of it",
        tags: ["Exposure"],
        params: tenantItemParams,
        response: { 200: refTo(FindingPageSchema) },
      },
    },
    async (request) => readFindingPage(consoleCallerOf(request), request.params.id),
  );

  app.post(
    "/tenants/:tenantId/findings/status",
    {
      config: { needs: "operate" },
      schema: {
        operationId: "setFindingStatuses",
        summary: "Decide about findings",
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
      const decision = checkTriage(said, caller.now());
      return setFindingStatuses(caller, findings, decision, verbs);
    },
  );
}
