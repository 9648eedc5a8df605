import Type from "typebox";
import { type PublicRoutes, callerOf, named, refTo, word } from "#platform/http";

/** What a key is good for. */
export const PingSchema = named(
  "Ping",
  {
    ok: Type.Boolean(),
    product: Type.String({ description: "Always `vedette-exposure`." }),
    version: Type.String({ description: "The version of this API: `v1`." }),
    tenant: Type.String({ format: "uuid", description: "The tenant that owns the key." }),
    tenantName: Type.String(),
    scopes: Type.Array(word(["read", "write"])),
  },
  { description: "A valid key, its tenant and its scopes." },
);

/** The public API's test of a key. */
export function addPingRoute(app: PublicRoutes): void {
  app.get(
    "/public/v1/ping",
    {
      config: { scope: "read" },
      schema: {
        operationId: "ping",
        summary: "Test an API key",
        tags: ["Key"],
        response: { 200: refTo(PingSchema) },
      },
    },
    async (request) => {
      const { tenantId, tenantName, scopes } = callerOf(request);
      return {
        ok: true,
        product: "vedette-exposure",
        version: "v1",
        tenant: tenantId,
        tenantName,
        scopes: [...scopes],
      };
    },
  );
}
