import {
  type Account,
  type Domain,
  type Group,
  type Privileges,
  isForEverybody,
  privilegesOf,
  rids,
  sidIn,
  sidInRoot,
  sids,
} from "#engines/active-directory";
import type { FoundWeakness, Rule } from "#engines/directory-types";
import {
  attack,
  counted,
  daysSince,
  evaluated,
  microsoft,
  namedTogether,
  notApplicable,
  notEvaluated,
} from "#engines/rule-words";
import { allOf, hasFlag } from "../account-flags.ts";
import { targetOfGroup } from "../targets.ts";
import { unlessPrivilegesAreKnown } from "../unless-privileges-are-known.ts";
import { isBuiltInAdministrator, isEnabledUser } from "./account-kinds.ts";

const category = "privileged_access";
const groupsPage = microsoft(
  "Privileged accounts and groups in Active Directory",
  "windows-server/identity/ad-ds/plan/security-best-practices/appendix-b--privileged-accounts-and-groups-in-active-directory",
);
const domainGroups = attack("T1069.002", "Domain Groups");
const validAccounts = attack("T1078.002", "Domain Accounts");
const operators: readonly string[] = [
  sids.accountOperators,
  sids.serverOperators,
  sids.printOperators,
  sids.backupOperators,
];

/** New services get a password before they get their flag; a finding then tells of those that stayed. */
const neverExpiringDays = 30;

/** A group is one target each; the sentences say who is in it. */
type GroupJudgement = Omit<FoundWeakness, "target"> | null;

const schemaAdmins: Rule<Domain> = {
  id: "ad.schema-admins-not-empty",
  title: "Schema Admins has members",
  category,
  severity: "MEDIUM",
  asks: "Whether anybody is in Schema Admins (RID 518), which exists in the root domain of the forest. LOW for the built-in administrator alone, whom every new forest puts there.",
  remediation:
    "Remove-ADGroupMember 'Schema Admins' -Members NAME. Add who changes the schema for as long as that takes: Add-ADGroupMember 'Schema Admins' -Members NAME -MemberTimeToLive (New-TimeSpan -Hours 2), which takes the feature Privileged Access Management; else remove them afterwards.",
  references: [validAccounts, groupsPage],
  evaluate(domain) {
    const sid = sidInRoot(domain, rids.schemaAdmins);
    if (sid === null) return notEvaluated("Needs to know which domain is the root of the forest.");
    if (domain.rootSid !== domain.sid) {
      return notApplicable("This is not the root domain of the forest, which has Schema Admins.");
    }
    return judgeGroups(domain, [sid], (group, members, privileges) => {
      const evidence = membersInWords(group, members, privileges);
      if (evidence === null) return null;
      const isUsual =
        members.every((account) => isBuiltInAdministrator(account, domain)) &&
        privileges.foreignMembersOf(sid).length === 0;
      return { severity: isUsual ? "LOW" : "MEDIUM", evidence };
    });
  },
};

const operatorGroups: Rule<Domain> = {
  id: "ad.operators-group-not-empty",
  title: "An operators' group has members",
  category,
  severity: "MEDIUM",
  asks: "Whether anybody is, nested, in Account Operators, Server Operators, Print Operators or Backup Operators (S-1-5-32-548 to 551).",
  remediation:
    "Each of these groups can take over the domain controllers. Remove-ADGroupMember 'GROUP' -Members NAME; delegate the few rights that its members need on the organisational units that they look after (dsacls, or Delegate Control).",
  references: [domainGroups, groupsPage],
  evaluate: (domain) =>
    judgeGroups(domain, operators, (group, members, privileges) => {
      const evidence = membersInWords(group, members, privileges);
      return evidence === null ? null : { evidence };
    }),
};

