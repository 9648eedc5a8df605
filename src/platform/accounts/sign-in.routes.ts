import Type from "typebox";
import { Problem } from "#platform/errors";
import { type ConsoleRoutes, expectNoBody, word } from "#platform/http";
import type { AccountDeps } from "./account-deps.ts";
import type { AccountRequest } from "./accounts.ts";
import { countAttempt } from "./attempts.ts";
import { enteredBy, takeAnswer } from "./library-reply.ts";
import { oidcProviderId } from "./library.ts";
import { deleteSession, deleteSessionByToken } from "./own-account.queries.ts";
import { normalEmail } from "./person.ts";
import { insertUsedCode } from "./used-code.queries.ts";

const ok = Type.Object({ ok: Type.Boolean() });
const tags = ["Account"];

/** The ways in, and the way out. Replies never hold a session's token: it is in the cookie alone. */
export function addSignInRoutes(app: ConsoleRoutes, deps: AccountDeps): void {
  addPasswordRoutes(app, deps);
  addPasskeyRoutes(app, deps);
  addProviderRoutes(app, deps);

  app.post(
    "/sign-out",
    {
      config: { needs: "nobody" },
      schema: {
        operationId: "signOut",
        summary: "End the session",
        tags,
        response: { 200: ok },
      },
    },
    async (request, reply) => {
      expectNoBody(request.body);
      takeAnswer(reply, await deps.accounts.ask(request, "POST", "/sign-out", {}));
      return { ok: true };
    },
  );
}

/** Signs somebody in on that request's browser, which is known from then on. @returns whether a code of the second factor comes next. */
export async function signInWithPassword(
  deps: Pick<AccountDeps, "accounts" | "database">,
  request: AccountRequest,
  reply: Parameters<typeof takeAnswer>[0],
  { email, password }: { email: string; password: string },
): Promise<{ needsCode: boolean }> {
  const body = { email: normalEmail(email), password };
  const answer = await enter(deps, request, reply, "/sign-in/email", body);
  const needsCode = answer["twoFactorRedirect"] === true;
  if (!needsCode) deps.accounts.rememberDevice(request, reply, body.email);
  return { needsCode };
}

/** Asks the library to let somebody in; the session that this browser had before ends then. */
async function enter(
  { accounts, database }: Pick<AccountDeps, "accounts" | "database">,
  request: AccountRequest,
  reply: Parameters<typeof takeAnswer>[0],
  path: string,
  body: object,
): Promise<ReturnType<typeof takeAnswer>> {
  const before = await accounts.readSession(request);
  const answer = takeAnswer(reply, await accounts.ask(request, "POST", path, body));
  if (before !== null) await deleteSession(database.system, before.userId, before.sessionId);
  return answer;
}

function addPasswordRoutes(app: ConsoleRoutes, deps: AccountDeps): void {
  app.post(
    "/sign-in",
    {
      config: { needs: "nobody" },
      schema: {
        operationId: "signIn",
        summary: "Sign in with e-mail and password",
        tags,
        body: Type.Object(
          {
            email: Type.String({ maxLength: 254 }),
            password: Type.String({ maxLength: 1000 }),
          },
          { additionalProperties: false },
        ),
        response: {
          200: Type.Object({
            needsCode: Type.Boolean({
              description: "Not signed in yet: a code of the second factor comes next.",
            }),
          }),
        },
      },
    },
    async (request, reply) => {
      const account = normalEmail(request.body.email);
      const known = deps.accounts.deviceOf(request, account);
      await countAttempt(deps.attempts, request, reply, { account, known });
      return signInWithPassword(deps, request, reply, request.body);
    },
  );

  app.post(
    "/sign-in/code",
    {
      config: { needs: "nobody" },
      schema: {
        operationId: "signInWithCode",
        summary: "Finish signing in with a code of the second factor",
        tags,
        body: Type.Object(
          {
            kind: word(["totp", "backup"], { description: "Of the app, or one of the list." }),
            code: Type.String({ maxLength: 100 }),
          },
          { additionalProperties: false },
        ),
        response: { 200: ok },
      },
    },
    async (request, reply) => {
      const { accounts, attempts, database, now } = deps;
      await countAttempt(attempts, request, reply, { known: accounts.deviceOf(request) });
      // With a session the library would only confirm that the code is right.
      if ((await accounts.readSession(request)) !== null) {
        throw new Problem("invalid_request", "You are signed in already.");
      }
      const { kind } = request.body;
      const code = request.body.code.trim();
      const path = `/two-factor/verify-${kind === "totp" ? "totp" : "backup-code"}`;
      const answer = await accounts.ask(request, "POST", path, { code });
      // The library takes a backup code away that was used, but lets a code of the app in as often as it comes.
      if (kind === "totp" && answer.status === 200) {
        const { userId, token } = enteredBy(answer);
        if (!(await insertUsedCode(database.system, userId, code, now()))) {
          await deleteSessionByToken(database.system, token);
          throw new Problem(
            "invalid_request",
            "This code was used before. Sign in again with your password, and with the next code.",
          );
        }
      }
      takeAnswer(reply, answer);
      accounts.rememberDevice(request, reply, enteredBy(answer).email);
      return { ok: true };
    },
  );
}

