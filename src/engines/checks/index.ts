export { createCheckEngines } from "./check-engines.ts";
export type { CheckEngines, CheckEngineOptions } from "./check-engines.ts";
export type { IcmpMethod, IcmpMethods } from "./icmp/index.ts";
export { createNameCache } from "./names/index.ts";
export type { NameCache } from "./names/index.ts";
export { startTlsProtocols } from "./tls/starttls/index.ts";
export type { StartTlsProtocol } from "./tls/starttls/index.ts";
export { askSnmpEngine, askSnmpSystem, discoverSnmp, SnmpFailure } from "./snmp/index.ts";
export type { DiscoveredInterface, SnmpDiscovery } from "./snmp/index.ts";
