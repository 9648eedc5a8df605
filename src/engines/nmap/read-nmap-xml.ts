import type { HostReport } from "#engines/scan-types";
import { xmlElements } from "#lib/xml-elements";
import { reportOfHost } from "./report-of-host.ts";

const wanted: ReadonlySet<string> = new Set(["host"]);

/**
 * The hosts of nmap's XML output (`-oX`), one at a time, whatever its length.
 *
 * @throws InvalidXml when it is none; whatever the source throws.
 */
export async function* readNmapXml(source: AsyncIterable<Uint8Array>): AsyncGenerator<HostReport> {
  for await (const host of xmlElements(source, wanted)) {
    const report = reportOfHost(host);
    if (report !== null) yield report;
  }
}
