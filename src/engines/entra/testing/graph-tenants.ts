import type { GraphData } from "#test/graph-collections";
import type { GraphTenant } from "#test/graph-server";
import { privilegedRoles } from "../privileged-roles.ts";

/*
 * Two tenants as Microsoft Graph sends them: in one every rule minds something, in the other none does.
 */

/** When they are read. */
export const readAt = Date.UTC(2026, 5, 15, 12);
const at = (daysBefore: number) =>
  new Date(readAt - daysBefore * 86_400_000).toISOString().replace(".000Z", "Z");

const tenantId = "11111111-2222-4333-8444-555555555555";
const id = (group: string, n: number) =>
  `${group.padEnd(8, "0")}-0000-4000-8000-${String(n).padStart(12, "0")}`;
const roles = [...privilegedRoles.keys()];
const [globalAdministrator = ""] = roles;
const userAdministrator = "fe930be7-5e62-47db-91af-98c3a49a38b1";

const ids = {
  emergency: id("e", 1),
  ada: id("a", 1),
  ben: id("a", 2),
  cleo: id("a", 3),
  eligible: id("a", 4),
  group: id("b", 1),
  excluded: id("b", 2),
  gone: id("d", 9),
  graph: id("c", 1),
  ownApp: id("c", 2),
  firstParty: id("c", 3),
  application: id("f", 1),
  applicationOfOwn: id("f", 2),
  owner: id("a", 8),
};
/** The account for emergencies by its id, and by the name that it signs in with. */
export const emergencyAccount = { id: ids.emergency, name: "glass@acme.example" };

/** All permissions that an assessment takes. */
export const allPermissions = [
  "Policy.Read.All",
  "Directory.Read.All",
  "User.Read.All",
  "Application.Read.All",
  "RoleManagement.Read.Directory",
  "RoleManagementPolicy.Read.Directory",
  "AuditLog.Read.All",
  "OnPremDirectorySynchronization.Read.All",
] as const;

/** A tenant for the server, with an application that may read everything. */
export function graphTenant(data: GraphData): GraphTenant {
  return {
    id: tenantId,
    domains: ["acme.example"],
    application: { id: "99999999-8888-4777-8666-555555555555", secret: "s3cret~of~an~application" },
    permissions: allPermissions,
    data,
  };
}

const organization = {
  id: tenantId,
  displayName: "Acme",
  onPremisesSyncEnabled: true,
  assignedPlans: [
    {
      assignedDateTime: "2024-01-01T00:00:00Z",
      capabilityStatus: "Enabled",
      service: "AADPremiumService",
      servicePlanId: "eec0eb4f-6444-4f95-aba0-50c24d67f998",
    },
  ],
};

function user(userId: string, name: string, more: object = {}) {
  return {
    id: userId,
    displayName: name,
    userPrincipalName: `${name}@acme.example`,
    mailNickname: name,
    accountEnabled: true,
    onPremisesSyncEnabled: null,
    onPremisesSamAccountName: null,
    createdDateTime: at(900),
    signInActivity: { lastSignInDateTime: at(1), lastSuccessfulSignInDateTime: at(1) },
    ...more,
  };
}
const principal = (type: string, one: { id: string }) => ({
  "@odata.type": `#microsoft.graph.${type}`,
  ...one,
});

function assignment(
  who: { id: string },
  roleDefinitionId: string,
  more: object = {},
  type = "user",
) {
  return {
    id: `${roleDefinitionId.slice(0, 8)}-${who.id}-1`,
    principalId: who.id,
    roleDefinitionId,
    directoryScopeId: "/",
    appScopeId: null,
    principal: principal(type, who),
    ...more,
  };
}
const schedule = (assignmentType: string, endDateTime: string | null) => ({
  assignmentType,
  endDateTime,
  memberType: "Direct",
});

const everybody = {
  includeUsers: ["All"],
  excludeUsers: [ids.emergency],
  includeGroups: [],
  excludeGroups: [],
  includeRoles: [],
  excludeRoles: [],
  includeGuestsOrExternalUsers: null,
  excludeGuestsOrExternalUsers: null,
};

