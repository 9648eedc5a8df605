import { activeDirectoryRules } from "#engines/active-directory-rules";
import type { Domain } from "#engines/active-directory";
import { usualThresholds } from "#engines/directory-types";
import { makeDomain } from "../../src/engines/active-directory/testing/index.ts";

/** A domain in which a reader sees who is a member of what, but nobody's permissions. */
function withoutPermissions(domain: Domain): Domain {
  const hidden = { descriptor: null };
  const { adminSdHolder } = domain;
  return {
    ...domain,
    ...hidden,
    adminSdHolder: adminSdHolder === null ? null : { ...adminSdHolder, ...hidden },
    units: domain.units.map((unit) => ({ ...unit, ...hidden })),
    groupPolicies: domain.groupPolicies.map((policy) => ({ ...policy, ...hidden })),
    accounts: domain.accounts.map((account) => ({ ...account, ...hidden })),
    groups: domain.groups.map((group) => ({ ...group, ...hidden })),
    certificateTemplates:
      domain.certificateTemplates?.map((template) => ({ ...template, ...hidden })) ?? null,
    certificateAuthorities:
      domain.certificateAuthorities?.map((authority) => ({ ...authority, ...hidden })) ?? null,
  };
}

/** A domain of which a reader sees the names of objects and nothing else. */
function withoutValues(domain: Domain): Domain {
  return {
    ...domain,
    passwordPolicy: {
      minLength: null,
      complexity: null,
      reversible: null,
      lockoutThreshold: null,
      maxAgeMs: null,
    },
    machineAccountQuota: null,
    functionalLevel: null,
    forestFunctionalLevel: null,
    dsHeuristics: null,
    recycleBin: null,
    schema: {
      legacyLaps: null,
      windowsLaps: null,
      delegatedManagedServiceAccounts: null,
      version: null,
    },
    kdsRootKey: null,
    adminSdHolder: null,
    certificateTemplates: null,
    certificateAuthorities: null,
    issuancePolicies: null,
    dnsZones: null,
    accounts: domain.accounts.map((account) => ({
      ...account,
      flags: null,
      passwordSetAt: undefined,
      hasClearPassword: undefined,
    })),
    groups: domain.groups.map((group) => ({ ...group, members: undefined })),
  };
}

/**
 * What each rule about a domain says that it needs, by its id: of a reader who sees hardly anything, and of one who sees no
 * permissions. A rule without any is asked of each object by itself.
 */
export function needsOfDomainRules(): ReadonlyMap<string, string> {
  const domain = makeDomain();
  const seen = [withoutValues(withoutPermissions(domain)), withoutPermissions(domain)];
  return new Map(
    activeDirectoryRules.map((rule) => {
      const needs = seen.flatMap((one) => {
        const verdict = rule.evaluate(one, { now: one.readAt, thresholds: usualThresholds });
        return verdict.kind === "not_evaluated" ? [inGeneral(verdict.needs)] : [];
      });
      return [rule.id, [...new Set(needs)].join(" ")];
    }),
  );
}

/** Without what is so in this domain alone. */
function inGeneral(needs: string): string {
  return needs
    .replace(
      /^(Needs the right to read the members of) Administrators, .*\.$/,
      "$1 the privileged groups.",
    )
    .replace(
      /^The permissions of (?:\d+) (.+?) could not be read; .*$/,
      "Needs the right Read Permissions ($1).",
    );
}
