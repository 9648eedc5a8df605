import type { OsvEntry, OsvRange } from "#engines/vulnerability-types";
import { isCveId } from "./cve-id.ts";
import {
  type Fields,
  asObject,
  asObjects,
  requiredText,
  textOr,
  textsOf,
  timeOr,
} from "./fields.ts";

const maxName = 400;
const maxVersion = 400;
const maxSummary = 500;
/** The newest CVSS first, as the risk score takes them. */
const severityTypes = ["CVSS_V4", "CVSS_V3", "CVSS_V2"];

/**
 * Ubuntu's notices of what is patched into running kernels: they say nothing of a package's version. Source:
 * documentation.ubuntu.com/security, "OSV".
 */
const livepatch = /^LSN-/;

/**
 * Reads one advisory in OSV format: an entry for each package and ecosystem. Ranges of commits (`GIT`) are left out: what
 * is installed is known by version. So are notices of live patches.
 *
 * @throws DamagedFeed that names advisory and field.
 */
export function toOsvEntries(value: unknown): OsvEntry[] {
  const fields = asObject(value, "an advisory");
  const id = requiredText(fields["id"], "the id of an advisory", 200);
  if (livepatch.test(id)) return [];
  const about = {
    id,
    cves: cvesOf(fields, id),
    summary: textOr(fields["summary"], maxSummary, textOr(fields["details"], maxSummary, "")),
    withdrawn: timeOr(fields["withdrawn"], `${id}: withdrawn`, null) !== null,
    modifiedAt: timeOr(fields["modified"], `${id}: modified`, null),
  };
  const entries = new Map<string, OsvEntry>();
  for (const affected of asObjects(fields["affected"], `${id}: affected`)) {
    if (affected["package"] === undefined) continue;
    const named = asObject(affected["package"], `${id}: package`);
    const ecosystem = requiredText(named["ecosystem"], `${id}: ecosystem`, maxName);
    const name = requiredText(named["name"], `${id}: package name`, maxName);
    const vector = vectorOf(affected, id) ?? vectorOf(fields, id);
    // An advisory may name a package several times, with a range each.
    const key = `${ecosystem}\n${name}`;
    const entry = entries.get(key) ?? {
      ...about,
      ecosystem,
      package: name,
      vector,
      ranges: [],
      versions: [],
    };
    entry.ranges.push(...rangesOf(affected, id));
    entry.versions = [
      ...new Set([
        ...entry.versions,
        ...textsOf(affected["versions"], `${id}: versions`, maxVersion),
      ]),
    ];
    entries.set(key, entry);
  }
  return [...entries.values()];
}

/** The ecosystem without its release: `Debian` of `Debian:12`. */
export function baseEcosystem(ecosystem: string): string {
  const colon = ecosystem.indexOf(":");
  return colon === -1 ? ecosystem : ecosystem.slice(0, colon);
}

/** Advisories of AlmaLinux and Rocky Linux for security, bugs and enhancements: `ALSA-2024:1234`, `RLSA-2024:1234`. */
const rebuildAdvisory = /^(?:AL|RL|RX)[SBE]A-/;

/** How OSV marks a distribution's record of a CVE; Ubuntu's notices name those: `UBUNTU-CVE-2024-0001`. */
const recordOfCve = /^(?:ALPINE|DEBIAN|UBUNTU)-(?=CVE-)/;

/**
 * Distributions name the CVE as `upstream`, others as an alias; some put it into the id (`DEBIAN-CVE-2024-0001`). Those of
 * AlmaLinux call what they fix `related`, which elsewhere is what only resembles it.
 */
function cvesOf(fields: Fields, id: string): string[] {
  const aliases = textsOf(fields["aliases"], `${id}: aliases`, 100);
  const upstream = textsOf(fields["upstream"], `${id}: upstream`, 100);
  const own = /CVE-\d{4}-\d{4,19}$/.exec(id)?.[0];
  const related = rebuildAdvisory.test(id) ? textsOf(fields["related"], `${id}: related`, 100) : [];
  const cves = [...(own === undefined ? [] : [own]), ...aliases, ...upstream, ...related]
    .map((name) => name.replace(recordOfCve, ""))
    .filter(isCveId);
  return cves.length === 0 ? [id] : [...new Set(cves)];
}

function vectorOf(fields: Fields, id: string): string | null {
  const severities = asObjects(fields["severity"], `${id}: severity`);
  for (const type of severityTypes) {
    const found = severities.find((severity) => severity["type"] === type);
    if (found !== undefined) return textOr(found["score"], maxVersion, null);
  }
  return null;
}

function rangesOf(affected: Fields, id: string): OsvRange[] {
  return asObjects(affected["ranges"], `${id}: ranges`).flatMap((range) => {
    const type = range["type"] === "SEMVER" || range["type"] === "ECOSYSTEM" ? range["type"] : null;
    if (type === null) return [];
    const events = asObjects(range["events"], `${id}: events`).flatMap((event) => eventOf(event));
    return [{ type, events }];
  });
}

function eventOf(event: Fields): OsvRange["events"] {
  const introduced = textOr(event["introduced"], maxVersion, null);
  if (introduced !== null) return [{ introduced }];
  const fixed = textOr(event["fixed"], maxVersion, null);
  if (fixed !== null) return [{ fixed }];
  const lastAffected = textOr(event["last_affected"], maxVersion, null);
  return lastAffected === null ? [] : [{ lastAffected }];
}
