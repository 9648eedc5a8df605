import { type Site, listSiteRows } from "#exposure/sites";
import type { Database } from "#platform/db";
import { Problem } from "#platform/errors";

/** Names of more sites than this help nobody. */
const shownNames = 20;

/** @throws Problem `not_found` that names the sites there are. */
export async function requireSite(
  database: Database,
  tenantId: string,
  name: string,
): Promise<Site> {
  const sites = await listSiteRows(database.forTenant(tenantId), tenantId);
  const site = sites.find((one) => one.name === name);
  if (site !== undefined) return site;
  const names = sites.slice(0, shownNames).map((one) => one.name);
  const there =
    names.length === 0
      ? "there is none; declare one with vedette apply"
      : `there are ${names.join(", ")}`;
  throw new Problem("not_found", `There is no site named ${JSON.stringify(name)}: ${there}.`);
}
