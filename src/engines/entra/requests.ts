import type { GraphRequest } from "#engines/graph";
import { globalAdministrator } from "./privileged-roles.ts";

/** Microsoft Graph's own service principal: its permissions are the roles that other ones are given on it. */
const graphItself = "/v1.0/servicePrincipals(appId='00000003-0000-0000-c000-000000000000')";
const premium1 = "Microsoft Entra ID P1";
const premium2 = "Microsoft Entra ID P2";

/*
 * The application permissions that a whole assessment takes: Policy.Read.All, Directory.Read.All, User.Read.All,
 * Application.Read.All, RoleManagement.Read.Directory, RoleManagementPolicy.Read.Directory, AuditLog.Read.All and
 * OnPremDirectorySynchronization.Read.All. Each request names one that suffices for it by Microsoft's reference.
 */

/** What is read of every tenant. */
export const firstRequests = {
  organization: {
    name: "organization",
    path: "/v1.0/organization?$select=id,displayName,onPremisesSyncEnabled,assignedPlans",
    kind: "collection",
    permission: "Directory.Read.All",
    licence: null,
  },
  securityDefaults: {
    name: "security defaults",
    path: "/v1.0/policies/identitySecurityDefaultsEnforcementPolicy?$select=id,isEnabled",
    kind: "single",
    permission: "Policy.Read.All",
    licence: null,
  },
  authorization: {
    name: "authorization policy",
    path: "/v1.0/policies/authorizationPolicy",
    kind: "single",
    permission: "Policy.Read.All",
    licence: null,
  },
  consentRequests: {
    name: "admin consent requests",
    path: "/v1.0/policies/adminConsentRequestPolicy",
    kind: "single",
    permission: "Policy.Read.All",
    licence: null,
  },
  methods: {
    name: "authentication methods",
    path: "/v1.0/policies/authenticationMethodsPolicy",
    kind: "single",
    permission: "Policy.Read.All",
    licence: null,
  },
  passwordRules: {
    name: "password rules",
    path: "/v1.0/groupSettings",
    kind: "collection",
    permission: "Directory.Read.All",
    licence: null,
  },
  accessPolicies: {
    name: "conditional access policies",
    path: "/v1.0/identity/conditionalAccess/policies?$select=id,displayName,state,conditions,grantControls",
    kind: "collection",
    permission: "Policy.Read.All",
    licence: premium1,
  },
  roleAssignments: {
    name: "role assignments",
    path: "/v1.0/roleManagement/directory/roleAssignments?$expand=principal",
    kind: "collection",
    permission: "RoleManagement.Read.Directory",
    licence: null,
  },
  roleSchedules: {
    name: "active roles",
    path: "/v1.0/roleManagement/directory/roleAssignmentScheduleInstances?$expand=principal",
    kind: "collection",
    permission: "RoleManagement.Read.Directory",
    licence: premium2,
  },
  roleEligibilities: {
    name: "eligible roles",
    path: "/v1.0/roleManagement/directory/roleEligibilityScheduleInstances?$expand=principal",
    kind: "collection",
    permission: "RoleManagement.Read.Directory",
    licence: premium2,
  },
  activationRules: {
    name: "rules for activating roles",
    path:
      "/v1.0/policies/roleManagementPolicyAssignments?$filter=" +
      `scopeId%20eq%20'/'%20and%20scopeType%20eq%20'DirectoryRole'%20and%20roleDefinitionId%20eq%20'${globalAdministrator}'` +
      "&$expand=policy($expand=rules)",
    kind: "collection",
    permission: "RoleManagementPolicy.Read.Directory",
    licence: premium2,
  },
  applications: {
    name: "applications",
    path: "/v1.0/applications/delta?$select=id,appId,displayName,passwordCredentials,keyCredentials",
    kind: "collection",
    permission: "Application.Read.All",
    licence: null,
    delta: true,
  },
  servicePrincipals: {
    name: "service principals",
    path: "/v1.0/servicePrincipals/delta?$select=id,appId,displayName,accountEnabled,appOwnerOrganizationId",
    kind: "collection",
    permission: "Application.Read.All",
    licence: null,
    delta: true,
  },
  graphPermissions: {
    name: "permissions that there are",
    path: `${graphItself}?$select=id,appRoles`,
    kind: "single",
    permission: "Application.Read.All",
    licence: null,
  },
  permissionGrants: {
    name: "permissions that were given",
    path: `${graphItself}/appRoleAssignedTo`,
    kind: "collection",
    permission: "Application.Read.All",
    licence: null,
  },
  domains: {
    name: "domains",
    path: "/v1.0/domains?$select=id,authenticationType,isRoot,isVerified,passwordValidityPeriodInDays",
    kind: "collection",
    permission: "Directory.Read.All",
    licence: null,
  },
  synchronisation: {
    name: "synchronisation",
    path: "/v1.0/directory/onPremisesSynchronization",
    kind: "collection",
    permission: "OnPremDirectorySynchronization.Read.All",
    licence: null,
  },
  kerberosAccounts: {
    name: "accounts called krbtgt_AzureAD",
    path:
      "/v1.0/users?$filter=startswith(displayName,'krbtgt_AzureAD')%20or%20startswith(userPrincipalName,'krbtgt_AzureAD')" +
      "%20or%20startswith(mailNickname,'krbtgt_AzureAD')" +
      "&$select=id,displayName,userPrincipalName,mailNickname,onPremisesSamAccountName,onPremisesSyncEnabled",
    kind: "collection",
    permission: "User.Read.All",
    licence: null,
  },
} as const satisfies Record<string, GraphRequest>;

