import Type from "typebox";
import {
  type ConsoleRoutes,
  consoleCallerOf,
  queryParameter,
  refTo,
  tableOf,
  tableParameters,
  tenantParams,
} from "#platform/http";
import { parseIds, parseSearch, parseTableQuery } from "#platform/pagination";
import { SiteRowSchema } from "./site-row.ts";
import { siteSorts, siteTable } from "./site-table.queries.ts";

/** Exposure → Sites. They are made, changed and deleted as declarations. */
export function addSiteConsoleRoutes(app: ConsoleRoutes): void {
  app.get(
    "/tenants/:tenantId/sites",
    {
      config: { needs: "view" },
      schema: {
        operationId: "listSiteRows",
        summary: "Sites, with what is there",
        tags: ["Exposure"],
        params: tenantParams,
        querystring: Type.Object({
          ...tableParameters(siteSorts),
          company: queryParameter(Type.String({ description: "Ids of companies, with commas." })),
        }),
        response: { 200: tableOf(refTo(SiteRowSchema)) },
      },
    },
    async (request) => {
      const { database, tenantId, companyIds } = consoleCallerOf(request);
      const query = parseTableQuery(request.query, siteSorts, "name");
      return siteTable.read(database.forTenant(tenantId), tenantId, query, [
        companyIds,
        parseSearch(request.query),
        parseIds(request.query, "company"),
      ]);
    },
  );
}
