import { type Domain, privilegesOf } from "#engines/active-directory";
import type { Rule } from "#engines/directory-types";
import { attack, microsoft } from "#engines/rule-words";
import { targetOfDomain } from "../../targets.ts";
import { replication } from "./control-rights.ts";
import { judgeControl } from "./judge-control.ts";

const rights = [replication.changes, replication.secrets];

/** DCSync: to ask a domain controller for passwords as another controller would. */
export const replicationOfSecrets: Rule<Domain> = {
  id: "ad.dcsync",
  title: "May read all passwords by replication (DCSync), and is no domain controller",
  category: "permissions",
  severity: "CRITICAL",
  asks: "Who has Replicating Directory Changes All on the domain, and neither is a domain controller nor controls the domain anyway. Together with Replicating Directory Changes, which somebody may also have through a group, it gives the hashes of all passwords; for who has not both directly it is HIGH. One finding for each who has the right: synchronisation of password hashes to Entra needs it, so its account is found as well.",
  remediation: [
    "Take both rights from everybody but Domain Controllers, Administrators and the account of Entra Connect (MSOL_…, or pGMSA_… of cloud sync), which needs them for password hash synchronisation. Guard that one, and the server that it is used on, like a domain controller, and make an exception for it.",
    "The others: see what they have, then take all of it away, and give back what they need besides:",
    'dsacls "DC=acme,DC=test"',
    'dsacls "DC=acme,DC=test" /R "ACME\\NAME"',
    "If it was not known, treat all passwords as known to others: reset krbtgt twice.",
  ].join("\n"),
  references: [
    attack("T1003.006", "OS Credential Dumping: DCSync"),
    microsoft(
      "DS-Replication-Get-Changes-All extended right",
      "windows/win32/adschema/r-ds-replication-get-changes-all",
    ),
  ],
  evaluate(domain) {
    const { isBroad } = privilegesOf(domain);
    return judgeControl(domain, {
      objects: [domain],
      nouns: ["domain", "domains"],
      rights: () => rights,
      target: () => targetOfDomain(domain),
      eachTrustee: true,
      isMinded: (control) => control.rights.includes(replication.secrets.words),
      severity: (_, controls) =>
        controls.some(
          (control) => isBroad(control.sid) || control.rights.includes(replication.changes.words),
        )
          ? "CRITICAL"
          : "HIGH",
    });
  },
};
