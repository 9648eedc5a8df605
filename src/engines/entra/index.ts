export { readEntra } from "./read-entra.ts";
export type { EntraTenant } from "./tenant.ts";
