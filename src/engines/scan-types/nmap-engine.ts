import type { HostReport } from "./host-report.ts";

/** What nmap is to look at on one host: ports that are known to be open. */
export interface NmapTarget {
  readonly address: string;
  readonly tcp: readonly number[];
  readonly udp: readonly number[];
  /** A TCP port that refused: without one, how a host's TCP behaves says little about its system. `null`: none did. */
  readonly refusedTcp: number | null;
  /** False: the ports are there to tell the operating system by; their services are known. */
  readonly askServices: boolean;
}

/** The program nmap, where it is installed: it adds what it knows to what our own engine found. */
export interface NmapEngine {
  readonly version: string;
  /**
   * Asks the open ports for their services, and the host for its operating system where that is allowed.
   *
   * @returns a report for each host that nmap saw up
   * @throws what kept nmap from its work; an abort ends it at once
   */
  examine(
    hosts: readonly NmapTarget[],
    options: {
      readonly signal: AbortSignal;
      readonly timeoutMs: number;
      /** Packets a second at most; `null` or left out: as fast as it likes. */
      readonly maxPerSec?: number | null;
    },
  ): Promise<HostReport[]>;
}
