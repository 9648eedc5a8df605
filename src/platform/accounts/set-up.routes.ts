import Type from "typebox";
import type { ConsoleRoutes } from "#platform/http";
import type { AccountDeps } from "./account-deps.ts";
import { countAttempt } from "./attempts.ts";
import { takeAnswer } from "./library-reply.ts";
import { normalEmail } from "./person.ts";
import { setUp } from "./set-up.ts";

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
      const { accounts, attempts, database, now } = deps;
      const { email, password } = request.body;
      await countAttempt(attempts, request, reply);
      await setUp({ database, now, requestId: request.id }, request.body);
      const body = { email: normalEmail(email), password };
      takeAnswer(reply, await accounts.ask(request, "POST", "/sign-in/email", body));
      return { ok: true };
    },
  );
}
