import Type from "typebox";
import { type AccountDeps, countAttempt, signInWithPassword } from "#platform/accounts";
import { type ConsoleRoutes, word } from "#platform/http";
import { roles } from "#platform/members";
import { findOffer, joinTenant } from "./join-tenant.ts";

const token = Type.String({ maxLength: 100, description: "Of the link." });

/** Taking an invitation. */
export function addJoinRoutes(app: ConsoleRoutes, deps: AccountDeps): void {
  app.post(
    "/invitation",
    {
      config: { needs: "nobody" },
      schema: {
        operationId: "readInvitation",
        summary: "What a link invites to",
        tags: ["Account"],
        body: Type.Object({ token }, { additionalProperties: false }),
        response: {
          200: Type.Object({
            tenantName: Type.String(),
            role: word(roles),
            email: Type.String(),
            name: Type.String({ description: "As the one who invited wrote it; may be empty." }),
            invitedBy: Type.String(),
            hasAccount: Type.Boolean({ description: "Whose e-mail it is signs in first." }),
          }),
        },
      },
    },
    async (request, reply) => {
      await countAttempt(deps.attempts, request, reply);
      return findOffer(deps, request.body.token);
    },
  );

  app.post(
    "/join",
    {
      config: { needs: "nobody" },
      schema: {
        operationId: "join",
        summary: "Take an invitation, as the one who has signed in or as somebody new",
        tags: ["Account"],
        body: Type.Object(
          {
            token,
            name: Type.Optional(Type.String({ maxLength: 1000 })),
            password: Type.Optional(Type.String({ maxLength: 1000 })),
          },
          { additionalProperties: false },
        ),
        response: { 200: Type.Object({ tenantName: Type.String() }) },
      },
    },
    async (request, reply) => {
      const { accounts, attempts, database, now } = deps;
      const { token: given, name = "", password = "" } = request.body;
      await countAttempt(attempts, request, reply);
      const signedIn = await accounts.readSession(request);
      const context = { database, now, requestId: request.id };
      const joined = await joinTenant(context, signedIn, { token: given, name, password });
      const { email, tenantName } = joined;
      if (joined.isNew) await signInWithPassword(deps, request, reply, { email, password });
      return { tenantName };
    },
  );
}
