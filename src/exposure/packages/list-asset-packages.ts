import { isId } from "#lib/ids";
import { printableLine } from "#lib/printable";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import type { List } from "#platform/http";
import { readTableList } from "#platform/pagination";
import type { ListedPackage } from "./listed-package.ts";
import { type PackageListRow, findAssetOfPackages, packageList } from "./package-list.queries.ts";

/**
 * What is installed on an asset, by name, architecture and version; nothing when it has no agent.
 *
 * @param name only packages of exactly this name; `null`: all.
 * @throws Problem `not_found` when the tenant has no such asset; DatabaseUnavailable.
 */
export async function listAssetPackages(
  { database, tenantId }: Pick<Context, "database" | "tenantId">,
  assetId: string,
  name: string | null,
): Promise<List<ListedPackage>> {
  const db = database.forTenant(tenantId);
  const [asset] = isId(assetId) ? await db.run(findAssetOfPackages, [tenantId, assetId]) : [];
  if (asset === undefined) throw new Problem("not_found", "There is no asset with this id.");
  // Names are kept as one printable line, so that is what can be found.
  const values = [asset.id, name === null ? null : printableLine(name)] as const;
  const list = readTableList<typeof values, PackageListRow>(
    "packages",
    packageList,
    tenantId,
    values,
  );
  return {
    ...list,
    page: async (tx, limit, offset) => {
      const { total, items } = await list.page(tx, limit, offset);
      return { total, items: items.map(shown) };
    },
    read: async function* (tx, offset) {
      for await (const items of list.read(tx, offset)) yield items.map(shown);
    },
  };
}

function shown({ name, version, arch, source, sourceVersion }: PackageListRow): ListedPackage {
  return { name, version, arch, source, sourceVersion };
}
