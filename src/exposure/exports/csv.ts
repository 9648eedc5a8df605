import type { ExportedFinding } from "#exposure/findings";
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
] as const satisfies readonly (keyof ExportedFinding)[];

/** RFC 4180: a heading, then a line for each finding. Times are ISO 8601, what is not known is empty. */
export function csvFormat(): FindingFormat {
  return {
    begin: () => line(columns),
    finding: (finding) => line(columns.map((column) => cellOf(finding, column))),
    end: () => "",
  };
}

function cellOf(finding: ExportedFinding, column: (typeof columns)[number]): string {
  const value = finding[column];
  if (value === null) return "";
  const isTime = column.endsWith("At") || column === "acceptedUntil";
  if (isTime && typeof value === "number") return new Date(value).toISOString();
  return typeof value === "string" ? guarded(value) : String(value);
}

/**
 * Spreadsheets take a cell that begins like this for a formula, and what a banner says would be carried out. An apostrophe in
 * front makes it a text (OWASP, "CSV Injection"; the wide forms are those of East Asian keyboards).
 */
function guarded(text: string): string {
  return /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
}

function line(cells: readonly string[]): string {
  return `${cells.map(quoted).join(",")}\r\n`;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
