export type { IdentifyContext } from "./identify-context.ts";
export { identifyTcp } from "./tcp/identify-tcp.ts";
