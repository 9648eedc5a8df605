import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";

/**
 * The address as the router is given it. One that is not valid percent-encoding (RFC 3986 section 2.1) is let through, so
 * that the refusal comes in its order, after key, rate and scope: its percent signs are taken literally.
 *
 * @param prefix taken away where the address begins with it: a proxy handed it on.
 */
export function routableUrl(request: IncomingMessage, prefix = ""): string {
  const url = withoutPrefix(request.url ?? "/", prefix);
  if (!url.includes("%")) return url;
  const path = pathOf(url);
  return isDecodable(path) ? url : path.replaceAll("%", "%25") + url.slice(path.length);
}

function withoutPrefix(url: string, prefix: string): string {
  if (prefix === "" || !url.startsWith(prefix)) return url;
  const rest = url.slice(prefix.length);
  if (rest.startsWith("/")) return rest;
  return rest === "" || rest.startsWith("?") ? `/${rest}` : url;
}

function pathOf(url: string): string {
  const query = url.indexOf("?");
  return query < 0 ? url : url.slice(0, query);
}

/** What is malformed about a request as a whole, in words; `null` when nothing is. */
export function malformation(request: FastifyRequest): string | null {
  if (!isDecodable(pathOf(request.originalUrl))) {
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
