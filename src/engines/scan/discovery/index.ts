export { createArpTable } from "./arp-table.ts";
export type { ArpTable } from "./arp-table.ts";
export { discoverHost, isStillUp } from "./discover-host.ts";
export type { DiscoveryTools, Proof } from "./discover-host.ts";
export { createReverseNames } from "./reverse-names.ts";
export type { ReverseNames } from "./reverse-names.ts";
export { vendorOf } from "./vendors.ts";
