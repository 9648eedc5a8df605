export { countIdentityChanges } from "./count-identity-changes.ts";
export { decideIdentityFinding } from "./decide-identity-finding.ts";
export { endIdentityException } from "./end-identity-exception.ts";
export type { IdentityExceptionInput } from "./except-identity.ts";
export { exceptIdentity } from "./except-identity.ts";
export { expireIdentityAcceptances } from "./expire-identity-acceptances.ts";
export type { Assessed, FoundByRule, IdentityChange } from "./identity-finding.ts";
export { identityLock } from "./identity-lock.ts";
export { addIdentityRoutes } from "./identity.routes.ts";
export type {
  IdentityExceptionState,
  ListedIdentityException,
} from "./list-identity-exceptions.ts";
export { listIdentityExceptions } from "./list-identity-exceptions.ts";
export type { OperatorIdentityFinding } from "./identity-list.queries.ts";
export { listIdentityFindingsForOperators } from "./list-identity-findings-for-operators.ts";
export { listRuleResults } from "./list-rule-results.ts";
export type { IdentityFindingDetail } from "./listed-identity-finding.ts";
export {
  IdentityFindingDetailSchema,
  IdentityFindingListSchema,
  IdentityFindingSchema,
} from "./listed-identity-finding.ts";
export { RuleResultListSchema, RuleResultSchema } from "./listed-rule-result.ts";
export type { Posture, PostureFactor } from "./posture.ts";
export { readIdentityFinding } from "./read-identity-finding.ts";
export { readPosture } from "./read-posture.ts";
export type { AssessmentSummary } from "./summarise.ts";
export { moveIdentityFindings } from "./move-identity-findings.ts";
export type { RuleResultRow } from "./rule-result-list.queries.ts";
export { retireRules } from "./retire-rules.ts";
export { summarise } from "./summarise.ts";
export { takeInFound } from "./take-in-found.ts";
export { takeInResults } from "./take-in-results.ts";
export { addIdentityConsoleRoutes } from "./identity.console.routes.ts";
export { addIdentityExceptionRoutes } from "./exception.routes.ts";
export {
  IdentityRuleRowSchema,
  PostureSchema,
  SeverityCounts,
  type ShownPosture,
  identityConsoleSchemas,
} from "./identity-row.ts";
export { writeIdentityFindings } from "./write-identity-findings.ts";
