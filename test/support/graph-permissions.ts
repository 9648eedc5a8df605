/** What Microsoft Graph asks for before it answers a path. */
export interface GraphPath {
  readonly pattern: RegExp;
  readonly kind: "collection" | "single";
  /** Application permissions of which one suffices, the least powerful first, by Microsoft's reference; only those that read. */
  readonly permissions: readonly string[];
  readonly licence: GraphLicence | null;
  /** How a missing permission is told: each of the services behind Graph has its own words. */
  readonly denial: "directory" | "policies" | "roles";
}

export const graphLicences = ["Microsoft Entra ID P1", "Microsoft Entra ID P2"] as const;
export type GraphLicence = (typeof graphLicences)[number];

const premium2 = "Microsoft Entra ID P2";

function row(
  path: string,
  kind: GraphPath["kind"],
  permissions: readonly string[],
  denial: GraphPath["denial"] = "directory",
  licence: GraphLicence | null = null,
): GraphPath {
  // `{}` stands for an id, `()` for a key in brackets.
  const source = path.replaceAll("{}", "[^/]+").replaceAll("()", "\\([^/]+\\)");
  return { pattern: new RegExp(`^${source}$`, "i"), kind, permissions, licence, denial };
}

const applications = ["Application.Read.All", "Directory.Read.All"];
const users = ["User.Read.All", "Directory.Read.All"];
const groups = ["Group.Read.All", "Directory.Read.All"];
const members = ["GroupMember.Read.All", "Group.Read.All", "Directory.Read.All"];
const policies = ["Policy.Read.All"];
const roles = ["RoleManagement.Read.Directory", "Directory.Read.All"];

/** The paths that the server knows; of others it says that there is no such segment. */
export const graphPaths: readonly GraphPath[] = [
  row("/organization", "collection", ["Organization.Read.All", "Directory.Read.All"]),
  row("/domains", "collection", ["Domain.Read.All", "Directory.Read.All"]),
  row("/users", "collection", users),
  row("/users/{}", "single", users),
  row("/users/{}/(transitive)?memberOf", "collection", ["Directory.Read.All"]),
  row("/groups", "collection", groups),
  row("/groups/{}", "single", groups),
  row("/groups/{}/(transitive)?members", "collection", members),
  row("/directoryObjects/{}", "single", ["Directory.Read.All"]),
  row("/groupSettings", "collection", ["GroupSettings.Read.All", "Directory.Read.All"]),
  row("/applications", "collection", applications),
  row("/applications/delta", "collection", applications),
  row("/applications(/{}|())", "single", applications),
  row("/applications(/{}|())/owners", "collection", applications),
  row("/servicePrincipals", "collection", applications),
  row("/servicePrincipals/delta", "collection", applications),
  row("/servicePrincipals(/{}|())", "single", applications),
  row(
    "/servicePrincipals(/{}|())/(owners|appRoleAssignments|appRoleAssignedTo)",
    "collection",
    applications,
  ),
  row("/identity/conditionalAccess/policies", "collection", policies, "policies"),
  row("/identity/conditionalAccess/namedLocations", "collection", policies, "policies"),
  row("/policies/identitySecurityDefaultsEnforcementPolicy", "single", policies, "policies"),
  row("/policies/authorizationPolicy", "single", policies),
  row("/policies/adminConsentRequestPolicy", "single", policies),
  row("/policies/authenticationMethodsPolicy", "single", [
    "Policy.Read.AuthenticationMethod",
    "Policy.Read.All",
  ]),
  row("/policies/authenticationStrengthPolicies", "collection", policies, "policies"),
  row(
    "/policies/roleManagementPolicyAssignments",
    "collection",
    ["RoleManagementPolicy.Read.Directory", "RoleManagement.Read.Directory"],
    "roles",
    premium2,
  ),
  row("/roleManagement/directory/roleDefinitions", "collection", roles),
  row("/roleManagement/directory/roleAssignments", "collection", roles),
  row(
    "/roleManagement/directory/roleAssignmentScheduleInstances",
    "collection",
    ["RoleAssignmentSchedule.Read.Directory", "RoleManagement.Read.Directory"],
    "roles",
    premium2,
  ),
  row(
    "/roleManagement/directory/roleEligibilityScheduleInstances",
    "collection",
    ["RoleEligibilitySchedule.Read.Directory", "RoleManagement.Read.Directory"],
    "roles",
    premium2,
  ),
  row("/directory/onPremisesSynchronization", "collection", [
    "OnPremDirectorySynchronization.Read.All",
  ]),
];

/** When users signed in is asked for by `$select`, and takes more than the users do. */
export const signInActivity = {
  permission: "AuditLog.Read.All",
  licence: "Microsoft Entra ID P1",
} as const;
