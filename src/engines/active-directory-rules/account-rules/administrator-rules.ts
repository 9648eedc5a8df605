import { type Account, type Domain, privilegesOf } from "#engines/active-directory";
import { type FoundWeakness, type Rule, usualThresholds } from "#engines/directory-types";
import {
  attack,
  evaluated,
  microsoft,
  namedTogether,
  notApplicable,
  notEvaluated,
} from "#engines/rule-words";
import { targetOfAccount, targetOfDomain } from "../targets.ts";
import { unlessPrivilegesAreKnown } from "../unless-privileges-are-known.ts";
import { isBuiltInAdministrator, isEnabledUser } from "./account-kinds.ts";
import { protectedUsersOf } from "./protected-users.ts";

const category = "privileged_access";
const validAccounts = attack("T1078.002", "Domain Accounts");

/** Accounts for emergencies, which must work when Kerberos does not: PingCastle's P-ProtectedUsers leaves as many out. */
const toleratedOutside = 2;
/** From so many users on a share says something. */
const usersForShare = 100;

const tooMany: Rule<Domain> = {
  id: "ad.too-many-privileged-accounts",
  title: "There are too many privileged accounts",
  category,
  severity: "MEDIUM",
  asks:
    `Whether more than ${usualThresholds.privilegedAccounts} enabled user accounts are privileged (threshold privilegedAccounts), or, in a domain of more than ` +
    `${usersForShare} enabled users, more than ${usualThresholds.privilegedAccountsPercent} % of them (privilegedAccountsPercent).`,
  remediation:
    "Go through the members of the groups (Get-ADGroupMember 'Domain Admins' -Recursive) and take out who can do their work with delegated rights: Remove-ADGroupMember 'GROUP' -Members NAME.",
  references: [
    validAccounts,
    microsoft(
      "Implementing least-privilege administrative models",
      "windows-server/identity/ad-ds/plan/security-best-practices/implementing-least-privilege-administrative-models",
    ),
  ],
  evaluate(domain, { thresholds }) {
    const privileges = privilegesOf(domain);
    const refusal = unlessPrivilegesAreKnown(privileges);
    if (refusal !== null) return refusal;
    const users = domain.accounts.filter((account) => isEnabledUser(account) === true);
    const admins = users.filter(privileges.isPrivileged);
    const isShare =
      users.length > usersForShare &&
      admins.length * 100 > users.length * thresholds.privilegedAccountsPercent;
    if (!isShare && admins.length <= thresholds.privilegedAccounts) {
      const isUnread = privileges.accounts.some((account) => isEnabledUser(account) === "unread");
      return isUnread
        ? notEvaluated("Needs the right to read userAccountControl of the privileged accounts.")
        : evaluated(1, []);
    }
    const limits = [`at most ${thresholds.privilegedAccounts}`];
    if (users.length > usersForShare) {
      limits.push(`${thresholds.privilegedAccountsPercent} % of the enabled users`);
    }
    return evaluated(1, [
      {
        target: targetOfDomain(domain),
        evidence: [
          `${admins.length} of ${users.length} enabled users are privileged; ${limits.join(" and ")} may be.`,
          `They are ${namedTogether(admins)}.`,
        ],
      },
    ]);
  },
};

const notProtected: Rule<Domain> = {
  id: "ad.privileged-not-in-protected-users",
  title: "A privileged account is not in Protected Users",
  category,
  severity: "MEDIUM",
  asks: `Whether an enabled, privileged user account is outside of Protected Users (RID 525), when more than ${toleratedOutside} are. The built-in administrator is left out: it is for emergencies.`,
  remediation:
    "Members cannot sign in by NTLM, with DES or RC4, or be delegated, and their passwords are not kept in memory. Try it with one administrator first: " +
    "Add-ADGroupMember 'Protected Users' -Members NAME. Services do not work in it: run them as managed service accounts that are no administrators.",
  references: [
    attack("T1003", "OS Credential Dumping"),
    microsoft(
      "Protected Users security group",
      "windows-server/security/credentials-protection-and-management/protected-users-security-group",
    ),
  ],
  evaluate(domain) {
    const privileges = privilegesOf(domain);
    const refusal = unlessPrivilegesAreKnown(privileges);
    if (refusal !== null) return refusal;
    const protectedUsers = protectedUsersOf(domain);
    if (protectedUsers === "absent") {
      return notApplicable("There is no group Protected Users: it takes Windows Server 2012 R2.");
    }
    if (protectedUsers === "unread") {
      return notEvaluated("Needs the right to read the members of Protected Users.");
    }
    const concerned = (account: Account) => isEnabledUser(account) !== false;
    const asked = privileges.accounts.filter(
      (account) => concerned(account) && !isBuiltInAdministrator(account, domain),
    );
    const unread = asked.filter((account) => isEnabledUser(account) === "unread");
    const judged = asked.filter((account) => isEnabledUser(account) === true);
    const outside = judged.filter((account) => !protectedUsers.has(account));
    const found: FoundWeakness[] = outside.map((account) => ({
      target: targetOfAccount(account),
      evidence: [
        "It is not in Protected Users.",
        `It is privileged: a member of ${namedTogether(privileges.groupsOf(account))}.`,
      ],
    }));
    return evaluated(
      judged.length,
      outside.length > toleratedOutside ? found : [],
      unread.map(({ id }) => id),
    );
  },
};

/** Rules about the privileged accounts together. */
export const administratorRules: readonly Rule<Domain>[] = [tooMany, notProtected];
