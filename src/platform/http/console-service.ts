import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from "fastify";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Context } from "#platform/context";
import { isId } from "#lib/ids";
import type { Database } from "#platform/db";
import { Problem } from "#platform/errors";
import { type Need, type Role, findMembership, matchNeed, scopesOfRole } from "#platform/members";
import { acceptJsonOnly, checkBodies } from "./bodies.ts";
import { compressReplies } from "./compress-replies.ts";
import { tagReply } from "./entity-tag.ts";
import { noSuchRoute } from "./gate.ts";
import { malformation } from "./malformed.ts";
import { ErrorSchema, type NamedSchema } from "./schemas.ts";

/** Where routes of the console's API are added. */
export type ConsoleRoutes = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** Somebody who has signed in. */
export interface SignedIn {
  userId: string;
  name: string;
  email: string;
  sessionId: string;
}

/** A person at work in one tenant: the context for verbs, and how far that person's sight goes. */
export interface ConsoleCaller extends Context {
  role: Role;
  /** Only what belongs to these companies may be shown; `null`: all of the tenant. Every query heeds it. */
  companyIds: readonly string[] | null;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set by the console's gate once the session was recognised. */
    signedIn: SignedIn | null;
    /** Set for routes of a tenant. */
    consoleCaller: ConsoleCaller | null;
  }
  interface FastifyContextConfig {
    /**
     * What a route of the console asks for: a role's power in the tenant of the address, a session only (`session`), or
     * nothing (`nobody`).
     */
    needs?: Need | "session" | "nobody";
    /** For routes of a tenant: false where a viewer limited to some companies sees nothing at all. Default: true. */
    limitedViewers?: boolean;
  }
}

/** The caller of a tenant's route. */
export function consoleCallerOf(request: FastifyRequest): ConsoleCaller {
  if (request.consoleCaller === null) throw new Error("this route is not of a tenant");
  return request.consoleCaller;
}

/** The one who has signed in. */
export function signedInOf(request: FastifyRequest): SignedIn {
  if (request.signedIn === null) throw new Error("this route needs no session");
  return request.signedIn;
}

/** The address's part that every route of a tenant has. */
export const tenantParams = Type.Object({
  tenantId: Type.String({ format: "uuid", description: "The tenant's id." }),
});

/** The same for one thing of the tenant. */
export const tenantItemParams = Type.Object({
  tenantId: Type.String({ format: "uuid", description: "The tenant's id." }),
  id: Type.String({ format: "uuid", description: "The thing's id." }),
});

/** The console's API as its routes and its description need it; nothing in it is running. */
export interface ConsoleApi {
  schemas: readonly NamedSchema[];
  tags: readonly { name: string; description: string }[];
  /** Adds the routes, whose paths begin behind `/api`; each says in `config.needs` what it asks for. */
  routes: (app: ConsoleRoutes) => void;
}

export interface ConsoleServiceOptions {
  database: Database;
  /** Unix epoch milliseconds. */
  now: () => number;
  /** Whose session the request's cookie is; the reply takes the cookie of a session that was prolonged. */
  readSession: (request: FastifyRequest, reply: FastifyReply) => Promise<SignedIn | null>;
  /** Whether a changing request comes from the console itself: by `Origin`, `Sec-Fetch-Site`. */
  isOwnOrigin: (request: FastifyRequest) => boolean;
}

/**
 * Makes the console's API a part of an application, at `/api`. It refuses in this order: 404 no such route, 403 foreign
 * origin, 401 no session, 404 not this person's tenant, 403 role.
 */
export function consoleService(api: ConsoleApi, options: ConsoleServiceOptions) {
  return async (app: FastifyInstance): Promise<void> => {
    app.register(
      async (scope) => {
        await compressReplies(scope);
        for (const schema of [ErrorSchema, ...api.schemas]) scope.addSchema(schema);
        scope.setValidatorCompiler(checkBodies);
        scope.setSerializerCompiler(() => (payload) => JSON.stringify(payload));
        scope.decorateRequest("signedIn", null);
        scope.decorateRequest("consoleCaller", null);
        acceptJsonOnly(scope);
        scope.addHook("onSend", tagReply);
        addConsoleGate(scope, options);
        api.routes(scope.withTypeProvider<TypeBoxTypeProvider>());
      },
      { prefix: "/api" },
    );
  };
}

