import Type from "typebox";
import {
  type ConsoleRoutes,
  consoleCallerOf,
  refTo,
  tenantItemParams,
  tenantParams,
} from "#platform/http";
import { AuditPageSchema, AuditRowSchema } from "./audit-row.ts";
import { listAuditsOf, readAuditPage, requireAudit } from "./read-audit-page.ts";
import { requestAudit } from "./request-audit.ts";
import { stopAudit } from "./stop-audit.ts";

/** Audits in the console, but for making, changing and deleting one: those are declarations. */
export function addAuditConsoleRoutes(app: ConsoleRoutes): void {
  app.get(
    "/tenants/:tenantId/audits",
    {
      config: { needs: "view" },
      schema: {
        operationId: "listAudits",
        summary: "Audits by name",
        tags: ["Exposure"],
        params: tenantParams,
        response: { 200: Type.Object({ items: Type.Array(refTo(AuditRowSchema)) }) },
      },
    },
    async (request) => ({ items: await listAuditsOf(consoleCallerOf(request)) }),
  );

  app.get(
    "/tenants/:tenantId/audits/:id",
    {
      config: { needs: "view" },
      schema: {
        operationId: "readAudit",
        summary: "One audit, and how it goes on each host",
        tags: ["Exposure"],
        params: tenantItemParams,
        response: { 200: refTo(AuditPageSchema) },
      },
    },
    async (request) => readAuditPage(consoleCallerOf(request), request.params.id),
  );

  app.post(
    "/tenants/:tenantId/audits/:id/run",
    {
      config: { needs: "operate" },
      schema: {
        operationId: "runAudit",
        summary: "Ask for an audit now, on all its hosts or on one",
        tags: ["Exposure"],
        params: tenantItemParams,
        body: Type.Object(
          {
            agent: Type.Optional(
              Type.String({ maxLength: 300, description: "The name of one of its hosts." }),
            ),
            arf: Type.Optional(Type.Boolean({ description: "Keep the whole result, too." })),
          },
          { additionalProperties: false },
        ),
        response: {
          200: Type.Object({
            jobs: Type.Integer({ description: "Hosts that were asked." }),
            skipped: Type.Array(Type.Object({ agent: Type.String(), why: Type.String() }), {
              description: "Hosts that were not, because they still are at it.",
            }),
          }),
        },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const { name } = await requireAudit(caller, request.params.id);
      const { jobs, skipped } = await requestAudit(caller, { name, ...request.body });
      return { jobs, skipped };
    },
  );

  app.post(
    "/tenants/:tenantId/audits/:id/stop",
    {
      config: { needs: "operate" },
      schema: {
        operationId: "stopAudit",
        summary: "Stop an audit wherever it waits or is under way",
        tags: ["Exposure"],
        params: tenantItemParams,
        response: {
          200: Type.Object({
            stopped: Type.Integer({ description: "Hosts that had not begun." }),
            stopping: Type.Integer({ description: "Hosts that are told to stop." }),
          }),
        },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const { name } = await requireAudit(caller, request.params.id);
      return stopAudit(caller, { name });
    },
  );
}
