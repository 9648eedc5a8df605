import type { SecureContext } from "node:tls";
import type { HttpSettings, SpecOf } from "#engines/check-types";
import { InvalidTarget } from "#lib/ip";
import { secureContext } from "../certificates/index.ts";
import { type BodyRules, parseBodyRules } from "./body-rules.ts";
import { type Hop, parseHttpUrl, planHop } from "./request.ts";
import { parseStatusRanges, type StatusRanges } from "./status-ranges.ts";

/** A sensor's question, read once and kept as long as its settings. */
export interface HttpPlan {
  first: Hop;
  family: 4 | 6 | undefined;
  expect: StatusRanges;
  /** As the user wrote it. */
  expectShown: string;
  /** `null`: reading stops after the headers. */
  rules: BodyRules | null;
  maxRedirects: number;
  verify: boolean;
  /** `null`: whatever the end of the certificate. */
  minDaysLeft: number | null;
  /** For https; made when it is first needed. @throws InvalidCa */
  context(): SecureContext;
}

/**
 * Reads target and settings.
 * @throws InvalidTarget, InvalidRule, InvalidCa
 */
export function planHttp(spec: SpecOf<"http">): HttpPlan {
  const { http } = spec;
  const url = parseHttpUrl(spec.target);
  const authorization = authorizationOf(http, url);
  url.username = "";
  url.password = "";
  url.hash = "";
  const verify = http.verify ?? true;
  const expectShown = http.expectStatus ?? "200-299";
  const headers = Object.entries(http.headers ?? {});
  if (authorization !== null) headers.push(["Authorization", authorization]);
  let made: SecureContext | null = null;
  const context = (): SecureContext => (made ??= secureContext(verify, http.ca));
  if (url.protocol === "https:" || http.ca !== undefined) context();
  return {
    first: planHop({ url, method: http.method ?? "GET", headers, body: http.body ?? null }),
    family: http.ipFamily,
    expect: parseStatusRanges(expectShown),
    expectShown,
    rules: parseBodyRules(http),
    maxRedirects: http.maxRedirects ?? 10,
    verify,
    minDaysLeft: http.minDaysLeft ?? (verify ? 0 : null),
    context,
  };
}

/** Basic (RFC 7617) before Bearer (RFC 6750) before user and password of the URL. */
function authorizationOf(http: HttpSettings, url: URL): string | null {
  if (http.basicAuth !== undefined) return basic(http.basicAuth.user, http.basicAuth.password);
  if (http.bearerToken !== undefined) return `Bearer ${http.bearerToken}`;
  if (url.username === "" && url.password === "") return null;
  try {
    return basic(decodeURIComponent(url.username), decodeURIComponent(url.password));
  } catch {
    throw new InvalidTarget("user or password in the target is not percent-encoded UTF-8"); // URIError
  }
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}
