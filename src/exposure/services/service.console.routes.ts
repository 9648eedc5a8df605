import Type from "typebox";
import {
  type ConsoleCaller,
  type ConsoleRoutes,
  consoleCallerOf,
  refTo,
  tenantItemParams,
} from "#platform/http";
import { AssetServiceSchema } from "./listed-service.ts";
import { listAssetServices } from "./service-list.queries.ts";

export const serviceConsoleSchemas = [AssetServiceSchema] as const;

/** What routes of services need from the rest of the service. */
export interface ServiceGuard {
  /** @throws Problem `not_found` when the tenant has no such asset, or the person does not see it. */
  readonly readAssetRow: (caller: ConsoleCaller, id: string) => Promise<{ id: string }>;
}

/** Services in the console: what answers at one asset. */
export function addServiceConsoleRoutes(app: ConsoleRoutes, guard: ServiceGuard): void {
  app.get(
    "/tenants/:tenantId/assets/:id/services",
    {
      config: { needs: "view" },
      schema: {
        operationId: "listAssetServices",
        summary: "What answers at an asset, by port",
        tags: ["Exposure"],
        params: tenantItemParams,
        response: { 200: Type.Object({ items: Type.Array(refTo(AssetServiceSchema)) }) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const { id } = await guard.readAssetRow(caller, request.params.id);
      const { database, tenantId } = caller;
      return { items: await listAssetServices(database.forTenant(tenantId), tenantId, id) };
    },
  );
}
