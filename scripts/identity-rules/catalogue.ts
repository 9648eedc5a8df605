/*
 * What an assessment of identity is expected to look at, and which rules do: PingCastle's checks that are answered by LDAP, the
 * escalations by certificate services under the numbers that the field uses, and what Maester, EIDSCA and ScubaGear ask of Entra.
 */

/** One thing that is expected. */
export interface CatalogueRow {
  readonly number: string;
  readonly check: string;
  /** Ids; none: `note` says why. */
  readonly rules: readonly string[];
  readonly note?: string;
}

function row(
  number: number | string,
  check: string,
  rules: readonly string[],
  note?: string,
): CatalogueRow {
  return { number: `${number}`, check, rules, ...(note === undefined ? {} : { note }) };
}

const notByLdap = "Not answered by LDAP:";

/** Of Active Directory. */
export const domainCatalogue: readonly CatalogueRow[] = [
  row(
    1,
    "Age of krbtgt's key",
    ["ad.krbtgt-password-old"],
    "By pwdLastSet; replication metadata are not read.",
  ),
  row(2, "No Kerberos pre-authentication", ["ad.kerberos-preauth-not-required"]),
  row(3, "Privileged user that can be kerberoasted", ["ad.privileged-account-kerberoastable"]),
  row(4, "Password not required", ["ad.password-not-required"]),
  row(5, "Reversible encryption, of accounts and by policy", [
    "ad.account-reversible-encryption",
    "ad.reversible-encryption-policy",
  ]),
  row(6, "DES allowed", ["ad.des-encryption-allowed"]),
  row(7, "AES not enabled on accounts of services", ["ad.service-account-without-aes"]),
  row(8, "Password never expires", ["ad.password-never-expires"]),
  row(9, "Unconstrained delegation", ["ad.unconstrained-delegation"]),
  row(10, "Constrained delegation to a domain controller", [
    "ad.constrained-delegation-to-domain-controller",
  ]),
  row(11, "Protocol transition to a domain controller", [
    "ad.protocol-transition-to-domain-controller",
  ]),
  row(12, "Resource-based delegation on tier 0", ["ad.resource-based-delegation-to-privileged"]),
  row(13, "Machine account quota", ["ad.machine-account-quota"]),
  row(14, "Recycle bin off", ["ad.recycle-bin-off"]),
  row(15, "Guest enabled", ["ad.guest-enabled"]),
  row(16, "Anonymous or Everyone in Pre-Windows 2000 Compatible Access", [
    "ad.pre-windows-2000-access-open",
  ]),
  row(17, "Anonymous LDAP", ["ad.anonymous-ldap"]),
  row(18, "Anonymous address book (NSPI)", ["ad.anonymous-address-book"]),
  row(19, "Groups left out of AdminSDHolder", ["ad.protected-groups-excluded"]),
  row(20, "Unique names not checked; LDAP adds and owners not checked", [
    "ad.unique-names-not-checked",
    "ad.ldap-add-not-authorised",
    "ad.owner-rights-not-blocked",
  ]),
  row(21, "Password policy: length, complexity, lockout; fine-grained ones too", [
    "ad.password-policy-short",
    "ad.password-policy-without-complexity",
    "ad.password-policy-without-lockout",
    "ad.fine-grained-policy-short",
    "ad.fine-grained-policy-without-complexity",
    "ad.fine-grained-policy-without-lockout",
  ]),
  row(22, "LAPS absent, or not on a computer", ["ad.laps-missing", "ad.computer-without-laps"]),
  row(23, "Privileged not in Protected Users", ["ad.privileged-not-in-protected-users"]),
  row(24, "Privileged accounts that can be delegated", ["ad.privileged-account-delegable"]),
  row(
    25,
    "Orphaned adminCount",
    ["ad.admin-count-orphaned"],
    "Of accounts; of groups it is not asked.",
  ),
  row(26, "Too many administrators", ["ad.too-many-privileged-accounts"]),
  row(
    27,
    "Inactive administrators",
    ["ad.privileged-account-inactive"],
    "Each is a finding; the share is not judged.",
  ),
  row(28, "Old passwords of administrators", ["ad.privileged-password-old"]),
  row(29, "Schema Admins not empty", ["ad.schema-admins-not-empty"]),
  row(30, "Operators' groups not empty", ["ad.operators-group-not-empty"]),
  row(31, "Built-in administrator in use", ["ad.built-in-administrator-used"]),
  row(32, "DnsAdmins not empty", ["ad.dns-admins-not-empty"]),
  row(33, "Administrators whose passwords never expire", ["ad.domain-admins-never-expire"]),
  row(
    34,
    "Stale users and computers",
    ["ad.stale-user", "ad.stale-computer"],
    "Each is a finding; the share is not judged.",
  ),
  row(35, "Obsolete operating systems", ["ad.operating-system-obsolete"]),
  row(36, "Old functional level", ["ad.functional-level-old"]),
  row(37, "Old password of a domain controller", ["ad.domain-controller-password-old"]),
  row(38, "SID history", ["ad.sid-history"]),
  row(39, "Odd primary group", ["ad.primary-group-unusual"]),
  row(40, "Password in clear text", ["ad.clear-text-password"]),
  row(41, "Trust without SID filtering", ["ad.trust-without-sid-filtering"]),
  row(42, "Trust: ticket delegation, no AES, downlevel", [
    "ad.trust-delegates-tickets",
    "ad.trust-without-aes",
    "ad.trust-downlevel",
  ]),
  row(43, "Old key of AZUREADSSOACC$", ["ad.seamless-sso-key-old"]),
  row(44, "Permissions: DCSync, AdminSDHolder, units, controllers, policies, BadSuccessor", [
    "ad.dcsync",
    "ad.domain-control",
    "ad.adminsdholder-control",
    "ad.unit-control",
    "ad.group-policy-control",
    "ad.domain-controller-control",
    "ad.privileged-account-control",
    "ad.privileged-group-control",
    "ad.bad-successor",
  ]),
  row("ESC1", "Template: subject chosen by who enrols", ["adcs.esc1-subject-chosen-by-enrollee"]),
  row("ESC2", "Template: any purpose", ["adcs.esc2-any-purpose"]),
  row("ESC3", "Template: enrolment agent", ["adcs.esc3-enrolment-agent"]),
  row("ESC4", "Template: others may change it", ["adcs.esc4-template-control"]),
  row("ESC5", "Objects of the infrastructure: others may change them", [
    "adcs.esc5-pki-object-control",
  ]),
  row(
    "ESC6, ESC7, ESC11, ESC16",
    "Settings and permissions of the authority itself",
    [],
    `${notByLdap} they are in the authority's registry and are asked by RPC.`,
  ),
  row(
    "ESC8",
    "Enrolment over HTTP that can be relayed to",
    [],
    `${notByLdap} it is asked of the authority's web server.`,
  ),
  row("ESC9", "Template: no security extension", ["adcs.esc9-no-security-extension"]),
  row("ESC13", "Issuance policy linked to a group", ["adcs.esc13-issuance-policy-linked-to-group"]),
  row("ESC15", "Template of version 1", ["adcs.esc15-version-1-subject"]),
  row("ESC17", "Template: server name chosen by who enrols", [
    "adcs.esc17-server-name-chosen-by-enrollee",
  ]),
  row("also", "Keys and certificates on privileged accounts", [
    "ad.privileged-key-credential",
    "ad.privileged-certificate-mapping",
  ]),
  row("also", "Insecure DNS zone updates", ["ad.insecure-dns-updates"]),
  row(
    "also",
    "LDAP signing and channel binding, SMBv1, null sessions, print spooler on controllers",
    [],
    `${notByLdap} they are seen by talking to the controllers' services.`,
  ),
  row(
    "also",
    "Passwords in group policies (cpassword)",
    [],
    `${notByLdap} they are in files of SYSVOL, which is read by SMB.`,
  ),
];

