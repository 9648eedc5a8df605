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
import { listAssets } from "./list-assets.ts";
import { AssetDetailSchema, AssetListSchema } from "./listed-asset.ts";
import { readAsset } from "./read-asset.ts";

/** The public API of assets. */
export function addAssetRoutes(app: PublicRoutes): void {
  app.get(
    "/public/v1/assets",
    {
      config: { scope: "read" },
      schema: {
        operationId: "listAssets",
        summary: "List discovered assets, the riskiest first",
        description:
          "Ordered by `riskScore` descending, then by id. Without `limit` the whole list is sent.",
        tags: ["Assets"],
        querystring: Type.Object({
          siteId: queryParameter(
            Type.String({ description: "Only assets of this site; an unknown one has none." }),
          ),
          ...pageParameters,
        }),
        response: { 200: refTo(AssetListSchema) },
      },
    },
    async (request, reply) => {
      const list = listAssets(callerOf(request).tenantId, oneValue(request.query, "siteId"));
      return replyWithList(request, reply, request.query, list);
    },
  );

  app.get(
    "/public/v1/assets/:id",
    {
      config: { scope: "read" },
      schema: {
        operationId: "getAsset",
        summary: "Read one asset",
        description: "With what its risk score was made of.",
        tags: ["Assets"],
        params: Type.Object({ id: Type.String({ description: "An asset's id." }) }),
        response: { 200: refTo(AssetDetailSchema) },
      },
    },
    async (request) => readAsset(callerOf(request), request.params.id),
  );
}
