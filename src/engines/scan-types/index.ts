export type {
  CertificateFacts,
  HostOutcome,
  HttpFacts,
  Observation,
  PackageFacts,
  PortFacts,
  ServiceFacts,
  TlsFacts,
} from "./host-report.ts";
export { HostReport, observations } from "./host-report.ts";
export type { NmapEngine, NmapTarget } from "./nmap-engine.ts";
export type { ScanContext, ScanEngine, ScanProgress } from "./scan-events.ts";
export { ScanRefused } from "./scan-events.ts";
export type { ScanType } from "./scan-spec.ts";
export {
  ScanBudget,
  ScanSpec,
  defaultBudget,
  largestIpv6Block,
  mostScanAddresses,
  scanTypes,
} from "./scan-spec.ts";