const dnsAdmins: Rule<Domain> = {
  id: "ad.dns-admins-not-empty",
  title: "DnsAdmins has members who are not privileged otherwise",
  category,
  severity: "MEDIUM",
  asks: "Whether anybody who is in no privileged group is, nested, in DnsAdmins: they may have the DNS service of the domain controllers load a library of theirs.",
  remediation:
    "Remove-ADGroupMember DnsAdmins -Members NAME. Give who looks after zones the right to write these zones instead (Set-Acl on the zone, or its Security page in the DNS console).",
  references: [attack("T1574", "Hijack Execution Flow"), groupsPage],
  evaluate(domain) {
    const groups = domain.groups.filter(({ name }) => name.toLowerCase() === "dnsadmins");
    if (groups.length === 0) return notApplicable("There is no group DnsAdmins.");
    return (
      unlessPrivilegesAreKnown(privilegesOf(domain)) ??
      judgeGroups(
        domain,
        groups.map(({ sid }) => sid),
        (group, members, privileges) => {
          const others = members.filter((account) => !privileges.isPrivileged(account));
          const evidence = membersInWords(group, others, privileges);
          return evidence === null ? null : { evidence };
        },
      )
    );
  },
};

const neverExpiring: Rule<Domain> = {
  id: "ad.domain-admins-never-expire",
  title: "Several administrators' passwords never expire",
  category: "passwords",
  severity: "HIGH",
  asks: `Whether two or more enabled user accounts in Domain Admins have the flag DONT_EXPIRE_PASSWORD and a password of ${neverExpiringDays} days or older.`,
  remediation:
    "Set-ADUser NAME -PasswordNeverExpires $false for each, but for one account that is kept for emergencies. Run services as group managed service accounts that are no administrators.",
  references: [validAccounts, groupsPage],
  evaluate: (domain, { now }) =>
    judgeGroups(domain, [sidIn(domain, rids.domainAdmins)], (group, members) => {
      const forEver = members.filter(
        (account) =>
          allOf(isEnabledUser(account), hasFlag(account, "passwordNeverExpires")) === true &&
          typeof account.passwordSetAt === "number" &&
          daysSince(account.passwordSetAt, now) >= neverExpiringDays,
      );
      if (forEver.length < 2) return null;
      return {
        evidence: [
          `The passwords of ${forEver.length} members of ${namedTogether([group])} never expire: ${namedTogether(forEver)}.`,
        ],
      };
    }),
};

const everybody: Rule<Domain> = {
  id: "ad.privileged-group-open-to-all",
  title: "A privileged group has everybody in it",
  category,
  severity: "CRITICAL",
  asks: "Whether Everyone, Authenticated Users, Domain Users, Domain Computers, Users or the like are, nested, in a privileged group.",
  remediation:
    "Remove-ADGroupMember 'GROUP' -Members 'Domain Users' (or the group in between); then look at what was changed in the domain since: whoever signed in could change all of it.",
  references: [domainGroups, groupsPage],
  evaluate: (domain) =>
    judgePrivilegedGroups(domain, (group, privileges) => {
      const open = [
        ...privileges.groupsIn(group.sid).filter(({ sid }) => isForEverybody(sid)),
        ...privileges
          .foreignMembersOf(group.sid)
          .flatMap(({ key, sid }) =>
            sid !== null && isForEverybody(sid) ? [{ name: `${sid} (${nameIn(key)})` }] : [],
          ),
      ];
      return open.length === 0
        ? null
        : { evidence: [`In ${namedTogether([group])}, nested, are: ${namedTogether(open)}.`] };
    }),
};

const foreigners: Rule<Domain> = {
  id: "ad.privileged-group-foreign-members",
  title: "A privileged group has members of another domain",
  category,
  severity: "MEDIUM",
  asks: "Whether somebody of another domain is, nested, in a privileged group; Enterprise Admins and Domain Admins of the forest's root are usual in Administrators.",
  remediation:
    "The other domain's administrators, and who breaks in there, administer this one. Remove-ADGroupMember 'GROUP' -Members 'SID or name'; give them accounts of this domain.",
  references: [attack("T1484.002", "Trust Modification"), groupsPage],
  evaluate: (domain) =>
    judgePrivilegedGroups(domain, (group, privileges) => {
      const foreign = privileges
        .foreignMembersOf(group.sid)
        .filter(({ key, sid }) => !isUsualForeigner(domain, key, sid))
        .map(({ key, sid }) => ({ name: sid ?? nameIn(key) }));
      return foreign.length === 0
        ? null
        : { evidence: [`In ${namedTogether([group])}, nested, are: ${namedTogether(foreign)}.`] };
    }),
};

