import Type from "typebox";
import type { Service } from "#platform/api-keys";
import { callerOf } from "./caller.ts";
import type { PublicRoutes } from "./public-api.ts";
import { type NamedSchema, named, refTo, word } from "./schemas.ts";

/** Every service's test of a key: what it is good for. */
export interface PingRoute {
  /** To be listed among the service's schemas. */
  readonly schema: NamedSchema;
  readonly add: (app: PublicRoutes) => void;
}

/** Makes the route for one service. */
export function pingRoute(service: Service): PingRoute {
  const product = `vedette-${service}`;
  const schema = named(
    "Ping",
    {
      ok: Type.Boolean(),
      product: Type.String({ description: `Always \`${product}\`.` }),
      version: Type.String({ description: "The version of this API: `v1`." }),
      tenant: Type.String({ format: "uuid", description: "The tenant that owns the key." }),
      tenantName: Type.String(),
      scopes: Type.Array(word(["read", "write"])),
    },
    { description: "A valid key, its tenant and its scopes." },
  );
  return {
    schema,
    add(app) {
      app.get(
        "/public/v1/ping",
        {
          config: { scope: "read" },
          schema: {
            operationId: "ping",
            summary: "Test an API key",
            tags: ["Key"],
            response: { 200: refTo(schema) },
          },
        },
        async (request) => {
          const { tenantId, tenantName, scopes } = callerOf(request);
          return {
            ok: true,
            product,
            version: "v1",
            tenant: tenantId,
            tenantName,
            scopes: [...scopes],
          };
        },
      );
    },
  };
}
