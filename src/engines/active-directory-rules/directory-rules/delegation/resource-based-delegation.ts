import {
  type Domain,
  type SecurityDescriptor,
  privilegesOf,
  rids,
  sidIn,
  sids,
} from "#engines/active-directory";
import type { Rule } from "#engines/directory-types";
import { attack, evaluated, microsoft } from "#engines/rule-words";
import { targetOfAccount } from "../../targets.ts";
import { unlessPrivilegesAreKnown } from "../../unless-privileges-are-known.ts";
import { controlsInWords } from "../permissions/trustees.ts";

/** Whoever is in the list signs in to the account's services as anybody. */
export const resourceBasedDelegation: Rule<Domain> = {
  id: "ad.resource-based-delegation-to-privileged",
  title: "Others may act as anybody towards a privileged account or domain controller",
  category: "delegation",
  severity: "CRITICAL",
  asks: "Domain controllers, krbtgt and privileged accounts whose msDS-AllowedToActOnBehalfOfOtherIdentity lets anybody act for others; MEDIUM when only accounts are in it that control the domain anyway.",
  remediation: [
    "Find out who set it (event 5136, or repadmin /showobjmeta DC DN), since attackers set it to come back; then clear it:",
    "Set-ADObject -Identity DN -Clear 'msDS-AllowedToActOnBehalfOfOtherIdentity'",
  ].join("\n"),
  references: [
    attack("T1550", "Use Alternate Authentication Material"),
    microsoft(
      "Resource-based constrained delegation",
      "windows-server/security/kerberos/kerberos-constrained-delegation-overview",
    ),
  ],
  evaluate(domain) {
    const privileges = privilegesOf(domain);
    const asked = domain.accounts.filter(
      (account) =>
        privileges.isDomainController(account) ||
        privileges.isPrivileged(account) ||
        account.sid === sidIn(domain, rids.krbtgt),
    );
    const found = asked.flatMap((account) => {
      const trustees = trusteesOf(account.actsOnBehalf);
      if (trustees.length === 0) return [];
      return {
        target: targetOfAccount(account),
        ...(trustees.every(privileges.isTierZero) ? { severity: "MEDIUM" as const } : {}),
        evidence: controlsInWords(
          domain,
          trustees.map((sid) => ({ sid, rights: ["may act as anybody towards its services"] })),
        ),
      };
    });
    return unlessPrivilegesAreKnown(privileges) ?? evaluated(asked.length, found);
  },
};

/** Those whom an entry allows it; without a list that is everybody. */
function trusteesOf(descriptor: SecurityDescriptor | null): string[] {
  if (descriptor === null) return [];
  if (descriptor.aces === null) return [sids.everyone];
  const allowed = descriptor.aces.filter(({ allow, inheritOnly }) => allow && !inheritOnly);
  return [...new Set(allowed.map(({ sid }) => sid))];
}
