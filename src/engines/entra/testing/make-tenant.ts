import { privilegedRoles } from "../privileged-roles.ts";
import type {
  AccessPolicy,
  EntraTenant,
  Fields,
  PolicyUsers,
  Principal,
  PrivilegedUser,
  RoleAssignment,
} from "../tenant.ts";

/** When the tenants of tests are read. */
export const now = Date.UTC(2026, 5, 15, 12);
const dayMs = 86_400_000;
/** So many days before, as Unix epoch milliseconds. */
export const daysAgo = (days: number) => now - days * dayMs;

/** A part that was read. */
export const read = <T extends object>(part: T) => ({ kind: "read" as const, ...part });
/** Objects that were read. */
export const items = <T>(...list: readonly T[]) => read({ items: list, unread: [] });
/** A part that takes a permission. */
export const refused = (needs: string) => ({ kind: "refused" as const, needs, licence: false });

const nobody: PolicyUsers = {
  includeUsers: [],
  excludeUsers: [],
  includeGroups: [],
  excludeGroups: [],
  includeRoles: [],
  excludeRoles: [],
  includesGuests: false,
  excludesGuests: false,
};
/** The account for emergencies of every tenant that is made here. */
export const emergencyId = "eeeeeeee-0000-4000-8000-000000000001";

/** All users but the account for emergencies, or others. */
export function makeUsers(users: Partial<PolicyUsers> = {}): PolicyUsers {
  return { ...nobody, includeUsers: ["All"], excludeUsers: [emergencyId], ...users };
}

/** An enforced policy that blocks all users everywhere. */
export function makePolicy(policy: Partial<AccessPolicy> = {}): AccessPolicy {
  const name = policy.name ?? "Block";
  return {
    id: `policy-${name}`,
    name,
    state: "enabled",
    users: makeUsers(),
    includeApps: ["All"],
    excludeApps: [],
    userActions: [],
    authenticationContexts: [],
    clientAppTypes: ["all"],
    userRiskLevels: [],
    signInRiskLevels: [],
    transferMethods: [],
    narrowedBy: [],
    grant: { all: true, controls: ["block"], strength: null },
    ...policy,
  };
}

/** Policies that do everything that is asked of them. */
export const goodPolicies: readonly AccessPolicy[] = [
  makePolicy({ name: "Legacy", clientAppTypes: ["exchangeActiveSync", "other"] }),
  makePolicy({ name: "MFA", grant: { all: false, controls: ["mfa"], strength: null } }),
  makePolicy({
    name: "Administrators",
    users: makeUsers({ includeUsers: [], includeRoles: [...privilegedRoles.keys()] }),
    grant: {
      all: true,
      controls: [],
      strength: {
        id: "00000000-0000-0000-0000-000000000004",
        name: "Phishing-resistant MFA",
        combinations: null,
      },
    },
  }),
  makePolicy({ name: "Users at risk", userRiskLevels: ["high"] }),
  makePolicy({ name: "Sign-ins at risk", signInRiskLevels: ["high"] }),
  makePolicy({ name: "Device code", transferMethods: ["deviceCodeFlow"] }),
];

/** A user. */
export function makePerson(name: string, type: Principal["type"] = "user"): Principal {
  return { id: `id-${name}`, type, name };
}

/** Somebody has a role in the whole tenant, activated for a few hours. */
export function makeAssignment(
  principal: Principal,
  roleId: string,
  more: Partial<RoleAssignment> = {},
): RoleAssignment {
  return {
    id: `${principal.id}-${roleId}`,
    roleId,
    principal,
    scope: "/",
    direct: true,
    activated: true,
    endsAt: now + dayMs / 4,
    ...more,
  };
}

/** A user with a role who was made in the cloud and signs in. */
export function makePrivilegedUser(
  { id, name }: Principal,
  more: Partial<PrivilegedUser> = {},
): PrivilegedUser {
  return {
    id,
    name: name ?? id,
    enabled: true,
    synchronised: false,
    createdAt: daysAgo(900),
    ...more,
  };
}

