/*
 * A domain of Active Directory as one sweep read it: what the rules are asked of. Times are Unix epoch milliseconds. Texts
 * are a stranger's, cut to their length and cleared of control characters where they are read; what compares them
 * (distinguished names, SIDs, attribute values) is kept as the directory has it.
 */

/** `S-1-5-21-…`. */
export type Sid = string;
/** A distinguished name in lower case without blanks behind its commas: what names are compared by. */
export type DnKey = string;

/** One entry of an access control list, MS-DTYP 2.4.4. Entries that only audit are left out. */
export interface Ace {
  readonly allow: boolean;
  readonly sid: Sid;
  /** ACCESS_MASK, MS-ADTS 5.1.3.2. */
  readonly mask: number;
  /** Of an object entry: the right, the property (set) or the class of child, in lower case; null: all. */
  readonly objectType: string | null;
  /** The class that it is handed down to; null: all. */
  readonly inheritedObjectType: string | null;
  readonly inherited: boolean;
  /** It is only handed down: the object itself is not concerned. */
  readonly inheritOnly: boolean;
}

/** A security descriptor without its SACL. One object stands for all equal ones. */
export interface SecurityDescriptor {
  readonly owner: Sid | null;
  /** Null: there is no DACL, so everybody may do everything. */
  readonly aces: readonly Ace[] | null;
}

/** What every object has. */
export interface DirectoryObject {
  /** As the directory writes it, at most 1,000 characters. */
  readonly dn: string;
  readonly key: DnKey;
  /** objectGUID as text. */
  readonly id: string;
  /** For people: sAMAccountName, displayName or cn. */
  readonly name: string;
  /** Null: it could not be read. */
  readonly descriptor: SecurityDescriptor | null;
}

/** A user, computer or service account. */
export interface Account extends DirectoryObject {
  readonly kind:
    | "user"
    | "computer"
    | "managed_service"
    | "group_managed_service"
    | "delegated_managed_service";
  readonly sid: Sid;
  /** userAccountControl; null: it could not be read, so nothing that hangs on it may be concluded. */
  readonly flags: number | null;
  /** pwdLastSet; null: never, or to be changed at the next sign-in; undefined: it could not be read. */
  readonly passwordSetAt: number | null | undefined;
  /** lastLogonTimestamp, which lags by up to 14 days; null: never. */
  readonly lastSignInAt: number | null;
  readonly createdAt: number | null;
  readonly primaryGroupId: number | null;
  readonly adminCount: boolean;
  readonly servicePrincipalNames: readonly string[];
  /** msDS-AllowedToDelegateTo. */
  readonly delegatesTo: readonly string[];
  /** msDS-AllowedToActOnBehalfOfOtherIdentity; null: not set. */
  readonly actsOnBehalf: SecurityDescriptor | null;
  /** msDS-SupportedEncryptionTypes, MS-KILE 2.2.7; null: not set. */
  readonly encryptionTypes: number | null;
  readonly sidHistory: readonly Sid[];
  /** Of computers in lower case. */
  readonly hostName: string | null;
  readonly operatingSystem: string | null;
  readonly operatingSystemVersion: string | null;
  /** unixUserPassword or userPassword has a value, which is never read; undefined: the reader is not shown whether. */
  readonly hasClearPassword: boolean | undefined;
  /** LAPS keeps its password; the expiry attributes of either LAPS have a value. */
  readonly hasLaps: boolean;
  /** Values of msDS-KeyCredentialLink and altSecurityIdentities. */
  readonly keyCredentials: number;
  readonly certificateMappings: readonly string[];
  /** msDS-PSOApplied or msDS-ResultantPSO: the keys of password settings that apply to it; empty: the domain's. */
  readonly passwordSettings: readonly DnKey[];
}

/** A group. */
export interface Group extends DirectoryObject {
  readonly sid: Sid;
  /** groupType, MS-ADTS 2.2.12. */
  readonly groupType: number;
  readonly adminCount: boolean;
  /**
   * Its direct members: all of them, whatever their number, also those of other domains and well-known principals
   * (`CN=S-1-5-7,CN=ForeignSecurityPrincipals,…`). Undefined: not asked for, since nothing depends on them.
   */
  readonly members: readonly DnKey[] | undefined;
  readonly sidHistory: readonly Sid[];
}

/** An object that stands for somebody of elsewhere: foreignSecurityPrincipal, or a well-known principal. */
export interface ForeignPrincipal {
  readonly key: DnKey;
  readonly sid: Sid;
}

/** A trust, MS-ADTS 6.1.6.7. */
export interface Trust extends DirectoryObject {
  /** DNS name. */
  readonly partner: string;
  readonly partnerSid: Sid | null;
  readonly direction: number;
  readonly type: number;
  readonly attributes: number;
  readonly encryptionTypes: number | null;
}

/** A fine-grained password policy, or the domain's own. Null: it could not be read. */
export interface PasswordPolicy {
  readonly minLength: number | null;
  readonly complexity: boolean | null;
  readonly reversible: boolean | null;
  /** Wrong passwords until an account is locked; 0: never. */
  readonly lockoutThreshold: number | null;
  /** Milliseconds; null: for ever, or not read. */
  readonly maxAgeMs: number | null;
}

