import type { FastifyInstance } from "fastify";
import { allowAnyOrigin } from "./cors.ts";
import { tagReply } from "./entity-tag.ts";
import { describedRoutes } from "./openapi.ts";
import type { PublicApi } from "./public-api.ts";

/** Everything comes from this server, so the page works without the internet. */
const contentSecurityPolicy = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' data:",
  "connect-src": "'self'",
  "base-uri": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
};

/**
 * Serves the description at `/public/v1/openapi.json`, for every origin, and the reference page at `/docs`. No key: both
 * tell nothing of any tenant.
 *
 * @param described the scope whose routes are described.
 */
export async function addReferencePage(
  app: FastifyInstance,
  described: FastifyInstance,
  api: PublicApi,
): Promise<void> {
  app.addHook("onSend", tagReply);
  app.addHook("onRequest", (_request, reply, done) => {
    reply.header("cache-control", "no-cache");
    done();
  });
  let document: string | undefined;
  app.get("/public/v1/openapi.json", { schema: { hide: true } }, (_request, reply) => {
    allowAnyOrigin(reply);
    document ??= describedRoutes(described);
    return reply.type("application/json; charset=utf-8").send(document);
  });
  const { default: swaggerUi } = await import("@fastify/swagger-ui");
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    indexPrefix: `/${api.name}`,
    staticCSP: contentSecurityPolicy,
    theme: { title: api.title },
    uiConfig: { deepLinking: true, layout: "BaseLayout", defaultModelsExpandDepth: 2 },
  });
}
