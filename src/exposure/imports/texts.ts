import { hostnamesOf } from "#exposure/assets";
import type { Severity } from "#lib/severity";
import { parseIp } from "#lib/ip";
import { printableLine, printableLines } from "#lib/printable";
import type { HostRef } from "./imported-report.ts";

/** Most characters of what is kept of a report. Longer texts are cut: nobody reads them in a list. */
export const most = {
  checkId: 200,
  evidence: 4_000,
  package: 200,
  remediation: 2_000,
  scope: 300,
  service: 40,
  title: 200,
  version: 100,
} as const;

/** A text of a stranger as one printable line, at most so long. */
export function lineOf(value: unknown, length: number): string {
  if (typeof value !== "string" && typeof value !== "number") return "";
  const text = printableLine(String(value).slice(0, length * 4));
  return cut(text.replace(/\s+/g, " ").trim(), length);
}

/** As {@link lineOf}, with its line breaks. */
export function textOf(value: unknown, length: number): string {
  if (typeof value !== "string") return "";
  return cut(printableLines(value.slice(0, length * 2)).trim(), length);
}

function cut(text: string, length: number): string {
  const short = text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;
  return short.toWellFormed();
}

/** As {@link lineOf}; `null` when there is nothing. */
export function lineOrNull(value: unknown, length: number): string | null {
  const text = lineOf(value, length);
  return text === "" ? null : text;
}

/** The CVE ids among some texts, each once. */
export function cvesOf(values: readonly unknown[]): string[] {
  const ids = values.flatMap((value) => (typeof value === "string" ? value.split(/[,\s]+/) : []));
  const upper = ids.map((id) => id.toUpperCase());
  return [...new Set(upper.filter((id) => /^CVE-\d{4}-\d{4,19}$/.test(id)))];
}

const severityWords = new Map<string, Severity>([
  ["critical", "CRITICAL"],
  ["high", "HIGH"],
  ["medium", "MEDIUM"],
  ["moderate", "MEDIUM"],
  ["low", "LOW"],
  ["negligible", "INFO"],
  ["info", "INFO"],
  ["informational", "INFO"],
  ["none", "INFO"],
]);

/** A severity by its word in any case. Nobody rated it: neither nothing nor the worst. */
export function severityOfWord(value: unknown): Severity {
  return severityWords.get(String(value).toLowerCase()) ?? "MEDIUM";
}

/** Which host a text means: an address with or without zone and brackets, or a name; `null`: none. */
export function hostRefOf(text: string): HostRef | null {
  const ip = parseIp(text.trim());
  if (ip !== null) {
    return ip.address.includes("%") ? null : { address: ip.address, hostname: null };
  }
  const [hostname = null] = hostnamesOf([{ name: text, source: "target" }]);
  return hostname === null ? null : { address: null, hostname };
}

/** An ISO 8601 time as epoch milliseconds; `null` for anything else, the zero time of Go included. */
export function timeOf(value: unknown): number | null {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}T/.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) || at <= 0 ? null : at;
}
