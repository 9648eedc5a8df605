import type { Rule } from "#engines/directory-types";
import { evaluated, microsoft, notEvaluated } from "#engines/rule-words";
import type { EntraTenant } from "../tenant.ts";
import { defaultsAreOn } from "./access-rule.ts";
import { ofOne, targetOfTenant } from "./verdicts.ts";
import { validAccounts } from "./references.ts";

/** Neither of the two things that protect sign-ins is there. */
export const securityDefaults: Rule<EntraTenant> = {
  id: "entra.security-defaults-off",
  title: "Security defaults are off, and no conditional access policy is enforced",
  category: "conditional_access",
  severity: "HIGH",
  asks: "Whether security defaults are on, or at least one conditional access policy is enforced. Report-only policies do not count.",
  remediation:
    "Without Entra ID P1: in the Entra admin center under Identity > Overview > Properties > Manage security defaults choose Enabled, or " +
    "Update-MgPolicyIdentitySecurityDefaultEnforcementPolicy -IsEnabled:$true. With P1 make conditional access policies instead.",
  references: [
    validAccounts,
    microsoft("Security defaults in Microsoft Entra ID", "entra/fundamentals/security-defaults"),
  ],
  evaluate(tenant) {
    const { securityDefaults: defaults, accessPolicies } = tenant;
    const on = defaultsAreOn(tenant);
    if (on === true) return evaluated(1, []);
    // Where conditional access is not licensed there is none.
    const unlicensed = accessPolicies.kind === "refused" && accessPolicies.licence;
    if (accessPolicies.kind === "refused" && !unlicensed) return notEvaluated(accessPolicies.needs);
    const policies = accessPolicies.kind === "read" ? accessPolicies.items : [];
    if (policies.some(({ state, users }) => state === "enabled" && users !== null)) {
      return evaluated(1, []);
    }
    if (defaults.kind === "refused") return notEvaluated(defaults.needs);
    const isUnread = accessPolicies.kind === "read" && accessPolicies.unread.length > 0;
    if (on === null || isUnread) return ofOne(targetOfTenant(tenant), "unread");
    const reported = policies.filter(({ state }) => state === "enabledForReportingButNotEnforced");
    return ofOne(targetOfTenant(tenant), [
      "Security defaults are off, and no conditional access policy for people is enforced.",
      ...(reported.length === 0
        ? []
        : [`Policies in report-only mode, which enforce nothing: ${reported.length}.`]),
    ]);
  },
};