/** A fine-grained password policy (PSO). */
export interface PasswordSettings extends DirectoryObject, PasswordPolicy {
  readonly precedence: number | null;
  readonly appliesTo: readonly DnKey[];
}

/** An organisational unit or container with what is linked to it. */
export interface Unit extends DirectoryObject {
  readonly kind: "organizational_unit" | "container";
  /** Keys of group policies that are linked here and not switched off. */
  readonly groupPolicies: readonly DnKey[];
}

/** A group policy object. */
export interface GroupPolicy extends DirectoryObject {
  /** The folder in SYSVOL. */
  readonly filePath: string;
}

/** A certificate template, MS-CRTD. */
export interface CertificateTemplate extends DirectoryObject {
  readonly schemaVersion: number;
  /** msPKI-Certificate-Name-Flag, msPKI-Enrollment-Flag. */
  readonly nameFlags: number;
  readonly enrollmentFlags: number;
  /** msPKI-RA-Signature: signatures of agents that it takes. */
  readonly signatures: number;
  /** pKIExtendedKeyUsage and msPKI-Certificate-Application-Policy: object identifiers. */
  readonly extendedKeyUsages: readonly string[];
  readonly applicationPolicies: readonly string[];
  /** msPKI-RA-Application-Policies as it stands. */
  readonly agentPolicies: readonly string[];
  /** msPKI-Certificate-Policy: object identifiers of issuance policies. */
  readonly issuancePolicies: readonly string[];
  /** Names of certificate authorities that hand it out; empty: nobody can have one. */
  readonly publishedBy: readonly string[];
}

/** A certificate authority that enrols. */
export interface CertificateAuthority extends DirectoryObject {
  readonly hostName: string | null;
  /** Names (cn) of the templates that it hands out. */
  readonly templates: readonly string[];
}

/** An issuance policy: an object identifier that may be linked to a group. */
export interface IssuancePolicy extends DirectoryObject {
  readonly oid: string;
  /** msDS-OIDToGroupLink; null: none. */
  readonly group: DnKey | null;
}

/** A DNS zone in the directory; `allowUpdate` is DNS_ZONE_UPDATE, MS-DNSP 2.3.2.1.1: 0 none, 1 anybody, 2 secure; null: not said. */
export interface DnsZone extends DirectoryObject {
  readonly allowUpdate: number | null;
}

/** Everything that one sweep read. */
export interface Domain {
  /** When it began. */
  readonly readAt: number;
  /** `acme.test`. */
  readonly dnsName: string;
  readonly netBiosName: string | null;
  readonly dn: string;
  readonly key: DnKey;
  readonly id: string;
  readonly sid: Sid;
  /** Of the forest's root domain; the same as `sid` in it. Null: it could not be read. */
  readonly rootSid: Sid | null;
  readonly descriptor: SecurityDescriptor | null;
  readonly passwordPolicy: PasswordPolicy;
  /** ms-DS-MachineAccountQuota; null: it could not be read. */
  readonly machineAccountQuota: number | null;
  /** msDS-Behavior-Version, MS-ADTS 6.1.4: 4 is 2008 R2, 7 is 2016, 10 is 2025. */
  readonly functionalLevel: number | null;
  readonly forestFunctionalLevel: number | null;
  /** dSHeuristics; empty: not set; null: it could not be read. */
  readonly dsHeuristics: string | null;
  /** The recycle bin; null: it could not be read. */
  readonly recycleBin: boolean | null;
  /** Whether the schema has them; null: it could not be read. */
  readonly schema: {
    readonly legacyLaps: boolean | null;
    readonly windowsLaps: boolean | null;
    readonly delegatedManagedServiceAccounts: boolean | null;
    readonly version: number | null;
  };
  /** Whether there is a root key for group managed service accounts; null: it could not be read. */
  readonly kdsRootKey: boolean | null;
  readonly groupPolicies: readonly GroupPolicy[];
  /** Of the domain itself. */
  readonly linkedGroupPolicies: readonly DnKey[];
  readonly accounts: readonly Account[];
  readonly groups: readonly Group[];
  readonly foreignPrincipals: readonly ForeignPrincipal[];
  readonly trusts: readonly Trust[];
  /** Null: they could not be read; ordinary users may not, unless they were given the right. */
  readonly passwordSettings: readonly PasswordSettings[] | null;
  readonly units: readonly Unit[];
  /** CN=AdminSDHolder,CN=System. Null: it could not be read. */
  readonly adminSdHolder: DirectoryObject | null;
  /** Null: the configuration's public key services could not be read. Empty: there are none. */
  readonly certificateTemplates: readonly CertificateTemplate[] | null;
  readonly certificateAuthorities: readonly CertificateAuthority[] | null;
  readonly issuancePolicies: readonly IssuancePolicy[] | null;
  readonly dnsZones: readonly DnsZone[] | null;
}
