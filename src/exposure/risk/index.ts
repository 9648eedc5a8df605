export type { AssetRisk, AssetRiskFactor, CountedFinding } from "./asset-risk.ts";
export { criticalityOf, scoreAsset } from "./asset-risk.ts";
export type {
  FindingRisk,
  FindingRiskInput,
  RiskFactor,
  Severity,
  WeaknessClass,
} from "./finding-risk.ts";
export { scoreFinding, severities } from "./finding-risk.ts";
