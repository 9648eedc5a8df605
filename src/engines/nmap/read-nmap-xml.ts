import type { HostReport } from "#engines/scan-types";
import { InvalidPortList, formatPortList, parsePortList } from "#lib/port-list";
import { InvalidXml, type XmlElement, xmlElements } from "#lib/xml-elements";
import { reportOfHost } from "./report-of-host.ts";

const wanted: ReadonlySet<string> = new Set(["scaninfo", "host"]);

/** Kinds of scans that tell open ports from others; the rest tell how a firewall behaves. */
const decisive: ReadonlySet<string | undefined> = new Set(["syn", "connect"]);

/**
 * The hosts of nmap's XML output (`-oX`), one at a time, whatever its length.
 *
 * @throws InvalidXml when it is none; whatever the source throws.
 */
export async function* readNmapXml(source: AsyncIterable<Uint8Array>): AsyncGenerator<HostReport> {
  let scanned = "";
  for await (const element of xmlElements(source, wanted)) {
    if (element.name === "scaninfo") scanned = scannedBy(element) ?? scanned;
    else {
      const report = reportOfHost(element, scanned);
      if (report !== null) yield report;
    }
  }
}

/** The TCP ports that a scan looks at, on every host; `null`: none, or not in a way that tells open ones. */
function scannedBy({ attributes }: XmlElement): string | null {
  const { protocol, type, services = "" } = attributes;
  if (protocol !== "tcp" || !decisive.has(type) || services === "") return null;
  // Port 0 can be scanned; nothing is ever there.
  const text = services.replace(/^0(?=-)/, "1").replace(/^0(,|$)/, "");
  try {
    return text === "" ? null : formatPortList(parsePortList(text));
  } catch (error) {
    if (!(error instanceof InvalidPortList)) throw error;
    throw new InvalidXml(`its scaninfo lists no ports: ${error.message}`);
  }
}