/** Rules about who is in which privileged group. */
export const privilegedGroupRules: readonly Rule<Domain>[] = [
  everybody,
  schemaAdmins,
  operatorGroups,
  dnsAdmins,
  neverExpiring,
  foreigners,
];

/** Needs all of the groups; ones whose members were not all read are unread, unless what is known of them is bad enough. */
function judgeGroups(
  domain: Domain,
  sids: readonly string[],
  judge: (group: Group, members: readonly Account[], privileges: Privileges) => GroupJudgement,
): ReturnType<Rule<Domain>["evaluate"]> {
  const privileges = privilegesOf(domain);
  const wanted = [...new Set(sids)];
  const groups = wanted.flatMap((sid) => privileges.groupOf(sid) ?? []);
  if (groups.length < wanted.length) {
    const missing = wanted.filter((sid) => privileges.groupOf(sid) === undefined);
    return notEvaluated(groupsNeeded(missing.join(", ")));
  }
  const found: FoundWeakness[] = [];
  const unread: string[] = [];
  for (const group of groups) {
    const judgement = judge(group, privileges.membersOf(group.sid), privileges);
    // Who is known to be in it is found; that nobody is can only be said of all members.
    if (judgement !== null) found.push({ target: targetOfGroup(group), ...judgement });
    else if (isUnread(group, privileges)) unread.push(group.id);
  }
  return evaluated(groups.length - unread.length, found, unread);
}

function judgePrivilegedGroups(
  domain: Domain,
  judge: (group: Group, privileges: Privileges) => GroupJudgement,
): ReturnType<Rule<Domain>["evaluate"]> {
  const privileges = privilegesOf(domain);
  const { missingGroups } = privileges;
  if (missingGroups.length > 0) return notEvaluated(groupsNeeded(missingGroups.join(", ")));
  return judgeGroups(
    domain,
    privileges.groups.map(({ sid }) => sid),
    (group) => judge(group, privileges),
  );
}

function groupsNeeded(named: string): string {
  return `Needs the right to read the groups ${named} and their members.`;
}

function isUnread(group: Group, { groupsIn }: Privileges): boolean {
  return [group, ...groupsIn(group.sid)].some(({ members }) => members === undefined);
}

/** Null: nobody is in it. */
function membersInWords(
  { sid }: Group,
  members: readonly Account[],
  { foreignMembersOf }: Privileges,
): string[] | null {
  const foreign = foreignMembersOf(sid).map((one) => ({ name: one.sid ?? nameIn(one.key) }));
  const evidence: string[] = [];
  if (members.length > 0) {
    evidence.push(
      `It has ${counted(members.length, "member")}, nested ones too: ${namedTogether(members)}.`,
    );
  }
  if (foreign.length > 0) evidence.push(`From elsewhere: ${namedTogether(foreign)}.`);
  return evidence.length === 0 ? null : evidence;
}

/** The first value of a distinguished name. */
function nameIn(key: string): string {
  return /^[^=]*=((?:\\.|[^,\\])*)/.exec(key)?.[1] ?? key;
}

function isUsualForeigner(domain: Domain, key: string, sid: string | null): boolean {
  // Everybody is for a rule of its own.
  if (sid !== null) {
    return (
      isForEverybody(sid) ||
      sid === sids.system ||
      sid === sidInRoot(domain, rids.enterpriseAdmins) ||
      sid === sidInRoot(domain, rids.domainAdmins)
    );
  }
  // A member of the same forest is known by its name alone.
  return domain.rootSid !== domain.sid && /^cn=(?:enterprise|domain) admins,cn=users,dc=/.test(key);
}
