/*
 * A tenant of Entra as one reading of Microsoft Graph found it: what the rules are asked of. Times are Unix epoch
 * milliseconds. Texts are a stranger's: cut to their length and cleared of control characters where they are read. What
 * Graph refused is a part of its own, so that only the rules that need it are not evaluated.
 */

/** A part of the tenant, or the sentence that says what it takes to read it. */
export type Part<T> = ({ readonly kind: "read" } & T) | Refused;

/** `needs` is a sentence: `Needs the permission Policy.Read.All.` `licence`: the tenant has not bought it. */
export interface Refused {
  readonly kind: "refused";
  readonly needs: string;
  readonly licence: boolean;
}

/** Objects of a part. */
export interface Items<T> {
  readonly items: readonly T[];
  /** Ids of objects that were sent in a shape that is not understood: nothing may be concluded of them. */
  readonly unread: readonly string[];
}

/** A JSON object as Graph sent it; the rules read single settings of it. */
export type Fields = Readonly<Record<string, unknown>>;

/** The organisation behind the tenant. Null: it was not said. */
export interface Organization {
  readonly synchronised: boolean | null;
  /** Licences that are assigned and enabled. */
  readonly premium1: boolean;
  readonly premium2: boolean;
}

/** Who a conditional access policy is about. Roles are ids of role templates. */
export interface PolicyUsers {
  /** Object ids, `All`, `None` or `GuestsOrExternalUsers`. */
  readonly includeUsers: readonly string[];
  readonly excludeUsers: readonly string[];
  readonly includeGroups: readonly string[];
  readonly excludeGroups: readonly string[];
  readonly includeRoles: readonly string[];
  readonly excludeRoles: readonly string[];
  readonly includesGuests: boolean;
  readonly excludesGuests: boolean;
}

/** What a conditional access policy asks for. */
export interface PolicyGrant {
  /** True: each of the controls; false: one of them suffices. */
  readonly all: boolean;
  /** `block`, `mfa`, `compliantDevice`, `passwordChange`… */
  readonly controls: readonly string[];
  readonly strength: AuthenticationStrength | null;
}

/** Which ways to sign in satisfy a policy. */
export interface AuthenticationStrength {
  readonly id: string;
  readonly name: string;
  /** `fido2`, `windowsHelloForBusiness`, `password,sms`…; null: it was not sent. */
  readonly combinations: readonly string[] | null;
}

/** A conditional access policy. */
export interface AccessPolicy {
  readonly id: string;
  readonly name: string;
  readonly state: "enabled" | "disabled" | "enabledForReportingButNotEnforced";
  /** Null: it is about workloads, not about people. */
  readonly users: PolicyUsers | null;
  readonly includeApps: readonly string[];
  readonly excludeApps: readonly string[];
  readonly userActions: readonly string[];
  readonly authenticationContexts: readonly string[];
  readonly clientAppTypes: readonly string[];
  readonly userRiskLevels: readonly string[];
  readonly signInRiskLevels: readonly string[];
  /** `deviceCodeFlow`, `authenticationTransfer`. */
  readonly transferMethods: readonly string[];
  /** What else narrows it, in words: `only on some platforms`. */
  readonly narrowedBy: readonly string[];
  readonly grant: PolicyGrant | null;
}

/** A user, group or service principal that something names. */
export interface Principal {
  readonly id: string;
  readonly type: "user" | "group" | "service_principal" | "other";
  /** What people call it; null: it was not said. */
  readonly name: string | null;
}

/** An account for emergencies that the specification names. */
export interface EmergencyAccount extends Principal {
  /** As the specification has it. */
  readonly named: string;
}

/** Somebody has a role, or may activate it. */
export interface RoleAssignment {
  readonly id: string;
  /** Of built-in roles the id of the role's template. */
  readonly roleId: string;
  readonly principal: Principal;
  /** `/`: the whole tenant. */
  readonly scope: string;
  /** It is of the principal itself; else it is told a second time of who is in a group. */
  readonly direct: boolean;
  /** Of active ones with PIM: given for good or activated for a while; null: not said. */
  readonly activated: boolean | null;
  /** Null: never. */
  readonly endsAt: number | null;
}

/** A user with a privileged role. */
export interface PrivilegedUser {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  /** It comes from an Active Directory. */
  readonly synchronised: boolean;
  readonly createdAt: number | null;
}

/** When a user last signed in; null: never since Entra keeps it. */
export interface SignIn {
  readonly id: string;
  readonly lastAt: number | null;
}

/** A secret or certificate of an application. */
export interface AppCredential {
  readonly kind: "secret" | "certificate";
  readonly name: string;
  readonly startsAt: number;
  readonly endsAt: number;
}

