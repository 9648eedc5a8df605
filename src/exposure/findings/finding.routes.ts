import Type from "typebox";
import { findingStatuses } from "#exposure/life-cycle";
import { severities } from "#lib/severity";
import {
  type PublicRoutes,
  callerOf,
  pageParameters,
  queryParameter,
  refTo,
  replyWithList,
  word,
} from "#platform/http";
import { type Query, oneValue, wrongParameter } from "#platform/pagination";
import { checkDecision } from "./check-decision.ts";
import { type FindingFilter, listFindings } from "./list-findings.ts";
import { FindingDetailSchema, FindingListSchema, StatusChangeBody } from "./listed-finding.ts";
import { readFinding } from "./read-finding.ts";
import { type DecisionVerbs, setFindingStatus } from "./set-finding-status.ts";

/** The second address answers the same, for who guesses it. */
const addresses = [
  { path: "/public/v1/findings", operationId: "listFindings" },
  { path: "/public/v1/vulnerabilities", operationId: "listVulnerabilities" },
] as const;

const params = Type.Object({ id: Type.String({ description: "A finding's id." }) });

const filters = {
  siteId: queryParameter(
    Type.String({ description: "Only findings of this site; an unknown one has none." }),
  ),
  assetId: queryParameter(Type.String({ description: "Only findings of this asset." })),
  cve: queryParameter(Type.String({ description: "Only findings with this CVE." })),
  severity: queryParameter(word(severities, { description: "Only findings of this severity." })),
  minConfidence: queryParameter(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description: "Only findings that are at least so sure, per cent.",
    }),
  ),
};

/** The public API of vulnerability findings. */
export function addFindingRoutes(app: PublicRoutes, verbs: DecisionVerbs): void {
  for (const { path, operationId } of addresses) {
    app.get(
      path,
      {
        config: { scope: "read" },
        schema: {
          operationId,
          summary: "List open vulnerability findings, the most severe first",
          description:
            "Those that are `open` or `in_progress`: from `CRITICAL` to `INFO`, then by `cvssScore`, `epssScore` and `lastSeenAt` descending, then by id. Without `limit` the whole list is sent. `/findings` and `/vulnerabilities` are the same.",
          tags: ["Findings"],
          querystring: Type.Object({ ...filters, ...pageParameters }),
          response: { 200: refTo(FindingListSchema) },
        },
      },
      async (request, reply) => {
        const list = listFindings(callerOf(request).tenantId, filterOf(request.query));
        return replyWithList(request, reply, request.query, list);
      },
    );
  }

  app.get(
    "/public/v1/findings/:id",
    {
      config: { scope: "read" },
      schema: {
        operationId: "getFinding",
        summary: "Read one finding with its history",
        description:
          "Whatever its status: what it rests on, what its risk score was made of, and who decided what about it.",
        tags: ["Findings"],
        params,
        response: { 200: refTo(FindingDetailSchema) },
      },
    },
    async (request) => readFinding(callerOf(request), request.params.id),
  );

  app.post(
    "/public/v1/findings/:id/status",
    {
      config: { scope: "write" },
      schema: {
        operationId: "setFindingStatus",
        summary: "Set the remediation status of a finding",
        description:
          "Of a vulnerability finding or an identity finding. Any status may follow any other. To repeat one is no error: it changes nothing, and a note that comes with it is kept.",
        tags: ["Findings"],
        params,
        body: StatusChangeBody,
        response: {
          200: Type.Object({
            ok: Type.Boolean(),
            id: Type.String({ format: "uuid" }),
            status: word(findingStatuses),
          }),
        },
      },
    },
    async (request) => {
      const { id } = request.params;
      const caller = callerOf(request);
      const decision = checkDecision(request.body, caller.now());
      await setFindingStatus(caller, id, decision, verbs);
      return { ok: true, id, status: decision.status };
    },
  );
}

function filterOf(query: Query): FindingFilter {
  const severity = oneValue(query, "severity");
  const known = severities.find((one) => one === severity);
  if (severity !== null && known === undefined)
    throw wrongParameter("severity", `must be one of ${severities.join(", ")}`);
  return {
    siteId: oneValue(query, "siteId"),
    assetId: oneValue(query, "assetId"),
    cve: oneValue(query, "cve"),
    severity: known ?? null,
    minConfidence: percentOf(query, "minConfidence"),
  };
}

function percentOf(query: Query, name: string): number | null {
  const text = oneValue(query, name);
  if (text === null) return null;
  const value = /^[0-9]{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= 100)) throw wrongParameter(name, "must be a whole number from 0 to 100");
  return value;
}
