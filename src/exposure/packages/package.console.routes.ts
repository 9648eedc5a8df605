import Type from "typebox";
import {
  type ConsoleCaller,
  type ConsoleRoutes,
  consoleCallerOf,
  refTo,
  tableOf,
  tableParameters,
  tenantItemParams,
} from "#platform/http";
import { parseSearch, parseTableQuery } from "#platform/pagination";
import { PackageRowSchema } from "./package-row.ts";
import { packageSorts, packageTable } from "./package-table.queries.ts";

export const packageConsoleSchemas = [PackageRowSchema] as const;

/** What routes of packages need from the rest of the service. */
export interface PackageGuard {
  /** @throws Problem `not_found` when the tenant has no such asset, or the person does not see it. */
  readonly readAssetRow: (caller: ConsoleCaller, id: string) => Promise<{ id: string }>;
}

/** Packages in the console: what is installed on one asset. */
export function addPackageConsoleRoutes(app: ConsoleRoutes, guard: PackageGuard): void {
  app.get(
    "/tenants/:tenantId/assets/:id/packages",
    {
      config: { needs: "view" },
      schema: {
        operationId: "listAssetPackages",
        summary: "What is installed on an asset, as its agent last told",
        description: "Empty without an agent.",
        tags: ["Exposure"],
        params: tenantItemParams,
        querystring: Type.Object(tableParameters(packageSorts)),
        response: { 200: tableOf(refTo(PackageRowSchema)) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const { query } = request;
      const wanted = parseTableQuery(query, packageSorts, "name");
      const search = parseSearch(query);
      const { id } = await guard.readAssetRow(caller, request.params.id);
      const { database, tenantId } = caller;
      return packageTable.read(database.forTenant(tenantId), tenantId, wanted, [id, search]);
    },
  );
}
