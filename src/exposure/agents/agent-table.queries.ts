import { consoleTable } from "#platform/pagination";
import { agentOverviewRows, overviewColumns } from "./agent-list.queries.ts";
import type { AgentOverview } from "./agent-overview.ts";

export const agentSorts = ["name", "os", "version", "lastSeenAt", "packages", "site"] as const;

/** The tenant's agents; `null` as a filter: whichever. Online are those that were seen at `onlineSince` or later. */
export const agentTable = consoleTable<
  (typeof agentSorts)[number],
  [
    onlineSince: number,
    pattern: string | null,
    siteIds: readonly string[] | null,
    statuses: readonly string[] | null,
    tags: readonly string[] | null,
  ],
  AgentOverview
>("agents.table", (value) => ({
  from: agentOverviewRows("t"),
  columns: overviewColumns("t", value(1)),
  where: `(${value(2)}::text is null or t.name ilike ${value(2)} or t.hostname ilike ${value(2)}
      or t.inventory #>> '{host,os,name}' ilike ${value(2)})
    and (${value(3)}::uuid[] is null or t.site_id = any(${value(3)}))
    and (${value(4)}::text[] is null or case when t.status = 'revoked' then 'revoked'
      when t.last_seen_at >= ${value(1)}::bigint then 'online' else 'silent' end = any(${value(4)}))
    and (${value(5)}::text[] is null or t.tags && ${value(5)})`,
  sorts: {
    name: "lower(t.name)",
    os: "t.inventory #>> '{host,os,name}'",
    version: "t.version",
    lastSeenAt: "t.last_seen_at",
    packages: "t.package_count",
    site: "lower(s.name)",
  },
}));
