import { timingSafeEqual } from "node:crypto";
import { coalesce } from "#lib/coalesce";
import type { Database } from "#platform/db";
import { Problem } from "#platform/errors";
import type { Log } from "#platform/log";
import { type KeyHolder, scopesOf } from "./api-key.ts";
import { type ValidKey, findKeysByHash, updateLastUsed } from "./api-key.queries.ts";
import { type Service, hashKey, keyFault, keyPrefixes, services } from "./key-format.ts";

/** How old a noted use must be before a newer one is noted, in milliseconds. */
export const lastUsedEveryMs = 5 * 60_000;

/** Recognises the keys of requests. */
export interface Authenticator {
  /**
   * Asks the database anew for each request, so that a revoked key is refused at once on every server; requests that come
   * in together share the question.
   *
   * @param authorization the header's value.
   * @throws Problem `unauthorized` with a sentence for the one who called; DatabaseUnavailable.
   */
  authenticate(service: Service, authorization: string | undefined): Promise<KeyHolder>;
  /** Waits until noted uses are written. */
  close(): Promise<void>;
}

export interface AuthenticatorOptions {
  database: Database;
  /** Unix epoch milliseconds. */
  now: () => number;
  log: Log;
}

export function createAuthenticator({ database, now, log }: AuthenticatorOptions): Authenticator {
  const find = coalesce(
    async (group, hashes: readonly Buffer[]) => {
      const service = services.find((name) => name === group);
      if (service === undefined) throw new Error(`${group} is no service`);
      return matched(hashes, await database.system.run(findKeysByHash, [service, hashes]));
    },
    { maxBatch: 500, maxUnderWay: 2 },
  );
  const noting = new Map<string, Promise<void>>();

  /** Never awaited by a request, and never twice at once for a key. */
  function noteUse(key: ValidKey, at: number): void {
    const since = at - lastUsedEveryMs;
    if (noting.has(key.id) || (key.lastUsedAt !== null && key.lastUsedAt >= since)) return;
    const noted = database
      .forTenant(key.tenantId)
      .run(updateLastUsed, [key.tenantId, key.id, at, since])
      .then(
        () => undefined,
        (error: unknown) => log.warn({ err: error }, "the use of an API key could not be noted"),
      )
      .finally(() => noting.delete(key.id));
    noting.set(key.id, noted);
  }

  return {
    async authenticate(service, authorization) {
      const text = bearerToken(service, authorization);
      const fault = keyFault(text, service);
      if (fault !== null) throw new Problem("unauthorized", fault);
      const key = await find(service, hashKey(text));
      if (key === null) {
        throw new Problem("unauthorized", "The API key is unknown or was revoked.");
      }
      noteUse(key, now());
      return {
        keyId: key.id,
        keyName: key.name,
        tenantId: key.tenantId,
        tenantName: key.tenantName,
        scopes: scopesOf[key.scope],
      };
    },
    async close() {
      await Promise.all(noting.values());
    },
  };
}

/** The scheme's name is case-insensitive (RFC 9110 section 11.1). */
function bearerToken(service: Service, authorization: string | undefined): string {
  const token = /^Bearer +([^ ]+) *$/i.exec(authorization ?? "")?.[1];
  if (token !== undefined) return token;
  throw new Problem(
    "unauthorized",
    `Send an API key in the header "Authorization: Bearer ${keyPrefixes[service]}…".`,
  );
}

function matched(hashes: readonly Buffer[], keys: readonly ValidKey[]): (ValidKey | null)[] {
  const byHash = new Map(keys.map((key) => [key.keyHash.toString("latin1"), key]));
  return hashes.map((hash) => {
    const key = byHash.get(hash.toString("latin1"));
    return key !== undefined && timingSafeEqual(key.keyHash, hash) ? key : null;
  });
}
