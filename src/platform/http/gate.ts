import { isIP } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import type { Authenticator, KeyHolder, Service } from "#platform/api-keys";
import type { Database } from "#platform/db";
import { Problem } from "#platform/errors";
import type { RateLimiter, RateVerdict } from "#platform/rate-limit";
import { allowAnyOrigin, answerPreflight } from "./cors.ts";
import { malformation } from "./malformed.ts";

/** What the gate of a public service needs. */
export interface GateOptions {
  service: Service;
  authenticator: Authenticator;
  /** Counts the requests of a key. */
  keyLimiter: RateLimiter;
  /** Counts refused keys of an address. */
  addressLimiter: RateLimiter;
  database: Database;
  /** Unix epoch milliseconds. */
  now: () => number;
}

/**
 * Puts the gate in front of every route of this scope, and of every address in it that is no route. It refuses in the
 * order of the contract, before any of the body is read: 401 key, 429 rate, 404 no such route, 403 scope, 400 malformed
 * address. What is wrong with query and body is refused later, by the route.
 */
export function addGate(app: FastifyInstance, options: GateOptions): void {
  const methods = new Set<string>();
  app.addHook("onRoute", (route) => {
    if (route.config?.scope === undefined) {
      throw new Error(`${String(route.method)} ${route.url} does not say which scope it needs`);
    }
    for (const method of [route.method].flat()) methods.add(method);
  });
  app.addHook("onRequest", async (request, reply) => {
    allowAnyOrigin(reply);
    if (request.method === "OPTIONS") {
      answerPreflight(reply, methods);
      return reply.code(204).send();
    }
    reply.header("cache-control", "private, no-cache");
    const holder = await recognised(options, request, reply);
    await withinRate(options.keyLimiter, holder, reply);
    if (request.is404) throw noSuchRoute();
    const scope = request.routeOptions.config.scope;
    if (scope === undefined || !holder.scopes.includes(scope)) {
      throw new Problem(
        "forbidden",
        "This API key may only read. Use one with the scope read & write.",
      );
    }
    const malformed = malformation(request);
    if (malformed !== null) throw new Problem("invalid_request", malformed);
    request.caller = {
      tenantId: holder.tenantId,
      tenantName: holder.tenantName,
      actor: { kind: "api_key", id: holder.keyId, name: holder.keyName },
      scopes: holder.scopes,
      database: options.database,
      now: options.now,
      requestId: request.id,
    };
    return undefined;
  });
  app.setNotFoundHandler(() => {
    throw noSuchRoute();
  });
}

/** For addresses where nothing is, and for methods that an address does not have. */
export function noSuchRoute(): Problem {
  return new Problem("not_found", "There is no such address, or it does not take this method.");
}

/** @throws Problem `unauthorized`, or `rate_limited` once too many keys of that address were refused. */
async function recognised(
  options: GateOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<KeyHolder> {
  try {
    return await options.authenticator.authenticate(options.service, request.headers.authorization);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "unauthorized") throw error;
    const verdict = await options.addressLimiter.take(addressBlock(request.ip));
    if (!verdict.allowed) {
      reply.header("retry-after", String(verdict.resetSec));
      throw new Problem(
        "rate_limited",
        `Too many requests without a valid API key came from your address. Try again in ${verdict.resetSec} s.`,
      );
    }
    reply.header("www-authenticate", `Bearer realm="vedette-${options.service}"`);
    throw error;
  }
}

async function withinRate(
  limiter: RateLimiter,
  holder: KeyHolder,
  reply: FastifyReply,
): Promise<void> {
  const verdict = await limiter.take(holder.keyId);
  setRateHeaders(reply, verdict);
  if (verdict.allowed) return;
  reply.header("retry-after", String(verdict.resetSec));
  throw new Problem(
    "rate_limited",
    `This API key made more than ${verdict.limit} requests within 60 s. Try again in ${verdict.resetSec} s.`,
  );
}

function setRateHeaders(reply: FastifyReply, verdict: RateVerdict): void {
  reply.header("ratelimit-limit", String(verdict.limit));
  reply.header("ratelimit-remaining", String(verdict.remaining));
  reply.header("ratelimit-reset", String(verdict.resetSec));
}

/** An IPv6 user has a whole /64 to call from (RFC 6177), so that counts as one. */
export function addressBlock(address: string): string {
  if (isIP(address) !== 6) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":");
}
