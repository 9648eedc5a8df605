export { readEntra } from "./read-entra.ts";
export { entraRules } from "./rules/index.ts";
export type { EntraTenant } from "./tenant.ts";