function policy(
  n: number,
  displayName: string,
  conditions: object,
  grantControls: object,
  state = "enabled",
) {
  return {
    id: id("9", n),
    displayName,
    state,
    sessionControls: null,
    conditions: {
      userRiskLevels: [],
      signInRiskLevels: [],
      servicePrincipalRiskLevels: [],
      insiderRiskLevels: null,
      clientAppTypes: ["all"],
      platforms: null,
      locations: null,
      devices: null,
      clientApplications: null,
      authenticationFlows: null,
      applications: {
        includeApplications: ["All"],
        excludeApplications: [],
        includeUserActions: [],
        includeAuthenticationContextClassReferences: [],
        applicationFilter: null,
      },
      users: everybody,
      ...conditions,
    },
    grantControls: {
      operator: "OR",
      builtInControls: [],
      customAuthenticationFactors: [],
      termsOfUse: [],
      authenticationStrength: null,
      ...grantControls,
    },
  };
}
const block = { builtInControls: ["block"] };

const method = (name: string, more: object) => ({
  "@odata.type": `#microsoft.graph.${name.toLowerCase()}AuthenticationMethodConfiguration`,
  id: name,
  excludeTargets: [],
  ...more,
});
const feature = (state: string) => ({
  state,
  includeTarget: { targetType: "group", id: "all_users" },
  excludeTarget: { targetType: "group", id: "00000000-0000-0000-0000-000000000000" },
});
const methods = (state: string, opposite: string) => ({
  id: "authenticationMethodsPolicy",
  authenticationMethodConfigurations: [
    method("Fido2", { state, isAttestationEnforced: state === "enabled" }),
    method("MicrosoftAuthenticator", {
      state: "enabled",
      featureSettings: {
        displayAppInformationRequiredState: feature(state),
        displayLocationInformationRequiredState: feature(state),
      },
    }),
    method("Sms", { state: opposite }),
    method("Voice", { state: opposite }),
  ],
});

const passwordRules = (values: Readonly<Record<string, string>>) => [
  {
    id: id("7", 1),
    displayName: "Password Rule Settings",
    templateId: "5cf42378-d67d-4f36-ba46-e8b86229381d",
    values: Object.entries(values).map(([name, value]) => ({ name, value })),
  },
];

const notice = (ruleId: string, usual: boolean) => ({
  "@odata.type": "#microsoft.graph.unifiedRoleManagementPolicyNotificationRule",
  id: ruleId,
  isDefaultRecipientsEnabled: usual,
  notificationRecipients: [],
});
const activation = (good: boolean) => [
  {
    id: `DirectoryRole_${globalAdministrator}`,
    scopeId: "/",
    scopeType: "DirectoryRole",
    roleDefinitionId: globalAdministrator,
    policy: {
      id: "DirectoryRole",
      rules: [
        {
          "@odata.type": "#microsoft.graph.unifiedRoleManagementPolicyApprovalRule",
          id: "Approval_EndUser_Assignment",
          setting: { isApprovalRequired: good, approvalMode: "SingleStage", approvalStages: [] },
        },
        notice("Notification_Admin_Admin_Eligibility", good),
        notice("Notification_Admin_Admin_Assignment", good),
        notice("Notification_Admin_EndUser_Assignment", good),
      ],
    },
  },
];

const graphAppId = "00000003-0000-0000-c000-000000000000";
const roleManagement = "9e3f62cf-ca93-4989-b6ce-bf83c28f9fe8";
const userRead = "df021288-bdef-4463-88db-98f22de89214";
const microsoftTenant = "f8cdef31-a31e-4b4a-93e4-5f571e91255a";
const graphItself = {
  id: ids.graph,
  appId: graphAppId,
  displayName: "Microsoft Graph",
  accountEnabled: true,
  appOwnerOrganizationId: microsoftTenant,
  appRoles: [
    { id: roleManagement, value: "RoleManagement.ReadWrite.Directory", isEnabled: true },
    { id: userRead, value: "User.Read.All", isEnabled: true },
  ],
};
const ownPrincipal = {
  id: ids.ownApp,
  appId: id("1", 1),
  displayName: "Backup of mailboxes",
  accountEnabled: true,
  appOwnerOrganizationId: tenantId,
};
const grant = (n: number, principalId: string, appRoleId: string) => ({
  id: `grant-${n}`,
  principalId,
  principalDisplayName: "Backup of mailboxes",
  principalType: "ServicePrincipal",
  resourceId: ids.graph,
  appRoleId,
});
const application = (appId: string, applicationId: string, more: object) => ({
  id: applicationId,
  appId,
  displayName: "Backup of mailboxes",
  passwordCredentials: [],
  keyCredentials: [],
  ...more,
});
const credential = (displayName: string, from: number, until: number) => ({
  displayName,
  keyId: id("8", from),
  startDateTime: at(from),
  endDateTime: at(until),
});