const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

function addConsoleGate(app: FastifyInstance, options: ConsoleServiceOptions): void {
  app.addHook("onRoute", (route) => {
    if (route.config?.needs === undefined) {
      throw new Error(`${String(route.method)} ${route.url} does not say what it needs`);
    }
  });
  app.addHook("onRequest", async (request, reply) => {
    reply.header("cache-control", "private, no-cache");
    const { needs, limitedViewers = true } = request.routeOptions.config;
    if (request.is404 || needs === undefined) throw noSuchRoute();
    if (!safeMethods.has(request.method) && !options.isOwnOrigin(request)) {
      throw new Problem("forbidden", "This request does not come from the console.");
    }
    const malformed = malformation(request);
    if (malformed !== null) throw new Problem("invalid_request", malformed);
    if (needs === "nobody") return;
    request.signedIn = await options.readSession(request, reply);
    if (request.signedIn === null) {
      throw new Problem(
        "unauthorized",
        "You are not signed in, or your session has ended. Sign in.",
      );
    }
    if (needs === "session") return;
    request.consoleCaller = await callerIn(request, request.signedIn, options);
    const { role, companyIds } = request.consoleCaller;
    if (companyIds !== null && !limitedViewers) throw noSuchRoute();
    if (!matchNeed(role, needs)) {
      throw new Problem("forbidden", `As ${role} you may not do this. Ask an administrator.`);
    }
  });
  app.setNotFoundHandler(() => {
    throw noSuchRoute();
  });
}

/** @throws Problem `not_found`: the same for a tenant that is not there and for one that is not this person's. */
async function callerIn(
  request: FastifyRequest,
  { userId, name }: SignedIn,
  { database, now }: ConsoleServiceOptions,
): Promise<ConsoleCaller> {
  const { params } = request;
  if (typeof params !== "object" || params === null || !("tenantId" in params)) {
    throw new Error(`${request.url} names no tenant`);
  }
  const tenantId = String(params.tenantId);
  const member = isId(tenantId)
    ? await findMembership(database.forTenant(tenantId), tenantId, userId)
    : null;
  if (member === null)
    throw new Problem("not_found", "There is no such tenant, or it is not yours.");
  return {
    tenantId,
    actor: { kind: "user", id: userId, name },
    scopes: scopesOfRole(member.role),
    database,
    now,
    requestId: request.id,
    role: member.role,
    companyIds: member.companyIds,
  };
}

/** Who may call a route, for those who read the description. */
function powersOf(config: FastifyContextConfig | undefined): object {
  return {
    "x-needs": config?.needs,
    ...(config?.limitedViewers === false ? { "x-limited-viewers": false } : {}),
  };
}

/** The OpenAPI document of the console's API as JSON text. */
export async function describeConsoleApi(api: ConsoleApi): Promise<string> {
  const { fastify } = await import("fastify");
  const { default: swagger } = await import("@fastify/swagger");
  const app = fastify({ logger: false });
  let document: (() => string) | undefined;
  app.register(
    async (scope) => {
      for (const schema of [ErrorSchema, ...api.schemas]) scope.addSchema(schema);
      scope.setValidatorCompiler(checkBodies);
      await scope.register(swagger, {
        openapi: {
          openapi: "3.1.0",
          info: {
            title: "Vedette console API",
            version: "1.0.0",
            description:
              "What the console talks to, with a session's cookie. It follows the console and may change with it: programs use the public APIs.",
          },
          servers: [{ url: "/api" }],
          tags: [...api.tags],
        },
        convertConstToEnum: false,
        stripBasePath: true,
        refResolver: {
          buildLocalReference: ({ $id }) => (typeof $id === "string" ? $id : "Unnamed"),
        },
        transform: ({ schema, url, route }) => ({
          schema: { ...schema, ...powersOf(route.config) },
          url,
        }),
      });
      api.routes(scope.withTypeProvider<TypeBoxTypeProvider>());
      document = () => `${JSON.stringify(scope.swagger(), null, 2)}\n`;
    },
    { prefix: "/api" },
  );
  await app.ready();
  if (document === undefined) throw new Error("the routes of the console were not added");
  return document();
}
