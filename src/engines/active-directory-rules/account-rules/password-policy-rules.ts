import {
  type Account,
  type Domain,
  type PasswordPolicy,
  type PasswordSettings,
  privilegesOf,
} from "#engines/active-directory";
import {
  type FoundWeakness,
  type Rule,
  type RuleText,
  type Thresholds,
  usualThresholds,
} from "#engines/directory-types";
import {
  attack,
  counted,
  evaluated,
  microsoft,
  namedTogether,
  notApplicable,
  notEvaluated,
} from "#engines/rule-words";
import { targetOf, targetOfDomain } from "../targets.ts";

const settingsPage =
  "previous-versions/windows/it-pro/windows-10/security/threat-protection/security-policy-settings";
type PolicyJudgement = Omit<FoundWeakness, "target"> | "fine" | "unread";

/** One thing that a policy is asked for: a rule about the domain's, and one about the fine-grained ones. */
interface PolicyRow extends Pick<RuleText, "severity" | "references"> {
  /** Ends both ids. */
  readonly id: string;
  /** Ends both titles, after `The password policy`. */
  readonly title: string;
  /** What is asked, after `Whether the password policy`. */
  readonly asks: string;
  /** Why, and what to set; before `of the domain: …`. */
  readonly remediation: string;
  readonly judge: (policy: PasswordPolicy, thresholds: Thresholds) => PolicyJudgement;
}

const { passwordLength, passwordLengthLeast } = usualThresholds;

const rows: readonly PolicyRow[] = [
  {
    id: "short",
    title: "allows short passwords",
    severity: "MEDIUM",
    asks: `asks for fewer than ${passwordLength} characters (threshold passwordLength); HIGH for fewer than ${passwordLengthLeast} (passwordLengthLeast).`,
    remediation: `Ask for ${passwordLength} characters or more: -MinPasswordLength ${passwordLength}`,
    references: [
      attack("T1110.002", "Password Cracking"),
      microsoft("Minimum password length", `${settingsPage}/minimum-password-length`),
    ],
    judge({ minLength }, thresholds) {
      if (minLength === null) return "unread";
      if (minLength >= thresholds.passwordLength) return "fine";
      return {
        severity: minLength < thresholds.passwordLengthLeast ? "HIGH" : "MEDIUM",
        evidence: [
          `It asks for ${counted(minLength, "character")}; ${thresholds.passwordLength} are needed.`,
        ],
      };
    },
  },
  {
    id: "without-complexity",
    title: "does not ask for complexity",
    severity: "MEDIUM",
    asks: "does without complexity (pwdProperties bit 1, msDS-PasswordComplexityEnabled).",
    remediation:
      "Where a filter for known bad passwords stands in for it, accept the finding with that reason. Else switch it on: -ComplexityEnabled $true",
    references: [
      attack("T1110.001", "Password Guessing"),
      microsoft(
        "Password must meet complexity requirements",
        `${settingsPage}/password-must-meet-complexity-requirements`,
      ),
    ],
    judge({ complexity }) {
      if (complexity === null) return "unread";
      return complexity ? "fine" : { evidence: ["Complexity is switched off."] };
    },
  },
  {
    id: "without-lockout",
    title: "never locks an account",
    severity: "MEDIUM",
    asks: "never locks an account after wrong passwords (lockoutThreshold or msDS-LockoutThreshold is 0).",
    remediation:
      "Lock after 10 wrong passwords for 10 minutes: -LockoutThreshold 10 -LockoutDuration 00:10:00 -LockoutObservationWindow 00:10:00",
    references: [
      attack("T1110.003", "Password Spraying"),
      microsoft("Account lockout threshold", `${settingsPage}/account-lockout-threshold`),
    ],
    judge({ lockoutThreshold }) {
      if (lockoutThreshold === null) return "unread";
      return lockoutThreshold === 0
        ? { evidence: ["The number of wrong passwords is not limited."] }
        : "fine";
    },
  },
];

/** Rules about the domain's password policy and the fine-grained ones. */
export const passwordPolicyRules: readonly Rule<Domain>[] = [
  ...rows.map(ofTheDomain),
  ...rows.map(ofFineGrained),
];

function ofTheDomain({ id, title, asks, remediation, judge, ...text }: PolicyRow): Rule<Domain> {
  return {
    ...text,
    id: `ad.password-policy-${id}`,
    title: `The password policy ${title}`,
    category: "passwords",
    asks: `Whether the domain's password policy ${asks}`,
    remediation: `${remediation}, with Set-ADDefaultDomainPasswordPolicy -Identity DOMAIN. Set the same in the Default Domain Policy, which is written over it.`,
    evaluate(domain, { thresholds }) {
      const target = targetOfDomain(domain);
      const judgement = judge(domain.passwordPolicy, thresholds);
      if (judgement === "unread") return evaluated(0, [], [target.id]);
      return evaluated(1, judgement === "fine" ? [] : [{ target, ...judgement }]);
    },
  };
}

function ofFineGrained({ id, title, asks, remediation, judge, ...text }: PolicyRow): Rule<Domain> {
  return {
    ...text,
    id: `ad.fine-grained-policy-${id}`,
    title: `A fine-grained password policy ${title}`,
    category: "passwords",
    asks: `Whether a fine-grained password policy that applies to somebody ${asks} HIGH when it counts for privileged accounts.`,
    remediation: `${remediation}, with Set-ADFineGrainedPasswordPolicy NAME.`,
    evaluate(domain, { thresholds }) {
      const { passwordSettings, accounts } = domain;
      if (passwordSettings === null || isAnyHidden(passwordSettings, accounts)) {
        return notEvaluated(
          "Needs the right to read CN=Password Settings Container,CN=System and what is in it, which ordinary users may not.",
        );
      }
      if (passwordSettings.length === 0) {
        return notApplicable("There is no fine-grained password policy.");
      }
      const found: FoundWeakness[] = [];
      const unread: string[] = [];
      let judged = 0;
      for (const settings of passwordSettings) {
        if (settings.appliesTo.length === 0) continue;
        const judgement = judge(settings, thresholds);
        if (judgement === "unread") unread.push(settings.id);
        else judged++;
        if (typeof judgement === "string") continue;
        found.push({
          target: targetOf("password_policy", settings),
          ...graver(judgement, privilegedUnder(settings, domain)),
        });
      }
      return evaluated(judged, found, unread);
    },
  };
}

/** Whether accounts name policies that are not among those that could be read. */
function isAnyHidden(settings: readonly PasswordSettings[], accounts: readonly Account[]): boolean {
  const read = new Set(settings.map(({ key }) => key));
  return accounts.some(({ passwordSettings }) => passwordSettings.some((key) => !read.has(key)));
}

function privilegedUnder({ key }: PasswordSettings, domain: Domain): readonly Account[] {
  return privilegesOf(domain).accounts.filter(({ passwordSettings }) =>
    passwordSettings.includes(key),
  );
}

function graver(
  judgement: Exclude<PolicyJudgement, string>,
  privileged: readonly Account[],
): Exclude<PolicyJudgement, string> {
  if (privileged.length === 0) return judgement;
  const whom = `It counts for ${counted(privileged.length, "privileged account")}: ${namedTogether(privileged)}.`;
  return { severity: "HIGH", evidence: [...judgement.evidence, whom] };
}
