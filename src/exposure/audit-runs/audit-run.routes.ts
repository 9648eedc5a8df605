import Type from "typebox";
import {
  type PublicRoutes,
  callerOf,
  pageParameters,
  queryParameter,
  refTo,
  replyWithList,
} from "#platform/http";
import { oneValue, wrongParameter } from "#platform/pagination";
import { compareAuditRuns } from "./compare-audit-runs.ts";
import { listAuditRuns } from "./list-audit-runs.ts";
import {
  AuditComparisonSchema,
  AuditRunDetailSchema,
  AuditRunListSchema,
} from "./listed-audit-run.ts";
import { readAuditRun } from "./read-audit-run.ts";

/** The second address answers the same, for who guesses it. */
const addresses = [
  {
    path: "/public/v1/audits",
    list: "listAudits",
    read: "getAudit",
    compare: "compareAudits",
  },
  {
    path: "/public/v1/audit-runs",
    list: "listAuditRuns",
    read: "getAuditRun",
    compare: "compareAuditRuns",
  },
] as const;

const same = "`/audits` and `/audit-runs` are the same.";

const filters = {
  agentId: queryParameter(
    Type.String({ description: "Only runs of this agent's host; an unknown one has none." }),
  ),
  assetId: queryParameter(Type.String({ description: "Only runs of this asset." })),
  bundleId: queryParameter(Type.String({ description: "Only runs of this set of rules." })),
  siteId: queryParameter(Type.String({ description: "Only runs of hosts of this site." })),
};

const params = Type.Object({ id: Type.String({ description: "An audit run's id." }) });

/** The public API of compliance audits. */
export function addAuditRunRoutes(app: PublicRoutes): void {
  for (const address of addresses) addRoutesAt(app, address);
}

function addRoutesAt(
  app: PublicRoutes,
  { path, list, read, compare }: (typeof addresses)[number],
): void {
  app.get(
    path,
    {
      config: { scope: "read" },
      schema: {
        operationId: list,
        summary: "List compliance audit runs, the most recent first",
        description: `Ordered by \`runAt\` descending, then by id. Without \`limit\` the whole list is sent. ${same}`,
        tags: ["Audits"],
        querystring: Type.Object({ ...filters, ...pageParameters }),
        response: { 200: refTo(AuditRunListSchema) },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const runs = listAuditRuns(callerOf(request).tenantId, {
        agentId: oneValue(query, "agentId"),
        assetId: oneValue(query, "assetId"),
        bundleId: oneValue(query, "bundleId"),
        siteId: oneValue(query, "siteId"),
      });
      return replyWithList(request, reply, query, runs);
    },
  );

  app.get(
    `${path}/:id`,
    {
      config: { scope: "read" },
      schema: {
        operationId: read,
        summary: "Read one audit run with what became of each rule",
        description: `With what each rule says, and who answers for those that are excepted. ${same}`,
        tags: ["Audits"],
        params,
        response: { 200: refTo(AuditRunDetailSchema) },
      },
    },
    async (request) => readAuditRun(callerOf(request), request.params.id),
  );

  app.get(
    `${path}/:id/comparison`,
    {
      config: { scope: "read" },
      schema: {
        operationId: compare,
        summary: "Compare an audit run with an earlier one",
        description: `What changed from the run \`with\` to this one, rule by rule. They may be of different benchmarks or hosts: the reply says so. ${same}`,
        tags: ["Audits"],
        params,
        querystring: Type.Object({
          with: queryParameter(
            Type.String({ description: "The id of the earlier run. It must be given." }),
          ),
        }),
        response: { 200: refTo(AuditComparisonSchema) },
      },
    },
    async (request) => {
      const before = oneValue(request.query, "with");
      if (before === null) throw wrongParameter("with", "must be the id of an audit run");
      return compareAuditRuns(callerOf(request), { before, after: request.params.id });
    },
  );
}
