import { statement } from "#platform/db";
import type { ListMeasure, TablePageRow } from "#platform/pagination";
import type { ListedPackage } from "./listed-package.ts";

/** A package has no id of its own; its key stands for one while a page is put together. */
export interface PackageListRow extends ListedPackage {
  id: string;
}

type Filter = [assetId: string, name: string | null];

const order = `name collate "C", arch collate "C", version collate "C", id`;

/** Of whatever agents are on the asset, which is one; with a second one what both see is there twice. */
const rows = (
  asset: string,
  name: string,
) => `select p.agent_id::text as id, p.name, p.version, p.arch, p.source,
     p.source_version as "sourceVersion"
   from installed_packages p
   where p.tenant_id = $1 and (${name}::text is null or p.name = ${name})
     and p.agent_id = any (array(select a.id from agents a where a.tenant_id = $1 and a.asset_id = ${asset}))`;

/** By name, architecture and version. */
export const packageList = {
  page: statement<
    [tenantId: string, limit: number, offset: number, ...Filter],
    TablePageRow<PackageListRow>
  >(
    "packages.list.page",
    `with matching as materialized (${rows("$4", "$5")}),
     page as (select row_number() over () as place, ordered.* from (
       select * from matching order by ${order} limit $2 offset $3) as ordered)
     select total.total, page.* from (select count(*) as total from matching) as total
     left join page on true order by page.place`,
  ),
  measure: statement<[tenantId: string, ...Filter], ListMeasure>(
    "packages.list.measure",
    `select count(*) as total, coalesce(sum(hash_record_extended(shown, 0)), 0)::text as version
     from (${rows("$2", "$3")}) as shown`,
  ),
  all: statement<[tenantId: string, offset: number, ...Filter], PackageListRow>(
    "packages.list.all",
    `select * from (${rows("$3", "$4")}) as matching order by ${order} offset $2`,
  ),
};

/** The asset, if the tenant has it. */
export const findAssetOfPackages = statement<[tenantId: string, id: string], { id: string }>(
  "packages.find-asset",
  "select id from assets where tenant_id = $1 and id = $2",
);
