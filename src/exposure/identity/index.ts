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
export { IdentityFindingListSchema, IdentityFindingSchema } from "./listed-identity-finding.ts";
export type { Posture, PostureFactor } from "./posture.ts";
export type { AssessmentSummary } from "./summarise.ts";
export { summarise } from "./summarise.ts";
export { takeInFound } from "./take-in-found.ts";
export { takeInResults } from "./take-in-results.ts";
