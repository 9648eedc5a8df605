import type { Rule } from "#engines/directory-types";
import {
  attack,
  counted,
  evaluated,
  microsoft,
  namedTogether,
  notApplicable,
  notEvaluated,
} from "#engines/rule-words";
import type { AccessPolicy, EntraTenant, Items, PolicyUsers, Principal } from "../tenant.ts";
import { targetOf, weakness } from "./verdicts.ts";

/** A policy that is about nobody protects nobody, and looks as if it did. */
export const policyTargets: Rule<EntraTenant> = {
  id: "entra.policies-without-targets",
  title: "A policy names what was deleted, or applies to nobody or nothing",
  category: "conditional_access",
  severity: "MEDIUM",
  asks:
    "Whether a conditional access policy that is enforced or in report-only mode names users or groups that do not exist any more, or has no " +
    "users or no resources that it is about.",
  remediation:
    "In the Entra admin center under Protection > Conditional Access > Policies open the policy, take what was deleted out of Users > Include and " +
    "Exclude, and name whom and what it is meant for; delete policies that are of no use any more (Remove-MgIdentityConditionalAccessPolicy).",
  references: [
    attack("T1556.009", "Modify Authentication Process: Conditional Access Policies"),
    microsoft(
      "Conditional Access: users, groups and workload identities",
      "entra/identity/conditional-access/concept-conditional-access-users-groups",
    ),
  ],
  evaluate({ accessPolicies: policies, namedByPolicies: named }) {
    if (policies.kind === "refused") return notEvaluated(policies.needs);
    if (named.kind === "refused") return notEvaluated(named.needs);
    const active = policies.items.filter(({ state }) => state !== "disabled");
    if (active.length === 0 && policies.unread.length === 0) {
      return notApplicable("There is no conditional access policy that is switched on.");
    }
    const found = [];
    const unread = [...policies.unread];
    for (const policy of active) {
      const evidence = evidenceOf(policy, named);
      if (evidence.length > 0) {
        found.push(weakness(targetOf("conditional_access_policy", policy), evidence));
      } else if (policy.users !== null && namesAny(policy.users, named.unread)) {
        unread.push(policy.id);
      }
    }
    return evaluated(active.length - (unread.length - policies.unread.length), found, unread);
  },
};

function evidenceOf(policy: AccessPolicy, named: Items<Principal>): string[] {
  const { users } = policy;
  const evidence: string[] = [];
  if (users !== null) {
    const gone = goneFrom(named);
    const lists = [
      ["includes", gone(users.includeUsers), gone(users.includeGroups)],
      ["excludes", gone(users.excludeUsers), gone(users.excludeGroups)],
    ] as const;
    for (const [does, goneUsers, goneGroups] of lists) {
      for (const [what, ids] of [
        ["deleted user", goneUsers],
        ["deleted group", goneGroups],
      ] as const) {
        if (ids.length === 0) continue;
        evidence.push(`It ${does} ${counted(ids.length, what)}: ${namedTogether(ids)}.`);
      }
    }
    if (isAboutNobody(users, gone)) evidence.push("It is about nobody.");
  }
  const { includeApps, userActions, authenticationContexts } = policy;
  const apps = includeApps.filter((app) => app !== "None");
  if (apps.length + userActions.length + authenticationContexts.length === 0) {
    evidence.push("It is about no application, action or authentication context.");
  }
  return evidence;
}

/** Which of some ids are not there any more. */
function goneFrom(named: Items<Principal>) {
  const there = new Set([...named.items.map(({ id }) => id), ...named.unread]);
  return (ids: readonly string[]) =>
    ids.filter((id) => id !== "All" && id !== "None" && !there.has(id));
}

function isAboutNobody(
  { includeUsers, includeGroups, includeRoles, includesGuests }: PolicyUsers,
  gone: (ids: readonly string[]) => readonly string[],
): boolean {
  const users = includeUsers.filter((id) => id !== "None");
  const left =
    users.length - gone(users).length + includeGroups.length - gone(includeGroups).length;
  return left === 0 && includeRoles.length === 0 && !includesGuests;
}

function namesAny(users: PolicyUsers, ids: readonly string[]): boolean {
  return [
    ...users.includeUsers,
    ...users.excludeUsers,
    ...users.includeGroups,
    ...users.excludeGroups,
  ].some((id) => ids.includes(id));
}
