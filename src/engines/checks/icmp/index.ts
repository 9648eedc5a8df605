export { createIcmpEngine } from "./icmp-engine.ts";
export type { IcmpEngine, IcmpMethod, IcmpMethods } from "./methods.ts";
