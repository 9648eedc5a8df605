import Type from "typebox";
import {
  type ConsoleRoutes,
  consoleCallerOf,
  nullable,
  refTo,
  tenantItemParams,
  tenantParams,
} from "#platform/http";
import { AuditExceptionSchema } from "./audit-run-row.ts";
import { endException } from "./end-exception.ts";
import { exceptRule } from "./except-rule.ts";
import { listExceptions } from "./list-exceptions.ts";

const uuid = Type.String({ format: "uuid" });

/** Rules that somebody answers for not keeping, in the console. */
export function addAuditExceptionRoutes(app: ConsoleRoutes): void {
  app.get(
    "/tenants/:tenantId/audit-exceptions",
    {
      config: { needs: "view" },
      schema: {
        operationId: "listAuditExceptions",
        summary: "Exceptions from rules, past ones included, the newest first",
        tags: ["Exposure"],
        params: tenantParams,
        response: { 200: Type.Object({ items: Type.Array(refTo(AuditExceptionSchema)) }) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      return { items: await listExceptions(caller, caller.companyIds) };
    },
  );

  app.post(
    "/tenants/:tenantId/audit-exceptions",
    {
      config: { needs: "operate" },
      schema: {
        operationId: "exceptAuditRule",
        summary: "Say who answers for not keeping a rule, and why",
        tags: ["Exposure"],
        params: tenantParams,
        body: Type.Object(
          {
            ruleId: Type.String({ minLength: 1, maxLength: 300 }),
            reason: Type.String({ minLength: 1, maxLength: 2000 }),
            owner: Type.String({ minLength: 1, maxLength: 200 }),
            until: nullable(
              Type.Integer({ description: "Epoch milliseconds; null: until ended." }),
            ),
            assetId: Type.Optional(uuid),
            siteId: Type.Optional(uuid),
            tag: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
          },
          { additionalProperties: false },
        ),
        response: { 201: Type.Object({ id: uuid }) },
      },
    },
    async (request, reply) => {
      const { assetId = null, siteId = null, tag = null, ...rest } = request.body;
      const place = { assetId, siteId, tag };
      const { id } = await exceptRule(consoleCallerOf(request), { ...rest, ...place });
      return reply.code(201).send({ id });
    },
  );

  app.post(
    "/tenants/:tenantId/audit-exceptions/:id/end",
    {
      config: { needs: "operate" },
      schema: {
        operationId: "endAuditException",
        summary: "End an exception: from now on its rule counts again",
        tags: ["Exposure"],
        params: tenantItemParams,
        response: { 200: Type.Object({ ok: Type.Boolean() }) },
      },
    },
    async (request) => {
      await endException(consoleCallerOf(request), request.params.id);
      return { ok: true };
    },
  );
}
