import type { OperatorIdentityFinding } from "#exposure/identity";
import { csvLine } from "#lib/csv";

const columns = [
  "id",
  "status",
  "severity",
  "ruleId",
  "category",
  "title",
  "targetType",
  "targetName",
  "targetPath",
  "host",
  "evidence",
  "remediation",
  "firstSeenAt",
  "lastSeenAt",
  "acceptedUntil",
  "targetId",
  "source",
] as const satisfies readonly (keyof OperatorIdentityFinding)[];

/** The heading of a table of identity findings (RFC 4180). */
export const identityCsvHeading = csvLine(columns);

/** A line for each. Times are ISO 8601, what is not known is empty, and no text of strangers is taken for a formula. */
export function identityCsvLines(findings: readonly OperatorIdentityFinding[]): string {
  return findings.map(lineOf).join("");
}

function lineOf(finding: OperatorIdentityFinding): string {
  return csvLine(columns.map((column) => cellOf(finding[column])));
}

function cellOf(value: OperatorIdentityFinding[(typeof columns)[number]]): string {
  if (value === null) return "";
  if (typeof value === "number") return new Date(value).toISOString();
  return typeof value === "string" ? value : value.join(" ");
}
