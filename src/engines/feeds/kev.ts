import type { KevEntry } from "#engines/vulnerability-types";
import { requireCveId } from "./cve-id.ts";
import { DamagedFeed } from "./feed-error.ts";
import { asObject, textOr, timeOr } from "./fields.ts";

/** Reads one entry of CISA's catalogue. @throws DamagedFeed that names the CVE and the field. */
export function toKevEntry(value: unknown): KevEntry {
  const fields = asObject(value, "an entry");
  const cve = requireCveId(fields["cveID"], "the cveID of an entry");
  const dateAdded = timeOr(fields["dateAdded"], `${cve}: dateAdded`, null);
  if (dateAdded === null) throw new DamagedFeed(`${cve}: dateAdded is missing`);
  return {
    cve,
    name: textOr(fields["vulnerabilityName"], 500, cve),
    dateAdded,
    dueDate: timeOr(fields["dueDate"], `${cve}: dueDate`, null),
    requiredAction: textOr(fields["requiredAction"], 2_000, ""),
    ransomware: fields["knownRansomwareCampaignUse"] === "Known",
  };
}
