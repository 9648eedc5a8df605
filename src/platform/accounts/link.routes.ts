import Type from "typebox";
import type { ConsoleRoutes } from "#platform/http";
import type { AccountDeps } from "./account-deps.ts";
import { countAttempt } from "./attempts.ts";
import { findPasswordLink, resetPassword } from "./password-link.ts";
import { setUp } from "./set-up.ts";
import { signInWithPassword } from "./sign-in.routes.ts";

/** The first account. */
export function addSetUpRoute(app: ConsoleRoutes, deps: AccountDeps): void {
  app.post(
    "/set-up",
    {
      config: { needs: "nobody" },
      schema: {
        operationId: "setUp",
        summary: "Make the first account, owner of all tenants, and sign in",
        tags: ["Account"],
        body: Type.Object(
          {
            token: Type.String({
              maxLength: 100,
              description: "Of the link that the server prints.",
            }),
            name: Type.String({ maxLength: 1000 }),
            email: Type.String({ maxLength: 1000 }),
            password: Type.String({ maxLength: 1000 }),
          },
          { additionalProperties: false },
        ),
        response: { 200: Type.Object({ ok: Type.Boolean() }) },
      },
    },
    async (request, reply) => {
      const { attempts, database, now } = deps;
      await countAttempt(attempts, request, reply);
      await setUp({ database, now, requestId: request.id }, request.body);
      await signInWithPassword(deps, request, reply, request.body);
      return { ok: true };
    },
  );
}

/** A new password by a link. */
export function addPasswordLinkRoutes(app: ConsoleRoutes, deps: AccountDeps): void {
  app.post(
    "/password-link",
    {
      config: { needs: "nobody" },
      schema: {
        operationId: "readPasswordLink",
        summary: "Whose password a link is about",
        tags: ["Account"],
        body: Type.Object(
          { token: Type.String({ maxLength: 100 }) },
          { additionalProperties: false },
        ),
        response: { 200: Type.Object({ email: Type.String() }) },
      },
    },
    async (request, reply) => {
      const { attempts, database, now } = deps;
      await countAttempt(attempts, request, reply);
      const { email } = await findPasswordLink(database, request.body.token, now());
      return { email };
    },
  );

  app.post(
    "/new-password",
    {
      config: { needs: "nobody" },
      schema: {
        operationId: "resetPassword",
        summary: "Choose a new password by a link; every session of that person ends",
        tags: ["Account"],
        body: Type.Object(
          {
            token: Type.String({ maxLength: 100 }),
            password: Type.String({ maxLength: 1000 }),
          },
          { additionalProperties: false },
        ),
        response: { 200: Type.Object({ ok: Type.Boolean() }) },
      },
    },
    async (request, reply) => {
      const { attempts, database, now } = deps;
      await countAttempt(attempts, request, reply);
      await resetPassword({ database, now, requestId: request.id }, request.body);
      return { ok: true };
    },
  );
}
