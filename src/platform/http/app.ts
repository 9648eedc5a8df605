import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "#platform/errors";
import type { Log } from "#platform/log";
import type { Registry } from "#platform/metrics";
import { maxBodyBytes } from "./bodies.ts";
import { answerRareRequests, onClientError } from "./client-error.ts";
import { createErrorHandler } from "./error-reply.ts";
import { noSuchRoute } from "./gate.ts";
import { addHttpMetrics } from "./http-metrics.ts";
import { malformation, routableUrl } from "./malformed.ts";
import { requestIdOf } from "./request-id.ts";

/** A part of the HTTP application: adds its routes, in a scope of its own. */
export type AppPlugin = (app: FastifyInstance) => void | Promise<void>;

export interface AppOptions {
  log: Log;
  registry: Registry;
  /** Addresses and networks of reverse proxies; left out: nobody's word about who the client is counts. */
  trustedProxies?: readonly string[];
  /**
   * The path below which a proxy may hand requests on as they came, such as `/vedette`: it is taken away before anything looks
   * at the address. Left out or empty: none.
   */
  prefix?: string;
  /** Public services, the intake of remote parts, operations … in any order. */
  plugins: readonly AppPlugin[];
  /** Asked about an address that is no route: what it answers is sent; with `undefined`, 404 is. */
  answerUnknown?: (request: FastifyRequest, reply: FastifyReply) => Promise<string | undefined>;
}

/** Time-outs in milliseconds. A load balancer's idle time-out is 60 s as a rule: ours is longer, so that it hangs up first. */
const keepAliveTimeoutMs = 75_000;
const headersTimeoutMs = 20_000;
const requestTimeoutMs = 60_000;

/**
 * Builds the HTTP application without listening; `listen`, `inject` and `close` are Fastify's. What holds for every
 * reply, whoever answers, is here, in the order in which it happens.
 *
 * Fastify and its plugins are loaded by those who build an application: commands come to this slice for its schemas alone.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { log, registry, plugins, trustedProxies = [] } = options;
  const { fastify } = await import("fastify");
  const app = fastify({
    logger: false,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    genReqId: requestIdOf,
    rewriteUrl: (request) => routableUrl(request, options.prefix),
    clientErrorHandler: onClientError,
    bodyLimit: maxBodyBytes,
    return503OnClosing: false,
    keepAliveTimeout: keepAliveTimeoutMs,
    requestTimeout: requestTimeoutMs,
    http: { headersTimeout: headersTimeoutMs, requireHostHeader: false },
    // Longer than the longest address that Node accepts, so that length is never a refusal of its own.
    routerOptions: { maxParamLength: 65_536 },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
  });
  answerRareRequests(app.server);

  let closing = false;
  app.addHook("preClose", (done) => {
    closing = true;
    done();
  });
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    reply.header("x-content-type-options", "nosniff");
    done(closing ? new Problem("unavailable", "The server is stopping.") : undefined);
  });
  app.addHook("onSend", (request, _reply, payload, done) => {
    if (payload instanceof Readable) {
      // The head of the reply has gone out: the connection breaks, and only the log can say why.
      payload.on("error", (error) =>
        log.error(
          { err: error, requestId: request.id, url: request.url },
          "a streamed reply failed",
        ),
      );
    }
    done();
  });
  addHttpMetrics(app, registry);
  app.setErrorHandler(createErrorHandler(log, () => closing));
  app.setNotFoundHandler(async (request, reply) => {
    const malformed = malformation(request);
    if (malformed !== null) throw new Problem("invalid_request", malformed);
    const answer = await options.answerUnknown?.(request, reply);
    if (answer === undefined) throw noSuchRoute();
    return answer;
  });

  for (const plugin of plugins) await app.register(async (scope) => plugin(scope));
  return app;
}