type Ask = (id: string) => GraphRequest;
const asked =
  (
    what: string,
    path: (id: string) => string,
    kind: GraphRequest["kind"],
    permission: string,
    licence: string | null = null,
  ): Ask =>
  (id) => ({
    name: `${what} ${id}`,
    path: path(encodeURIComponent(id)),
    kind,
    permission,
    licence,
  });

/** What is read once it is known of whom. */
export const laterRequests = {
  emergencyAccount: asked(
    "account for emergencies",
    (id) => `/v1.0/users/${id}?$select=id,displayName,userPrincipalName`,
    "single",
    "User.Read.All",
  ),
  groupsOfAccount: asked(
    "groups of",
    (id) => `/v1.0/users/${id}/transitiveMemberOf?$select=id,displayName`,
    "collection",
    "Directory.Read.All",
  ),
  userOfPolicy: asked(
    "user of policies",
    (id) => `/v1.0/users/${id}?$select=id,displayName,userPrincipalName`,
    "single",
    "User.Read.All",
  ),
  groupOfPolicy: asked(
    "group of policies",
    (id) => `/v1.0/groups/${id}?$select=id,displayName`,
    "single",
    "Directory.Read.All",
  ),
  membersOfGroup: asked(
    "members of",
    (id) => `/v1.0/groups/${id}/transitiveMembers?$select=id,displayName,userPrincipalName`,
    "collection",
    "Directory.Read.All",
  ),
  privilegedUser: asked(
    "privileged user",
    (id) =>
      `/v1.0/users/${id}?$select=id,displayName,userPrincipalName,accountEnabled,onPremisesSyncEnabled,createdDateTime`,
    "single",
    "User.Read.All",
  ),
  signIn: asked(
    "last sign-in of",
    (id) => `/v1.0/users/${id}?$select=id,signInActivity`,
    "single",
    "AuditLog.Read.All",
    premium1,
  ),
  ownersOfServicePrincipal: asked(
    "owners of service principal",
    (id) => `/v1.0/servicePrincipals/${id}/owners?$select=id,displayName,userPrincipalName`,
    "collection",
    "Application.Read.All",
  ),
  ownersOfApplication: asked(
    "owners of application",
    (id) => `/v1.0/applications/${id}/owners?$select=id,displayName,userPrincipalName`,
    "collection",
    "Application.Read.All",
  ),
} as const;
