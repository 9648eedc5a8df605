export type { AssetRisk, AssetRiskFactor, CountedFinding } from "./asset-risk.ts";
export { criticalityOf, scoreAsset } from "./asset-risk.ts";
export type { FindingRisk, FindingRiskInput, RiskFactor, WeaknessClass } from "./finding-risk.ts";
export { scoreFinding } from "./finding-risk.ts";
