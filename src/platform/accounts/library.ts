import type { Pool } from "pg";
import { newId } from "#lib/ids";
import { printableLine } from "#lib/printable";
import type { OidcSettings } from "#platform/config";
import type { Log } from "#platform/log";
import type { PublicAddress } from "./address.ts";

/**
 * A session lasts 30 days from when it was last used, and no limit cuts it before: who is called at three in the morning must
 * not have to find a password first, and a screen on a wall stays on. That is weighed up by what ends one sooner: signing
 * out, a new password, being removed from the last tenant, and the list of one's sessions.
 */
const sessionSec = 30 * 86_400;
/** How exact "last seen" is, and how often a session that is used is written. */
const renewSec = 600;
/** So old may a session be when its holder adds a way to sign in; else that person signs in anew. */
export const freshSec = 86_400;

/** What the header says that tells the library the client's address: set by us alone. */
export const addressHeader = "x-vedette-client-address";

export const oidcProviderId = "oidc";

/** OpenID Connect Discovery 1.0, section 4. */
export function discoveryUrl(issuer: string): string {
  return `${issuer}/.well-known/openid-configuration`;
}

/**
 * What cookies' names begin with. Browsers take `__Host-` and `__Secure-` over TLS only (RFC 6265bis, section 4.1.3), so who is
 * between a browser and plain HTTP of the same name cannot put such a cookie there; `__Host-` ones not even another
 * server below the same domain, but they must be for all of the host.
 */
export function cookiePrefix({ path }: Pick<PublicAddress, "path">, secure: boolean): string {
  if (!secure) return "vedette";
  return path === "" ? "__Host-vedette" : "__Secure-vedette";
}

/**
 * The library that does the cryptography and keeps to the standards: passwords, sessions, TOTP, WebAuthn, OpenID Connect. Nobody
 * outside talks to it: our own routes ask it, see `createAccounts`. It is a third of all modules of a server, so it is loaded for
 * the first who needs it.
 */
