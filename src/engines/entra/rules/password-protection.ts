import type { Rule } from "#engines/directory-types";
import type { EntraTenant } from "../tenant.ts";
import { notEvaluated, ofOne, targetOfTenant } from "./verdicts.ts";
import { attack, microsoft } from "./words.ts";

/** What counts when nobody changed the settings (Microsoft, template "Password Rule Settings"). */
const defaults: Readonly<Record<string, string>> = {
  LockoutThreshold: "10",
  LockoutDurationInSeconds: "60",
  EnableBannedPasswordCheckOnPremises: "False",
  BannedPasswordCheckOnPremisesMode: "Audit",
};
const mostAttempts = 10;
const leastSeconds = 60;

/** How guessing passwords is slowed down, in the cloud and in the Active Directory behind it. */
export const passwordProtection: Rule<EntraTenant> = {
  id: "entra.password-protection-weak",
  title: "Guessed and common passwords are not held off",
  category: "authentication_methods",
  severity: "HIGH",
  asks:
    `Whether accounts are locked after ${mostAttempts} wrong passwords at most, for ${leastSeconds} seconds at least, and, where an Active Directory is ` +
    "synchronised, whether banned passwords are enforced there too (Password Rule Settings).",
  remediation:
    "In the Entra admin center under Protection > Authentication methods > Password protection set Lockout threshold to 10 or less, Lockout duration to 60 " +
    "seconds or more, Enable password protection on Windows Server Active Directory to Yes and Mode to Enforced; install the agents of password protection on the domain controllers.",
  references: [
    attack("T1110.003", "Brute Force: Password Spraying"),
    microsoft(
      "On-premises Microsoft Entra Password Protection",
      "entra/identity/authentication/concept-password-ban-bad-on-premises",
    ),
    microsoft(
      "Protect user accounts with smart lockout",
      "entra/identity/authentication/howto-password-smart-lockout",
    ),
  ],
  evaluate(tenant) {
    const { passwordRules: rules, organization } = tenant;
    if (rules.kind === "refused") return notEvaluated(rules.needs);
    if (organization.kind === "refused") return notEvaluated(organization.needs);
    const value = (name: string) => rules.values.get(name) ?? defaults[name] ?? "";
    const wrong: string[] = [];
    let isUnread = false;
    const attempts = wholeNumber(value("LockoutThreshold"));
    const seconds = wholeNumber(value("LockoutDurationInSeconds"));
    if (attempts === null || seconds === null) isUnread = true;
    if (attempts !== null && attempts > mostAttempts) {
      wrong.push(
        `Accounts are locked after ${attempts} wrong passwords; the limit is ${mostAttempts}.`,
      );
    }
    if (seconds !== null && seconds < leastSeconds) {
      wrong.push(`Accounts are locked for ${seconds} seconds; the least is ${leastSeconds}.`);
    }
    const { synchronised } = organization.value;
    if (synchronised === null) isUnread = true;
    if (synchronised === true) {
      const enabled = value("EnableBannedPasswordCheckOnPremises").toLowerCase();
      const mode = value("BannedPasswordCheckOnPremisesMode").toLowerCase();
      if (enabled === "false") wrong.push("Banned passwords are not checked in Active Directory.");
      else if (mode === "audit") {
        wrong.push(
          "Banned passwords are only reported in Active Directory, not refused (mode Audit).",
        );
      } else if (enabled !== "true" || mode !== "enforce") isUnread = true;
    }
    return ofOne(targetOfTenant(tenant), wrong.length === 0 && isUnread ? "unread" : wrong);
  },
};

function wholeNumber(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
