import type { Account, Domain } from "#engines/active-directory";
import { type Rule, usualThresholds } from "#engines/directory-types";
import { printableLine, shortened } from "#lib/printable";
import { agoInWords, attack, counted, microsoft } from "#engines/rule-words";
import { allOf, hasFlag, isEnabled } from "../account-flags.ts";
import { anyAes, anyDes, encryptionNames, strongerThanDes } from "../encryption-types.ts";
import { isEnabledUser, isKrbtgt, passwordAgeDays } from "./account-kinds.ts";
import { type AccountRule, type View, ruleOfAccounts } from "./account-rule.ts";

const encryptionPage = microsoft(
  "Supported encryption types bit flags",
  "openspecs/windows_protocols/ms-kile/6cfc7b50-11ed-4b4d-846d-6f08f0812919",
);
const kerberoasting = attack("T1558.003", "Kerberoasting");
const managedAccounts = microsoft(
  "Group managed service accounts",
  "windows-server/security/group-managed-service-accounts/group-managed-service-accounts-overview",
);

const rules: readonly AccountRule[] = [
  {
    id: "ad.kerberos-preauth-not-required",
    title: "Kerberos pre-authentication is not required",
    category: "kerberos",
    severity: "MEDIUM",
    asks: "Whether an enabled account has the flag DONT_REQ_PREAUTH (0x400000) in userAccountControl. HIGH when it is privileged.",
    remediation:
      "Anybody may ask for a ticket that is encrypted with the account's password, and guess the password offline. " +
      "Set-ADAccountControl -Identity NAME -DoesNotRequirePreAuth $false; then set a new, long password, since the old one may have been taken.",
    references: [
      attack("T1558.004", "AS-REP Roasting"),
      microsoft(
        "UserAccountControl property flags",
        "troubleshoot/windows-server/active-directory/useraccountcontrol-manipulate-account-properties",
      ),
    ],
    concerns: isEnabled,
    judge(account, { privileges }) {
      const set = hasFlag(account, "preAuthenticationNotRequired");
      if (set === "unread") return set;
      if (!set) return "fine";
      return {
        severity: privileges.isPrivileged(account) ? "HIGH" : "MEDIUM",
        evidence: ["Its userAccountControl has the flag DONT_REQ_PREAUTH."],
      };
    },
  },
  {
    id: "ad.privileged-account-kerberoastable",
    title: "A privileged account has a service principal name and an old password",
    category: "kerberos",
    severity: "HIGH",
    asks:
      "Whether an enabled, privileged user account has a service principal name and a password of " +
      `${usualThresholds.kerberoastablePasswordDays} days or older (threshold kerberoastablePasswordDays), or one without a date.`,
    remediation:
      "Every user of the domain may ask for a ticket that is encrypted with this password, and guess it offline. Run the service as a " +
      "group managed service account that is no administrator (New-ADServiceAccount), or take the name away: " +
      "Set-ADUser NAME -ServicePrincipalNames @{Remove='SERVICE/HOST'}. Until then set a random password of 25 characters or more.",
    references: [kerberoasting, managedAccounts],
    needsPrivileges: true,
    concerns: (account, view) =>
      allOf(
        isNamedService(account) && view.privileges.isPrivileged(account),
        isEnabledUser(account),
      ),
    judge: (account, view) => judgeAge(account, view, view.thresholds.kerberoastablePasswordDays),
  },
  {
    id: "ad.service-account-password-old",
    title: "The password of a service account is old",
    category: "passwords",
    severity: "LOW",
    asks:
      "Whether an enabled user account with a service principal name has a password as old as an administrator's may be: " +
      `${usualThresholds.privilegedPasswordDays} days (threshold privilegedPasswordDays). Privileged ones are for another rule, with a limit of their own.`,
    remediation:
      "Every user of the domain may ask for a ticket that is encrypted with this password, and guess it offline. Run the service as a " +
      "group managed service account, whose password changes by itself (New-ADServiceAccount, Install-ADServiceAccount), or set a random " +
      "password of 25 characters or more: Set-ADAccountPassword NAME -Reset; then enter it where the service runs.",
    references: [kerberoasting, managedAccounts],
    concerns: (account, { privileges }) =>
      allOf(
        isNamedService(account) && !privileges.isPrivileged(account) && !isKrbtgt(account),
        isEnabledUser(account),
      ),
    judge(account, view) {
      // One to be set at the next sign-in is about to change.
      if (account.passwordSetAt === null) return "fine";
      return judgeAge(account, view, view.thresholds.privilegedPasswordDays);
    },
  },
  {
    id: "ad.des-encryption-allowed",
    title: "Kerberos may use DES",
    category: "kerberos",
    severity: "HIGH",
    asks:
      "Whether an enabled account has the flag USE_DES_KEY_ONLY (0x200000), or DES (bits 1 and 2) in msDS-SupportedEncryptionTypes. " +
      "LOW when a stronger type stands beside it.",
    remediation:
      "DES is broken in hours on one machine. Set-ADAccountControl -Identity NAME -UseDESKeyOnly $false; " +
      "Set-ADUser NAME -KerberosEncryptionType AES128,AES256 (Set-ADComputer for computers); then set the password anew, so that AES keys are made of it.",
    references: [attack("T1558", "Steal or Forge Kerberos Tickets"), encryptionPage],
    concerns: isEnabled,
    judge(account) {
      const only = hasFlag(account, "desOnly");
      if (only === "unread") return only;
      const types = account.encryptionTypes ?? 0;
      if (!only && (types & anyDes) === 0) return "fine";
      const evidence: string[] = [];
      if (only) evidence.push("Its userAccountControl has the flag USE_DES_KEY_ONLY.");
      if ((types & anyDes) !== 0) {
        evidence.push(`Its encryption types are ${encryptionNames(types)} (${types}).`);
      }
      return { severity: only || (types & strongerThanDes) === 0 ? "HIGH" : "LOW", evidence };
    },
  },
  {
    id: "ad.service-account-without-aes",
    title: "A service account does without AES",
    category: "kerberos",
    severity: "MEDIUM",
    asks:
      "Whether an enabled account of users or services that has a service principal name lacks AES (bits 8 and 16) in " +
      "msDS-SupportedEncryptionTypes. LOW where the attribute is not set: then the domain controllers' default counts, which had RC4 in it until 2026.",
    remediation:
      "Tickets for it are encrypted with RC4, which is guessed offline far faster than AES. Set-ADUser NAME -KerberosEncryptionType AES128,AES256; " +
      "set its password anew if it is older than the domain's functional level 2008, and look for services with keytabs, which must be made again.",
    references: [kerberoasting, encryptionPage],
    concerns: (account) =>
      allOf(
        account.kind !== "computer" && isNamedService(account) && !isKrbtgt(account),
        isEnabled(account),
      ),
    judge({ encryptionTypes }) {
      // Zero stands for the default as well, MS-KILE 3.3.1.1.
      if (encryptionTypes === null || encryptionTypes === 0) {
        return {
          severity: "LOW",
          evidence: [
            "It has no encryption types of its own, so the domain controllers' default counts.",
          ],
        };
      }
      if ((encryptionTypes & anyAes) !== 0) return "fine";
      return {
        evidence: [
          `Its encryption types are ${encryptionNames(encryptionTypes)} (${encryptionTypes}).`,
        ],
      };
    },
  },
];

/** Rules about accounts' tickets. */
export const kerberosRules: readonly Rule<Domain>[] = rules.map(ruleOfAccounts);

function isNamedService({ servicePrincipalNames }: Account): boolean {
  return servicePrincipalNames.length > 0;
}

function judgeAge(
  account: Account,
  { now }: View,
  limit: number,
): ReturnType<AccountRule["judge"]> {
  const age = passwordAgeDays(account, now);
  if (age === "unread") return age;
  if (age !== null && age < limit) return "fine";
  const names = account.servicePrincipalNames;
  return {
    evidence: [
      age === null || typeof account.passwordSetAt !== "number"
        ? "Its password has no date: it was never set, or is to be changed at the next sign-in."
        : `Its password was set ${agoInWords(account.passwordSetAt, now)}; the limit is ${limit}.`,
      names.length === 1
        ? `Its service principal name is ${shownName(names)}.`
        : `It has ${counted(names.length, "service principal name")}, ${shownName(names)} among them.`,
    ],
  };
}

function shownName([first = ""]: readonly string[]): string {
  return shortened(printableLine(first), 200);
}
