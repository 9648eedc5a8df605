export { listBundleRows } from "./bundle.queries.ts";
export type { Bundle, BundleFile, BundleProfile, BundleToSave } from "./bundle.ts";
export { isContentFile } from "./bundle.ts";
export type { BundleShelf } from "./find-bundle-for-agent.ts";
export { findBundleForAgent } from "./find-bundle-for-agent.ts";
export { readBundleFile } from "./read-bundle-file.ts";
export type { BundleChanges } from "./save-bundles.ts";
export { saveBundles } from "./save-bundles.ts";
