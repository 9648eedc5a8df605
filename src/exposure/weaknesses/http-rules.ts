import type { HttpFacts, ServiceFacts } from "#engines/scan-types";
import { confidenceSeen, isIdentified, placeOf, type WeaknessRule } from "./weakness.ts";

/** Values of headers are cut at this length: what a longer one says at its end is not known. */
const longestValue = 300;

/** Half a year in seconds, which browsers' preload list and Mozilla's guide take for the least. */
const leastHstsSec = 15_552_000;

/**
 * Titles of the lists that servers make of a folder: Apache, nginx and lighttpd, Python, Tomcat, Jetty and Node's
 * serve-index.
 */
const listingTitle =
  /^(Index of \/|Directory listing for \/|Directory Listing For \[\/|Directory: \/|listing directory \/)/;

export const httpRules: readonly WeaknessRule[] = [
  {
    checkId: "http.basic_without_tls",
    title: "HTTP asks for passwords without TLS",
    severity: "MEDIUM",
    class: "credential",
    remediation:
      "Serve it over HTTPS and redirect HTTP there, or take basic authentication away: whoever listens reads user and password.",
    references: ["CWE-319", "RFC 7617 section 4"],
    find: (service) =>
      service.tls === undefined && service.http?.authSchemes.includes("basic") === true
        ? `${placeOf(service)} asks for basic authentication without encryption.`
        : null,
    confidence: () => confidenceSeen,
    looked: lookedAtHttp,
  },
  pageRule({
    checkId: "http.directory_listing",
    title: "Web server lists the files of a folder",
    severity: "LOW",
    remediation:
      "Turn it off (`autoindex off;` in nginx, `Options -Indexes` in Apache), unless these files are meant for everybody.",
    references: ["CWE-548"],
    judge: (http) =>
      isPage(http) && listingTitle.test(http.title ?? "")
        ? `answers with a list of files, titled ${JSON.stringify(http.title)}`
        : null,
  }),
  pageRule({
    checkId: "http.missing_hsts",
    title: "HTTPS without Strict-Transport-Security",
    severity: "LOW",
    remediation:
      "Send `Strict-Transport-Security: max-age=31536000` with every HTTPS reply, once all of the site is served over HTTPS.",
    references: ["RFC 6797", "CWE-319"],
    judge(http, service) {
      if (service.tls === undefined) return null;
      const value = http.headers["strict-transport-security"];
      if (value === undefined) return "sends no Strict-Transport-Security";
      const seconds = Number(/max-age\s*=\s*"?(\d{1,12})/i.exec(value)?.[1] ?? 0);
      return seconds < leastHstsSec
        ? `sends Strict-Transport-Security for ${seconds} s, less than half a year`
        : null;
    },
  }),
  pageRule({
    checkId: "http.missing_csp",
    title: "Web page without Content-Security-Policy",
    severity: "INFO",
    remediation:
      "Send a Content-Security-Policy that names the sources of scripts, so that injected ones do not run; begin with Content-Security-Policy-Report-Only.",
    references: ["CWE-693", "W3C Content Security Policy Level 3"],
    judge: (http) =>
      isPage(http) && http.headers["content-security-policy"] === undefined
        ? "serves a page without Content-Security-Policy"
        : null,
  }),
  pageRule({
    checkId: "http.missing_content_type_options",
    title: "Reply without X-Content-Type-Options",
    severity: "INFO",
    remediation: "Send `X-Content-Type-Options: nosniff` with every reply.",
    references: ["CWE-693", "WHATWG Fetch section 3.6"],
    judge: (http) =>
      isPage(http) && !/^\s*nosniff\b/i.test(http.headers["x-content-type-options"] ?? "")
        ? "serves a page without X-Content-Type-Options: nosniff"
        : null,
  }),
  pageRule({
    checkId: "http.missing_frame_protection",
    title: "Web page can be framed by strangers (clickjacking)",
    severity: "LOW",
    remediation:
      "Send `Content-Security-Policy: frame-ancestors 'self'`, and `X-Frame-Options: SAMEORIGIN` for browsers of old.",
    references: ["CWE-1021", "RFC 7034"],
    judge(http) {
      if (!isPage(http) || http.headers["x-frame-options"] !== undefined) return null;
      const policy = http.headers["content-security-policy"] ?? "";
      if (/\bframe-ancestors\b/i.test(policy) || policy.length >= longestValue) return null;
      return "serves a page with neither X-Frame-Options nor frame-ancestors";
    },
  }),
];

interface PageCheck extends Omit<WeaknessRule, "class" | "find" | "confidence" | "looked"> {
  /** What is wrong, in words that go on from the service; `null` when nothing is. */
  judge: (http: HttpFacts, service: ServiceFacts) => string | null;
}

function pageRule({ judge, ...description }: PageCheck): WeaknessRule {
  return {
    ...description,
    class: "configuration",
    find(service) {
      const { http } = service;
      if (http === undefined || !tellsOfItsPages(http)) return null;
      const words = judge(http, service);
      return words === null ? null : `${placeOf(service)} ${words}.`;
    },
    confidence: () => confidenceSeen,
    looked: (service) =>
      lookedAtHttp(service) && (service.http === undefined || tellsOfItsPages(service.http)),
  };
}

/** Errors come from elsewhere than pages often enough, with other headers. */
function tellsOfItsPages({ status }: HttpFacts): boolean {
  return status >= 200 && status < 400;
}

/** What a browser shows; redirects and data have no use for such headers. */
function isPage({ status, headers }: HttpFacts): boolean {
  return status < 300 && /^\s*(text\/html|application\/xhtml)/i.test(headers["content-type"] ?? "");
}

/** Whether its HTTP was looked at, or it was seen to be something else. */
function lookedAtHttp(service: ServiceFacts): boolean {
  if (service.http !== undefined) return true;
  return isIdentified(service) && !/^https?($|-)/.test(service.name ?? "");
}
