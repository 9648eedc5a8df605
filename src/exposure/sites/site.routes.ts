import Type from "typebox";
import { type PublicRoutes, callerOf, pageParameters, refTo, replyWithList } from "#platform/http";
import { listSites } from "./list-sites.ts";
import { SiteListSchema } from "./listed-site.ts";

/** The public API of sites. */
export function addSiteRoutes(app: PublicRoutes): void {
  app.get(
    "/public/v1/sites",
    {
      config: { scope: "read" },
      schema: {
        operationId: "listSites",
        summary: "List sites",
        description: "Ordered by id. Without `limit` the whole list is sent.",
        tags: ["Sites"],
        querystring: Type.Object(pageParameters),
        response: { 200: refTo(SiteListSchema) },
      },
    },
    async (request, reply) =>
      replyWithList(request, reply, request.query, listSites(callerOf(request).tenantId)),
  );
}
