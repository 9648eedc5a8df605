import { DirectoryRefused, type EntraSpec } from "#engines/directory-types";
import type { GraphReader, GraphRequest } from "#engines/graph";
import { accessPolicyOf } from "./reading/access-policy.ts";
import {
  applicationOf,
  permissionGrantOf,
  permissionsOf,
  servicePrincipalOf,
} from "./reading/applications.ts";
import type { Ask } from "./reading/ask.ts";
import { readEmergencyAccounts, readEmergencyGroups } from "./reading/emergency-accounts.ts";
import { readExcludedMembers, readNamedByPolicies } from "./reading/named-by-policies.ts";
import { readOwners } from "./reading/owners.ts";
import { fieldsOf, itemsOf, notUnderstood, partOf } from "./reading/part.ts";
import { readPrivilegedUsers, readRoleGroups } from "./reading/privileged-people.ts";
import { roleAssignmentOf } from "./reading/roles.ts";
import {
  activationRulesOf,
  domainOf,
  isCalledKerberos,
  methodsOf,
  organizationOf,
  passwordRulesOf,
  synchronisedUserOf,
} from "./reading/settings.ts";
import { isFields } from "./reading/words.ts";
import { firstRequests } from "./requests.ts";
import type { EntraTenant } from "./tenant.ts";

/** What reading a tenant needs from whoever asks for it. */
export interface EntraContext {
  /** Unix epoch milliseconds. */
  readonly now: () => number;
  /** `what` is being read; `objects`: how many were read so far. */
  readonly onProgress: (what: string, objects: number) => void;
}

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Reads of a tenant everything that the rules ask of it. What Graph refuses is a part that says what it takes.
 *
 * @throws DirectoryRefused when Graph cannot be reached or refuses the application, or when nothing tells the tenant's id.
 */
export async function readEntra(
  reader: GraphReader,
  spec: EntraSpec,
  context: EntraContext,
): Promise<EntraTenant> {
  const readAt = context.now();
  const ask = createAsk(reader, context);
  const first = await ask("the tenant", Object.values(firstRequests));
  const items =
    <T>(what: string, read: Parameters<typeof itemsOf<T>>[2]) =>
    (sent: readonly unknown[]) =>
      itemsOf(what, sent, read);

  const organization = partOf(first, firstRequests.organization, organizationOf);
  const accessPolicies = partOf(
    first,
    firstRequests.accessPolicies,
    items("conditional access policies", accessPolicyOf),
  );
  const roles = (request: GraphRequest) =>
    partOf(first, request, items(request.name, roleAssignmentOf));
  const roleAssignments = roles(firstRequests.roleAssignments);
  const roleSchedules = roles(firstRequests.roleSchedules);
  const roleEligibilities = roles(firstRequests.roleEligibilities);
  const applications = partOf(
    first,
    firstRequests.applications,
    items("applications", applicationOf),
  );
  const servicePrincipals = partOf(
    first,
    firstRequests.servicePrincipals,
    items("service principals", servicePrincipalOf),
  );
  const permissionGrants = grantsOf(first);

  const assignments = [roleAssignments, roleSchedules, roleEligibilities];
  const emergencyAccounts = await readEmergencyAccounts(ask, spec.breakGlass);
  const roleGroupMembers = await readRoleGroups(ask, assignments);
  return {
    readAt,
    ...identityOf(spec, organization),
    organization,
    securityDefaults: partOf(first, firstRequests.securityDefaults, (sent) =>
      fieldsOf("security defaults", sent),
    ),
    authorization: partOf(first, firstRequests.authorization, (sent) =>
      fieldsOf("the authorization policy", sent),
    ),
    consentRequests: partOf(first, firstRequests.consentRequests, (sent) =>
      fieldsOf("requests for consent", sent),
    ),
    methods: partOf(first, firstRequests.methods, methodsOf),
    passwordRules: partOf(first, firstRequests.passwordRules, passwordRulesOf),
    accessPolicies,
    namedByPolicies: await readNamedByPolicies(ask, accessPolicies),
    excludedMembers: await readExcludedMembers(ask, accessPolicies),
    emergencyNames: spec.breakGlass,
    emergencyAccounts,
    emergencyGroups: await readEmergencyGroups(ask, emergencyAccounts),
    roleAssignments,
    roleSchedules,
    roleEligibilities,
    roleGroupMembers,
    ...(await readPrivilegedUsers(ask, assignments, roleGroupMembers)),
    activationRules: partOf(first, firstRequests.activationRules, activationRulesOf),
    applications,
    servicePrincipals,
    permissionGrants,
    owners: await readOwners(ask, { permissionGrants, servicePrincipals, applications }),
    domains: partOf(first, firstRequests.domains, items("domains", domainOf)),
    synchronisation: partOf(
      first,
      firstRequests.synchronisation,
      (sent) => ({ kind: "read", items: sent.filter(isFields) }),
      { kind: "read", items: [] },
    ),
    kerberosAccounts: partOf(first, firstRequests.kerberosAccounts, (sent) =>
      itemsOf(
        "accounts called krbtgt_AzureAD",
        sent.filter((one) => isFields(one) && isCalledKerberos(one)),
        synchronisedUserOf,
      ),
    ),
  };
}

/** Asks Graph and says how far it is. */
function createAsk(reader: GraphReader, { onProgress }: EntraContext): Ask {
  let objects = 0;
  return async (what, requests) => {
    onProgress(what, objects);
    if (requests.length === 0) return new Map();
    const reads = await reader.read(requests);
    for (const read of reads.values()) if (read.kind === "read") objects += read.items.length;
    onProgress(what, objects);
    return reads;
  };
}

/** The id is what findings hold on to, so a tenant that is only known by a domain must say it. */
function identityOf(
  { tenantId }: EntraSpec,
  organization: ReturnType<typeof organizationOf>,
): Pick<EntraTenant, "id" | "name"> {
  if (organization.kind === "read") {
    return { id: organization.id, name: organization.name ?? tenantId };
  }
  if (guid.test(tenantId)) return { id: tenantId.toLowerCase(), name: tenantId };
  throw new DirectoryRefused(
    `Which tenant ${tenantId} is cannot be read: ${organization.needs} Or give the tenant's id in tenantId.`,
  );
}

function grantsOf(first: Parameters<typeof partOf>[0]): EntraTenant["permissionGrants"] {
  const permissions = partOf<{ readonly byId: ReadonlyMap<string, string> }>(
    first,
    firstRequests.graphPermissions,
    ([sent]) => {
      const byId = permissionsOf(sent);
      return byId === null ? notUnderstood("its permissions") : { kind: "read", byId };
    },
  );
  if (permissions.kind === "refused") return permissions;
  return partOf(first, firstRequests.permissionGrants, (sent) =>
    itemsOf("permissions that were given", sent, (fields) =>
      permissionGrantOf(fields, permissions.byId),
    ),
  );
}
