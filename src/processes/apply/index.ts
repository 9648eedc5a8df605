export type { AppliedConfiguration } from "./apply-configuration.ts";
export { applyConfiguration, lockDeclarations } from "./apply-configuration.ts";
export type { Declared } from "./read-configuration.ts";
export { bothServices, readConfiguration } from "./read-configuration.ts";
export type { ExistingTenant, Extent, Made, TenantPlan } from "./tenant-plan.ts";
export { describePlan, planTenant, readExistingTenant, saveTenantPlan } from "./tenant-plan.ts";
