import swagger from "@fastify/swagger";
import { type FastifyInstance, fastify } from "fastify";
import { keyPrefixes } from "#platform/api-keys";
import { checkBodies } from "./bodies.ts";
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
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: api.title, version: "1.0.0", description: api.description },
      servers: [{ url: `/${api.name}` }],
      tags: [...api.tags],
      components: {
        securitySchemes: {
          apiKey: {
            type: "http",
            scheme: "bearer",
            description: `An API key of this service: it begins with ${keyPrefixes[api.name]}.`,
          },
        },
      },
      security: [{ apiKey: [] }],
    },
    convertConstToEnum: false,
    refResolver: { buildLocalReference: (schema) => String(schema["$id"]) },
    transform: ({ schema, url, route }) => ({
      schema: { ...schema, response: { ...repliesOf(schema), ...refusals(route) } },
      url,
    }),
  });
}

/** The OpenAPI document as JSON text. Only once the application is ready. */
export function describedRoutes(app: FastifyInstance): string {
  return `${JSON.stringify(app.swagger(), null, 2)}\n`;
}

/** As {@link describedRoutes}, of a service that is not running: for the committed copy. */
export async function describeApi(api: PublicApi): Promise<string> {
  const app = fastify({ logger: false });
  const described = Promise.withResolvers<FastifyInstance>();
  app.register(
    async (scope) => {
      await describeRoutes(scope, api);
      api.routes(scope);
      described.resolve(scope);
    },
    { prefix: `/${api.name}` },
  );
  await app.ready();
  return describedRoutes(await described.promise);
}

const rateHeaders = {
  "RateLimit-Limit": { type: "integer", description: "Requests allowed in any 60 s." },
  "RateLimit-Remaining": { type: "integer", description: "Requests still allowed now." },
  "RateLimit-Reset": {
    type: "integer",
    description: "Seconds until the oldest counted request leaves the window of 60 s.",
  },
};
const retryAfter = {
  "Retry-After": {
    type: "integer",
    description: "Seconds; a request after so long succeeds.",
  },
};

function refusal(description: string, headers: object = {}): object {
  const content = { "application/json": { schema: { $ref: `${ErrorSchema.$id}#` } } };
  return { description, headers, content };
}

interface DescribedRoute {
  url: string;
  method: string | string[];
  config?: { scope?: string };
}

/** What any route of a public service may answer besides its own replies. */
function refusals(route: DescribedRoute): Record<string, object> {
  const replies: Record<string, object> = {
    400: refusal("Malformed: `details` says where.", rateHeaders),
    401: refusal("The API key is missing, malformed, revoked or unknown."),
    429: refusal("Too many requests with this key.", { ...rateHeaders, ...retryAfter }),
    500: refusal("A defect of the server; its log has more under the request id."),
    503: refusal("The service cannot answer at the moment.", retryAfter),
  };
  if (route.config?.scope === "write")
    replies[403] = refusal("The key may only read.", rateHeaders);
  if (route.url.includes(":") && route.method !== "POST") {
    replies[404] = refusal("There is none with this id in the tenant.", rateHeaders);
  }
  return replies;
}

/** The route's own replies; good ones carry the rate headers, too. */
function repliesOf(schema: object): Record<string, object> {
  if (!("response" in schema) || typeof schema.response !== "object") return {};
  return Object.fromEntries(
    Object.entries(schema.response ?? {}).map(([status, reply]) => [
      status,
      {
        description: "Done.",
        headers: rateHeaders,
        content: { "application/json": { schema: reply } },
      },
    ]),
  );
}
