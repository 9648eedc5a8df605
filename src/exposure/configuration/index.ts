export { describeChanges } from "./describe-changes.ts";
export type { ExposurePlan } from "./plan-configuration.ts";
export { planExposure } from "./plan-configuration.ts";
export type { ExposureDeclaration } from "./read-configuration.ts";
export { createExposureReader } from "./read-configuration.ts";
export type { ExistingExposure } from "./read-existing-configuration.ts";
export { nothingYet, readExistingExposure } from "./read-existing-configuration.ts";
export type { NewProbe } from "./save-configuration.ts";
export { saveExposure } from "./save-configuration.ts";
