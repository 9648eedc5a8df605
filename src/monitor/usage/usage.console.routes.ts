import Type from "typebox";
import { type ConsoleRoutes, consoleCallerOf, refTo, tenantParams } from "#platform/http";
import { UsageByCompanySchema } from "./company-usage.ts";
import { findUsageByCompany, usageTable } from "./find-usage-by-company.ts";

/** Usage against the plan in the console. */
export function addUsageConsoleRoutes(app: ConsoleRoutes): void {
  app.get(
    "/tenants/:tenantId/usage",
    {
      config: { needs: "view" },
      schema: {
        operationId: "readUsage",
        summary: "Billable sensors by company, against the plan",
        tags: ["Monitoring"],
        params: tenantParams,
        response: { 200: refTo(UsageByCompanySchema) },
      },
    },
    async (request) => findUsageByCompany(consoleCallerOf(request)),
  );

  app.get(
    "/tenants/:tenantId/usage.csv",
    {
      config: { needs: "view" },
      schema: {
        operationId: "downloadUsage",
        summary: "The same as a file for spreadsheets",
        tags: ["Monitoring"],
        params: tenantParams,
        response: { 200: Type.String({ description: "text/csv (RFC 4180)" }) },
      },
    },
    async (request, reply) => {
      const usage = await findUsageByCompany(consoleCallerOf(request));
      return reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", 'attachment; filename="usage.csv"')
        .send(usageTable(usage));
    },
  );
}
