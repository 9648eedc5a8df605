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
import { listScans } from "./list-scans.ts";
import { ScanListSchema } from "./listed-scan.ts";

/** The second address answers the same, for who guesses it. */
const addresses = [
  { path: "/public/v1/scans", operationId: "listScans" },
  { path: "/public/v1/scheduled-scans", operationId: "listScheduledScans" },
] as const;

/** The public API of scans. */
export function addScanRoutes(app: PublicRoutes): void {
  for (const { path, operationId } of addresses) {
    app.get(
      path,
      {
        config: { scope: "read" },
        schema: {
          operationId,
          summary: "List scheduled scans with last and next run",
          description:
            "Ordered by id. Without `limit` the whole list is sent. `/scans` and `/scheduled-scans` are the same.",
          tags: ["Scans"],
          querystring: Type.Object({
            siteId: queryParameter(
              Type.String({ description: "Only scans of this site; an unknown one has none." }),
            ),
            ...pageParameters,
          }),
          response: { 200: refTo(ScanListSchema) },
        },
      },
      async (request, reply) => {
        const list = listScans(callerOf(request).tenantId, oneValue(request.query, "siteId"));
        return replyWithList(request, reply, request.query, list);
      },
    );
  }
}
