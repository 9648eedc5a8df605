import type { FastifyReply } from "fastify";

/** Headers of a reply that a browser's script may read. */
const exposed =
  "Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Request-Id, ETag";
const daySec = 86_400;

/** Any page may read the reply: what it may see is decided by the key alone, never by a cookie. */
export function allowAnyOrigin(reply: FastifyReply): void {
  reply.header("access-control-allow-origin", "*");
  reply.header("access-control-expose-headers", exposed);
}

/** The headers that answer a browser's question before the request itself (Fetch standard, CORS-preflight). */
export function answerPreflight(reply: FastifyReply, methods: ReadonlySet<string>): void {
  reply.header("access-control-allow-methods", [...methods, "OPTIONS"].join(", "));
  reply.header("access-control-allow-headers", "Authorization, Content-Type");
  reply.header("access-control-max-age", String(daySec));
}
