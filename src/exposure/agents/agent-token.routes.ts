import Type from "typebox";
import {
  type ConsoleRoutes,
  consoleCallerOf,
  nullable,
  refTo,
  tenantItemParams,
  tenantParams,
} from "#platform/http";
import { AgentTokenSchema } from "./agent-row.ts";
import { createAgentToken } from "./create-agent-token.ts";
import { listAgentTokens } from "./list-agent-tokens.ts";
import { revokeAgentToken } from "./revoke-agent-token.ts";

const administered = { needs: "administer", limitedViewers: false } as const;

const NewAgentToken = Type.Object(
  {
    note: Type.String({ maxLength: 200 }),
    siteId: nullable(Type.String({ format: "uuid" })),
    tags: Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: 50 }),
    uses: Type.Integer({ minimum: 1, maximum: 100_000 }),
    validForMs: Type.Integer({ minimum: 60_000, maximum: 365 * 86_400_000 }),
  },
  { additionalProperties: false },
);

/** Settings → Agents: the tokens with which hosts become agents. */
export function addAgentTokenRoutes(app: ConsoleRoutes): void {
  app.get(
    "/tenants/:tenantId/agent-tokens",
    {
      config: administered,
      schema: {
        operationId: "listAgentTokens",
        summary: "Enrolment tokens that still work",
        tags: ["Settings"],
        params: tenantParams,
        response: { 200: Type.Object({ items: Type.Array(refTo(AgentTokenSchema)) }) },
      },
    },
    async (request) => {
      const tokens = await listAgentTokens(consoleCallerOf(request));
      return { items: tokens.map((token) => ({ ...token, tags: [...token.tags] })) };
    },
  );

  app.post(
    "/tenants/:tenantId/agent-tokens",
    {
      config: administered,
      schema: {
        operationId: "createAgentToken",
        summary: "Make a token for one host or many; it is shown this once",
        tags: ["Settings"],
        params: tenantParams,
        body: NewAgentToken,
        response: {
          201: Type.Object({
            id: Type.String({ format: "uuid" }),
            token: Type.String({ description: "Never to be seen again." }),
            expiresAt: Type.Integer(),
          }),
        },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await createAgentToken(consoleCallerOf(request), request.body)),
  );

  app.delete(
    "/tenants/:tenantId/agent-tokens/:id",
    {
      config: administered,
      schema: {
        operationId: "revokeAgentToken",
        summary: "Make a token worthless; agents that enrolled with it stay",
        tags: ["Settings"],
        params: tenantItemParams,
        response: { 200: Type.Object({ ok: Type.Boolean() }) },
      },
    },
    async (request) => {
      await revokeAgentToken(consoleCallerOf(request), { id: request.params.id });
      return { ok: true };
    },
  );
}
