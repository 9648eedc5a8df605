import type { HttpRequest } from "./request.ts";
import { shownUrl } from "./shown-url.ts";

/** Header fields that go along to another origin. All others stay: any may be a credential. */
const harmless = new Set([
  "accept",
  "accept-language",
  "accept-encoding",
  "user-agent",
  "cache-control",
]);
const ofContent = /^content-/i;

/**
 * The request after an answer with `status` and `location` (RFC 9110 section 15.4), in a sentence why there can be none,
 * or `null` when the answer is no redirect. 303 becomes GET (HEAD stays HEAD), and so does POST after 301 and 302, as
 * everybody does. To another origin only harmless header fields go along; http to https on the same host counts as the
 * same origin.
 */
export function nextRequest(
  request: HttpRequest,
  status: number,
  location: string | undefined,
): HttpRequest | string | null {
  if (!isRedirect(status, location)) return null;
  // Bytes beyond ASCII are read as Latin-1; most servers mean UTF-8.
  const url = URL.parse(Buffer.from(location, "latin1").toString(), request.url);
  if (url === null || url.port === "0") {
    return `redirects to ${JSON.stringify(location.slice(0, 100))}, which is no URL`;
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return `redirects to a ${url.protocol} URL, which is not followed`;
  }
  url.username = "";
  url.password = "";
  url.hash = "";
  const toGet =
    (status === 303 && request.method !== "HEAD") ||
    ((status === 301 || status === 302) && request.method === "POST");
  const same = isSameOrigin(request.url, url);
  return {
    url,
    method: toGet ? "GET" : request.method,
    body: toGet ? null : request.body,
    headers: request.headers.filter(([name]) => {
      if (ofContent.test(name)) return !toGet;
      return same || harmless.has(name.toLowerCase());
    }),
  };
}

/** True for an answer that sends elsewhere. */
export function isRedirect(status: number, location: string | undefined): location is string {
  return location !== undefined && [301, 302, 303, 307, 308].includes(status);
}

function isSameOrigin(from: URL, to: URL): boolean {
  if (from.origin === to.origin) return true;
  const upgraded = from.protocol === "http:" && to.protocol === "https:";
  return upgraded && from.hostname === to.hostname && from.port === "" && to.port === "";
}

/** Where a chain of redirects has been: to see a circle, and to tell the way. */
export class RedirectTrail {
  private readonly seen: HttpRequest[];

  constructor(first: HttpRequest) {
    this.seen = [first];
  }

  get count(): number {
    return this.seen.length - 1;
  }

  /** False when the same has been asked before: a circle, since nothing else changes what is answered. */
  follow(request: HttpRequest): boolean {
    const again = this.seen.some(
      (before) => before.url.href === request.url.href && before.method === request.method,
    );
    this.seen.push(request);
    return !again;
  }

  /** `https://a/ → https://b/ → https://a/`, shortened in the middle. */
  get way(): string {
    const all = this.seen.map((request) => shownUrl(request.url));
    const ends = all.length > 4 ? [...all.slice(0, 2), "…", ...all.slice(-2)] : all;
    return ends.map((each) => (each.length > 100 ? `${each.slice(0, 100)}…` : each)).join(" → ");
  }
}
