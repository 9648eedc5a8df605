export type { AgentSighting } from "./agent-assets.queries.ts";
export { clearAgent, placeAsset, updateAgentSightings } from "./agent-assets.queries.ts";
export type { AgentLife } from "./agents-gone.ts";
export { withoutAgentsGone } from "./agents-gone.ts";
export type { KnownAsset } from "./asset.ts";
export {
  findAssets,
  findAssetsLike,
  saveAssets,
  updateAssetRisks,
} from "./asset-changes.queries.ts";
export { findAssetsNamed } from "./asset-names.queries.ts";
export type { AssetPlan } from "./plan-assets.ts";
export { planAssets } from "./plan-assets.ts";
export type { Platform, PortsSeen, Sighting } from "./sighting.ts";
export { cleanHostnames, hostnamesOf } from "./sighting.ts";
export { addAssetRoutes } from "./asset.routes.ts";
export { AssetDetailSchema, AssetListSchema, AssetSchema } from "./listed-asset.ts";
export { addAssetConsoleRoutes, assetConsoleSchemas } from "./asset.console.routes.ts";
export { saveAssetTags } from "./asset-tags.queries.ts";
export { readAssetRow } from "./read-asset-page.ts";
