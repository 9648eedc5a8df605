import type { Rule } from "#engines/directory-types";
import { attack, evaluated, microsoft, namedTogether, notEvaluated } from "#engines/rule-words";
import type { EntraTenant } from "../tenant.ts";
import { valueAt } from "./expectation.ts";
import { ofOne, targetOfTenant, weakness } from "./verdicts.ts";

/** How policies begin by which users consent for themselves; others are for owners of groups and teams. */
const forThemselves = "ManagePermissionGrantsForSelf.";
/** Everything that does not take an administrator: what Microsoft had as its default until 2020. */
const anything = "microsoft-user-default-legacy";
/** Microsoft's own policies for verified publishers and permissions of low impact, or those that it recommends. */
const restricted = ["microsoft-user-default-low", "microsoft-user-default-recommended"];

/** Whether users may let applications at the tenant's data. */
export const userConsent: Rule<EntraTenant> = {
  id: "entra.users-may-consent-to-applications",
  title: "Users may give applications access to data",
  category: "consent",
  severity: "HIGH",
  asks:
    "Which policies of consent users have (authorizationPolicy, permissionGrantPoliciesAssigned). None, or Microsoft's policies for verified publishers " +
    "and permissions of low impact, are fine; the one for all applications is not. MEDIUM with a policy of the tenant's own, which is not read here.",
  remediation:
    "In the Entra admin center under Identity > Applications > Enterprise applications > Consent and permissions > User consent settings choose " +
    "Do not allow user consent, or allow it for verified publishers and selected permissions. PowerShell: Update-MgPolicyAuthorizationPolicy " +
    "-DefaultUserRolePermissions @{permissionGrantPoliciesAssigned=@()}. Then switch on the workflow for admin consent.",
  references: [
    attack("T1528", "Steal Application Access Token"),
    microsoft(
      "Configure how users consent to applications",
      "entra/identity/enterprise-apps/configure-user-consent",
    ),
  ],
  evaluate(tenant) {
    const { authorization } = tenant;
    const target = targetOfTenant(tenant);
    if (authorization.kind === "refused") return notEvaluated(authorization.needs);
    const sent = valueAt(
      authorization.value,
      "defaultUserRolePermissions.permissionGrantPoliciesAssigned",
    );
    const all: unknown[] | null = Array.isArray(sent) ? sent : null;
    const policies = all?.filter((one) => typeof one === "string") ?? [];
    if (all === null || policies.length < all.length) return ofOne(target, "unread");
    const own = policies
      .filter((one) => one.startsWith(forThemselves))
      .map((one) => one.slice(forThemselves.length))
      .filter((one) => !restricted.includes(one));
    if (own.includes(anything)) {
      return ofOne(target, [
        "Users may consent to any application for everything that does not take an administrator (microsoft-user-default-legacy).",
      ]);
    }
    if (own.length === 0) return evaluated(1, []);
    return evaluated(1, [
      weakness(
        target,
        [
          `Users may consent by policies of the tenant's own, to be looked at: ${namedTogether(own)}.`,
        ],
        "MEDIUM",
      ),
    ]);
  },
};
