export { addIdentityRoutes } from "./identity.routes.ts";
export { lockIdentityFinding, updateIdentityStatus } from "./identity-status.queries.ts";
export { IdentityFindingListSchema, IdentityFindingSchema } from "./listed-identity-finding.ts";