const ada = user(ids.ada, "ada");
const ben = user(ids.ben, "ben");
const emergency = user(ids.emergency, "glass", {
  signInActivity: { lastSignInDateTime: at(700), lastSuccessfulSignInDateTime: at(700) },
});
const eligible = user(ids.eligible, "elif");
const admins = { id: ids.group, displayName: "User administrators" };

/** A tenant in which no rule minds anything; one administrator has the role by a group, one may activate it. */
export const goodTenant: GraphData = {
  "/organization": [organization],
  "/policies/identitySecurityDefaultsEnforcementPolicy": { id: "defaults", isEnabled: false },
  "/policies/authorizationPolicy": {
    id: "authorizationPolicy",
    allowedToUseSSPR: false,
    allowInvitesFrom: "adminsAndGuestInviters",
    allowUserConsentForRiskyApps: null,
    guestUserRoleId: "2af84b1e-32c8-42b7-82bc-daa82404023b",
    defaultUserRolePermissions: {
      allowedToCreateApps: false,
      permissionGrantPoliciesAssigned: [],
    },
  },
  "/policies/adminConsentRequestPolicy": {
    isEnabled: true,
    requestDurationInDays: 14,
    reviewers: [],
  },
  "/policies/authenticationMethodsPolicy": methods("enabled", "disabled"),
  "/groupSettings": passwordRules({
    BannedPasswordCheckOnPremisesMode: "Enforce",
    EnableBannedPasswordCheckOnPremises: "True",
    EnableBannedPasswordCheck: "True",
    LockoutDurationInSeconds: "90",
    LockoutThreshold: "8",
    BannedPasswordList: "",
  }),
  "/identity/conditionalAccess/policies": [
    policy(
      1,
      "Block legacy authentication",
      { clientAppTypes: ["exchangeActiveSync", "other"] },
      block,
    ),
    policy(2, "MFA for all", {}, { builtInControls: ["mfa"] }),
    policy(
      3,
      "Keys for administrators",
      { users: { ...everybody, includeUsers: [], includeRoles: roles } },
      {
        authenticationStrength: {
          id: "00000000-0000-0000-0000-000000000004",
          displayName: "Phishing-resistant MFA",
          policyType: "builtIn",
          requirementsSatisfied: "mfa",
          allowedCombinations: ["windowsHelloForBusiness", "fido2", "x509CertificateMultiFactor"],
        },
      },
    ),
    policy(4, "Block users at risk", { userRiskLevels: ["high"] }, block),
    policy(5, "Block sign-ins at risk", { signInRiskLevels: ["high"] }, block),
    policy(
      6,
      "Block device codes",
      { authenticationFlows: { transferMethods: "deviceCodeFlow,authenticationTransfer" } },
      block,
    ),
  ],
  "/roleManagement/directory/roleAssignments": [
    assignment(ada, globalAdministrator),
    assignment(ben, globalAdministrator),
    assignment(emergency, globalAdministrator),
    assignment(admins, userAdministrator, {}, "group"),
  ],
  "/roleManagement/directory/roleAssignmentScheduleInstances": [
    assignment(ada, globalAdministrator, schedule("Activated", at(-0.25))),
    assignment(ben, globalAdministrator, schedule("Assigned", at(-30))),
    assignment(emergency, globalAdministrator, schedule("Assigned", null)),
    assignment(admins, userAdministrator, schedule("Assigned", at(-30)), "group"),
  ],
  "/roleManagement/directory/roleEligibilityScheduleInstances": [
    assignment(eligible, userAdministrator, schedule("Assigned", null)),
  ],
  "/policies/roleManagementPolicyAssignments": activation(true),
  [`/groups/${ids.group}/transitiveMembers`]: [principal("user", ada)],
  [`/users/${ids.emergency}/transitiveMemberOf`]: [],
  "/groups": [admins],
  "/users": [ada, ben, emergency, eligible],
  "/applications": [
    application(ownPrincipal.appId, ids.application, {
      passwordCredentials: [credential("rotated", 30, -60)],
      keyCredentials: [credential("CN=backup", 200, -300)],
    }),
  ],
  "/servicePrincipals": [graphItself, ownPrincipal],
  [`/servicePrincipals(appId='${graphAppId}')/appRoleAssignedTo`]: [grant(1, ids.ownApp, userRead)],
  "/domains": [
    {
      id: "acme.example",
      authenticationType: "Managed",
      isRoot: true,
      isVerified: true,
      passwordValidityPeriodInDays: 2_147_483_647,
    },
    { id: "old.example", authenticationType: "Federated", isRoot: true, isVerified: true },
  ],
  "/directory/onPremisesSynchronization": [
    {
      id: tenantId,
      features: {
        passwordSyncEnabled: true,
        blockSoftMatchEnabled: true,
        blockCloudObjectTakeoverThroughHardMatchEnabled: true,
      },
    },
  ],
};

