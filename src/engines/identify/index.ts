export { classifyHost } from "./device/classify-host.ts";
export type { IdentifyContext } from "./identify-context.ts";
export { identifyTcp } from "./tcp/identify-tcp.ts";
export { nameByPort } from "./tcp/well-known-ports.ts";
export { scanUdp } from "./udp/scan-udp.ts";
export { commonUdpPorts } from "./udp/udp-probes.ts";
