import type { HostReport, ServiceFacts } from "#engines/scan-types";
import {
  classifyHost,
  commonUdpPorts,
  type IdentifyContext,
  identifyTcp,
  nameByPort,
  scanUdp,
} from "#engines/identify";

/** What was learnt by asking UDP ports. */
export interface UdpFindings {
  /** Ports that answered. */
  readonly open: readonly ServiceFacts[];
  /** Ports that answered, refused, or kept silent long enough. */
  readonly looked: readonly number[];
  /** What the host calls itself. */
  readonly names: HostReport["names"];
  readonly mac?: string;
}

/** What speaks for what a host is. */
export interface HostEvidence {
  readonly services: readonly ServiceFacts[];
  readonly openTcp: readonly number[];
  readonly names: HostReport["names"];
  readonly vendor?: string;
}

/** How services, operating systems and kinds of device are recognised: `engines/identify`, or what a test puts there. */
export interface Identification {
  readonly identifyTcp: (
    target: { address: string; port: number },
    io: IdentifyContext,
  ) => Promise<ServiceFacts>;
  readonly scanUdp: (
    address: string,
    ports: readonly number[],
    io: IdentifyContext,
  ) => Promise<UdpFindings>;
  readonly classifyHost: (evidence: HostEvidence) => Pick<HostReport, "os" | "device">;
  /** What a port number alone suggests. */
  readonly nameByPort: (port: number) => string | undefined;
  readonly commonUdpPorts: readonly number[];
}

/** By our own probes. */
export const ownIdentification: Identification = {
  identifyTcp,
  scanUdp,
  classifyHost,
  nameByPort,
  commonUdpPorts,
};
