import type { Rule } from "#engines/directory-types";
import { attack, microsoft, notEvaluated } from "#engines/rule-words";
import type { EntraTenant } from "../tenant.ts";
import { ofOne, targetOfTenant } from "./verdicts.ts";

/** What counts when nobody changed the settings (Microsoft, "Protect user accounts with smart lockout"). */
const usualAttempts = "10";
const usualSeconds = "60";
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
    const { values } = rules;
    const wrong: string[] = [];
    let isUnread = false;
    const attempts = wholeNumber(values.get("LockoutThreshold") ?? usualAttempts);
    const seconds = wholeNumber(values.get("LockoutDurationInSeconds") ?? usualSeconds);
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
      const banned = bannedOnPremises(values);
      if (banned === "unread") isUnread = true;
      else if (banned !== null) wrong.push(banned);
    }
    return ofOne(targetOfTenant(tenant), wrong.length === 0 && isUnread ? "unread" : wrong);
  },
};

/** What is wrong with how Active Directory treats banned passwords; null: nothing. */
function bannedOnPremises(values: ReadonlyMap<string, string>): string | null {
  const enabled = values.get("EnableBannedPasswordCheckOnPremises")?.toLowerCase();
  const mode = values.get("BannedPasswordCheckOnPremisesMode")?.toLowerCase();
  if (enabled === undefined && mode === undefined) {
    return "Active Directory refuses no banned passwords: nobody has changed the settings, whose default refuses none.";
  }
  if (enabled === "false") return "Banned passwords are not checked in Active Directory.";
  if (mode === "audit") {
    return "Banned passwords are only reported in Active Directory, not refused (mode Audit).";
  }
  return enabled === "true" && mode === "enforce" ? null : "unread";
}

function wholeNumber(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
