import type { Domain } from "#engines/active-directory";
import type { DirectoryFacts } from "#engines/directory-types";
import type { EntraTenant } from "#engines/entra";
import { printableLine, shortened } from "#lib/printable";

/** Names of functional levels, MS-ADTS 6.1.4.4; 8 and 9 were never used. */
const levels: ReadonlyMap<number, string> = new Map([
  [0, "Windows 2000"],
  [1, "Windows Server 2003 interim"],
  [2, "Windows Server 2003"],
  [3, "Windows Server 2008"],
  [4, "Windows Server 2008 R2"],
  [5, "Windows Server 2012"],
  [6, "Windows Server 2012 R2"],
  [7, "Windows Server 2016"],
  [10, "Windows Server 2025"],
]);

/** Of names, by the schema. */
const longestName = 300;

/** What a domain is, for people. */
export function factsOfDomain(domain: Domain): DirectoryFacts {
  const { accounts } = domain;
  const computers = accounts.filter(({ kind }) => kind === "computer").length;
  const users = accounts.filter(({ kind }) => kind === "user").length;
  const { certificateAuthorities, certificateTemplates } = domain;
  return {
    name: shortened(printableLine(domain.dnsName), longestName),
    id: domain.sid,
    counts: {
      users,
      computers,
      "service accounts": accounts.length - users - computers,
      groups: domain.groups.length,
      "organisational units and containers": domain.units.length,
      "group policies": domain.groupPolicies.length,
      trusts: domain.trusts.length,
      ...(certificateAuthorities === null
        ? {}
        : { "certificate authorities": certificateAuthorities.length }),
      ...(certificateTemplates === null
        ? {}
        : { "certificate templates": certificateTemplates.length }),
    },
    details: {
      ...named("functional level", domain.functionalLevel),
      ...named("functional level of the forest", domain.forestFunctionalLevel),
    },
  };
}

function named(what: string, level: number | null): Record<string, string> {
  return level === null ? {} : { [what]: levels.get(level) ?? String(level) };
}

/** What a tenant of Entra is, for people. */
export function factsOfEntra(tenant: EntraTenant): DirectoryFacts {
  const counted = {
    "conditional access policies": tenant.accessPolicies,
    "role assignments": tenant.roleAssignments,
    applications: tenant.applications,
    "service principals": tenant.servicePrincipals,
  };
  const counts = Object.entries(counted).flatMap(([what, part]) =>
    part.kind === "read" ? [[what, part.items.length] as const] : [],
  );
  return {
    name: shortened(printableLine(tenant.name), longestName),
    id: tenant.id,
    counts: Object.fromEntries(counts),
    details: {},
  };
}
