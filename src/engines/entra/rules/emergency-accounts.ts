import type { Rule } from "#engines/directory-types";
import {
  attack,
  evaluated,
  microsoft,
  namedTogether,
  notApplicable,
  notEvaluated,
} from "#engines/rule-words";
import type { AccessPolicy, EntraTenant } from "../tenant.ts";
import { targetOf, weakness } from "./verdicts.ts";

/** A mistake in a policy, or an outage of what it asks for, must not lock everybody out. */
export const emergencyAccounts: Rule<EntraTenant> = {
  id: "entra.emergency-accounts-not-excluded",
  title: "A policy applies to accounts for emergencies",
  category: "conditional_access",
  severity: "HIGH",
  asks:
    "Whether each enforced conditional access policy for people leaves out every account that is named in breakGlass, directly, by a group or by a role. " +
    "Policies that are not about the account anyway are fine.",
  remediation:
    "In the Entra admin center under Protection > Conditional Access > Policies open the policy, Users > Exclude, and add the accounts or a " +
    "role-assignable group that only they are in. PowerShell: Update-MgIdentityConditionalAccessPolicy with conditions.users.excludeUsers. " +
    "Guard the accounts otherwise: security keys in a safe, and an alert for every sign-in.",
  references: [
    attack("T1531", "Account Access Removal"),
    microsoft(
      "Manage emergency access accounts in Microsoft Entra ID",
      "entra/identity/role-based-access-control/security-emergency-access",
    ),
  ],
  evaluate(tenant) {
    const { accessPolicies: policies, emergencyNames } = tenant;
    const { emergencyAccounts: accounts, emergencyGroups: groups } = tenant;
    if (emergencyNames.length === 0) {
      return notEvaluated("Name the accounts for emergencies in breakGlass.");
    }
    if (policies.kind === "refused") return notEvaluated(policies.needs);
    if (accounts.kind === "refused") return notEvaluated(accounts.needs);
    if (groups.kind === "refused") return notEvaluated(groups.needs);
    const missing = emergencyNames.filter(
      (name) => !accounts.items.some(({ named }) => named === name),
    );
    if (missing.length > 0) {
      return notEvaluated(
        `There is no user ${namedTogether(missing)} in this tenant: name the accounts for emergencies in breakGlass.`,
      );
    }
    const enforced = policies.items.filter(
      ({ state, users }) => state === "enabled" && users !== null,
    );
    if (enforced.length === 0 && policies.unread.length === 0) {
      return notApplicable("There is no enforced conditional access policy for people.");
    }
    const found = [];
    const unread = [...policies.unread];
    for (const policy of enforced) {
      const answers = accounts.items.map((account) => ({
        account,
        applies: appliesTo(tenant, policy, {
          id: account.id,
          groups: (groups.of.get(account.id) ?? []).map(({ id }) => id),
        }),
      }));
      const hit = answers.filter(({ applies }) => applies === true);
      if (hit.length === 0) {
        if (answers.some(({ applies }) => applies === null)) unread.push(policy.id);
        continue;
      }
      const names = namedTogether(hit.map(({ account }) => account.name ?? account.named));
      const asked = policy.grant?.controls.includes("block") === true ? " It blocks them." : "";
      found.push(
        weakness(targetOf("conditional_access_policy", policy), [
          `It applies to ${names}.${asked}`,
        ]),
      );
    }
    return evaluated(enforced.length - (unread.length - policies.unread.length), found, unread);
  },
};

/** An account with all that it is in. */
interface Account {
  readonly id: string;
  readonly groups: readonly string[];
}

/** Whether a policy is about an account; null: it hangs on roles that could not be read. */
function appliesTo(tenant: EntraTenant, { users }: AccessPolicy, account: Account): boolean | null {
  if (users === null) return false;
  const inGroup = (groups: readonly string[]) => groups.some((id) => account.groups.includes(id));
  if (users.excludeUsers.includes(account.id) || inGroup(users.excludeGroups)) return false;
  const excluded = hasRole(tenant, account, users.excludeRoles);
  if (excluded === true) return false;
  const included =
    users.includeUsers.includes("All") ||
    users.includeUsers.includes(account.id) ||
    inGroup(users.includeGroups) ||
    hasRole(tenant, account, users.includeRoles);
  if (included === false) return false;
  return included === null || excluded === null ? null : true;
}

function hasRole(
  { roleAssignments }: EntraTenant,
  account: Account,
  roles: readonly string[],
): boolean | null {
  if (roles.length === 0) return false;
  if (roleAssignments.kind === "refused") return null;
  const has = roleAssignments.items.some(
    ({ roleId, principal }) =>
      roles.includes(roleId) &&
      (principal.id === account.id || account.groups.includes(principal.id)),
  );
  if (has) return true;
  return roleAssignments.unread.length > 0 ? null : false;
}
