import type { ExportedFinding } from "#exposure/findings";
import { csvLine } from "#lib/csv";
import type { FindingFormat } from "./finding-format.ts";

const columns = [
  "id",
  "remediationStatus",
  "severity",
  "cvssScore",
  "epssScore",
  "kev",
  "ransomware",
  "riskScore",
  "confidence",
  "cve",
  "weakness",
  "title",
  "assetIp",
  "hostname",
  "protocol",
  "port",
  "service",
  "package",
  "site",
  "remediation",
  "notes",
  "firstSeenAt",
  "lastSeenAt",
  "statusAt",
  "acceptedUntil",
  "reopenedAt",
  "resolvedAt",
  "cvssVector",
  "epssPercentile",
  "assetId",
  "siteId",
  "installedVersion",
  "fixedVersion",
] as const satisfies readonly (keyof ExportedFinding)[];

/** RFC 4180: a heading, then a line for each finding. Times are ISO 8601, what is not known is empty. */
export function csvFormat(): FindingFormat {
  return {
    begin: () => csvLine(columns),
    finding: (finding) => csvLine(columns.map((column) => cellOf(finding, column))),
    end: () => "",
  };
}

function cellOf(finding: ExportedFinding, column: (typeof columns)[number]): string | number {
  const value = finding[column];
  if (value === null) return "";
  const isTime = column.endsWith("At") || column === "acceptedUntil";
  if (isTime && typeof value === "number") return new Date(value).toISOString();
  return typeof value === "boolean" ? String(value) : value;
}
