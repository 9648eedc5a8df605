export { checkNames } from "./check-names.ts";
export type { KnownNames } from "./check-names.ts";
export { findSettingsProblems } from "./check-settings.ts";
export type { Configuration, DeclaredCollector, DeclaredMaintenance } from "./configuration.ts";
export type { DescribedChange } from "./describe-changes.ts";
export { describeChanges, formatChange } from "./describe-changes.ts";
export type {
  ConfigurationChanges,
  ExistingCollector,
  ExistingConfiguration,
  ExistingSensor,
} from "./diff-configuration.ts";
export { diffConfiguration } from "./diff-configuration.ts";
export type {
  ConfigurationFile,
  ReadConfiguration,
  TenantDeclaration,
} from "./read-configuration.ts";
export { readConfiguration } from "./read-configuration.ts";
export type { PlacedProblem } from "./read-source.ts";
export { maxFileBytes } from "./read-source.ts";
