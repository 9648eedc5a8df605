import { Compile } from "typebox/compile";
import { HostReport } from "#engines/scan-types";
import { parseIp } from "#lib/ip";
import { printableTexts } from "./printable-texts.ts";

const hostReport = Compile(HostReport);

/**
 * A report as it may be kept. Its texts come from strangers by way of a probe: what neither PostgreSQL's JSON
 * nor a terminal takes is replaced.
 *
 * @returns `null` when its address is none.
 */
export function cleanReport(report: HostReport): HostReport | null {
  const ip = parseIp(report.address);
  const clean = printableTexts(report);
  if (ip === null || ip.address.includes("%") || !hostReport.Check(clean)) return null;
  return { ...clean, address: ip.address };
}
