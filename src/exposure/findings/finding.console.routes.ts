import Type from "typebox";
import {
  type ConsoleRoutes,
  consoleCallerOf,
  queryParameter,
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
import { findingSorts, findingTable, listChosenFindings } from "./finding-table.queries.ts";
import { StatusChangeBody } from "./listed-finding.ts";
import { readFindingPage } from "./read-finding-page.ts";
import { readWantedFindings } from "./read-wanted-findings.ts";
import type { DecisionVerbs } from "./set-finding-status.ts";
import { mostDecidedAtOnce, setFindingStatuses } from "./set-finding-statuses.ts";

/** So many findings can be chosen by filters for one decision. */
const mostChosen = 10_000;

export const findingConsoleSchemas = [FindingRowSchema, FindingPageSchema] as const;

const described = (description: string) => queryParameter(Type.String({ description }));

/** The filters of findings, wherever there are some. */
export const findingFilters = {
  status: described(
    "`open`, `in_progress`, `resolved`, `accepted`, `false_positive` or `any`, with commas; left out: the first two.",
  ),
  severity: described("`CRITICAL` to `INFO`, with commas."),
  kev: described("`yes`: only what CISA knows to be exploited; `no`: only the others."),
  minEpss: described("At least so likely to be exploited, 0 to 1."),
  minConfidence: described("At least so sure, per cent."),
  site: described("Ids of sites, with commas."),
  company: described("Ids of companies, with commas."),
  asset: described("Ids of assets, with commas."),
  detector: described("Who sees it now: `scan`, `agent`, `import`, with commas."),
  kind: described("`cve`, or `check` for what is none."),
  weakness: described("CVEs or names of checks, with commas."),
  maxAgeDays: described("First seen at most so many days ago."),
  minAgeDays: described("First seen at least so many days ago."),
  fix: described("`yes`: only where a fixed version is known; `no`: only the others."),
};

const chosenFinding = {
  id: Type.String({ format: "uuid" }),
  statusAt: Type.Integer({ description: "As it was when it was chosen." }),
};

const Decision = Type.Object(
  {
    ...StatusChangeBody.properties,
    findings: Type.Array(Type.Object(chosenFinding, { additionalProperties: false }), {
      minItems: 1,
      maxItems: mostDecidedAtOnce,
    }),
  },
  { additionalProperties: false },
);

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
          q: described("Only what contains this text."),
        }),
        response: {
          200: Type.Object({
            items: Type.Array(Type.Object(chosenFinding)),
            isAll: Type.Boolean({ description: "No more than these match." }),
          }),
        },
      },
    },
    async (request) => {
      const { database, tenantId, companyIds, now } = consoleCallerOf(request);
      const filter = readWantedFindings(request.query, companyIds, now());
      const db = database.forTenant(tenantId);
      const items = await listChosenFindings(db, tenantId, filter, mostChosen + 1);
      return { items: items.slice(0, mostChosen), isAll: items.length <= mostChosen };
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
        body: Decision,
        response: {
          200: Type.Object({
            changed: Type.Integer(),
            same: Type.Integer({ description: "It was so already." }),
            conflicts: Type.Array(Type.String({ format: "uuid" })),
            missing: Type.Integer({ description: "They are no more." }),
          }),
        },
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
