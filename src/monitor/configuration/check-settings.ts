import type { CheckType } from "#engines/check-types";
import { readPemCertificates } from "#lib/pem-certificates";
import {
  type Path,
  type Violation,
  findViolations,
  formatPath,
  isMapping,
} from "#platform/declarations";

/** Finds what a schema cannot say of a type's settings: what does not go together or does not parse. */
export function findSettingsFaults(
  type: CheckType,
  settings: Readonly<Record<string, unknown>>,
  path: Path,
): Violation[] {
  const found: Violation[] = [];
  const fail = (key: string, message: string): void => {
    found.push({ path: [...path, key], message });
  };
  for (const key of ["banner", "bodyMatch", "bodyNotMatch"]) {
    const fault = patternFault(settings[key]);
    if (fault !== null) fail(key, fault);
  }
  const { ca, expectStatus, headers } = settings;
  if (typeof ca === "string" && !isPem(ca)) fail("ca", "must be PEM certificates");
  if (typeof expectStatus === "string" && hasReversedRange(expectStatus)) {
    fail("expectStatus", "has a range whose end lies before its beginning");
  }
  if (isMapping(headers)) {
    for (const [name, value] of Object.entries(headers)) {
      if (typeof value === "string" && !isHeaderValue(value)) {
        found.push({
          path: [...path, "headers", name],
          message: "must be one line of Latin-1 text, as HTTP headers are",
        });
      }
    }
  }
  if (settings["basicAuth"] !== undefined && settings["bearerToken"] !== undefined) {
    fail("bearerToken", "cannot stand beside basicAuth; leave one of them out");
  }
  if (type === "snmp" && settings["version"] === 3) found.push(...userFaults(settings, path));
  return found;
}

/**
 * Everything that is wrong with one type's settings, wherever they come from, a sentence each: `snmp.user is missing`.
 *
 * @param schema of that type.
 */
export function findSettingsProblems(type: CheckType, schema: object, settings: unknown): string[] {
  const found = findViolations(schema, settings, [type]);
  if (isMapping(settings)) found.push(...findSettingsFaults(type, settings, [type]));
  return found.map(({ path, message }) => `${formatPath(path)}: ${message}`);
}

/** `/regular expression/flags` must be one; other text is taken as it is. */
function patternFault(value: unknown): string | null {
  const parts = typeof value === "string" ? /^\/(.+)\/([a-z]*)$/s.exec(value) : null;
  if (parts === null) return null;
  try {
    RegExp(parts[1] ?? "", parts[2]);
    return null;
  } catch (error) {
    if (error instanceof SyntaxError) return `is no regular expression: ${error.message}`;
    throw error;
  }
}

function isPem(text: string): boolean {
  const { certificates, unreadable } = readPemCertificates(text);
  return certificates.length > 0 && unreadable === null;
}

function hasReversedRange(ranges: string): boolean {
  return ranges.split(",").some((range) => {
    const [from, to = from] = range.trim().split("-");
    return Number(to) < Number(from);
  });
}

function isHeaderValue(value: string): boolean {
  return /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value);
}

/** How an SNMPv3 user is known, and whether what is said is encrypted (RFC 3414). */
export type Level = "noAuthNoPriv" | "authNoPriv" | "authPriv";

/** The level that an SNMPv3 user's settings ask for, when they do not say it: as much as there are passwords for. */
export function impliedLevel(settings: Readonly<Record<string, unknown>>): Level {
  if (settings["privPassword"] !== undefined || settings["privProtocol"] !== undefined) {
    return "authPriv";
  }
  if (settings["authPassword"] !== undefined || settings["authProtocol"] !== undefined) {
    return "authNoPriv";
  }
  return "noAuthNoPriv";
}

/** What each level uses. Of these the passwords must be given; the protocols have defaults (SHA and AES). */
export const usedAt: Readonly<Record<Level, readonly string[]>> = {
  noAuthNoPriv: [],
  authNoPriv: ["authProtocol", "authPassword"],
  authPriv: ["authProtocol", "authPassword", "privProtocol", "privPassword"],
};

/** RFC 3414: privacy without authentication does not exist, and each level needs its passwords. */
function userFaults(settings: Readonly<Record<string, unknown>>, path: Path): Violation[] {
  const { level = impliedLevel(settings) } = settings;
  if (!isLevel(level)) return [];
  const found: Violation[] = [];
  for (const key of usedAt.authPriv) {
    const used = usedAt[level].includes(key);
    const given = settings[key] !== undefined;
    if (used && !given && key.endsWith("Password")) {
      found.push({ path, message: `${key} is missing, and the level ${level} needs it` });
    } else if (!used && given) {
      const message = `has no meaning at the level ${level}; leave it out, or raise the level`;
      found.push({ path: [...path, key], key: true, message });
    }
  }
  return found;
}

/** Whether a value is one of the three levels. */
export function isLevel(value: unknown): value is Level {
  return value === "noAuthNoPriv" || value === "authNoPriv" || value === "authPriv";
}
