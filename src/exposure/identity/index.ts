export { addIdentityRoutes } from "./identity.routes.ts";
export {
  lockIdentityFinding,
  reopenExpiredIdentityFindings,
  updateIdentityStatus,
} from "./identity-status.queries.ts";
export { IdentityFindingListSchema, IdentityFindingSchema } from "./listed-identity-finding.ts";