/** Of Entra. */
export const tenantCatalogue: readonly CatalogueRow[] = [
  row(1, "Legacy authentication blocked", ["entra.legacy-authentication-allowed"]),
  row(2, "Second factor for all users", ["entra.no-mfa-for-all-users"]),
  row(3, "Phishing-resistant factor for privileged roles", [
    "entra.no-phishing-resistant-mfa-for-administrators",
  ]),
  row(4, "Security defaults where there is no conditional access", ["entra.security-defaults-off"]),
  row(5, "High-risk users and sign-ins blocked", ["entra.risky-sign-ins-not-blocked"]),
  row(6, "Device code flow blocked", ["entra.device-code-flow-allowed"]),
  row(
    7,
    "Accounts for emergencies left out of every policy",
    ["entra.emergency-accounts-not-excluded"],
    "Asked when breakGlass names them.",
  ),
  row(8, "Policies without deleted users and groups, and with targets", [
    "entra.policies-without-targets",
  ]),
  row(9, "2 to 8 global administrators", ["entra.global-administrators-count"]),
  row(10, "No permanent privileged roles", ["entra.permanent-privileged-roles"]),
  row(11, "Privileged users made in the cloud", ["entra.privileged-users-synchronised"]),
  row(12, "Activation with approval and alerts", ["entra.global-administrator-activation"]),
  row(13, "Stale privileged accounts", ["entra.privileged-users-stale"]),
  row(14, "Users may register applications", ["entra.users-may-register-applications"]),
  row(15, "User consent", ["entra.users-may-consent-to-applications"]),
  row(16, "Consent to risky applications", ["entra.consent-to-risky-applications"]),
  row(17, "Workflow for admin consent", ["entra.admin-consent-workflow-off"]),
  row(18, "What guests see", ["entra.guests-see-the-directory"]),
  row(19, "Who invites guests", ["entra.guest-invitations-open"]),
  row(20, "Self-service password reset of administrators", [
    "entra.administrators-may-reset-their-own-password",
  ]),
  row(21, "SMS and voice off", ["entra.sms-and-voice-allowed"]),
  row(
    22,
    "Authenticator shows context",
    ["entra.authenticator-without-context"],
    "Number matching cannot be switched off since May 2023 and is not asked.",
  ),
  row(23, "FIDO2 on, with attestation", ["entra.fido2-off-or-unattested"]),
  row(24, "Password protection and lockout", ["entra.password-protection-weak"]),
  row(25, "Old and expired credentials of applications", ["entra.application-credentials-old"]),
  row(26, "Service principals with tier-0 permissions or roles", [
    "entra.applications-with-tier-zero-permissions",
    "entra.service-principals-with-privileged-roles",
  ]),
  row(
    27,
    "Passwords do not expire; krbtgt_AzureAD and matching in synchronisation",
    [
      "entra.passwords-expire",
      "entra.krbtgt-azuread-synchronised",
      "entra.synchronisation-takes-accounts-over",
    ],
    "Whether seamless single sign-on is on is not in Graph v1.0; the age of its key is ad.seamless-sso-key-old.",
  ),
];
