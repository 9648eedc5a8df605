export type { LookupKeys } from "./lookup-keys.ts";
export { lookupKeys } from "./lookup-keys.ts";
export { matchSoftware } from "./match-software.ts";
export { fixCommand } from "./packages/fix-command.ts";
export { installedService, sourcesOfService } from "./packages/installed-service.ts";
export type { RunningKernel } from "./packages/kernel.ts";
export { findRunningKernel } from "./packages/kernel.ts";
export type {
  PackageCoverage,
  PackagedSoftware,
  ReleaseKeys,
} from "./packages/software-of-packages.ts";
export { releaseKeysOf, softwareOfPackages } from "./packages/software-of-packages.ts";
export { isLocalOnly, pickScore, severityOf } from "./score.ts";
export { softwareKey } from "./software-key.ts";
export { softwareOf } from "./software.ts";
