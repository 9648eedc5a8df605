import {
  type FoundWeakness,
  type Rule,
  type Thresholds,
  usualThresholds,
} from "#engines/directory-types";
import {
  agoInWords,
  attack,
  daysSince,
  evaluated,
  microsoft,
  namedTogether,
  notEvaluated,
} from "#engines/rule-words";
import { privilegedPeople, roleNames, wholly } from "../privileged-people.ts";
import type { AppCredential, EntraTenant, Principal } from "../tenant.ts";
import { tierZeroPermissions } from "../tier-zero-permissions.ts";
import { targetOf, weakness } from "./verdicts.ts";

/** Tenant of Microsoft's own applications: what they may do is not the administrator's to decide. */
const microsoftTenant = "f8cdef31-a31e-4b4a-93e4-5f571e91255a";
const credentials = attack("T1098.001", "Account Manipulation: Additional Cloud Credentials");

/** Secrets that live long are found in scripts, mails and repositories. */
export const oldCredentials: Rule<EntraTenant> = {
  id: "entra.application-credentials-old",
  title: "An application has old or expired credentials",
  category: "applications",
  severity: "HIGH",
  asks:
    `Whether a registered application has a valid secret that is older than ${usualThresholds.applicationSecretDays} days or a valid certificate that is older than ` +
    `${usualThresholds.applicationCertificateDays} days (thresholds applicationSecretDays and applicationCertificateDays), or keeps expired ones. LOW when it only keeps expired ones.`,
  remediation:
    "In the Entra admin center under Identity > Applications > App registrations > (application) > Certificates & secrets add a new certificate, move the service to it and delete the old " +
    "one (Remove-MgApplicationPassword, Remove-MgApplicationKey). Better: a managed identity or a federated credential, which need no secret.",
  references: [
    credentials,
    microsoft(
      "Security best practices for application properties",
      "entra/identity-platform/security-best-practices-for-app-registration",
    ),
  ],
  evaluate({ applications }, { now, thresholds }) {
    if (applications.kind === "refused") return notEvaluated(applications.needs);
    const found: FoundWeakness[] = [];
    for (const application of applications.items) {
      const old = application.credentials.flatMap((one) => oldSentence(one, now, thresholds));
      const expired = application.credentials
        .filter(({ endsAt }) => endsAt <= now)
        .map(
          ({ kind, name, endsAt }) => `Its ${kind} "${name}" expired ${agoInWords(endsAt, now)}.`,
        );
      if (old.length + expired.length === 0) continue;
      found.push(
        weakness(
          targetOf("application", application),
          [...old, ...expired],
          old.length === 0 ? "LOW" : undefined,
        ),
      );
    }
    return evaluated(applications.items.length, found, applications.unread);
  },
};

function oldSentence(
  { kind, name, startsAt, endsAt }: AppCredential,
  now: number,
  thresholds: Thresholds,
): string[] {
  const limit =
    kind === "secret" ? thresholds.applicationSecretDays : thresholds.applicationCertificateDays;
  if (endsAt <= now || daysSince(startsAt, now) <= limit) return [];
  return [
    `Its ${kind} "${name}" was made ${agoInWords(startsAt, now)}; the limit is ${limit} days.`,
  ];
}

