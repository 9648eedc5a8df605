import { type Account, type Domain, privilegesOf, rids, sidIn } from "#engines/active-directory";
import type { Rule, Verdict } from "#engines/directory-types";
import { attack, evaluated, microsoft, namedTogether } from "#engines/rule-words";
import { allOf, hasFlag, isEnabled } from "../../account-flags.ts";
import { targetOfAccount } from "../../targets.ts";

const remediation = [
  "Take the services of domain controllers out of the list, or delegation away as a whole:",
  "Set-ADObject -Identity DN -Remove @{'msDS-AllowedToDelegateTo'='SERVICE/HOST'}",
  "Set-ADAccountControl -Identity NAME -TrustedToAuthForDelegation $false",
  "No service needs to act as others towards a domain controller; ask the application's maker if it says so.",
].join("\n");
const references = [
  attack("T1550", "Use Alternate Authentication Material"),
  microsoft(
    "Kerberos constrained delegation",
    "windows-server/security/kerberos/kerberos-constrained-delegation-overview",
  ),
];

/**
 * Enabled accounts that may delegate to a domain controller. The service in the list does not matter, only whose account it
 * runs under: the name of the service is not protected in a ticket.
 */
export const delegationToControllers: readonly Rule<Domain>[] = [
  {
    id: "ad.constrained-delegation-to-domain-controller",
    title: "May act as those who sign in to it towards a domain controller",
    category: "delegation",
    severity: "CRITICAL",
    asks: "Enabled accounts whose msDS-AllowedToDelegateTo names a service of a domain controller or of krbtgt, and that may not change protocols (those have a rule of their own).",
    remediation,
    references,
    evaluate: (domain) =>
      judge(domain, false, "It may act there as anybody who signs in to it by Kerberos."),
  },
  {
    id: "ad.protocol-transition-to-domain-controller",
    title: "May act as anybody towards a domain controller",
    category: "delegation",
    severity: "CRITICAL",
    asks: "Enabled accounts whose msDS-AllowedToDelegateTo names a service of a domain controller or of krbtgt, and that may change protocols (TRUSTED_TO_AUTH_FOR_DELEGATION in userAccountControl).",
    remediation,
    references,
    evaluate: (domain) =>
      judge(
        domain,
        true,
        "It may act there as anybody, administrators included, without their having signed in to it (TRUSTED_TO_AUTH_FOR_DELEGATION).",
      ),
  },
];

function judge(domain: Domain, mayChangeProtocol: boolean, meaning: string): Verdict {
  const isOfController = createControllerCheck(domain);
  const asked = domain.accounts
    .map((account) => ({ account, services: account.delegatesTo.filter(isOfController) }))
    .filter(({ services }) => services.length > 0)
    .map(({ account, services }) => {
      const changesProtocol = hasFlag(account, "trustedToAuthenticate");
      const isMinded =
        changesProtocol === "unread" ? changesProtocol : changesProtocol === mayChangeProtocol;
      return { account, services, isMinded: allOf(isEnabled(account), isMinded) };
    });
  const unread = asked.filter(({ isMinded }) => isMinded === "unread");
  return evaluated(
    domain.accounts.length - unread.length,
    asked
      .filter(({ isMinded }) => isMinded === true)
      .map(({ account, services }) => {
        const names = namedTogether(services);
        return {
          target: targetOfAccount(account),
          evidence: [`It may delegate to ${names}.`, meaning],
        };
      }),
    unread.map(({ account }) => account.id),
  );
}

/** Whether a service principal name, `ldap/dc1.acme.test/acme.test`, leads to a domain controller or to krbtgt. */
function createControllerCheck(domain: Domain): (name: string) => boolean {
  const own = privilegesOf(domain).domainControllers;
  const krbtgt = domain.accounts.filter(({ sid }) => sid === sidIn(domain, rids.krbtgt));
  const names = new Set(
    [...own, ...krbtgt].flatMap((account) =>
      account.servicePrincipalNames.map((name) => name.toLowerCase()),
    ),
  );
  const hosts = new Set(own.flatMap(hostsOf));
  return (name) => {
    const [service = "", host = ""] = name.toLowerCase().split("/");
    return service === "krbtgt" || names.has(name.toLowerCase()) || hosts.has(withoutPort(host));
  };
}

/** By which names services run on it, in lower case. */
function hostsOf({ name, hostName, servicePrincipalNames }: Account): string[] {
  const named = servicePrincipalNames.map((one) => one.split("/")[1] ?? "");
  return [name.replace(/\$$/, ""), hostName ?? "", ...named]
    .map((host) => withoutPort(host.toLowerCase()))
    .filter((host) => host !== "");
}

function withoutPort(host: string): string {
  return host.replace(/:\d*$/, "");
}