const old = { lastSignInDateTime: at(200), lastSuccessfulSignInDateTime: at(200) };
const cleo = user(ids.cleo, "cleo", { onPremisesSyncEnabled: true, signInActivity: old });

/** A tenant in which every rule minds something. */
export const badTenant: GraphData = {
  ...goodTenant,
  "/policies/authorizationPolicy": {
    id: "authorizationPolicy",
    allowedToUseSSPR: true,
    allowInvitesFrom: "everyone",
    allowUserConsentForRiskyApps: true,
    guestUserRoleId: "10dae51f-b6af-4016-8d66-8c2a99b929b3",
    defaultUserRolePermissions: {
      allowedToCreateApps: true,
      permissionGrantPoliciesAssigned: [
        "ManagePermissionGrantsForSelf.microsoft-user-default-legacy",
      ],
    },
  },
  "/policies/adminConsentRequestPolicy": { isEnabled: false, requestDurationInDays: 45 },
  "/policies/authenticationMethodsPolicy": methods("disabled", "enabled"),
  "/groupSettings": passwordRules({
    BannedPasswordCheckOnPremisesMode: "Audit",
    EnableBannedPasswordCheckOnPremises: "True",
    LockoutDurationInSeconds: "5",
    LockoutThreshold: "50",
  }),
  "/identity/conditionalAccess/policies": [
    policy(
      1,
      "MFA for all",
      { users: { ...everybody, excludeUsers: [ids.gone] } },
      { builtInControls: ["mfa"] },
      "enabledForReportingButNotEnforced",
    ),
  ],
  "/roleManagement/directory/roleAssignments": [
    assignment(cleo, globalAdministrator),
    assignment(ownPrincipal, userAdministrator, {}, "servicePrincipal"),
  ],
  "/roleManagement/directory/roleAssignmentScheduleInstances": [
    assignment(cleo, globalAdministrator, schedule("Assigned", null)),
  ],
  "/roleManagement/directory/roleEligibilityScheduleInstances": [],
  "/policies/roleManagementPolicyAssignments": activation(false),
  "/users": [cleo, emergency, user(id("a", 7), "krbtgt_AzureAD", { onPremisesSyncEnabled: true })],
  "/applications": [
    application(ownPrincipal.appId, ids.application, {
      passwordCredentials: [credential("forever", 400, -3650)],
      keyCredentials: [credential("CN=backup", 800, 70)],
    }),
  ],
  [`/servicePrincipals(appId='${graphAppId}')/appRoleAssignedTo`]: [
    grant(1, ids.ownApp, roleManagement),
  ],
  [`/servicePrincipals/${ids.ownApp}/owners`]: [principal("user", user(ids.owner, "olga"))],
  [`/applications/${ids.application}/owners`]: [],
  "/domains": [
    {
      id: "acme.example",
      authenticationType: "Managed",
      isRoot: true,
      isVerified: true,
      passwordValidityPeriodInDays: 90,
    },
  ],
  "/directory/onPremisesSynchronization": [
    {
      id: tenantId,
      features: {
        blockSoftMatchEnabled: false,
        blockCloudObjectTakeoverThroughHardMatchEnabled: false,
      },
    },
  ],
};

/** The bad tenant, but with a policy that is enforced for the accounts for emergencies as well. */
export const lockingTenant: GraphData = {
  ...badTenant,
  "/identity/conditionalAccess/policies": [
    policy(
      1,
      "MFA for all",
      { users: { ...everybody, excludeUsers: [ids.gone], excludeGroups: [ids.excluded] } },
      { builtInControls: ["mfa"] },
    ),
  ],
  "/groups": [{ id: ids.excluded, displayName: "Without MFA" }],
  [`/users/${ids.cleo}/transitiveMemberOf`]: [
    principal("group", { id: ids.excluded }),
    principal("directoryRole", { id: id("6", 1) }),
  ],
  [`/groups/${ids.excluded}/transitiveMembers`]: [principal("user", cleo)],
};

/** What a tenant has, as if it were read at another time: all that it tells of happened as long before. */
export function readAtAnotherTime(data: GraphData, now: number): GraphData {
  const text = JSON.stringify(data).replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, (time) =>
    new Date(Date.parse(time) + now - readAt).toISOString(),
  );
  return JSON.parse(text);
}
