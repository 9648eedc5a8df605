import { ScanRefused, type ScanSpec } from "#engines/scan-types";
import { InvalidPortList, parsePortList } from "#lib/port-list";
import { mostTopPorts, topPorts } from "./top-ports.ts";

/** What a scan looks at on each host. */
export interface WantedPorts {
  /** In the order in which they are tried. */
  readonly tcp: readonly number[];
  readonly udp: readonly number[];
}

/**
 * Reads a spec's ports; a scan that only discovers has none, and only a full one asks UDP.
 *
 * @param commonUdp what `common` stands for
 * @throws ScanRefused with a sentence that names the part
 */
export function readPorts(
  spec: Pick<ScanSpec, "scanType" | "tcpPorts" | "udpPorts">,
  commonUdp: readonly number[],
): WantedPorts {
  const tcp = readTcp(spec.tcpPorts);
  const udp =
    spec.udpPorts === null
      ? []
      : spec.udpPorts === "common"
        ? commonUdp
        : readList("UDP", spec.udpPorts, "write common, or a list such as 53,161");
  if (spec.scanType === "discovery") return { tcp: [], udp: [] };
  return { tcp, udp: spec.scanType === "full" ? udp : [] };
}

function readTcp(text: string): readonly number[] {
  const [, count] = /^top-(\d{1,5})$/.exec(text.trim()) ?? [];
  if (count === undefined) {
    return readList("TCP", text, "write top-1000, or a list such as 22,80,8000-8100");
  }
  if (Number(count) < 1 || Number(count) > mostTopPorts) {
    throw new ScanRefused(
      `TCP ports ${JSON.stringify(text)}: top-1 to top-${mostTopPorts} are known`,
    );
  }
  return topPorts(Number(count));
}

function readList(protocol: string, text: string, advice: string): number[] {
  try {
    return parsePortList(text);
  } catch (error) {
    if (!(error instanceof InvalidPortList)) throw error;
    throw new ScanRefused(`${protocol} ports: ${error.message}; ${advice}`);
  }
}
