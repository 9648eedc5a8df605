import { consoleTable } from "#platform/pagination";
import type { PackageRow } from "./package-row.ts";

/** What the table can be sorted by. */
export const packageSorts = ["name", "source", "findings"] as const;

/** Which packages are wanted: those of an asset, that contain the text. */
type WantedPackages = readonly [assetId: string, search: string | null];

/** The console's table of what is installed on an asset. */
export const packageTable = consoleTable<
  (typeof packageSorts)[number],
  [...WantedPackages],
  PackageRow
>("packages.console", (value) => ({
  // A package has no id of its own. Of all that one agent tells, what an asset has is some thousand rows.
  from: `(select p.tenant_id, p.name || ' ' || p.arch || ' ' || p.version as id, p.name, p.arch, p.version, p.source,
      p.source_version, p.agent_id, coalesce(f.findings, 0) as findings
    from installed_packages p
      left join (
        select g.evidence #>> '{agent,package}' as source, count(*) as findings from findings g
        where g.tenant_id = $1 and g.asset_id = ${value(1)} and g.agent_seen_at is not null
          and g.status in ('open', 'in_progress')
        group by 1) as f on f.source = p.source
    where p.tenant_id = $1 and p.agent_id = any (array(
      select a.agent_id from assets a where a.tenant_id = $1 and a.id = ${value(1)}))) as t`,
  columns: `t.id, t.name, t.arch, t.version, t.source, t.source_version as "sourceVersion", t.findings`,
  where: `(${value(2)}::text is null or t.name ilike ${value(2)} or t.source ilike ${value(2)}
    or t.version ilike ${value(2)})`,
  sorts: { name: `t.name collate "C"`, source: `t.source collate "C"`, findings: "t.findings" },
}));
