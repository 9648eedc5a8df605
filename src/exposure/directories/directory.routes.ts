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
import { listDirectories } from "./list-directories.ts";
import { DirectoryListSchema } from "./listed-directory.ts";

/** The public API of directories. */
export function addDirectoryRoutes(app: PublicRoutes): void {
  app.get(
    "/public/v1/directories",
    {
      config: { scope: "read" },
      schema: {
        operationId: "listDirectories",
        summary: "List directories with their posture, last and next assessment",
        description: "Ordered by id. Without `limit` the whole list is sent.",
        tags: ["Identity"],
        querystring: Type.Object({
          siteId: queryParameter(
            Type.String({ description: "Only directories of this site; an unknown one has none." }),
          ),
          ...pageParameters,
        }),
        response: { 200: refTo(DirectoryListSchema) },
      },
    },
    async (request, reply) => {
      const list = listDirectories(callerOf(request).tenantId, oneValue(request.query, "siteId"));
      return replyWithList(request, reply, request.query, list);
    },
  );
}
