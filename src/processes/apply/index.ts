export type { AppliedConfiguration } from "./apply-configuration.ts";
export { applyConfiguration } from "./apply-configuration.ts";
export { readConfiguration } from "./read-configuration.ts";
