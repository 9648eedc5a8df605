import { type Account, type Domain, type Unit, privilegesOf } from "#engines/active-directory";
import type { Rule, Verdict } from "#engines/directory-types";
import { attack, microsoft, notApplicable, notEvaluated } from "#engines/rule-words";
import { isEntraKerberos } from "../../account-rules/account-kinds.ts";
import { targetOf } from "../../targets.ts";
import { makingDelegatedAccounts } from "./control-rights.ts";
import { judgeControl } from "./judge-control.ts";

/**
 * BadSuccessor (CVE-2025-53779): who makes a delegated managed service account may name any account as the one that it succeeds,
 * and has its rights then. Controllers with the updates of August 2025 ask for a right to that account as well, which nobody
 * sees by LDAP.
 */
export const badSuccessor: Rule<Domain> = {
  id: "ad.bad-successor",
  title: "Others than administrators may make themselves successors of any account (BadSuccessor)",
  category: "permissions",
  severity: "HIGH",
  asks: "Who may create delegated managed service accounts in an organisational unit or container, or give themselves the right to, and does not control the domain anyway; CRITICAL when that is a group that stands for everybody. Asked when a domain controller runs Windows Server 2025, the schema has such accounts, and there is a KDS root key.",
  remediation: [
    "Install the updates of August 2025 or later on all domain controllers with Windows Server 2025, and take the right to create such accounts from everybody who does not need it; to find and change it:",
    'dsacls "OU=Staff,DC=acme,DC=test"',
    'dsacls "OU=Staff,DC=acme,DC=test" /D "ACME\\NAME:CC;msDS-DelegatedManagedServiceAccount"',
  ].join("\n"),
  references: [
    attack("T1098", "Account Manipulation"),
    microsoft(
      "Delegated managed service accounts",
      "windows-server/identity/ad-ds/manage/delegated-managed-service-accounts/delegated-managed-service-accounts-overview",
    ),
    {
      title: "CVE-2025-53779",
      url: "https://msrc.microsoft.com/update-guide/vulnerability/CVE-2025-53779",
    },
  ],
  evaluate(domain) {
    const { isBroad } = privilegesOf(domain);
    return (
      unlessPossible(domain) ??
      judgeControl<Unit>(domain, {
        objects: domain.units,
        nouns: ["organisational unit", "organisational units"],
        rights: () => makingDelegatedAccounts,
        target: (unit) => targetOf(unit.kind, unit),
        severity: (_, controls) => (controls.some(({ sid }) => isBroad(sid)) ? "CRITICAL" : "HIGH"),
      })
    );
  },
};

/** Accounts whose passwords are made of the key: where there are any, there is one, though only administrators see it. */
const takesRootKey: ReadonlySet<Account["kind"]> = new Set([
  "group_managed_service",
  "delegated_managed_service",
]);

/** What one condition that does not hold decides, whatever could not be read of the others. */
function unlessPossible(domain: Domain): Verdict | null {
  const { delegatedManagedServiceAccounts: isInSchema } = domain.schema;
  const systems = privilegesOf(domain)
    .domainControllers.filter((one) => !isEntraKerberos(one))
    .map((one) => one.operatingSystem);
  const runsIt = systems.some((system) => system?.includes("2025"));
  if (isInSchema === false) {
    return notApplicable("The schema has no delegated managed service accounts.");
  }
  if (domain.kdsRootKey === false) return notApplicable("There is no KDS root key.");
  if (!runsIt && systems.length > 0 && !systems.includes(null)) {
    return notApplicable("No domain controller runs Windows Server 2025.");
  }
  if (isInSchema === null) return notEvaluated("Needs the right to read the schema.");
  if (domain.kdsRootKey === null && !domain.accounts.some(({ kind }) => takesRootKey.has(kind))) {
    return notEvaluated("Needs the right to see whether there is a KDS root key.");
  }
  if (!runsIt) {
    return notEvaluated("Needs the right to read operatingSystem of the domain controllers.");
  }
  return domain.units.length === 0 ? notApplicable("There are no organisational units.") : null;
}
