export { discoverSnmp } from "./discover-snmp.ts";
export type { SnmpDiscovery } from "./discover-snmp.ts";
export { askSnmpEngine, askSnmpSystem } from "./identify-messages.ts";
export type { DiscoveredInterface } from "./interfaces/list-interfaces.ts";
export { SnmpFailure } from "./session/failure.ts";
export { createSnmpEngine } from "./snmp-engine.ts";
