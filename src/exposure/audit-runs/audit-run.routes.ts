import Type from "typebox";
import { type PublicRoutes, callerOf, pageParameters, refTo, replyWithList } from "#platform/http";
import { listAuditRuns } from "./list-audit-runs.ts";
import { AuditRunListSchema } from "./listed-audit-run.ts";

/** The second address answers the same, for who guesses it. */
const addresses = [
  { path: "/public/v1/audits", operationId: "listAudits" },
  { path: "/public/v1/audit-runs", operationId: "listAuditRuns" },
] as const;

/** The public API of compliance audits. */
export function addAuditRunRoutes(app: PublicRoutes): void {
  for (const { path, operationId } of addresses) {
    app.get(
      path,
      {
        config: { scope: "read" },
        schema: {
          operationId,
          summary: "List compliance audit runs, the most recent first",
          description:
            "Ordered by `runAt` descending, then by id. Without `limit` the whole list is sent. `/audits` and `/audit-runs` are the same.",
          tags: ["Audits"],
          querystring: Type.Object(pageParameters),
          response: { 200: refTo(AuditRunListSchema) },
        },
      },
      async (request, reply) =>
        replyWithList(request, reply, request.query, listAuditRuns(callerOf(request).tenantId)),
    );
  }
}
