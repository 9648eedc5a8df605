import Type from "typebox";
import { Problem } from "#platform/errors";
import { type ConsoleRoutes, type SignedIn, expectNoBody, word } from "#platform/http";
import type { AccountDeps } from "./account-deps.ts";
import type { AccountRequest, LibraryAnswer } from "./accounts.ts";
import { countAttempt } from "./attempts.ts";
import { enteredBy, takeAnswer } from "./library-reply.ts";
import { oidcProviderId } from "./library.ts";
import { deleteSession, isStillProved } from "./own-account.queries.ts";
import { normalEmail } from "./person.ts";
import { insertUsedCode } from "./used-code.queries.ts";
import { findPasswordHashFor } from "./user.queries.ts";

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

type Reply = Parameters<typeof takeAnswer>[0];

/**
 * Signs somebody in on that request's browser.
 *
 * @returns whether a code of the second factor comes next.
 * @throws Problem `unauthorized` when it is not right, or no longer.
 */
export async function signInWithPassword(
  deps: Pick<AccountDeps, "accounts" | "database">,
  request: AccountRequest,
  reply: Reply,
  { email, password }: { email: string; password: string },
): Promise<{ needsCode: boolean }> {
  const db = deps.database.system;
  const body = { email: normalEmail(email), password };
  const hash = await findPasswordHashFor(db, body.email);
  const { fields, entered } = await enter(deps, request, reply, "/sign-in/email", body);
  // The library compares first and makes the session then. A new password that came between them has ended all others.
  if (entered !== null && !(await isStillProved(db, entered, hash))) {
    await deleteSession(db, entered.userId, entered.sessionId);
    throw new Problem("unauthorized", "The password was changed just now.");
  }
  return { needsCode: fields["twoFactorRedirect"] === true };
}

/** Asks the library to let somebody in; the session that this browser had before ends then. */
async function enter(
  { accounts, database }: Pick<AccountDeps, "accounts" | "database">,
  request: AccountRequest,
  reply: Reply,
  path: string,
  body: object,
) {
  const before = await accounts.readSession(request);
  const answer = await accounts.ask(request, "POST", path, body);
  const fields = takeAnswer(reply, answer);
  if (before !== null) await deleteSession(database.system, before.userId, before.sessionId);
  return { fields, entered: await welcome(accounts, request, reply, answer) };
}

/** Who has come in by that answer, if anybody; the browser is known from then on. */
async function welcome(
  accounts: AccountDeps["accounts"],
  request: AccountRequest,
  reply: Reply,
  answer: LibraryAnswer,
): Promise<SignedIn | null> {
  const entered = await enteredBy(accounts, request, answer);
  if (entered !== null) accounts.rememberDevice(request, reply, entered.email);
  return entered;
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
        const entered = await enteredBy(accounts, request, answer);
        if (entered === null) throw new Problem("unauthorized", "The session has ended already.");
        const { userId, sessionId } = entered;
        if (!(await insertUsedCode(database.system, userId, code, now()))) {
          await deleteSession(database.system, userId, sessionId);
          throw new Problem(
            "invalid_request",
            "This code was used before. Sign in again with your password, and with the next code.",
          );
        }
      }
      takeAnswer(reply, answer);
      await welcome(accounts, request, reply, answer);
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
      // As it can stand in a header, and without a way up and out of the console.
      const { href } = new URL(`${url}${request.body.next}`);
      if (!href.startsWith(`${url}/`)) {
        throw new Problem("invalid_request", "The page to come back to is not one of the console.");
      }
      const answer = takeAnswer(
        reply,
        await accounts.ask(request, "POST", "/sign-in/social", {
          provider: oidcProviderId,
          callbackURL: href,
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
      const { accounts, attempts, database } = deps;
      await countAttempt(attempts, request, reply, { known: accounts.deviceOf(request) });
      const { search } = new URL(request.url, "http://localhost");
      const before = await accounts.readSession(request);
      const answer = await accounts.ask(request, "GET", `/callback/${oidcProviderId}${search}`);
      if (answer.location === null) return takeAnswer(reply, answer);
      for (const cookie of answer.cookies) reply.header("set-cookie", cookie);
      const entered = await welcome(accounts, request, reply, answer);
      if (entered !== null && before !== null) {
        await deleteSession(database.system, before.userId, before.sessionId);
      }
      return reply.redirect(answer.location);
    },
  );
}
