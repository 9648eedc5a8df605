import type { Rule } from "#engines/directory-types";
import { attack, microsoft } from "#engines/rule-words";
import type { Wanted } from "../conditional-access/covers.ts";
import {
  asksForPhishingResistance,
  asksForSecondFactor,
  blocks,
  stopsUserAtRisk,
} from "../conditional-access/grants.ts";
import { privilegedRoles } from "../privileged-roles.ts";
import type { EntraTenant } from "../tenant.ts";
import { type AccessRule, ruleOfAccess } from "./access-rule.ts";
import { targetOfRole } from "./verdicts.ts";
import { validAccounts } from "./references.ts";

const everybody = { subject: { kind: "everybody" } } as const;
/** Clients that know modern authentication. */
const modern = ["browser", "mobileAppsAndDesktopClients"] as const;
const block = { satisfies: blocks, otherwise: "it does not block" } as const;
const portal =
  "In the Entra admin center under Protection > Conditional Access > Policies make a policy: ";
const inReportOnly =
  " Run it in report-only mode first and leave the accounts for emergencies out.";
const createPolicy = "New-MgIdentityConditionalAccessPolicy";

function legacy(client: string, name: string): AccessRule["demands"][number] {
  return {
    does: `blocks ${name} for all users and all resources`,
    wanted: { ...everybody, clients: [client], ...block } satisfies Wanted,
  };
}

