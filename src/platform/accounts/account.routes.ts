import type { FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";
import {
  type ConsoleRoutes,
  expectNoBody,
  named,
  nullable,
  refTo,
  signedInOf,
  time,
} from "#platform/http";
import type { AccountDeps } from "./account-deps.ts";
import { type Attempts, countAttempt } from "./attempts.ts";
import { deviceOf } from "./device.ts";
import {
  type OwnContext,
  changePassword,
  endOtherSessions,
  endOwnSession,
  removeOwnProvider,
  renameOwn,
} from "./own-account.ts";
import { findOwnAccount, listOwnPasskeys, listOwnSessions } from "./own-account.queries.ts";

/** The own account, with the ways to sign in and the sessions. */
export const OwnAccountSchema = named("OwnAccount", {
  name: Type.String(),
  email: Type.String(),
  hasPassword: Type.Boolean(),
  hasSecondFactor: Type.Boolean(),
  hasProvider: Type.Boolean({
    description: "Whether an account at the sign-in provider signs in as this person as well.",
  }),
  passkeys: Type.Array(
    Type.Object({ id: Type.String(), name: Type.String(), createdAt: time("When it was added.") }),
  ),
  sessions: Type.Array(
    Type.Object({
      id: Type.String(),
      isThis: Type.Boolean({ description: "The one that asks." }),
      browser: nullable(Type.String({ description: "As it calls itself; null: not known." })),
      system: nullable(Type.String({ description: "Likewise." })),
      address: nullable(Type.String({ description: "From where it began." })),
      createdAt: time("When it began."),
      lastSeenAt: time("When it was last used, up to 10 minutes behind."),
    }),
  ),
});

const ok = Type.Object({ ok: Type.Boolean() });
const tags = ["Account"];
const config = { needs: "session" } as const;

/** Who changes the own account by this request. */
export function ownContext(request: FastifyRequest, { database, now }: AccountDeps): OwnContext {
  return { signedIn: signedInOf(request), database, now, requestId: request.id };
}

/** Counts an attempt of one who has signed in to prove it again. @throws Problem `rate_limited` */
export async function countOwnAttempt(
  attempts: Attempts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await countAttempt(attempts, request, reply, { known: `user ${signedInOf(request).userId}` });
}

/** The own account: everybody's, whatever that person may do elsewhere. */
export function addAccountRoutes(app: ConsoleRoutes, deps: AccountDeps): void {
  app.get(
    "/account",
    {
      config,
      schema: {
        operationId: "getAccount",
        summary: "The own account, its ways to sign in, and its sessions",
        tags,
        response: { 200: refTo(OwnAccountSchema) },
      },
    },
    async (request) => {
      const { userId, sessionId, name, email } = signedInOf(request);
      const db = deps.database.system;
      const [account, passkeys, sessions] = await Promise.all([
        findOwnAccount(db, userId),
        listOwnPasskeys(db, userId),
        listOwnSessions(db, userId),
      ]);
      const none = { hasPassword: false, hasSecondFactor: false, hasProvider: false };
      return {
        ...(account ?? { name, email, ...none }),
        passkeys,
        sessions: sessions.map(({ userAgent, ...session }) => ({
          ...session,
          ...deviceOf(userAgent),
          isThis: session.id === sessionId,
        })),
      };
    },
  );

  app.patch(
    "/account",
    {
      config,
      schema: {
        operationId: "renameAccount",
        summary: "Change the own name",
        tags,
        body: Type.Object(
          { name: Type.String({ maxLength: 1000 }) },
          { additionalProperties: false },
        ),
        response: { 200: ok },
      },
    },
    async (request) => {
      await renameOwn(ownContext(request, deps), request.body.name);
      return { ok: true };
    },
  );

  app.put(
    "/account/password",
    {
      config,
      schema: {
        operationId: "changePassword",
        summary: "Change the own password; all other sessions end",
        tags,
        body: Type.Object(
          {
            current: Type.String({
              maxLength: 1000,
              description: "As it was; empty for one who has none yet.",
            }),
            password: Type.String({ maxLength: 1000 }),
          },
          { additionalProperties: false },
        ),
        response: { 200: ok },
      },
    },
    async (request, reply) => {
      await countOwnAttempt(deps.attempts, request, reply);
      await changePassword(ownContext(request, deps), request.body);
      return { ok: true };
    },
  );

  app.delete(
    "/account/sessions/:id",
    {
      config,
      schema: {
        operationId: "endSession",
        summary: "End one of the own sessions",
        tags,
        params: Type.Object({ id: Type.String({ description: "The session's id." }) }),
        response: { 200: ok },
      },
    },
    async (request) => {
      await endOwnSession(ownContext(request, deps), request.params.id);
      return { ok: true };
    },
  );

  app.delete(
    "/account/sessions",
    {
      config,
      schema: {
        operationId: "endOtherSessions",
        summary: "End all own sessions but this one",
        tags,
        response: { 200: Type.Object({ ended: Type.Integer({ description: "How many." }) }) },
      },
    },
    async (request) => {
      expectNoBody(request.body);
      return { ended: await endOtherSessions(ownContext(request, deps)) };
    },
  );

  app.delete(
    "/account/provider",
    {
      config,
      schema: {
        operationId: "removeProvider",
        summary: "Let the account at the sign-in provider sign in as this person no more",
        tags,
        response: { 200: ok },
      },
    },
    async (request) => {
      expectNoBody(request.body);
      await removeOwnProvider(ownContext(request, deps));
      return { ok: true };
    },
  );
}
