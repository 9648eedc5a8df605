import type { HostReport, ScanContext, ScanProgress, ScanSpec } from "#engines/scan-types";
import type { Identification } from "../identification.ts";
import { createScanEngine, type ScanEngineOptions } from "../scan-engine.ts";

/** No limits: a test that is not about budgets is not to wait for them. */
export const liftedBudget = { perHostPerSec: null, perSubnetPerSec: null, totalPerSec: null };

/** A spec for a test: only ports, no limits, half a second of patience. */
export function scanSpec(spec: Partial<ScanSpec> & Pick<ScanSpec, "targets">): ScanSpec {
  return {
    scanType: "ports",
    exclude: [],
    tcpPorts: "1-100",
    udpPorts: null,
    budget: liftedBudget,
    connectTimeoutMs: 500,
    includeFragile: false,
    allowNmap: false,
    ...spec,
  };
}

/** Tells which services it was asked about, and recognises none. */
export function recordingIdentification(): Identification & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async identifyTcp({ address, port }, io) {
      await io.budget.take(address);
      asked.push(`${address} tcp ${port}`);
      return {
        protocol: "tcp",
        port,
        name: "asked",
        cpes: [],
        method: "probed",
        confidence: 50,
        observations: [],
        engine: "own",
        unsettled: false,
      };
    },
    async scanUdp(address, ports) {
      asked.push(...ports.map((port) => `${address} udp ${port}`));
      return { open: [], looked: ports, names: [] };
    },
    classifyHost: ({ openTcp }) => ({
      device: { type: "server", confidence: 10, evidence: [`${openTcp.length} open ports`] },
    }),
    nameByPort: (port) => (port === 22 ? "ssh" : undefined),
    commonUdpPorts: [53, 161],
  };
}

/** What came out of one scan. */
export interface ScanFindings {
  readonly reports: readonly HostReport[];
  readonly progress: readonly ScanProgress[];
  readonly told: readonly string[];
  /** The report of an address; a test that asks for another has failed. */
  of(address: string): HostReport;
}

/** Runs one scan on an engine of its own and ends it. */
export async function scanHere(
  spec: ScanSpec,
  options: Partial<ScanEngineOptions> & Partial<ScanContext> = {},
): Promise<ScanFindings> {
  const reports: HostReport[] = [];
  const progress: ScanProgress[] = [];
  const told: string[] = [];
  const engine = createScanEngine({
    identification: recordingIdentification(),
    nmap: null,
    tell: (sentence) => told.push(sentence),
    ...options,
  });
  try {
    await engine.scan(spec, {
      signal: new AbortController().signal,
      refuse: () => null,
      done: new Set(),
      now: Date.now,
      onProgress: (each) => progress.push(each),
      onHost: async (report) => {
        reports.push(report);
      },
      ...options,
    });
  } finally {
    await engine.close();
  }
  return {
    reports,
    progress,
    told,
    of(address) {
      const found = reports.filter((report) => report.address === address);
      if (found.length !== 1 || found[0] === undefined) {
        throw new Error(`${address} was reported ${found.length} times`);
      }
      return found[0];
    },
  };
}
