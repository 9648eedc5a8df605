import Type from "typebox";
import { isId } from "#lib/ids";
import { Problem } from "#platform/errors";
import {
  type ConsoleRoutes,
  consoleCallerOf,
  named,
  nullable,
  refTo,
  tenantItemParams,
  tenantParams,
  time,
  word,
} from "#platform/http";
import { keyScopes } from "./api-key.ts";
import { createApiKey } from "./create-api-key.ts";
import { services } from "./key-format.ts";
import { listApiKeysOf } from "./list-api-keys.ts";
import { revokeApiKey } from "./revoke-api-key.ts";

/** A key as people see it in the console. */
export const ApiKeySchema = named("ApiKey", {
  id: Type.String({ format: "uuid" }),
  service: word(services),
  scope: word(keyScopes),
  name: Type.String(),
  hint: Type.String({ description: "The first secret characters, to tell keys apart." }),
  createdAt: time("When it was made."),
  createdBy: Type.String({ description: "Who made it." }),
  lastUsedAt: nullable(time("When it was last used, up to 5 minutes behind; null: never.")),
  revokedAt: nullable(time("When it was revoked; null: it is valid.")),
});

const NewApiKey = Type.Object(
  {
    service: word(services),
    scope: word(keyScopes),
    name: Type.String({ minLength: 1, maxLength: 200 }),
  },
  { additionalProperties: false },
);

/** Settings → API keys. Administrators only: a key reads everything of its service. */
export function addApiKeyRoutes(app: ConsoleRoutes): void {
  app.get(
    "/tenants/:tenantId/api-keys",
    {
      config: { needs: "administer" },
      schema: {
        operationId: "listApiKeys",
        summary: "The tenant's API keys, the revoked ones last",
        tags: ["Settings"],
        params: tenantParams,
        response: { 200: Type.Object({ items: Type.Array(refTo(ApiKeySchema)) }) },
      },
    },
    async (request) => {
      const { database, tenantId } = consoleCallerOf(request);
      const keys = await listApiKeysOf(database, tenantId);
      return { items: keys.map(({ tenantId: _id, tenantName: _name, ...key }) => key) };
    },
  );

  app.post(
    "/tenants/:tenantId/api-keys",
    {
      config: { needs: "administer" },
      schema: {
        operationId: "createApiKey",
        summary: "Make a key; it is shown this once",
        tags: ["Settings"],
        params: tenantParams,
        body: NewApiKey,
        response: {
          201: Type.Object({
            id: Type.String({ format: "uuid" }),
            key: Type.String({ description: "The key itself, never to be seen again." }),
          }),
        },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await createApiKey(consoleCallerOf(request), request.body)),
  );

  app.delete(
    "/tenants/:tenantId/api-keys/:id",
    {
      config: { needs: "administer" },
      schema: {
        operationId: "revokeApiKey",
        summary: "Revoke a key: the next request with it is refused",
        tags: ["Settings"],
        params: tenantItemParams,
        response: { 200: Type.Object({ ok: Type.Boolean() }) },
      },
    },
    async (request) => {
      const caller = consoleCallerOf(request);
      const { id } = request.params;
      const keys = await listApiKeysOf(caller.database, caller.tenantId);
      // By its id and in this tenant only: the verb itself knows the whole installation, and takes keys as well.
      if (!isId(id) || !keys.some((key) => key.id === id)) {
        throw new Problem("not_found", "There is no API key with this id.");
      }
      await revokeApiKey(caller, id);
      return { ok: true };
    },
  );
}
