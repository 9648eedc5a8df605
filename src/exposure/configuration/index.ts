export { describeChanges } from "./describe-changes.ts";
export {
  auditSchema,
  bundleSchema,
  directorySchema,
  probeSchema,
  scanSchema,
  siteSchema,
} from "./item-schemas.ts";
export type { ExposurePlan } from "./plan-configuration.ts";
export { planExposure } from "./plan-configuration.ts";
export type { ExposureDeclaration } from "./read-configuration.ts";
export { createExposureReader } from "./read-configuration.ts";
export type { ExistingExposure } from "./read-existing-configuration.ts";
export { nothingYet, readExistingExposure } from "./read-existing-configuration.ts";
export type { AuthorityFiles } from "./read-authority-files.ts";
export { readAuthorityFiles } from "./read-authority-files.ts";
export { readBundleFiles } from "./read-bundle-files.ts";
export type { NewProbe } from "./save-configuration.ts";
export { saveExposure } from "./save-configuration.ts";
export type { BundleFiles } from "./wanted-bundles.ts";
export { keepDirectorySecret } from "./keep-directory-secret.ts";
export {
  writeAudit,
  writeBundle,
  writeDirectory,
  writeProbe,
  writeScan,
  writeSite,
} from "./write-items.ts";
