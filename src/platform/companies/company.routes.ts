import Type from "typebox";
import {
  type ConsoleRoutes,
  consoleCallerOf,
  refTo,
  tableOf,
  tableParameters,
  tenantParams,
} from "#platform/http";
import { parseSearch, parseTableQuery } from "#platform/pagination";
import { CompanyRowSchema } from "./company-row.ts";
import { companySorts, companyTable } from "./company-table.queries.ts";

/** Settings → Companies. They are made, renamed and deleted as declarations. */
export function addCompanyRoutes(app: ConsoleRoutes): void {
  app.get(
    "/tenants/:tenantId/companies",
    {
      config: { needs: "view" },
      schema: {
        operationId: "listCompanyRows",
        summary: "Companies, with what is placed under them",
        tags: ["Settings"],
        params: tenantParams,
        querystring: Type.Object(tableParameters(companySorts)),
        response: { 200: tableOf(refTo(CompanyRowSchema)) },
      },
    },
    async (request) => {
      const { database, tenantId, companyIds } = consoleCallerOf(request);
      const query = parseTableQuery(request.query, companySorts, "name");
      return companyTable.read(database.forTenant(tenantId), tenantId, query, [
        companyIds,
        parseSearch(request.query),
      ]);
    },
  );
}
