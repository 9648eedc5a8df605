import { createCheckEngines, createNameCache } from "#engines/checks";
import { findNmap } from "#engines/nmap";
import type { NmapEngine, ScanEngine } from "#engines/scan-types";
import type { ConnectorKind } from "./connect/index.ts";
import { type Identification, ownIdentification } from "./identification.ts";
import { runScan } from "./scan-run.ts";

/** A host name of the targets has so long to resolve. */
const lookUpTimeoutMs = 10_000;

export interface ScanEngineOptions {
  /** By default our own. */
  readonly identification?: Identification;
  /** By default the one that is installed, if any; `null`: nmap is not used. */
  readonly nmap?: NmapEngine | null;
  /** Hears, in a sentence, what does not keep a scan from its work but should be known: a log. */
  readonly tell?: (sentence: string) => void;
  /** How connections are made; by default the fastest way that works here. */
  readonly connector?: ConnectorKind;
}

/** Carries scans out from this machine. */
export interface ScanService {
  readonly scan: ScanEngine;
  /** What this machine can do beside TCP. */
  abilities(): Promise<{ nmap: string | null; icmp: boolean }>;
  /** Ends what is open; scans under way are to be stopped before. */
  close(): Promise<void>;
}

/** Sockets and threads are opened with the first scan. What may be touched is asked of each scan's context. */
export function createScanEngine(options: ScanEngineOptions = {}): ScanService {
  const { identification = ownIdentification, tell = () => undefined, connector = null } = options;
  let finding = options.nmap === undefined ? null : Promise.resolve(options.nmap);
  const findOnce = (): Promise<NmapEngine | null> => (finding ??= findNmap());
  const checks = createCheckEngines({ permit: () => null });
  const names = createNameCache({ permit: () => null });

  const ping = async (address: string, timeoutMs: number): Promise<number | null> => {
    const spec = { type: "icmp", target: address, icmp: { packets: 1 } } as const;
    const { ok, latencyMs } = await checks.check(spec, { timeoutMs });
    return ok ? latencyMs : null;
  };
  const canPing = async (): Promise<boolean> => (await checks.icmpMethods()).ipv4 !== null;

  return {
    async scan(spec, context) {
      await runScan(spec, context, {
        identification,
        nmap: spec.allowNmap ? await findOnce() : null,
        ping: (await canPing()) ? ping : null,
        lookUp: async (name) => (await names.resolve(name, undefined, lookUpTimeoutMs)).address,
        connector,
        tell,
      });
    },
    async abilities() {
      return { nmap: (await findOnce())?.version ?? null, icmp: await canPing() };
    },
    async close() {
      names.close();
      await checks.close();
    },
  };
}
