import { isIP } from "node:net";
import { InvalidTarget } from "#lib/ip";
import { shownUrl } from "./shown-url.ts";

/** What one request says. */
export interface HttpRequest {
  url: URL;
  method: string;
  /** As the settings have them, credentials included. */
  headers: readonly (readonly [name: string, value: string])[];
  body: string | null;
}

/** A request with whom to send it to, and its bytes. */
export interface Hop {
  request: HttpRequest;
  secure: boolean;
  /** A name or an address, without brackets. */
  host: string;
  port: number;
  /** `example.test:443`: whose certificate it is. */
  authority: string;
  /** What its certificate must cover: `host` without a final dot. */
  name: string;
  /** The same, for SNI; `null` for an address. */
  serverName: string | null;
  /** For words. */
  shown: string;
  bytes: Buffer;
}

/** Our own header fields; settings replace them by name. */
const ownHeaders: readonly (readonly [string, string])[] = [
  ["User-Agent", "Vedette"],
  ["Accept", "*/*"],
  ["Accept-Encoding", "identity"],
  ["Connection", "close"],
];

/**
 * Reads a URL that a check can ask. User and password in it are allowed.
 * @throws InvalidTarget
 */
export function parseHttpUrl(text: string): URL {
  const url = URL.parse(text.trim());
  const shown = JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
  if (url === null || !/^https?:\/\//i.test(text.trim())) {
    throw new InvalidTarget(`target ${shown} is not a URL; write http://… or https://…`);
  }
  if (url.port === "0") throw new InvalidTarget(`target ${shown}: 0 is not a port (1 to 65535)`);
  return url;
}

/** Where a request goes, and its bytes: an HTTP/1.1 message in one piece. */
export function planHop(request: HttpRequest): Hop {
  const { url } = request;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const secure = url.protocol === "https:";
  const port = url.port === "" ? (secure ? 443 : 80) : Number(url.port);
  const name = host.replace(/\.$/, "");
  return {
    request,
    secure,
    host,
    port,
    name,
    authority: `${url.hostname}:${port}`,
    serverName: isIP(name) === 0 ? name : null,
    shown: shownUrl(url),
    bytes: encodeRequest(request),
  };
}

function encodeRequest({ url, method, headers, body }: HttpRequest): Buffer {
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const own = ownHeaders.filter(([name]) => !given.has(name.toLowerCase()));
  const lines = [`${method} ${url.pathname}${url.search} HTTP/1.1`];
  if (!given.has("host")) lines.push(`Host: ${url.host}`);
  for (const [name, value] of [...own, ...headers]) lines.push(`${name}: ${value}`);
  const content = body === null ? null : Buffer.from(body);
  if (content !== null && !given.has("content-length") && !given.has("transfer-encoding")) {
    lines.push(`Content-Length: ${content.length}`);
  }
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`);
  return content === null ? head : Buffer.concat([head, content]);
}