/** An application that is registered in the tenant. */
export interface Application {
  readonly id: string;
  readonly appId: string;
  readonly name: string;
  readonly credentials: readonly AppCredential[];
}

/** An application as it works in the tenant. */
export interface ServicePrincipal {
  readonly id: string;
  readonly appId: string;
  readonly name: string;
  readonly enabled: boolean;
  /** The tenant that registered the application; null: not said (managed identities). */
  readonly ownerTenant: string | null;
}

/** A permission of Microsoft Graph that a service principal was given. */
export interface PermissionGrant {
  readonly id: string;
  readonly principalId: string;
  readonly principalName: string | null;
  /** `RoleManagement.ReadWrite.Directory`; null: Graph does not name it. */
  readonly permission: string | null;
}

/** A domain name of the tenant. */
export interface TenantDomain {
  readonly name: string;
  /** Its users sign in here, and not at a federated provider. */
  readonly managed: boolean;
  readonly verified: boolean;
  /** It is not part of another domain of the tenant, whose settings would be its own. */
  readonly root: boolean;
  /** Days until a password ends; null: not set, so that the default counts. */
  readonly passwordDays: number | null;
}

/** A user who came from an Active Directory, and by which of its names it was found. */
export interface SynchronisedUser {
  readonly id: string;
  readonly name: string;
  readonly synchronised: boolean;
}

/** Everything that one reading found. */
export interface EntraTenant {
  /** When it began. */
  readonly readAt: number;
  readonly id: string;
  readonly name: string;
  readonly organization: Part<{ readonly value: Organization }>;
  /** `policies/identitySecurityDefaultsEnforcementPolicy`. */
  readonly securityDefaults: Part<{ readonly value: Fields }>;
  /** `policies/authorizationPolicy`. */
  readonly authorization: Part<{ readonly value: Fields }>;
  /** `policies/adminConsentRequestPolicy`. */
  readonly consentRequests: Part<{ readonly value: Fields }>;
  /** Configurations of `policies/authenticationMethodsPolicy`, by their id: `Fido2`, `Sms`… */
  readonly methods: Part<{ readonly byId: ReadonlyMap<string, Fields> }>;
  /** Settings called "Password Rule Settings"; empty: nobody changed them, so the defaults count. */
  readonly passwordRules: Part<{ readonly values: ReadonlyMap<string, string> }>;

  readonly accessPolicies: Part<Items<AccessPolicy>>;
  /** What policies name and is still there. What they name and is not in it was deleted, or is in `unread`. */
  readonly namedByPolicies: Part<Items<Principal>>;
  /** Members, nested ones too, of groups that policies leave out, by the group's id. */
  readonly excludedMembers: Part<{ readonly of: ReadonlyMap<string, readonly Principal[]> }>;
  /** As the specification names them. */
  readonly emergencyNames: readonly string[];
  /** Those of them that there are, or what it takes to know. */
  readonly emergencyAccounts: Part<{ readonly items: readonly EmergencyAccount[] }>;
  /** Groups that they are in, nested ones too, by the account's id. */
  readonly emergencyGroups: Part<{ readonly of: ReadonlyMap<string, readonly Principal[]> }>;

  readonly roleAssignments: Part<Items<RoleAssignment>>;
  /** The same with their ends, from PIM. */
  readonly roleSchedules: Part<Items<RoleAssignment>>;
  readonly roleEligibilities: Part<Items<RoleAssignment>>;
  /** Members, nested ones too, of groups with privileged roles, by the group's id. */
  readonly roleGroupMembers: Part<{ readonly of: ReadonlyMap<string, readonly Principal[]> }>;
  readonly privilegedUsers: Part<Items<PrivilegedUser>>;
  readonly signIns: Part<Items<SignIn>>;
  /** PIM's rules of the role Global Administrator, by their id: `Approval_EndUser_Assignment`… */
  readonly activationRules: Part<{ readonly byId: ReadonlyMap<string, Fields> }>;

  readonly applications: Part<Items<Application>>;
  readonly servicePrincipals: Part<Items<ServicePrincipal>>;
  readonly permissionGrants: Part<Items<PermissionGrant>>;
  /** Owners of service principals, and of their applications, that have tier-0 permissions, by the service principal's id. */
  readonly owners: Part<{ readonly of: ReadonlyMap<string, readonly Principal[]> }>;

  readonly domains: Part<Items<TenantDomain>>;
  /** `directory/onPremisesSynchronization`: its features; none: nothing is synchronised. */
  readonly synchronisation: Part<{ readonly items: readonly Fields[] }>;
  /** Users called krbtgt_AzureAD. */
  readonly kerberosAccounts: Part<Items<SynchronisedUser>>;
}
