import { Compile } from "typebox/compile";
import { HostReport } from "#engines/scan-types";
import { parseIp } from "#lib/ip";
import { printableLines } from "#lib/printable";

const hostReport = Compile(HostReport);

/**
 * A report as it may be kept. Its texts come from strangers by way of a probe: what neither PostgreSQL's JSON
 * nor a terminal takes is replaced.
 *
 * @returns `null` when its address is none.
 */
export function cleanReport(report: HostReport): HostReport | null {
  const ip = parseIp(report.address);
  const clean = cleaned(report);
  if (ip === null || ip.address.includes("%") || !hostReport.Check(clean)) return null;
  return { ...clean, address: ip.address };
}

function cleaned(value: unknown): unknown {
  if (typeof value === "string") return printableLines(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [cleaned(key), cleaned(inner)]);
  return Object.fromEntries(entries);
}
