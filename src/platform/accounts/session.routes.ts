import Type from "typebox";
import { type ConsoleRoutes, named, nullable, refTo, word } from "#platform/http";
import { listMembershipsOfUser, roles } from "#platform/members";
import type { AccountDeps } from "./account-deps.ts";

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
  provider: nullable(
    Type.String({ description: "The name of the provider at which people may sign in as well." }),
  ),
});

/** What the console asks first. */
export function addSessionRoute(app: ConsoleRoutes, deps: AccountDeps): void {
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
    async (request, reply) => {
      const { accounts, database } = deps;
      const { providerName: provider } = accounts;
      const signedIn = await accounts.readSession(request, reply);
      if (signedIn === null) {
        return { user: null, tenants: [], isSetUp: await accounts.isSetUp(), provider };
      }
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
        provider,
      };
    },
  );
}
