import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";

/**
 * Lets an address that is not valid percent-encoding (RFC 3986 section 2.1) through to the router, so that the refusal
 * comes in its order, after key, rate and scope: its percent signs are taken literally.
 */
export function routableUrl(request: IncomingMessage): string {
  const url = request.url ?? "/";
  if (!url.includes("%")) return url;
  const query = url.indexOf("?");
  const path = query < 0 ? url : url.slice(0, query);
  return isDecodable(path)
    ? url
    : path.replaceAll("%", "%25") + (query < 0 ? "" : url.slice(query));
}

/** What is malformed about a request as a whole, in words; `null` when nothing is. */
export function malformation(request: FastifyRequest): string | null {
  if (request.raw.url !== request.originalUrl) {
    return "The address is not valid: a percent sign must be followed by two hexadecimal digits, and bytes must be UTF-8.";
  }
  if (request.headers.host === undefined && request.raw.httpVersion === "1.1") {
    return "The header Host is missing."; // RFC 9112 section 3.2
  }
  return null;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}
