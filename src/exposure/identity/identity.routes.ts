import Type from "typebox";
import {
  type PublicRoutes,
  callerOf,
  pageParameters,
  queryParameter,
  refTo,
  replyWithList,
} from "#platform/http";
import { oneValue } from "#platform/pagination";
import { listIdentityFindings } from "./list-identity-findings.ts";
import { IdentityFindingListSchema } from "./listed-identity-finding.ts";

/** The public API of identity findings. Their status is set as that of any finding. */
export function addIdentityRoutes(app: PublicRoutes): void {
  app.get(
    "/public/v1/identity-findings",
    {
      config: { scope: "read" },
      schema: {
        operationId: "listIdentityFindings",
        summary: "List open identity-posture findings, the most severe first",
        description:
          "Those that are `open` or `in_progress`: from `CRITICAL` to `INFO`, then by `lastSeenAt` descending, then by id. Without `limit` the whole list is sent.",
        tags: ["Identity"],
        querystring: Type.Object({
          siteId: queryParameter(
            Type.String({ description: "Only findings of this site; an unknown one has none." }),
          ),
          ...pageParameters,
        }),
        response: { 200: refTo(IdentityFindingListSchema) },
      },
    },
    async (request, reply) => {
      const siteId = oneValue(request.query, "siteId");
      const list = listIdentityFindings(callerOf(request).tenantId, siteId);
      return replyWithList(request, reply, request.query, list);
    },
  );
}
