import type { Account, Domain } from "#engines/active-directory";
import { rids, sidIn } from "#engines/active-directory";
import { type Rule, type Verdict, usualThresholds } from "#engines/directory-types";
import { agoInWords, attack, microsoft, notApplicable, notEvaluated } from "#engines/rule-words";
import { allOf, isEnabled } from "../account-flags.ts";
import { isEntraKerberos, isSeamlessSso, passwordAgeDays } from "./account-kinds.ts";
import { type AccountRule, type Judgement, ruleOfAccounts } from "./account-rule.ts";

const silverTicket = attack("T1558.002", "Silver Ticket");

const krbtgt = ruleOfAccounts({
  id: "ad.krbtgt-password-old",
  title: "The password of krbtgt is old",
  category: "kerberos",
  severity: "HIGH",
  asks:
    `Whether the password of krbtgt was set ${usualThresholds.krbtgtPasswordDays} days ago or earlier (threshold krbtgtPasswordDays): MEDIUM; ` +
    `from ${usualThresholds.krbtgtPasswordDaysHigh} days on (krbtgtPasswordDaysHigh): HIGH.`,
  remediation:
    "Who has taken this key once makes tickets for anybody for as long as it stays. Set it anew twice, since the one before stays valid, " +
    "and wait at least 10 hours and a full replication in between: Set-ADAccountPassword krbtgt -Reset (what you type does not matter: the domain " +
    "controller makes a random one). repadmin /replsummary tells whether all have it.",
  references: [
    attack("T1558.001", "Golden Ticket"),
    microsoft(
      "Reset the krbtgt password",
      "windows-server/identity/ad-ds/manage/forest-recovery-guide/ad-forest-recovery-reset-the-krbtgt-password",
    ),
  ],
  concerns: ({ sid }, { domain }) => sid === sidIn(domain, rids.krbtgt),
  judge(account, { now, thresholds }) {
    const limit = thresholds.krbtgtPasswordDays;
    const judgement = judgeKey(account, now, limit);
    if (typeof judgement === "string") return judgement;
    const age = passwordAgeDays(account, now);
    const isHigh = typeof age !== "number" || age >= thresholds.krbtgtPasswordDaysHigh;
    return { ...judgement, severity: isHigh ? "HIGH" : "MEDIUM" };
  },
});

const seamlessSso: AccountRule = {
  id: "ad.seamless-sso-key-old",
  title: "The key of seamless single sign-on is old",
  category: "kerberos",
  severity: "HIGH",
  asks: `Whether the password of the computer AZUREADSSOACC$, when it is enabled, was set ${usualThresholds.seamlessSsoKeyDays} days ago or earlier (threshold seamlessSsoKeyDays).`,
  remediation:
    "Who has taken this key signs in to Entra as any synchronised user. On the server of Entra Connect: Import-Module AzureADSSO.psd1; " +
    "New-AzureADSSOAuthenticationContext; Update-AzureADSSOForest. Do so every 30 days, or switch seamless single sign-on off where no old Windows needs it.",
  references: [
    silverTicket,
    microsoft(
      "Seamless single sign-on, frequently asked questions",
      "entra/identity/hybrid/connect/how-to-connect-sso-faq",
    ),
  ],
  concerns: (account) => allOf(isSeamlessSso(account), isEnabled(account)),
  judge: (account, { now, thresholds }) => judgeKey(account, now, thresholds.seamlessSsoKeyDays),
};

const controllers: AccountRule = {
  id: "ad.domain-controller-password-old",
  title: "A domain controller's own password is old",
  category: "passwords",
  severity: "MEDIUM",
  asks:
    "Whether the password of an enabled domain controller's own account, which it changes every 30 days, was set " +
    `${usualThresholds.domainControllerPasswordDays} days ago or earlier (threshold domainControllerPasswordDays). AzureADKerberos$, whose key Entra has, is left out.`,
  remediation:
    "The controller was switched off or restored, does not replicate, or was told not to change it. If it is gone, remove it: ntdsutil, metadata cleanup. " +
    "Else set HKLM\\SYSTEM\\CurrentControlSet\\Services\\Netlogon\\Parameters DisablePasswordChange to 0 and run on it: netdom resetpwd " +
    "/server:OTHER-CONTROLLER /userd:DOMAIN\\ADMIN /passwordd:*.",
  references: [
    silverTicket,
    microsoft(
      "Reset a domain controller's computer account password",
      "troubleshoot/windows-server/windows-security/use-netdom-reset-domain-controller-password",
    ),
  ],
  concerns: (account, { privileges }) =>
    allOf(privileges.isDomainController(account) && !isEntraKerberos(account), isEnabled(account)),
  judge: (account, { now, thresholds }) =>
    judgeKey(account, now, thresholds.domainControllerPasswordDays),
};

/** Rules about keys that machines set: of Kerberos, of Entra's single sign-on, of domain controllers. */
export const keyAgeRules: readonly Rule<Domain>[] = [
  onlyWith(
    krbtgt,
    ({ sid }, domain) => sid === sidIn(domain, rids.krbtgt),
    () => notEvaluated("Needs the right to read the account krbtgt."),
  ),
  onlyWith(ruleOfAccounts(seamlessSso), isSeamlessSso, () =>
    notApplicable("There is no account AZUREADSSOACC$: seamless single sign-on is not set up."),
  ),
  ruleOfAccounts(controllers),
];

/** Asks a rule only when there is an account that it is about. */
function onlyWith(
  rule: Rule<Domain>,
  isTheOne: (account: Account, domain: Domain) => boolean,
  otherwise: () => Verdict,
): Rule<Domain> {
  return {
    ...rule,
    evaluate: (domain, options) =>
      domain.accounts.some((account) => isTheOne(account, domain))
        ? rule.evaluate(domain, options)
        : otherwise(),
  };
}

function judgeKey(account: Account, now: number, limit: number): Judgement {
  const age = passwordAgeDays(account, now);
  if (age === "unread") return age;
  if (age === null || typeof account.passwordSetAt !== "number") {
    return { evidence: ["Its password was never set since it was made."] };
  }
  if (age < limit) return "fine";
  return {
    evidence: [
      `Its password was set ${agoInWords(account.passwordSetAt, now)}; the limit is ${limit}.`,
    ],
  };
}
