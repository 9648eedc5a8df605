import type { Account, Domain } from "#engines/active-directory";
import { type Rule, usualThresholds } from "#engines/directory-types";
import { agoInWords, attack, daysSince, microsoft } from "#engines/rule-words";
import { allOf, isEnabled } from "../account-flags.ts";
import {
  isBuiltInAdministrator,
  isEnabledUser,
  isEntraKerberos,
  isGuest,
  isKrbtgt,
  isSeamlessSso,
  lastInUseAt,
} from "./account-kinds.ts";
import { type AccountRule, type Judgement, type View, ruleOfAccounts } from "./account-rule.ts";

const days = usualThresholds.staleAccountDays;
const inUse = `of use for ${days} days (threshold staleAccountDays): no sign-in (lastLogonTimestamp, which lags by up to 14 days), no new password, and not made since`;
const references = [
  attack("T1078.002", "Domain Accounts"),
  microsoft("lastLogonTimestamp attribute", "windows/win32/adschema/a-lastlogontimestamp"),
];

const rules: readonly AccountRule[] = [
  {
    id: "ad.stale-user",
    title: "A user has not signed in for long",
    category: "stale_objects",
    severity: "LOW",
    asks: `Whether an enabled user account that is not privileged was not ${inUse}.`,
    remediation:
      "Nobody notices when such an account is misused. Ask who it belongs to; then Disable-ADAccount NAME, and delete it after a while: Remove-ADUser NAME.",
    references,
    concerns: (account, { domain, privileges }) =>
      allOf(
        !privileges.isPrivileged(account) && !isGuest(account, domain) && !isKrbtgt(account),
        isEnabledUser(account),
      ),
    judge: judgeUse,
  },
  {
    id: "ad.stale-computer",
    title: "A computer has not signed in for long",
    category: "stale_objects",
    severity: "LOW",
    asks: `Whether an enabled computer was not ${inUse}. MEDIUM for domain controllers. The accounts of Entra, AZUREADSSOACC$ and AzureADKerberos$, have no machine and are left out.`,
    remediation:
      "Find out whether the computer still exists. If it does not: Disable-ADAccount 'NAME$', and delete it after a while: Remove-ADComputer NAME. " +
      "A domain controller that is gone: remove its server object in Active Directory Sites and Services (metadata cleanup).",
    references,
    concerns: (account) =>
      allOf(
        account.kind === "computer" && !isSeamlessSso(account) && !isEntraKerberos(account),
        isEnabled(account),
      ),
    judge(account, view) {
      const judgement = judgeUse(account, view);
      return typeof judgement === "object" && view.privileges.isDomainController(account)
        ? { ...judgement, severity: "MEDIUM" }
        : judgement;
    },
  },
  {
    id: "ad.privileged-account-inactive",
    title: "A privileged account is not in use",
    category: "privileged_access",
    severity: "MEDIUM",
    asks: `Whether an enabled, privileged user account was not ${inUse}. The built-in administrator is left out: it is for emergencies.`,
    remediation:
      "Take it out of its groups (Remove-ADGroupMember 'GROUP' -Members NAME) and disable it: Disable-ADAccount NAME.",
    references,
    needsPrivileges: true,
    concerns: (account, { domain, privileges }) =>
      allOf(
        privileges.isPrivileged(account) && !isBuiltInAdministrator(account, domain),
        isEnabledUser(account),
      ),
    judge: judgeUse,
  },
];

/** Rules about accounts that nobody uses any more. */
export const staleRules: readonly Rule<Domain>[] = rules.map(ruleOfAccounts);

function judgeUse(account: Account, { now, thresholds }: View): Judgement {
  const at = lastInUseAt(account);
  if (at === null) return "unread";
  const limit = thresholds.staleAccountDays;
  if (daysSince(at, now) < limit) return "fine";
  const signedIn =
    account.lastSignInAt === null
      ? "It has never signed in."
      : `It signed in ${agoInWords(account.lastSignInAt, now)}; the limit is ${limit}.`;
  return { evidence: [signedIn, `It was of use ${agoInWords(at, now)} for the last time.`] };
}
