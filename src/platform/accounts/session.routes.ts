import type { FastifyRequest } from "fastify";
import Type from "typebox";
import type { Database } from "#platform/db";
import { type ConsoleRoutes, type SignedIn, named, nullable, refTo, word } from "#platform/http";
import { listMembershipsOfUser, roles } from "#platform/members";

/** Who has signed in, and where that person may look. */
export const SessionSchema = named("Session", {
  user: Type.Unsafe<{ id: string; name: string; email: string } | null>({
    type: ["object", "null"],
    properties: {
      id: { type: "string" },
      name: { type: "string" },
      email: { type: "string" },
    },
    required: ["id", "name", "email"],
    description: "null: nobody has signed in.",
  }),
  tenants: Type.Array(
    Type.Object({
      id: Type.String({ format: "uuid" }),
      name: Type.String(),
      role: word(roles),
      companyIds: nullable(Type.Array(Type.String({ format: "uuid" }))),
    }),
  ),
  isSetUp: Type.Boolean({ description: "Whether the first administrator was made." }),
});

/** What the session routes need. */
export interface SessionDeps {
  accounts: {
    readSession(request: FastifyRequest): Promise<SignedIn | null>;
    /** Whether anybody has an account. */
    isSetUp(): Promise<boolean>;
  };
  database: Database;
}

/** What the console asks first. */
export function addSessionRoute(app: ConsoleRoutes, deps: SessionDeps): void {
  app.get(
    "/session",
    {
      config: { needs: "nobody" },
      schema: {
        operationId: "getSession",
        summary: "Who has signed in, and to which tenants",
        tags: ["Account"],
        response: { 200: refTo(SessionSchema) },
      },
    },
    async (request) => {
      const { accounts, database } = deps;
      const signedIn = await accounts.readSession(request);
      if (signedIn === null) return { user: null, tenants: [], isSetUp: await accounts.isSetUp() };
      const { userId, name, email } = signedIn;
      const memberships = await listMembershipsOfUser(database.system, userId);
      return {
        user: { id: userId, name, email },
        tenants: memberships.map(({ tenantId, tenantName, role, companyIds }) => ({
          id: tenantId,
          name: tenantName,
          role,
          companyIds: companyIds === null ? null : [...companyIds],
        })),
        isSetUp: true,
      };
    },
  );
}
