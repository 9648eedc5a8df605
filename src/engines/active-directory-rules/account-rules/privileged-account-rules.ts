import type { Account, Domain } from "#engines/active-directory";
import { type Rule, usualThresholds } from "#engines/directory-types";
import { printableLine, shortened } from "#lib/printable";
import { agoInWords, attack, counted, daysSince, microsoft } from "#engines/rule-words";
import { type Told, allOf, hasFlag, isEnabled } from "../account-flags.ts";
import { isBuiltInAdministrator, isEnabledUser, passwordAgeDays } from "./account-kinds.ts";
import { type AccountRule, type View, ruleOfAccounts } from "./account-rule.ts";
import { protectedUsersOf } from "./protected-users.ts";

const category = "privileged_access";
const protectedUsersPage = microsoft(
  "Protected Users security group",
  "windows-server/security/credentials-protection-and-management/protected-users-security-group",
);
const administratorPage = microsoft(
  "Securing built-in administrator accounts",
  "windows-server/identity/ad-ds/plan/security-best-practices/appendix-d--securing-built-in-administrator-accounts-in-active-directory",
);

const rules: readonly AccountRule[] = [
  {
    id: "ad.privileged-account-delegable",
    title: "A privileged account's sign-in can be handed on",
    category: "delegation",
    severity: "HIGH",
    asks: "Whether an enabled, privileged user account has neither the flag NOT_DELEGATED (0x100000) in userAccountControl nor is in Protected Users.",
    remediation:
      "A service that may delegate acts as this account wherever it likes, once it signed in there. " +
      "Set-ADAccountControl -Identity NAME -AccountNotDelegated $true, or Add-ADGroupMember 'Protected Users' -Members NAME.",
    references: [attack("T1550.003", "Pass the Ticket"), protectedUsersPage],
    needsPrivileges: true,
    concerns: isPrivilegedUser,
    judge(account, view) {
      const protectedFrom = hasFlag(account, "notDelegated");
      if (protectedFrom === "unread") return protectedFrom;
      const protectedUsers = protectedUsersOf(view.domain);
      if (protectedFrom) return "fine";
      if (protectedUsers === "unread") return protectedUsers;
      if (protectedUsers !== "absent" && protectedUsers.has(account)) return "fine";
      return {
        evidence: [
          "Its userAccountControl lacks the flag NOT_DELEGATED, and it is not in Protected Users.",
        ],
      };
    },
  },
  {
    id: "ad.privileged-password-old",
    title: "The password of a privileged account is old",
    category: "passwords",
    severity: "MEDIUM",
    asks: `Whether the password of an enabled, privileged user account was set ${usualThresholds.privilegedPasswordDays} days ago or earlier (threshold privilegedPasswordDays).`,
    remediation:
      "Set a new one: Set-ADAccountPassword NAME -Reset. Of the built-in administrator keep it sealed for emergencies, on paper.",
    references: [attack("T1078.002", "Domain Accounts"), administratorPage],
    needsPrivileges: true,
    concerns: isPrivilegedUser,
    judge(account, { now, thresholds }) {
      const age = passwordAgeDays(account, now);
      if (age === "unread") return age;
      const limit = thresholds.privilegedPasswordDays;
      const { passwordSetAt } = account;
      // One to be set at the next sign-in is about to change.
      if (age === null || age < limit || typeof passwordSetAt !== "number") return "fine";
      return {
        evidence: [
          `Its password was set ${agoInWords(passwordSetAt, now)}; the limit is ${limit}.`,
        ],
      };
    },
  },
  {
    id: "ad.built-in-administrator-used",
    title: "The built-in administrator is in use",
    category,
    severity: "MEDIUM",
    asks:
      `Whether the built-in administrator (RID 500), enabled, signed in within the last ${usualThresholds.builtInAdministratorDays} days ` +
      "(threshold builtInAdministratorDays; lastLogonTimestamp lags by up to 14 days). Not asked in the first days of a domain, which are as many.",
    remediation:
      "It is never locked, and nobody can tell who used it. Give each administrator an account of their own, keep this one for emergencies with a long password on paper, " +
      "and watch its sign-ins (event 4624). Get-ADUser Administrator -Properties LastLogonDate tells when it was used.",
    references: [attack("T1078.001", "Default Accounts"), administratorPage],
    concerns: (account, { domain, now, thresholds }) =>
      allOf(
        isBuiltInAdministrator(account, domain) &&
          (account.createdAt === null ||
            daysSince(account.createdAt, now) >= thresholds.builtInAdministratorDays),
        isEnabled(account),
      ),
    judge({ lastSignInAt }, { now, thresholds }) {
      const limit = thresholds.builtInAdministratorDays;
      if (lastSignInAt === null || daysSince(lastSignInAt, now) >= limit) return "fine";
      return {
        evidence: [
          `It signed in ${agoInWords(lastSignInAt, now)}; ${limit} days without are needed.`,
        ],
      };
    },
  },
  {
    id: "ad.privileged-key-credential",
    title: "A privileged account has a key to sign in with",
    category,
    severity: "MEDIUM",
    asks: "Whether an enabled, privileged account has values in msDS-KeyCredentialLink.",
    remediation:
      "Windows Hello for Business writes such keys, and so does an attacker who could write to the account once: the key stays good when the password changes. " +
      "Look at them: Get-ADUser NAME -Properties msDS-KeyCredentialLink. Those that nobody registered: Set-ADUser NAME -Clear msDS-KeyCredentialLink.",
    references: [
      attack("T1098", "Account Manipulation"),
      microsoft(
        "msDS-KeyCredentialLink attribute",
        "windows/win32/adschema/a-msds-keycredentiallink",
      ),
    ],
    needsPrivileges: true,
    concerns: (account, { privileges }) =>
      allOf(privileges.isPrivileged(account), isEnabled(account)),
    judge: ({ keyCredentials }) =>
      keyCredentials > 0
        ? { evidence: [`It has ${counted(keyCredentials, "key")} in msDS-KeyCredentialLink.`] }
        : "fine",
  },
  {
    id: "ad.privileged-certificate-mapping",
    title: "A privileged account is mapped to a certificate",
    category,
    severity: "MEDIUM",
    asks:
      "Whether an enabled, privileged account has values in altSecurityIdentities: who has the certificate signs in as the account. " +
      "HIGH for mappings by names (issuer and subject, subject, mail address), which others may get a certificate for.",
    remediation:
      "Look at them: Get-ADUser NAME -Properties altSecurityIdentities. Those that nobody needs: Set-ADUser NAME -Clear altSecurityIdentities. " +
      "Map the others by serial number, subject key identifier or public key: X509:<I>…<SR>…, X509:<SKI>…, X509:<SHA1-PUKEY>….",
    references: [
      attack("T1649", "Steal or Forge Authentication Certificates"),
      microsoft(
        "altSecurityIdentities attribute",
        "windows/win32/adschema/a-altsecurityidentities",
      ),
    ],
    needsPrivileges: true,
    concerns: (account, { privileges }) =>
      allOf(privileges.isPrivileged(account), isEnabled(account)),
    judge({ certificateMappings }) {
      if (certificateMappings.length === 0) return "fine";
      const weak = certificateMappings.filter((mapping) => !isStrong(mapping));
      const shown = (weak.length > 0 ? weak : certificateMappings)
        .slice(0, 3)
        .map((mapping) => shortened(printableLine(mapping), 120))
        .join(", ");
      return {
        severity: weak.length > 0 ? "HIGH" : "MEDIUM",
        evidence: [
          weak.length > 0
            ? `${counted(weak.length, "mapping")} by names in altSecurityIdentities: ${shown}.`
            : `${counted(certificateMappings.length, "mapping")} in altSecurityIdentities: ${shown}.`,
        ],
      };
    },
  },
  {
    id: "ad.computer-privileged",
    title: "A computer is privileged",
    category,
    severity: "HIGH",
    asks: "Whether an enabled computer that is not a domain controller is in a privileged group.",
    remediation:
      "Who administers that computer, or breaks into it, administers the domain. Remove-ADGroupMember 'GROUP' -Members 'NAME$'; give it the rights that it needs on the objects that it needs them on.",
    references: [
      attack("T1098.007", "Additional Local or Domain Groups"),
      microsoft(
        "Privileged accounts and groups in Active Directory",
        "windows-server/identity/ad-ds/plan/security-best-practices/appendix-b--privileged-accounts-and-groups-in-active-directory",
      ),
    ],
    needsPrivileges: true,
    concerns: (account, { privileges }) =>
      allOf(
        account.kind === "computer" && !privileges.isDomainController(account),
        isEnabled(account),
      ),
    judge: (account, { privileges }) =>
      privileges.isPrivileged(account)
        ? { evidence: ["It is a computer in a privileged group."] }
        : "fine",
  },
];

/** Rules about privileged accounts, each by itself. */
export const privilegedAccountRules: readonly Rule<Domain>[] = rules.map(ruleOfAccounts);

function isPrivilegedUser(account: Account, { privileges }: View): Told {
  return allOf(privileges.isPrivileged(account), isEnabledUser(account));
}

/** The mappings that KB5014754 calls strong: by issuer and serial number, subject key identifier, or hash of the public key. */
function isStrong(mapping: string): boolean {
  return /^X509:(?:<I>.*<SR>|<SKI>|<SHA1-PUKEY>)/i.test(mapping);
}
