import Type from "typebox";
import {
  type ConsoleRoutes,
  consoleCallerOf,
  nullable,
  refTo,
  tenantItemParams,
  tenantParams,
} from "#platform/http";
import { endIdentityException } from "./end-identity-exception.ts";
import { exceptIdentity } from "./except-identity.ts";
import { IdentityExceptionRowSchema } from "./identity-row.ts";
import { listIdentityExceptions } from "./list-identity-exceptions.ts";

const NewException = Type.Object(
  {
    directory: nullable(Type.String({ minLength: 1, maxLength: 200 })),
    rule: nullable(Type.String({ minLength: 1, maxLength: 100 })),
    target: nullable(Type.String({ minLength: 1, maxLength: 300 })),
    reason: Type.String({ minLength: 1, maxLength: 4000 }),
    owner: Type.String({ minLength: 1, maxLength: 400 }),
    expiresAt: nullable(Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 })),
  },
  { additionalProperties: false },
);

/** Exceptions of identity findings. They may reach over all directories: who sees some companies only sees none. */
export function addIdentityExceptionRoutes(app: ConsoleRoutes): void {
  app.get(
    "/tenants/:tenantId/identity-exceptions",
    {
      config: { needs: "view", limitedViewers: false },
      schema: {
        operationId: "listIdentityExceptions",
        summary: "Exceptions of identity findings, past ones included, the newest first",
        tags: ["Exposure"],
        params: tenantParams,
        response: { 200: Type.Object({ items: Type.Array(refTo(IdentityExceptionRowSchema)) }) },
      },
    },
    async (request) => ({ items: await listIdentityExceptions(consoleCallerOf(request)) }),
  );

  app.post(
    "/tenants/:tenantId/identity-exceptions",
    {
      config: { needs: "operate" },
      schema: {
        operationId: "createIdentityException",
        summary: "Except findings by rule, by target, or both; also those that come later",
        tags: ["Exposure"],
        params: tenantParams,
        body: NewException,
        response: {
          201: Type.Object({
            id: Type.String({ format: "uuid" }),
            findings: Type.Integer({ description: "How many it accepted at once." }),
          }),
        },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await exceptIdentity(consoleCallerOf(request), request.body)),
  );

  app.post(
    "/tenants/:tenantId/identity-exceptions/:id/end",
    {
      config: { needs: "operate" },
      schema: {
        operationId: "endIdentityException",
        summary: "End an exception: what it accepts opens again, unless another covers it",
        tags: ["Exposure"],
        params: tenantItemParams,
        response: {
          200: Type.Object({
            findings: Type.Integer({ description: "How many it had accepted until now." }),
          }),
        },
      },
    },
    async (request) => endIdentityException(consoleCallerOf(request), { id: request.params.id }),
  );
}