function addPasskeyRoutes(app: ConsoleRoutes, deps: AccountDeps): void {
  app.post(
    "/sign-in/passkey/options",
    {
      config: { needs: "nobody" },
      schema: {
        operationId: "beginPasskeySignIn",
        summary: "What a browser needs to ask for a passkey",
        tags,
        response: {
          200: Type.Unknown({
            description: "PublicKeyCredentialRequestOptionsJSON (Web Authentication Level 3).",
          }),
        },
      },
    },
    async (request, reply) => {
      expectNoBody(request.body);
      const { accounts, attempts } = deps;
      await countAttempt(attempts, request, reply, { known: accounts.deviceOf(request) });
      return takeAnswer(
        reply,
        await accounts.ask(request, "GET", "/passkey/generate-authenticate-options"),
      );
    },
  );

  app.post(
    "/sign-in/passkey",
    {
      config: { needs: "nobody" },
      schema: {
        operationId: "signInWithPasskey",
        summary: "Sign in with a passkey",
        tags,
        body: Type.Object(
          {
            response: Type.Object(
              { id: Type.String({ maxLength: 2000, pattern: "^[A-Za-z0-9_-]+$" }) },
              { description: "AuthenticationResponseJSON (Web Authentication Level 3)." },
            ),
          },
          { additionalProperties: false },
        ),
        response: { 200: ok },
      },
    },
    async (request, reply) => {
      await countAttempt(deps.attempts, request, reply, { known: deps.accounts.deviceOf(request) });
      const { response } = request.body;
      await enter(deps, request, reply, "/passkey/verify-authentication", { response });
      return { ok: true };
    },
  );
}

function addProviderRoutes(app: ConsoleRoutes, deps: AccountDeps): void {
  app.post(
    "/sign-in/provider",
    {
      config: { needs: "nobody" },
      schema: {
        operationId: "beginProviderSignIn",
        summary: "Where to sign in at the provider",
        tags,
        body: Type.Object(
          {
            next: Type.String({
              maxLength: 2000,
              pattern: "^/(?![/\\\\])",
              description: "The page of the console to come back to.",
            }),
          },
          { additionalProperties: false },
        ),
        response: { 200: Type.Object({ url: Type.String() }) },
      },
    },
    async (request, reply) => {
      const { accounts, attempts } = deps;
      if (accounts.providerName === null) {
        throw new Problem("not_found", "There is no provider to sign in at.");
      }
      await countAttempt(attempts, request, reply, { known: accounts.deviceOf(request) });
      const url = accounts.urlOf(request);
      const answer = takeAnswer(
        reply,
        await accounts.ask(request, "POST", "/sign-in/social", {
          provider: oidcProviderId,
          callbackURL: `${url}${request.body.next}`,
          errorCallbackURL: `${url}/sign-in`,
          disableRedirect: true,
        }),
      );
      return { url: String(answer["url"]) };
    },
  );

  app.get(
    `/auth/callback/${oidcProviderId}`,
    {
      config: { needs: "nobody" },
      schema: {
        hide: true,
        operationId: "finishProviderSignIn",
        summary: "Where the provider sends people back to",
        tags,
      },
    },
    async (request, reply) => {
      const { accounts, attempts } = deps;
      await countAttempt(attempts, request, reply, { known: accounts.deviceOf(request) });
      const { search } = new URL(request.url, "http://localhost");
      const answer = await accounts.ask(request, "GET", `/callback/${oidcProviderId}${search}`);
      if (answer.location === null) return takeAnswer(reply, answer);
      for (const cookie of answer.cookies) reply.header("set-cookie", cookie);
      return reply.redirect(answer.location);
    },
  );
}
