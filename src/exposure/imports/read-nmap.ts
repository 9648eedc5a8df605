import { readNmapXml } from "#engines/nmap";
import type { OpenFile, ReportPart } from "./imported-report.ts";

/** What nmap writes with `-oX`: hosts with their ports and services. What they are vulnerable to is for our own matching to say. */
export async function* readNmap(open: OpenFile): AsyncGenerator<ReportPart> {
  for await (const report of readNmapXml(open())) {
    // A host without a time of its own was only looked for (`nmap -sn`).
    const at = report.finishedAt === 0 ? null : report.finishedAt;
    yield { host: { ref: { address: report.address, hostname: null }, report, at, scopes: [] } };
  }
}
