import type { HttpFacts } from "#engines/scan-types";
import { replyText } from "../reply-text.ts";
import { header, type HttpReply } from "./http-reply.ts";

/** Headers whose values matter to security; of the others it is enough to know that they are there. */
const valued: ReadonlySet<string> = new Set([
  "strict-transport-security",
  "content-security-policy",
  "content-security-policy-report-only",
  "x-content-type-options",
  "x-frame-options",
  "x-xss-protection",
  "referrer-policy",
  "permissions-policy",
  "cross-origin-opener-policy",
  "cross-origin-resource-policy",
  "cross-origin-embedder-policy",
  "access-control-allow-origin",
  "access-control-allow-credentials",
  "content-type",
  "server",
  "via",
  "x-powered-by",
  "x-aspnet-version",
  "x-generator",
]);
const maxHeaders = 60;

/** What the reply shows, cut to what the facts have room for. */
export function httpFacts(reply: HttpReply): HttpFacts {
  const title = pageTitle(reply.body);
  const server = header(reply, "server");
  const location = header(reply, "location");
  return {
    status: reply.status,
    ...(title === "" ? {} : { title }),
    ...(server === undefined ? {} : { server: replyText(server, 200) }),
    ...(location === undefined ? {} : { location: replyText(location, 500) }),
    headers: headerFacts(reply),
    authSchemes: authSchemes(reply),
  };
}

/** The page's title as a reader sees it; empty when there is none. */
export function pageTitle(body: string): string {
  const raw = /<title[^>]{0,200}>([^<]{0,1000})/i.exec(body)?.[1] ?? "";
  // Pages are UTF-8 most of the time; the body has one character per byte.
  return replyText(decodeEntities(Buffer.from(raw, "latin1").toString("utf8")), 200);
}

function headerFacts(reply: HttpReply): Record<string, string> {
  const facts = new Map<string, string>();
  // Those that matter first, so that a thousand others cannot push them out.
  const ranked = reply.headers.toSorted(
    ([a], [b]) => Number(valued.has(b)) - Number(valued.has(a)),
  );
  for (const [name, value] of ranked) {
    const plain = replyText(name, 100);
    if (facts.has(plain) || plain === "") continue;
    if (facts.size >= maxHeaders) break;
    facts.set(plain, valued.has(name) ? replyText(value, 300) : "");
  }
  return Object.fromEntries(facts);
}

/** RFC 9110 section 11.6.1: several challenges may stand in one header, so a scheme is a word followed by parameters, or alone. */
function authSchemes(reply: HttpReply): string[] {
  const values = reply.headers
    .filter(([name]) => name === "www-authenticate")
    // What stands between quotes may look like anything.
    .map(([, value]) => value.slice(0, 1000).replace(/"[^"]*"/g, '""'));
  const words = values.flatMap((value) =>
    Array.from(
      value.matchAll(/(?:^|,)\s{0,5}([a-z][a-z0-9-]{0,29})(?=\s{1,5}[^\s=]|\s*(?:,|$))/gi),
    ),
  );
  const schemes = words.map(([, scheme = ""]) => scheme.toLowerCase());
  return [...new Set(schemes)].slice(0, 10);
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  copy: "©",
  reg: "®",
  trade: "™",
  ndash: "–",
  mdash: "—",
};

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi,
    (whole, dec, hex, name) => {
      if (typeof name === "string") return entities[name.toLowerCase()] ?? whole;
      const code = typeof dec === "string" ? Number(dec) : Number.parseInt(String(hex), 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
