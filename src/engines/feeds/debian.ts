import type { DebianEntry } from "#engines/vulnerability-types";
import { isCveId } from "./cve-id.ts";
import { DamagedFeed } from "./feed-error.ts";
import { type Fields, asObject, cleanText, textOr } from "./fields.ts";

const statuses = ["resolved", "open", "undetermined"] as const;
const maxName = 200;
const maxVersion = 200;

/**
 * Reads what the Debian security tracker says of one package and vulnerability: an entry for each release. Issues without
 * a CVE id (`TEMP-…`) give none, for they are renamed or dropped within weeks.
 *
 * @throws DamagedFeed that names package, vulnerability and field.
 */
export function toDebianEntries(pkg: string, cve: string, value: unknown): DebianEntry[] {
  if (!isCveId(cve)) return [];
  const what = `${cleanText(pkg, maxName)} ${cve}`;
  const releases = asObject(asObject(value, what)["releases"], `${what}: releases`);
  return Object.entries(releases).map(([name, said]) => {
    const release = cleanText(name, maxName);
    const fields = asObject(said, `${what} ${release}`);
    const status = statuses.find((word) => word === fields["status"]);
    if (status === undefined) {
      throw new DamagedFeed(`${what} ${release}: the status is none of ${statuses.join(", ")}`);
    }
    return {
      package: cleanText(pkg, maxName),
      cve,
      release,
      status,
      fixedVersion: textOr(fields["fixed_version"], maxVersion, null),
      urgency: textOr(fields["urgency"], 100, "not yet assigned"),
      nodsa: textOr(fields["nodsa"], 500, null),
      repositories: repositoriesOf(fields, `${what} ${release}`),
    };
  });
}

/** The release's own version before those of its suites (`-security` …), which are newer. */
function repositoriesOf(fields: Fields, what: string): string[] {
  if (fields["repositories"] === undefined) return [];
  const versions = Object.entries(asObject(fields["repositories"], `${what}: repositories`))
    .toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
    .flatMap(([, version]) => textOr(version, maxVersion, null) ?? []);
  return [...new Set(versions)];
}
