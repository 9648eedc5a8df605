import Type from "typebox";
import {
  type ConsoleRoutes,
  consoleCallerOf,
  refTo,
  tableOf,
  tableParameters,
  tenantParams,
  textParameter,
} from "#platform/http";
import {
  oneText,
  parseMoment,
  parseSearch,
  parseTableQuery,
  parseTexts,
} from "#platform/pagination";
import { AuditLogRowSchema } from "./audit-log-row.ts";
import { auditLogSorts, auditLogTable, findAuditLogChoices } from "./audit-log-table.queries.ts";

/** Settings → Audit log: who did what, and when. Administrators only: it names people. */
export function addAuditLogRoutes(app: ConsoleRoutes): void {
  app.get(
    "/tenants/:tenantId/audit-log",
    {
      config: { needs: "administer" },
      schema: {
        operationId: "listAuditLog",
        summary: "Who did what, and when",
        tags: ["Settings"],
        params: tenantParams,
        querystring: Type.Object({
          ...tableParameters(auditLogSorts),
          action: textParameter("Only these, with commas: `sensor.update`."),
          actor: textParameter("Only what these did: ids, with commas."),
          from: textParameter("Unix epoch milliseconds."),
          until: textParameter("Unix epoch milliseconds, itself not among them."),
          subject: textParameter("Only what was done to the thing with this id."),
        }),
        response: { 200: tableOf(refTo(AuditLogRowSchema)) },
      },
    },
    async (request) => {
      const { query } = request;
      const { database, tenantId } = consoleCallerOf(request);
      return auditLogTable.read(
        database.forTenant(tenantId),
        tenantId,
        parseTableQuery(query, auditLogSorts, "-at"),
        [
          parseTexts(query, "action"),
          parseTexts(query, "actor"),
          parseMoment(query, "from"),
          parseMoment(query, "until"),
          parseSearch(query),
          oneText(query, "subject"),
        ],
      );
    },
  );

  app.get(
    "/tenants/:tenantId/audit-log/choices",
    {
      config: { needs: "administer" },
      schema: {
        operationId: "listAuditLogChoices",
        summary: "What the audit log can be filtered by: what stands in its newest part",
        tags: ["Settings"],
        params: tenantParams,
        response: {
          200: Type.Object({
            actions: Type.Array(Type.String()),
            actors: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
          }),
        },
      },
    },
    async (request) => {
      const { database, tenantId } = consoleCallerOf(request);
      return findAuditLogChoices(database.forTenant(tenantId), tenantId);
    },
  );
}
