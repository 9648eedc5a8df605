import Type from "typebox";
import { type ConsoleRoutes, signedInOf } from "#platform/http";
import { countOwnAttempt, ownContext } from "./account.routes.ts";
import type { AccountDeps } from "./account-deps.ts";
import { takeAnswer } from "./library-reply.ts";
import { auditOwn } from "./own-account.ts";
import { insertUsedCode } from "./used-code.queries.ts";

const ok = Type.Object({ ok: Type.Boolean() });
const tags = ["Account"];
const config = { needs: "session" } as const;

/** The password, from one who has one: a computer left alone must not be enough. */
const WithPassword = Type.Object(
  { password: Type.Optional(Type.String({ maxLength: 1000 })) },
  { additionalProperties: false },
);

const backupCodes = Type.Array(Type.String(), {
  description: "Each signs in once when the app is lost. They are shown this once.",
});

/** Codes of an app (TOTP, RFC 6238) beside the password. */
export function addSecondFactorRoutes(app: ConsoleRoutes, deps: AccountDeps): void {
  app.post(
    "/account/second-factor",
    {
      config,
      schema: {
        operationId: "beginSecondFactor",
        summary: "Begin to set up codes of an app; they count once one was confirmed",
        tags,
        body: WithPassword,
        response: {
          200: Type.Object({
            uri: Type.String({ description: "For the app, as otpauth://totp/…" }),
            backupCodes,
          }),
        },
      },
    },
    async (request, reply) => {
      const { accounts, attempts } = deps;
      await countOwnAttempt(attempts, request, reply);
      const body = { ...request.body, method: "totp" };
      const answer = await accounts.ask(request, "POST", "/two-factor/enable", body);
      const { totpURI, backupCodes: codes } = takeAnswer(reply, answer);
      return { uri: String(totpURI), backupCodes: textsOf(codes) };
    },
  );

  app.post(
    "/account/second-factor/confirmation",
    {
      config,
      schema: {
        operationId: "confirmSecondFactor",
        summary: "Show that the app is set up, with a code of it",
        tags,
        body: Type.Object(
          { code: Type.String({ maxLength: 100 }) },
          { additionalProperties: false },
        ),
        response: { 200: ok },
      },
    },
    async (request, reply) => {
      const { accounts, attempts, database, now } = deps;
      await countOwnAttempt(attempts, request, reply);
      const code = request.body.code.replaceAll(/\s/g, "");
      takeAnswer(reply, await accounts.ask(request, "POST", "/two-factor/verify-totp", { code }));
      await insertUsedCode(database.system, signedInOf(request).userId, code, now());
      await auditOwn(database.system, ownContext(request, deps), "user.add_second_factor");
      return { ok: true };
    },
  );

  app.post(
    "/account/second-factor/removal",
    {
      config,
      schema: {
        operationId: "removeSecondFactor",
        summary: "Ask for no codes any more",
        tags,
        body: WithPassword,
        response: { 200: ok },
      },
    },
    async (request, reply) => {
      const { accounts, attempts, database } = deps;
      await countOwnAttempt(attempts, request, reply);
      takeAnswer(reply, await accounts.ask(request, "POST", "/two-factor/disable", request.body));
      await auditOwn(database.system, ownContext(request, deps), "user.remove_second_factor");
      return { ok: true };
    },
  );

  app.post(
    "/account/second-factor/backup-codes",
    {
      config,
      schema: {
        operationId: "renewBackupCodes",
        summary: "Make new backup codes; the old ones are worth nothing any more",
        tags,
        body: WithPassword,
        response: { 200: Type.Object({ backupCodes }) },
      },
    },
    async (request, reply) => {
      const { accounts, attempts, database } = deps;
      await countOwnAttempt(attempts, request, reply);
      const path = "/two-factor/generate-backup-codes";
      const answer = takeAnswer(reply, await accounts.ask(request, "POST", path, request.body));
      await auditOwn(database.system, ownContext(request, deps), "user.renew_backup_codes");
      return { backupCodes: textsOf(answer["backupCodes"]) };
    },
  );
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
