import { usualThresholds } from "#engines/directory-types";
import { readPemCertificates } from "#lib/pem-certificates";
import {
  type Path,
  type SourceDocument,
  type Violation,
  findViolations,
  isMapping,
} from "#platform/declarations";
import { Compile } from "typebox/compile";
import type { DeclaredDirectory } from "./configuration.ts";
import { findScheduleFaults } from "./find-schedule-faults.ts";
import { directorySchema } from "./item-schemas.ts";
import { pathOf } from "./read-bundle.ts";

type Item = Readonly<Record<string, unknown>>;

const schema = Compile(directorySchema);

const usualLoginUrl = "https://login.microsoftonline.com";
const usualGraphUrl = "https://graph.microsoft.com";

/**
 * Reads one entry of `directories`, but not the file with certificates that it may name.
 *
 * @returns the directory with its defaults, or `null` and everything that is wrong with it.
 */
export function readDirectory(
  item: unknown,
  path: Path,
  document: SourceDocument,
): { directory: DeclaredDirectory | null; violations: Violation[] } {
  const violations = findViolations(directorySchema, item, path);
  if (isMapping(item)) {
    violations.push(...findScheduleFaults(item, path));
    if (item["type"] === "active_directory") violations.push(...findServerFaults(item, path));
    if (item["type"] === "entra") violations.push(...findAddressFaults(item, path));
  }
  if (violations.length > 0 || !schema.Check(item)) return { directory: null, violations };
  const thresholds = { ...usualThresholds, ...item.thresholds };
  const common = {
    name: item.name,
    site: item.site ?? null,
    probe: item.probe ?? null,
    schedule: item.schedule ?? null,
    timeZone: item.timezone ?? null,
    enabled: item.enabled ?? true,
  };
  if (item.type === "entra") {
    const { type, tenantId, clientId, clientSecret: secret, breakGlass = [] } = item;
    const { loginUrl = usualLoginUrl, graphUrl = usualGraphUrl } = item;
    const urls = { loginUrl: origin(loginUrl), graphUrl: origin(graphUrl) };
    const settings = { type, tenantId, clientId, ...urls, breakGlass, thresholds };
    return { directory: { ...common, settings, caFile: null, secret }, violations };
  }
  const { type, url, user, password: secret, caFile } = item;
  const urls = item.urls ?? (url === undefined ? [] : [url]);
  const { ca = null, serverName = null, baseDn = null } = item;
  const settings = { type, urls, user, ca, serverName, baseDn, thresholds };
  const file = caFile === undefined ? null : pathOf(caFile, document);
  return { directory: { ...common, settings, caFile: file, secret }, violations };
}

/** What is wrong with PEM text that should hold certificates, to go after "must"; `null`: nothing. */
export function certificatesFault(pem: string): string | null {
  const { certificates, unreadable } = readPemCertificates(pem);
  if (certificates.length === 0) return "hold certificates in PEM (-----BEGIN CERTIFICATE-----)";
  return unreadable === null
    ? null
    : `hold certificates in PEM; number ${unreadable.place} cannot be read`;
}

function findServerFaults(item: Item, path: Path): Violation[] {
  const { url, urls, ca } = item;
  const found: Violation[] = [];
  if (Object.hasOwn(item, "url") === Object.hasOwn(item, "urls")) {
    const message = Object.hasOwn(item, "url")
      ? "has both url and urls; leave one of them out"
      : "url is missing: ldaps://dc1.acme.test, or ldap://… for StartTLS";
    found.push({ path, message });
  }
  if (Object.hasOwn(item, "ca") && Object.hasOwn(item, "caFile")) {
    found.push({ path, message: "has both ca and caFile; leave one of them out" });
  }
  found.push(...ldapFaults(url, [...path, "url"]));
  if (Array.isArray(urls)) {
    found.push(...urls.flatMap((one, i) => ldapFaults(one, [...path, "urls", i])));
  }
  const fault = typeof ca === "string" && ca !== "" ? certificatesFault(ca) : null;
  if (fault !== null) found.push({ path: [...path, "ca"], message: `must ${fault}` });
  return found;
}

function ldapFaults(url: unknown, path: Path): Violation[] {
  if (typeof url !== "string" || url === "") return [];
  const parsed = URL.parse(url);
  const isBare =
    parsed !== null &&
    ["ldap:", "ldaps:"].includes(parsed.protocol) &&
    parsed.hostname !== "" &&
    ["", "/"].includes(parsed.pathname) &&
    parsed.username + parsed.password + parsed.search + parsed.hash === "";
  if (!isBare) {
    const message =
      "must be ldaps://HOST or ldap://HOST (StartTLS), with a port if it is not the usual one";
    return [{ path, message }];
  }
  if (!["3268", "3269"].includes(parsed.port)) return [];
  const message =
    "is the global catalog, which has only some attributes of each object; leave the port out";
  return [{ path, message }];
}

function findAddressFaults(item: Item, path: Path): Violation[] {
  return ["loginUrl", "graphUrl"].flatMap((key): Violation[] => {
    const url = item[key];
    if (typeof url !== "string" || url === "") return [];
    const parsed = URL.parse(url);
    if (parsed !== null && isOrigin(parsed) && isSafe(parsed)) return [];
    const message = "must be https://HOST; http is for this machine itself only";
    return [{ path: [...path, key], message }];
  });
}

function isOrigin({ pathname, search, hash, username, password }: URL): boolean {
  return pathname === "/" && search + hash + username + password === "";
}

function isSafe({ protocol, hostname }: URL): boolean {
  const isHere =
    hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
  return protocol === "https:" || (protocol === "http:" && isHere);
}

function origin(url: string): string {
  return new URL(url).origin;
}
