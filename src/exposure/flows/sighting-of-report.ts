import { type Platform, type PortsSeen, type Sighting, hostnamesOf } from "#exposure/assets";
import type { HostReport, PortFacts } from "#engines/scan-types";
import { parsePortList } from "#lib/port-list";

/** Where a report comes from, and what its scan set out to do. */
export interface ReportOrigin {
  readonly siteId: string | null;
  readonly probeId: string | null;
  /** The scan identifies services, too. */
  readonly isFull: boolean;
}

const platforms = new Set<string>(["linux", "windows", "macos", "bsd"]);

/** What a probe's report says of a host, in the terms of assets. */
export function sightingOf(report: HostReport, origin: ReportOrigin): Sighting {
  const { os, device } = report;
  return {
    address: report.address,
    at: report.finishedAt,
    siteId: origin.siteId,
    probeId: origin.probeId,
    agentId: null,
    hardwareUuid: null,
    mac: report.mac ?? null,
    vendor: report.vendor ?? null,
    hostnames: hostnamesOf(report.names),
    os:
      os === undefined
        ? null
        : {
            name: os.name,
            cpe: os.cpe ?? null,
            confidence: os.confidence,
            platform: isPlatform(os.family) ? os.family : null,
          },
    device: device ?? null,
    tcp: portsSeen(report.tcp),
    udp: portsSeen(report.udp),
    isFullScan: origin.isFull && report.outcome === "up",
  };
}

function isPlatform(family: string | undefined): family is Platform {
  return family !== undefined && platforms.has(family);
}

/** The same few lists come with every host of a run. */
const setsByText = new Map<string, ReadonlySet<number>>();
const mostTexts = 100;

/** @throws InvalidPortList */
export function portsSeen(facts: PortFacts | undefined): PortsSeen | null {
  if (facts === undefined) return null;
  const ports = portSet(facts.ports);
  return { looked: (port) => ports.has(port), open: facts.open };
}

/** The ports of a list such as `22,80-90`; none for the empty text. @throws InvalidPortList */
export function portSet(text: string): ReadonlySet<number> {
  const known = setsByText.get(text);
  if (known !== undefined) return known;
  if (setsByText.size >= mostTexts) setsByText.clear();
  const ports = new Set(text === "" ? [] : parsePortList(text));
  setsByText.set(text, ports);
  return ports;
}
