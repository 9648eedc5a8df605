export type { AssessmentContext, AssessmentEngine } from "./assessment.ts";
export { AssessmentProgress, DirectoryFacts, DirectoryRefused } from "./assessment.ts";
export type { FoundWeakness, Rule, Verdict } from "./define-rule.ts";
export { ActiveDirectorySpec, DirectorySpec, EntraSpec } from "./directory-spec.ts";
export type { DirectoryType, RuleCategory, RuleOutcome, TargetType } from "./rule.ts";
export {
  RuleResult,
  RuleText,
  Target,
  Weakness,
  directoryTypes,
  mostUnreadNamed,
  ruleCategories,
  ruleOutcomes,
} from "./rule.ts";
export { Thresholds, usualThresholds } from "./thresholds.ts";
