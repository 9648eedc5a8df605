import { Compile } from "typebox/compile";
import { HostReport } from "#engines/scan-types";
import type { Logger } from "#lib/logger";

const hostReport = Compile(HostReport);

/** What the server takes in one body, compressed or not. 5,000 services that say 1,000 letters each fit. */
const maxReportBytes = 8 * 1024 * 1024;

/**
 * The report as it can be sent. One that the server would refuse must not be missing without a word: the host is reported
 * as dropped then, with the reason, and nothing is concluded about it.
 */
export function checkedReport(report: HostReport, log: Logger): HostReport {
  const fault = faultOf(report);
  if (fault === null) return report;
  const { address, startedAt, finishedAt } = report;
  const reason = `What was found out cannot be reported: ${fault}.`.slice(0, 300);
  log.error({ address, reason }, "a host's report cannot be sent");
  return { address, outcome: "dropped", reason, startedAt, finishedAt, names: [], services: [] };
}

function faultOf(report: HostReport): string | null {
  if (!hostReport.Check(report)) {
    const [first] = hostReport.Errors(report);
    return first === undefined ? "it is not valid" : `${first.instancePath} ${first.message}`;
  }
  const bytes = Buffer.byteLength(JSON.stringify(report));
  return bytes > maxReportBytes ? `it has ${bytes} bytes, more than ${maxReportBytes}` : null;
}
