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
import { listAssetPackages } from "./list-asset-packages.ts";
import { PackageListSchema } from "./listed-package.ts";

/** The public API of installed packages. */
export function addPackageRoutes(app: PublicRoutes): void {
  app.get(
    "/public/v1/assets/:id/packages",
    {
      config: { scope: "read" },
      schema: {
        operationId: "listAssetPackages",
        summary: "List what is installed on an asset",
        description:
          "As its agent last told; empty without one. Ordered by name, architecture and version. Without `limit` the whole list is sent.",
        tags: ["Assets"],
        params: Type.Object({ id: Type.String({ description: "An asset's id." }) }),
        querystring: Type.Object({
          name: queryParameter(
            Type.String({ description: "Only packages of exactly this name, whatever version." }),
          ),
          ...pageParameters,
        }),
        response: { 200: refTo(PackageListSchema) },
      },
    },
    async (request, reply) => {
      const name = oneValue(request.query, "name");
      const list = await listAssetPackages(callerOf(request), request.params.id, name);
      return replyWithList(request, reply, request.query, list);
    },
  );
}
