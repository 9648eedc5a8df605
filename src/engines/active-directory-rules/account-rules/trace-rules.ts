import {
  type Account,
  type Domain,
  type Sid,
  privilegesOf,
  ridOf,
  rids,
  sidIn,
  sids,
} from "#engines/active-directory";
import type { FoundWeakness, Rule } from "#engines/directory-types";
import { attack, counted, evaluated, microsoft, namedTogether } from "#engines/rule-words";
import { hasFlag } from "../account-flags.ts";
import { targetOfAccount, targetOfGroup } from "../targets.ts";
import { type AccountRule, ruleOfAccounts } from "./account-rule.ts";
import { isKrbtgt } from "./account-kinds.ts";

const protectedPage = microsoft(
  "Protected accounts and groups in Active Directory",
  "windows-server/identity/ad-ds/plan/security-best-practices/appendix-c--protected-accounts-and-groups-in-active-directory",
);

/** Below it are the SIDs that a domain is born with. */
const firstOwnRid = 1000;

const orphanedAdminCount: AccountRule = {
  id: "ad.admin-count-orphaned",
  title: "An account was privileged once and is cut off from inheritance still",
  category: "privileged_access",
  severity: "MEDIUM",
  asks: "Whether an account, a disabled one too, has adminCount 1 and is in no group that AdminSDHolder protects.",
  remediation:
    "The account keeps the permissions of administrators, so that the help desk cannot reset it, and it may still have rights from that time. " +
    "Set-ADUser NAME -Clear adminCount; then switch inheritance on again: dsacls 'DISTINGUISHED NAME' /resetDefaultDACL, or Security > Advanced > Enable inheritance.",
  references: [attack("T1098", "Account Manipulation"), protectedPage],
  needsPrivileges: true,
  concerns: () => true,
  judge(account, view) {
    if (!account.adminCount || isProtectedByHolder(account, view.domain)) return "fine";
    return { evidence: ["Its adminCount is 1, and it is in no protected group."] };
  },
};

const primaryGroup: AccountRule = {
  id: "ad.primary-group-unusual",
  title: "The primary group is unusual",
  category: "accounts",
  severity: "HIGH",
  asks:
    "Whether primaryGroupID of a user, a disabled one too, is neither 513 (Domain Users) nor 514 (Domain Guests); that of a computer or managed service account neither 515 (Domain Computers) nor 514, " +
    "or 516 or 521 (domain controllers) outside of the organisational unit Domain Controllers.",
  remediation:
    "A membership by primary group does not show in the group's member attribute, so it is easily hidden there. Set-ADUser NAME -Replace @{primaryGroupID=513} " +
    "(Set-ADComputer with 515 for computers), after adding the account to that group; then remove it from the other: Remove-ADGroupMember 'GROUP' -Members NAME.",
  references: [
    attack("T1098.007", "Additional Local or Domain Groups"),
    microsoft("primaryGroupID attribute", "windows/win32/adschema/a-primarygroupid"),
  ],
  concerns: (account) => {
    const trust = hasFlag(account, "interdomainTrust");
    return trust === "unread" ? trust : !trust;
  },
  judge(account, { domain, privileges }) {
    const { primaryGroupId, kind } = account;
    if (primaryGroupId === null) return "unread";
    const usual: readonly number[] =
      kind === "user"
        ? [rids.domainUsers, rids.domainGuests]
        : [rids.domainComputers, rids.domainGuests];
    if (usual.includes(primaryGroupId)) return "fine";
    const isController = kind === "computer" && privileges.isDomainController(account);
    if (isController && account.key.endsWith(`,ou=domain controllers,${domain.key}`)) return "fine";
    const sid = sidIn(domain, primaryGroupId);
    const known = privileges.groupOf(sid);
    const group =
      known === undefined ? `${primaryGroupId}` : `${primaryGroupId} (${namedTogether([known])})`;
    return {
      evidence: [
        isController
          ? `It is a domain controller by its primary group ${group}, and is not in the organisational unit Domain Controllers.`
          : `Its primary group is ${group}.`,
      ],
    };
  },
};

const sidHistory: Rule<Domain> = {
  id: "ad.sid-history",
  title: "An object has the rights of another by its SID history",
  category: "privileged_access",
  severity: "MEDIUM",
  asks: "Whether an account or group, a disabled one too, has values in sIDHistory. CRITICAL when one of them is of this very domain, built in, or has a RID below 1000: no migration makes those.",
  remediation:
    "Give the object the rights that it still needs by its own SID, then clear the history: Get-ADUser NAME -Properties sIDHistory | ForEach-Object { Set-ADUser $_ -Remove @{sIDHistory=$_.sIDHistory.Value} } (Get-ADGroup and Set-ADGroup for groups). " +
    "Treat a CRITICAL one as a break-in until somebody explains it.",
  references: [
    attack("T1134.005", "SID-History Injection"),
    microsoft("sIDHistory attribute", "windows/win32/adschema/a-sidhistory"),
  ],
  evaluate(domain) {
    const found: FoundWeakness[] = [];
    for (const account of domain.accounts) {
      const judgement = judgeHistory(account.sidHistory, domain);
      if (judgement !== null) found.push({ target: targetOfAccount(account), ...judgement });
    }
    for (const group of domain.groups) {
      const judgement = judgeHistory(group.sidHistory, domain);
      if (judgement !== null) found.push({ target: targetOfGroup(group), ...judgement });
    }
    return evaluated(domain.accounts.length + domain.groups.length, found);
  },
};

/** Rules about what past or hidden memberships leave behind. */
export const traceRules: readonly Rule<Domain>[] = [
  ruleOfAccounts(orphanedAdminCount),
  ruleOfAccounts(primaryGroup),
  sidHistory,
];

function judgeHistory(
  history: readonly Sid[],
  domain: Domain,
): Omit<FoundWeakness, "target"> | null {
  if (history.length === 0) return null;
  const all = `It has ${counted(history.length, "SID")} in its history: ${namedTogether(history)}.`;
  const grave = history.filter((sid) => isImpossibleInHistory(sid, domain));
  if (grave.length === 0) return { evidence: [all] };
  const why = `of this domain, built in, or with a RID below ${firstOwnRid}`;
  return {
    severity: "CRITICAL",
    evidence: [`No migration makes ${namedTogether(grave)}: ${why}.`, all],
  };
}

function isImpossibleInHistory(sid: Sid, domain: Domain): boolean {
  if (!sid.startsWith("S-1-5-21-")) return true;
  return sid.startsWith(`${domain.sid}-`) || !(ridOf(sid) >= firstOwnRid);
}

/** What AdminSDHolder protects besides the privileged groups, by the page above: krbtgt, domain controllers, Replicator. */
function isProtectedByHolder(account: Account, domain: Domain): boolean {
  const privileges = privilegesOf(domain);
  return (
    privileges.isPrivileged(account) ||
    privileges.isDomainController(account) ||
    isKrbtgt(account) ||
    privileges.membersOf(sids.replicator).includes(account)
  );
}
