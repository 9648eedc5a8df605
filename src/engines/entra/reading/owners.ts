import { laterRequests } from "../requests.ts";
import type { EntraTenant } from "../tenant.ts";
import { tierZeroPermissions } from "../tier-zero-permissions.ts";
import type { Ask } from "./ask.ts";
import { type Members, readMembers } from "./members.ts";

/** Reads who owns the service principals, and their applications, that could take the tenant over: owners may add secrets. */
export async function readOwners(
  ask: Ask,
  {
    permissionGrants,
    servicePrincipals,
    applications,
  }: Pick<EntraTenant, "permissionGrants" | "servicePrincipals" | "applications">,
): Promise<Members> {
  if (permissionGrants.kind === "refused") return permissionGrants;
  if (servicePrincipals.kind === "refused") return servicePrincipals;
  if (applications.kind === "refused") return applications;
  const applicationOf = new Map(applications.items.map(({ appId, id }) => [appId, id]));
  const appIdOf = new Map(servicePrincipals.items.map(({ id, appId }) => [id, appId]));
  return readMembers(
    ask,
    "owners of applications",
    permissionGrants.items.flatMap(({ principalId, permission }) =>
      permission !== null && tierZeroPermissions.has(permission) ? [principalId] : [],
    ),
    (id) => {
      const application = applicationOf.get(appIdOf.get(id) ?? "");
      return [
        laterRequests.ownersOfServicePrincipal(id),
        ...(application === undefined ? [] : [laterRequests.ownersOfApplication(application)]),
      ];
    },
  );
}
