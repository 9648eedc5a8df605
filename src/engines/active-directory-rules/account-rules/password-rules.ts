import type { Account, Domain } from "#engines/active-directory";
import type { Rule } from "#engines/directory-types";
import type { Severity } from "#lib/severity";
import { agoInWords, attack, daysSince, microsoft } from "#engines/rule-words";
import { allOf, hasFlag, isEnabled } from "../account-flags.ts";
import { isBuiltInAdministrator, isEnabledUser, isGuest } from "./account-kinds.ts";
import { type AccountRule, ruleOfAccounts } from "./account-rule.ts";

const flagsPage = microsoft(
  "UserAccountControl property flags",
  "troubleshoot/windows-server/active-directory/useraccountcontrol-manipulate-account-properties",
);

/** Who was hired has changed a first password by then. */
const firstPasswordDays = 30;

const rules: readonly AccountRule[] = [
  {
    id: "ad.password-not-required",
    title: "No password is required",
    category: "passwords",
    severity: "HIGH",
    asks: "Whether an enabled account has the flag PASSWD_NOTREQD (0x20) in userAccountControl. LOW for computers that have signed in, since they set their passwords themselves and are often made with it; MEDIUM for those that never have.",
    remediation:
      "The account may have an empty password, whatever the password policy asks for. Set-ADAccountControl -Identity NAME -PasswordNotRequired $false; " +
      "then set a password: Set-ADAccountPassword NAME -Reset. Disable accounts that nobody needs: Disable-ADAccount NAME.",
    references: [attack("T1078.002", "Domain Accounts"), flagsPage],
    concerns: (account) => {
      const trust = hasFlag(account, "interdomainTrust");
      return allOf(trust === "unread" ? trust : !trust, isEnabled(account));
    },
    judge(account) {
      const set = hasFlag(account, "passwordNotRequired");
      if (set === "unread") return set;
      if (!set) return "fine";
      return {
        severity: severityWithoutPassword(account),
        evidence: ["Its userAccountControl has the flag PASSWD_NOTREQD."],
      };
    },
  },
  {
    id: "ad.account-reversible-encryption",
    title: "The password is kept with reversible encryption",
    category: "passwords",
    severity: "HIGH",
    asks: "Whether an account, a disabled one too, has the flag ENCRYPTED_TEXT_PWD_ALLOWED (0x80) in userAccountControl.",
    remediation:
      "Who gets hold of the directory's database or may replicate it reads the password in clear. " +
      "Set-ADAccountControl -Identity NAME -AllowReversiblePasswordEncryption $false; then set a new password, since the old one stays as it is kept.",
    references: [
      attack("T1556.005", "Reversible Encryption"),
      microsoft(
        "Store passwords using reversible encryption",
        "previous-versions/windows/it-pro/windows-10/security/threat-protection/security-policy-settings/store-passwords-using-reversible-encryption",
      ),
    ],
    concerns: () => true,
    judge(account) {
      const set = hasFlag(account, "reversiblePassword");
      if (set === "unread") return set;
      if (!set) return "fine";
      return { evidence: ["Its userAccountControl has the flag ENCRYPTED_TEXT_PWD_ALLOWED."] };
    },
  },
  {
    id: "ad.password-never-expires",
    title: "The password never expires",
    category: "passwords",
    severity: "LOW",
    asks:
      "Whether an enabled user account has the flag DONT_EXPIRE_PASSWORD (0x10000) in userAccountControl. HIGH when it is privileged; " +
      "LOW for the built-in administrator, which is kept for emergencies and whose password's age is asked for by another rule.",
    remediation:
      "Set-ADUser NAME -PasswordNeverExpires $false, after telling whoever uses it. Run services as group managed service accounts, whose passwords change by themselves.",
    references: [attack("T1078.002", "Domain Accounts"), flagsPage],
    concerns: isEnabledUser,
    judge(account, { domain, privileges }) {
      const set = hasFlag(account, "passwordNeverExpires");
      if (set === "unread") return set;
      if (!set) return "fine";
      const isAdmin = privileges.isPrivileged(account) && !isBuiltInAdministrator(account, domain);
      return {
        severity: isAdmin ? "HIGH" : "LOW",
        evidence: ["Its userAccountControl has the flag DONT_EXPIRE_PASSWORD."],
      };
    },
  },
  {
    id: "ad.clear-text-password",
    title: "A password is kept in clear text",
    category: "passwords",
    severity: "HIGH",
    asks: "Whether an account, a disabled one too, has a value in unixUserPassword or userPassword. The value itself is never read. Ordinary readers are not shown whether there is one.",
    remediation:
      "Who may read the account may read the attribute, and often the password in it. " +
      "Set-ADObject 'DISTINGUISHED NAME' -Clear unixUserPassword,userPassword; then set a new password, and end the synchronisation that wrote it.",
    references: [
      attack("T1552", "Unsecured Credentials"),
      microsoft("unixUserPassword attribute", "windows/win32/adschema/a-unixuserpassword"),
    ],
    concerns: () => true,
    needs:
      "Needs the right to read unixUserPassword and userPassword, as administrators have it: others are not shown whether there is a value.",
    judge({ hasClearPassword }) {
      if (hasClearPassword === undefined) return "unread";
      if (!hasClearPassword) return "fine";
      return { evidence: ["unixUserPassword or userPassword has a value."] };
    },
  },
  {
    id: "ad.password-never-set",
    title: "The first password was never changed, or none was ever set",
    category: "passwords",
    severity: "MEDIUM",
    asks:
      `Whether an enabled user account that was made ${firstPasswordDays} days ago or earlier has no date of its password (pwdLastSet is 0). ` +
      "HIGH when no password is required of it. Guest and accounts that need a smart card are left out.",
    remediation:
      "First passwords are known to those who handed them out, and are often the same for all. " +
      "Disable the account if nobody has come for it (Disable-ADAccount NAME), or set a random password: Set-ADAccountPassword NAME -Reset.",
    references: [
      attack("T1078.002", "Domain Accounts"),
      microsoft("pwdLastSet attribute", "windows/win32/adschema/a-pwdlastset"),
    ],
    concerns(account, { domain }) {
      const card = hasFlag(account, "smartcardRequired");
      return allOf(
        !isGuest(account, domain),
        isEnabledUser(account),
        card === "unread" ? card : !card,
      );
    },
    judge(account, { now }) {
      const { passwordSetAt, createdAt } = account;
      if (passwordSetAt === undefined) return "unread";
      if (passwordSetAt !== null) return "fine";
      if (createdAt === null) return "unread";
      if (daysSince(createdAt, now) < firstPasswordDays) return "fine";
      const evidence = [
        `It was made ${agoInWords(createdAt, now)}, and its password has no date since.`,
      ];
      if (hasFlag(account, "passwordNotRequired") !== true) return { evidence };
      return {
        severity: "HIGH",
        evidence: [...evidence, "No password is required of it, so it may be empty."],
      };
    },
  },
];

/** A computer that was made and never joined has no password, or its own name. */
function severityWithoutPassword({ kind, lastSignInAt }: Account): Severity {
  if (kind !== "computer") return "HIGH";
  return lastSignInAt === null ? "MEDIUM" : "LOW";
}

/** Rules about how accounts' passwords are kept and when they change. */
export const passwordRules: readonly Rule<Domain>[] = rules.map(ruleOfAccounts);
