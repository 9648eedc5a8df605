import { attack, microsoft } from "#engines/rule-words";
import { hasFlag, isEnabled } from "../../account-flags.ts";
import { ruleOfAccounts } from "../../account-rules/account-rule.ts";

/** Whoever signs in to it leaves a ticket with which it is them everywhere. Domain controllers have this by nature. */
export const unconstrainedDelegation = ruleOfAccounts({
  id: "ad.unconstrained-delegation",
  title: "May act as anybody who signs in to it, towards any service",
  category: "delegation",
  severity: "HIGH",
  asks: "Enabled users, computers and service accounts that are trusted for delegation without limits (TRUSTED_FOR_DELEGATION in userAccountControl); domain controllers, which have it by nature, are left out.",
  remediation: [
    "Find out what the account delegates, then let it delegate to those services alone, or let the services say who may act for others (resource-based delegation):",
    "Set-ADAccountControl -Identity NAME -TrustedForDelegation $false",
    "Set-ADComputer -Identity SERVICE-HOST -PrincipalsAllowedToDelegateToAccount (Get-ADComputer FRONT-END)",
    "Put administrators into Protected Users, so that their tickets cannot be passed on.",
  ].join("\n"),
  references: [
    attack("T1558", "Steal or Forge Kerberos Tickets"),
    microsoft(
      "Unsecure Kerberos delegation",
      "defender-for-identity/security-assessment-unconstrained-kerberos",
    ),
  ],
  concerns: (account, { privileges }) =>
    privileges.isDomainController(account) ? false : isEnabled(account),
  judge(account) {
    const isTrusted = hasFlag(account, "trustedForDelegation");
    if (isTrusted !== true) return isTrusted === "unread" ? "unread" : "fine";
    return {
      evidence: [
        "It is trusted for delegation to any service (TRUSTED_FOR_DELEGATION), and is no domain controller.",
      ],
    };
  },
});