const rules: readonly AccessRule[] = [
  {
    id: "entra.legacy-authentication-allowed",
    title: "Legacy authentication is not blocked",
    category: "conditional_access",
    severity: "HIGH",
    asks:
      "Whether enforced conditional access policies block Exchange ActiveSync clients and other clients (IMAP, POP, SMTP and the like) for " +
      "all users and all resources, or security defaults are on. MEDIUM when a policy does, but leaves out others than accounts for emergencies.",
    remediation:
      `${portal}all users, all resources, Conditions > Client apps > Exchange ActiveSync clients and Other clients, Grant > Block access.${inReportOnly} ` +
      `PowerShell: ${createPolicy} with conditions.clientAppTypes @('exchangeActiveSync','other') and grantControls.builtInControls @('block').`,
    references: [
      attack("T1110.003", "Brute Force: Password Spraying"),
      microsoft(
        "Block legacy authentication with Conditional Access",
        "entra/identity/conditional-access/policy-block-legacy-authentication",
      ),
    ],
    satisfiedByDefaults: true,
    licence: "P1",
    demands: [
      legacy("exchangeActiveSync", "Exchange ActiveSync clients"),
      legacy("other", "other clients with legacy authentication"),
    ],
  },
  {
    id: "entra.no-mfa-for-all-users",
    title: "Multifactor authentication is not required of all users",
    category: "conditional_access",
    severity: "HIGH",
    asks:
      "Whether an enforced conditional access policy requires multifactor authentication, or an authentication strength that implies it, of " +
      "all users for all resources, or security defaults are on. A policy that is content with something else instead does not count. " +
      "MEDIUM when a policy does, but leaves out others than accounts for emergencies.",
    remediation:
      `${portal}all users, all resources, Grant > Require multifactor authentication.${inReportOnly} ` +
      `PowerShell: ${createPolicy} with conditions.users.includeUsers 'All', conditions.applications.includeApplications 'All' and grantControls.builtInControls 'mfa'.`,
    references: [
      validAccounts,
      microsoft(
        "Require multifactor authentication for all users",
        "entra/identity/conditional-access/policy-all-users-mfa-strength",
      ),
    ],
    satisfiedByDefaults: true,
    licence: "P1",
    demands: [
      {
        does: "requires multifactor authentication of all users for all resources",
        wanted: {
          ...everybody,
          clients: modern,
          satisfies: asksForSecondFactor,
          otherwise:
            "it does not require multifactor authentication, or is content with something else",
        },
      },
    ],
  },
  {
    id: "entra.no-phishing-resistant-mfa-for-administrators",
    title: "Administrators may sign in with what can be phished",
    category: "conditional_access",
    severity: "HIGH",
    asks:
      "Whether for each of the eight highly privileged roles an enforced conditional access policy requires a phishing-resistant " +
      "authentication strength (FIDO2, Windows Hello for Business or certificates alone) for all resources. One finding for each role. " +
      "Security defaults do not do this.",
    remediation:
      `${portal}Users > Directory roles (all highly privileged ones), all resources, Grant > Require authentication strength > Phishing-resistant MFA. ` +
      `Give administrators security keys or passkeys first.${inReportOnly} PowerShell: ${createPolicy} with ` +
      "grantControls.authenticationStrength.id '00000000-0000-0000-0000-000000000004'.",
    references: [
      attack("T1557", "Adversary-in-the-Middle"),
      attack("T1111", "Multi-Factor Authentication Interception"),
      microsoft(
        "Require phishing-resistant MFA for administrators",
        "entra/identity/conditional-access/policy-admin-phish-resistant-mfa",
      ),
    ],
    satisfiedByDefaults: false,
    licence: "P1",
    demands: [...privilegedRoles].map(([id, name]) => ({
      does: `requires phishing-resistant authentication of the role ${name} for all resources`,
      role: targetOfRole(id),
      wanted: {
        subject: { kind: "role", id },
        clients: modern,
        satisfies: asksForPhishingResistance,
        otherwise:
          "it does not require a phishing-resistant strength, or is content with something else",
      },
    })),
  },
  {
    id: "entra.risky-sign-ins-not-blocked",
    title: "Users and sign-ins at high risk are let in",
    category: "conditional_access",
    severity: "HIGH",
    asks:
      "Whether enforced conditional access policies stop users at high risk (block, or a new password) and sign-ins at high risk (block, or " +
      "multifactor authentication) for all users and all resources. A policy with both conditions at once does neither.",
    remediation:
      `${portal}all users, all resources, Conditions > User risk > High, Grant > Block access (or require a password change with multifactor authentication); ` +
      `and a second one with Conditions > Sign-in risk > High, Grant > Block access.${inReportOnly} ` +
      `PowerShell: ${createPolicy} with conditions.userRiskLevels 'high', and with conditions.signInRiskLevels 'high'.`,
    references: [
      validAccounts,
      microsoft(
        "Risk-based access policies",
        "entra/id-protection/concept-identity-protection-policies",
      ),
    ],
    satisfiedByDefaults: false,
    licence: "P2",
    demands: [
      {
        does: "stops users at high risk",
        wanted: {
          ...everybody,
          clients: modern,
          when: { userRisk: "high" },
          satisfies: stopsUserAtRisk,
          otherwise: "it does not block them or have them set a new password",
        },
      },
      {
        does: "stops sign-ins at high risk",
        wanted: {
          ...everybody,
          clients: modern,
          when: { signInRisk: "high" },
          satisfies: asksForSecondFactor,
          otherwise: "it does not block them or require multifactor authentication",
        },
      },
    ],
  },
  {
    id: "entra.device-code-flow-allowed",
    title: "The device code flow is not blocked",
    category: "conditional_access",
    severity: "HIGH",
    asks:
      "Whether an enforced conditional access policy blocks the device code flow, by which people are talked into signing in somebody " +
      "else's device, for all users and all resources. MEDIUM when a policy does, but leaves out others than accounts for emergencies.",
    remediation:
      `${portal}all users, all resources, Conditions > Authentication flows > Device code flow, Grant > Block access.${inReportOnly} ` +
      `PowerShell: ${createPolicy} with conditions.authenticationFlows.transferMethods 'deviceCodeFlow' and grantControls.builtInControls 'block'.`,
    references: [
      attack("T1528", "Steal Application Access Token"),
      microsoft(
        "Block authentication flows with Conditional Access",
        "entra/identity/conditional-access/policy-block-authentication-flows",
      ),
    ],
    satisfiedByDefaults: false,
    licence: "P1",
    demands: [
      {
        does: "blocks the device code flow for all users and all resources",
        wanted: { ...everybody, clients: modern, when: { transfer: "deviceCodeFlow" }, ...block },
      },
    ],
  },
];

/** Rules that ask whether a policy does something. */
export const conditionalAccessRules: readonly Rule<EntraTenant>[] = rules.map(ruleOfAccess);
