import { hash } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * An entity tag of a text: weak (RFC 9110 section 8.8.1), since the same text goes out plain and compressed.
 *
 * @param text the reply's body, or what stands for it.
 */
export function entityTagOf(text: string): string {
  return `W/"${hash("sha256", text, "base64url").slice(0, 27)}"`;
}

/** Whether the client has what the tag stands for already. Compared weakly, as RFC 9110 section 13.1.2 demands. */
export function clientHas(request: FastifyRequest, tag: string): boolean {
  const known = request.headers["if-none-match"];
  if (known === undefined) return false;
  if (known.trim() === "*") return true;
  return known.split(",").some((each) => opaquePart(each) === opaquePart(tag));
}

function opaquePart(tag: string): string {
  return tag.trim().replace(/^W\//, "");
}

/**
 * Hook for the end of every reply: tags the body of a good GET or HEAD, and leaves it out when the client has it. A route
 * that streams sets the header `ETag` itself.
 */
export function tagReply(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
): void {
  const tagged =
    (request.method === "GET" || request.method === "HEAD") && reply.statusCode === 200;
  if (!tagged || typeof payload !== "string") return done(null, payload);
  const tag = entityTagOf(payload);
  reply.header("etag", tag);
  if (!clientHas(request, tag)) return done(null, payload);
  notModified(reply);
  done(null, request.method === "HEAD" ? nothing() : null);
}

/** RFC 9110 section 15.4.5: the headers of the 200, without what tells of its content. */
export function notModified(reply: FastifyReply): void {
  reply.code(304);
  reply.removeHeader("content-type");
  reply.removeHeader("content-length");
}

/** A body that is not there: for HEAD, Fastify would count the bytes of anything else. */
export function nothing(): Readable {
  return Readable.from([]);
}