/** A configuration of an authentication method. */
const method = (id: string, fields: Fields): [string, Fields] => [id, { id, ...fields }];
const shown = {
  state: "enabled",
  includeTarget: { targetType: "group", id: "all_users" },
  excludeTarget: { targetType: "group", id: "00000000-0000-0000-0000-000000000000" },
};
/** Of the two global administrators of every tenant that is made here. */
export const administrators = [makePerson("ada@acme.test"), makePerson("ben@acme.test")] as const;
const [globalAdministrator = ""] = privilegedRoles.keys();
const notice = { isDefaultRecipientsEnabled: true, notificationRecipients: [] };

/** A tenant that no rule minds anything in, but for what the test makes of it. */
export function makeTenant(tenant: Partial<EntraTenant> = {}): EntraTenant {
  const assignments = administrators.map((one) => makeAssignment(one, globalAdministrator));
  return {
    readAt: now,
    id: "11111111-2222-4333-8444-555555555555",
    name: "Acme",
    organization: read({ value: { synchronised: true, premium1: true, premium2: true } }),
    securityDefaults: read({ value: { isEnabled: false } }),
    authorization: read({
      value: {
        allowedToUseSSPR: false,
        allowInvitesFrom: "adminsAndGuestInviters",
        allowUserConsentForRiskyApps: null,
        guestUserRoleId: "2af84b1e-32c8-42b7-82bc-daa82404023b",
        defaultUserRolePermissions: {
          allowedToCreateApps: false,
          permissionGrantPoliciesAssigned: [
            "ManagePermissionGrantsForSelf.microsoft-user-default-low",
          ],
        },
      },
    }),
    consentRequests: read({ value: { isEnabled: true, requestDurationInDays: 30 } }),
    methods: read({
      byId: new Map([
        method("Sms", { state: "disabled" }),
        method("Voice", { state: "disabled" }),
        method("Fido2", { state: "enabled", isAttestationEnforced: true }),
        method("MicrosoftAuthenticator", {
          state: "enabled",
          featureSettings: {
            displayAppInformationRequiredState: shown,
            displayLocationInformationRequiredState: shown,
          },
        }),
      ]),
    }),
    passwordRules: read({
      values: new Map([
        ["LockoutThreshold", "10"],
        ["LockoutDurationInSeconds", "60"],
        ["EnableBannedPasswordCheckOnPremises", "True"],
        ["BannedPasswordCheckOnPremisesMode", "Enforce"],
      ]),
    }),
    accessPolicies: items(...goodPolicies),
    namedByPolicies: items<Principal>({ id: emergencyId, type: "user", name: "glass@acme.test" }),
    excludedMembers: read({ of: new Map() }),
    emergencyNames: ["glass@acme.test"],
    emergencyAccounts: read({
      items: [
        {
          id: emergencyId,
          type: "user",
          name: "glass@acme.test",
          named: "glass@acme.test",
        },
      ],
    }),
    emergencyGroups: read({ of: new Map() }),
    roleAssignments: items(...assignments),
    roleSchedules: items(...assignments),
    roleEligibilities: items(),
    roleGroupMembers: read({ of: new Map() }),
    privilegedUsers: items(...administrators.map((one) => makePrivilegedUser(one))),
    signIns: items(...administrators.map(({ id }) => ({ id, lastAt: daysAgo(1) }))),
    activationRules: read({
      byId: new Map<string, Fields>([
        ["Approval_EndUser_Assignment", { setting: { isApprovalRequired: true } }],
        ["Notification_Admin_Admin_Eligibility", notice],
        ["Notification_Admin_Admin_Assignment", notice],
        ["Notification_Admin_EndUser_Assignment", notice],
      ]),
    }),
    applications: items(),
    servicePrincipals: items(),
    permissionGrants: items(),
    owners: read({ of: new Map() }),
    domains: items({
      name: "acme.test",
      managed: true,
      verified: true,
      root: true,
      passwordDays: 2_147_483_647,
    }),
    synchronisation: read({
      items: [
        {
          features: {
            blockSoftMatchEnabled: true,
            blockCloudObjectTakeoverThroughHardMatchEnabled: true,
          },
        },
      ],
    }),
    kerberosAccounts: items(),
    ...tenant,
  };
}