/** An application with such a permission is a global administrator without a second factor. */
export const tierZeroApplications: Rule<EntraTenant> = {
  id: "entra.applications-with-tier-zero-permissions",
  title: "An application can take the tenant over",
  category: "applications",
  severity: "HIGH",
  asks:
    "Whether an enabled service principal that is not Microsoft's own has application permissions of Microsoft Graph that lead to Global Administrator, by themselves or " +
    "in a few steps. Owners, who may add secrets to it, are named unless they are privileged themselves.",
  remediation:
    "In the Entra admin center under Identity > Applications > Enterprise applications > (application) > Permissions review them; give it a narrower permission and remove this one " +
    "(Remove-MgServicePrincipalAppRoleAssignment). Where it must stay: guard its credentials like an administrator's, take its owners away, and alert on its sign-ins. Then except the finding.",
  references: [
    attack("T1098.003", "Account Manipulation: Additional Cloud Roles"),
    microsoft("Microsoft Graph permissions reference", "graph/permissions-reference"),
  ],
  evaluate(tenant) {
    const { servicePrincipals, permissionGrants: grants, owners } = tenant;
    if (servicePrincipals.kind === "refused") return notEvaluated(servicePrincipals.needs);
    if (grants.kind === "refused") return notEvaluated(grants.needs);
    if (owners.kind === "refused") return notEvaluated(owners.needs);
    if (grants.unread.length > 0) {
      return notEvaluated(
        "Microsoft Graph answered about given permissions in a shape that is not understood.",
      );
    }
    const people = privilegedPeople(tenant);
    const byPrincipal = Map.groupBy(grants.items, ({ principalId }) => principalId);
    const found: FoundWeakness[] = [];
    const unread = [...servicePrincipals.unread];
    let judged = 0;
    for (const principal of servicePrincipals.items) {
      if (principal.ownerTenant === microsoftTenant || !principal.enabled) continue;
      const given = (byPrincipal.get(principal.id) ?? []).map(({ permission }) => permission);
      const dangerous = [...new Set(given)].flatMap((permission) => {
        const power = permission === null ? undefined : tierZeroPermissions.get(permission);
        return power === undefined ? [] : [`It has ${permission}: it can ${power}.`];
      });
      if (dangerous.length === 0 && given.includes(null)) {
        unread.push(principal.id);
        continue;
      }
      judged++;
      if (dangerous.length === 0) continue;
      const unprivileged = ordinaryOwners(people, owners.of.get(principal.id) ?? []);
      const owned =
        unprivileged.length === 0
          ? []
          : [`Owners may add secrets to it and act as it: ${namedTogether(unprivileged)}.`];
      found.push(weakness(targetOf("service_principal", principal), [...owned, ...dangerous]));
    }
    return evaluated(judged, found, unread);
  },
};

/** Owners who are not privileged themselves, as far as it is known. */
function ordinaryOwners(
  people: ReturnType<typeof privilegedPeople>,
  owners: readonly Principal[],
): string[] {
  return owners
    .filter(({ id }) => people.kind === "refused" || !people.byId.has(id))
    .map(({ name, id }) => name ?? id);
}

/** A role works for an application as it does for a person, only that nobody has to sign in. */
export const privilegedServicePrincipals: Rule<EntraTenant> = {
  id: "entra.service-principals-with-privileged-roles",
  title: "A service principal has a privileged role",
  category: "applications",
  severity: "HIGH",
  asks: "Whether a service principal has a highly privileged role in the whole tenant, directly, by a group or as an eligible one.",
  remediation:
    "In the Entra admin center under Identity > Roles & admins > (role) > Assignments remove it and give the application the single permissions that it needs " +
    "(Remove-MgRoleManagementDirectoryRoleAssignment). Where it must stay guard its credentials like an administrator's, then except the finding.",
  references: [
    credentials,
    microsoft("Securing service principals", "entra/architecture/service-accounts-principal"),
  ],
  evaluate(tenant) {
    const active = wholly(tenant.roleAssignments);
    if (active.kind === "refused") return notEvaluated(active.needs);
    const eligible = wholly(tenant.roleEligibilities);
    if (eligible.kind === "refused" && !eligible.licence) return notEvaluated(eligible.needs);
    const rolesOf = new Map<string, { principal: Principal; roles: Set<string> }>();
    for (const { principal, roleId } of [
      ...active.items,
      ...(eligible.kind === "read" ? eligible.items : []),
    ]) {
      let holders: readonly Principal[] = [principal];
      if (principal.type === "group") {
        const { roleGroupMembers: members } = tenant;
        if (members.kind === "refused") return notEvaluated(members.needs);
        holders = members.of.get(principal.id) ?? [];
      }
      for (const holder of holders) {
        if (holder.type !== "service_principal") continue;
        const known = rolesOf.get(holder.id) ?? { principal: holder, roles: new Set() };
        known.roles.add(roleId);
        rolesOf.set(holder.id, known);
      }
    }
    const found = [...rolesOf.values()].map(({ principal, roles }) =>
      weakness(targetOf("service_principal", principal), [
        `It has, or may activate, ${roleNames(roles)}: whoever has one of its secrets has the role.`,
      ]),
    );
    return evaluated(found.length, found);
  },
};
