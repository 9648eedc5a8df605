import { parseIp } from "#lib/ip";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { listHostsLike } from "./known-host.queries.ts";
import { matchHosts } from "./match-host.ts";

/**
 * The asset that a person calls so.
 *
 * @param text a name, with its domain or without, or an address.
 * @throws Problem `not_found` when there is none, or several are called so.
 */
export async function findHost(
  { database, tenantId }: Pick<Context, "database" | "tenantId">,
  text: string,
): Promise<string> {
  const address = parseIp(text.trim())?.address ?? null;
  const name = address === null ? text.trim().toLowerCase() : null;
  const host = {
    hostname: name,
    fqdn: name,
    addresses: address === null ? [] : [address],
    macs: [],
  };
  const known = await listHostsLike(database.forTenant(tenantId), tenantId, host, null);
  const [only, ...others] = matchHosts(host, known);
  const called = JSON.stringify(text);
  if (only === undefined) throw new Problem("not_found", `There is no asset ${called}.`);
  if (others.length === 0) return only.assetId;
  const what = `${others.length + 1} assets are called ${called}`;
  throw new Problem("not_found", `${what}: name one by its address, or with its domain.`);
}
