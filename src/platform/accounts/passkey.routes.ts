import Type from "typebox";
import { Problem } from "#platform/errors";
import { isOneLine } from "#lib/printable";
import { type ConsoleRoutes, expectNoBody } from "#platform/http";
import { ownContext } from "./account.routes.ts";
import type { AccountDeps } from "./account-deps.ts";
import { takeAnswer } from "./library-reply.ts";
import { auditOwn, removeOwnPasskey } from "./own-account.ts";

const ok = Type.Object({ ok: Type.Boolean() });
const tags = ["Account"];
const config = { needs: "session" } as const;

/** Passkeys of the own account (Web Authentication Level 3). */
export function addPasskeyRoutes(app: ConsoleRoutes, deps: AccountDeps): void {
  app.post(
    "/account/passkeys/options",
    {
      config,
      schema: {
        operationId: "beginPasskey",
        summary: "What a browser needs to make a passkey",
        tags,
        response: {
          200: Type.Unknown({ description: "PublicKeyCredentialCreationOptionsJSON." }),
        },
      },
    },
    async (request, reply) => {
      expectNoBody(request.body);
      const path = "/passkey/generate-register-options";
      return takeAnswer(reply, await deps.accounts.ask(request, "GET", path));
    },
  );

  app.post(
    "/account/passkeys",
    {
      config,
      schema: {
        operationId: "addPasskey",
        summary: "Add a passkey to the own account",
        tags,
        body: Type.Object(
          {
            name: Type.String({ maxLength: 1000 }),
            response: Type.Object(
              {
                id: Type.String({ maxLength: 2000 }),
                response: Type.Object({
                  clientDataJSON: Type.String(),
                  attestationObject: Type.String(),
                  transports: Type.Optional(Type.Array(Type.String())),
                }),
              },
              { description: "RegistrationResponseJSON." },
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: ok },
      },
    },
    async (request, reply) => {
      const name = request.body.name.trim();
      if (name === "" || [...name].length > 200 || !isOneLine(name)) {
        throw new Problem(
          "invalid_request",
          "A passkey's name has 1 to 200 characters, and no control characters.",
        );
      }
      const body = { name, response: request.body.response };
      const path = "/passkey/verify-registration";
      takeAnswer(reply, await deps.accounts.ask(request, "POST", path, body));
      const context = ownContext(request, deps);
      await auditOwn(deps.database.system, context, "user.add_passkey", { name });
      return { ok: true };
    },
  );

  app.delete(
    "/account/passkeys/:id",
    {
      config,
      schema: {
        operationId: "removePasskey",
        summary: "Remove a passkey from the own account",
        tags,
        params: Type.Object({ id: Type.String({ description: "The passkey's id." }) }),
        response: { 200: ok },
      },
    },
    async (request) => {
      await removeOwnPasskey(ownContext(request, deps), request.params.id);
      return { ok: true };
    },
  );
}
