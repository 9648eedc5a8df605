import type { FastifyInstance } from "fastify";
import { checkBodies } from "./bodies.ts";
import {
  addSharedReplies,
  refusalsMark,
  refusalsOf,
  sharedHeaders,
  sharedReplies,
} from "./openapi-replies.ts";
import type { PublicApi } from "./public-api.ts";
import { ErrorSchema } from "./schemas.ts";

/**
 * Prepares a scope for the routes of a service: their schemas check bodies and make the description. Only routes that are
 * added afterwards are described.
 */
export async function describeRoutes(app: FastifyInstance, api: PublicApi): Promise<void> {
  for (const schema of [ErrorSchema, ...api.schemas]) app.addSchema(schema);
  app.setValidatorCompiler(checkBodies);
  // Replies are what their types say. The schemas describe them, and tests hold the two together.
  app.setSerializerCompiler(() => (payload) => JSON.stringify(payload));
  const securityScheme = {
    type: "http",
    scheme: "bearer",
    description: `An API key of this service: it begins with ${api.keyPrefix}.`,
  } as const;
  const { default: swagger } = await import("@fastify/swagger");
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: api.title, version: "1.0.0", description: api.description },
      servers: [{ url: `/${api.name}` }],
      tags: [...api.tags],
      components: {
        headers: sharedHeaders,
        responses: sharedReplies,
        securitySchemes: { apiKey: securityScheme },
      },
      security: [{ apiKey: [] }],
    },
    convertConstToEnum: false,
    refResolver: { buildLocalReference: ({ $id }) => (typeof $id === "string" ? $id : "Unnamed") },
    transform: ({ schema, url, route }) => ({
      schema: { ...schema, [refusalsMark]: refusalsOf(route) },
      url,
    }),
    transformObject: (document) => {
      if (!("openapiObject" in document)) throw new Error("this is not an OpenAPI document");
      for (const path of Object.values(document.openapiObject.paths ?? {})) {
        for (const operation of Object.values(path ?? {})) addSharedReplies(operation);
      }
      return document.openapiObject;
    },
  });
}

/** The OpenAPI document as JSON text. Only once the application is ready. */
export function describedRoutes(app: FastifyInstance): string {
  return `${JSON.stringify(app.swagger(), null, 2)}\n`;
}

/** As {@link describedRoutes}, of a service that is not running: for the committed copy. */
export async function describeApi(api: PublicApi): Promise<string> {
  const { fastify } = await import("fastify");
  const app = fastify({ logger: false });
  let document: (() => string) | undefined;
  app.register(
    async (scope) => {
      await describeRoutes(scope, api);
      api.routes(scope);
      document = () => describedRoutes(scope);
    },
    { prefix: `/${api.name}` },
  );
  await app.ready();
  if (document === undefined) throw new Error(`the routes of ${api.name} were not added`);
  return document();
}