export async function createLibrary(options: {
  address: PublicAddress;
  /** Cookies are sent over TLS only. */
  secureCookies: boolean;
  secret: string;
  pool: Pool;
  oidc: OidcSettings | undefined;
  /** Whether somebody new may enter by the provider with this (verified) e-mail. */
  isInvited: (email: string) => Promise<boolean>;
  log: Log;
}) {
  const { address, secureCookies, secret, pool, oidc, isInvited, log } = options;
  const { betterAuth } = await import("better-auth");
  const { APIError } = await import("better-auth/api");
  const { genericOAuth } = await import("better-auth/plugins/generic-oauth");
  const { twoFactor } = await import("better-auth/plugins/two-factor");
  const { passkey } = await import("@better-auth/passkey");
  const { Kysely, PostgresDialect } = await import("kysely");
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const { host, hostname } = new URL(address.origin);
  return betterAuth({
    appName: "Vedette",
    baseURL: `${address.origin}${address.path}/api/auth`,
    basePath: `${address.path}/api/auth`,
    // TLS may end at a proxy that we are not told of.
    trustedOrigins: [`http://${host}`, `https://${host}`],
    secrets: [{ version: 1, value: secret }],
    database: { db, type: "postgres", transaction: true },
    telemetry: { enabled: false },
    // We count attempts ourselves, over all servers.
    rateLimit: { enabled: false },
    logger: {
      level: "warn",
      log: (level, message, ...rest) => {
        // Wrong passwords and the like are the caller's, not ours.
        const facts = rest.length === 0 ? {} : { err: rest[0] };
        if (level === "error") log.warn(facts, `accounts: ${message}`);
        else log.debug(facts, `accounts: ${message}`);
      },
    },
    advanced: {
      cookiePrefix: cookiePrefix(address, secureCookies),
      // The prefix is ours.
      useSecureCookies: false,
      defaultCookieAttributes: {
        secure: secureCookies,
        httpOnly: true,
        sameSite: "lax",
        path: address.path === "" ? "/" : address.path,
      },
      disableCSRFCheck: false,
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [addressHeader], ipv6Subnet: 128 },
      // A test holds the tables against what the library expects.
      database: { generateId: () => newId(), validateSchema: false },
    },
    onAPIError: { errorURL: `${address.origin}${address.path}/sign-in` },
    emailAndPassword: {
      enabled: true,
      // People are made by set-up and invitations only.
      disableSignUp: true,
      minPasswordLength: 12,
      maxPasswordLength: 200,
    },
    session: {
      modelName: "sessions",
      expiresIn: sessionSec,
      updateAge: renewSec,
      freshAge: freshSec,
      fields: {
        userId: "user_id",
        expiresAt: "expires_at",
        ipAddress: "ip_address",
        userAgent: "user_agent",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
    },
    user: {
      modelName: "users",
      fields: {
        emailVerified: "email_verified",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
      validateUserInfo: async ({ user: { email, emailVerified }, source }) => {
        if (emailVerified !== true) return { error: "email_not_verified" };
        if (source.action !== "create-user") return undefined;
        if (email !== undefined && (await isInvited(email.toLowerCase()))) return undefined;
        return { error: "not_invited" };
      },
    },
    account: {
      modelName: "accounts",
      encryptOAuthTokens: true,
      // Our e-mails are what administrators invited: whoever the provider says has that address is who was meant.
      accountLinking: { requireLocalEmailVerified: false },
      updateAccountOnSignIn: false,
      fields: {
        accountId: "account_id",
        providerId: "provider_id",
        userId: "user_id",
        accessToken: "access_token",
        refreshToken: "refresh_token",
        idToken: "id_token",
        accessTokenExpiresAt: "access_token_expires_at",
        refreshTokenExpiresAt: "refresh_token_expires_at",
        createdAt: "created_at",
        updatedAt: "updated_at",
      },
    },
    verification: {
      modelName: "verifications",
      fields: { expiresAt: "expires_at", createdAt: "created_at", updatedAt: "updated_at" },
    },
    plugins: [
      twoFactor({
        issuer: `Vedette ${hostname}`,
        allowPasswordless: true,
        schema: {
          user: { fields: { twoFactorEnabled: "two_factor_enabled" } },
          twoFactor: {
            modelName: "two_factors",
            fields: {
              userId: "user_id",
              backupCodes: "backup_codes",
              failedVerificationCount: "failed_verification_count",
              lockedUntil: "locked_until",
            },
          },
        },
      }),
      passkey({
        rpName: "Vedette",
        rpID: hostname,
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        authentication: {
          // A passkey signs in by itself, also who has a second factor: so it must be one that knows its owner.
          afterVerification: ({ verification }) => {
            if (!verification.authenticationInfo.userVerified) {
              throw new APIError("UNAUTHORIZED", { code: "USER_NOT_VERIFIED" });
            }
          },
        },
        advanced: { webAuthnChallengeCookie: "passkey_challenge" },
        schema: {
          passkey: {
            modelName: "passkeys",
            fields: {
              userId: "user_id",
              publicKey: "public_key",
              credentialID: "credential_id",
              deviceType: "device_type",
              backedUp: "backed_up",
              createdAt: "created_at",
            },
          },
        },
      }),
      genericOAuth({
        config:
          oidc === undefined
            ? []
            : [
                {
                  providerId: oidcProviderId,
                  discoveryUrl: discoveryUrl(oidc.issuer),
                  clientId: oidc.clientId,
                  clientSecret: oidc.clientSecret,
                  scopes: ["openid", "email", "profile"],
                  pkce: true,
                  requireIdTokenVerification: true,
                  mapProfileToUser: ({ name, email }) => ({
                    name: printableLine(String(name ?? String(email).split("@")[0])).slice(0, 200),
                  }),
                },
              ],
      }),
    ],
  });
}

export type Library = Awaited<ReturnType<typeof createLibrary>>;
