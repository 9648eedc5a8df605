import type { WithNulls } from "#lib/without-nulls";
import { tableList } from "#platform/pagination";
import type { ListedDirectory } from "./listed-directory.ts";

/** Who reads a directory is not shown, and the sentences of its probe may name them. */
const columns = `t.id, t.name, t.type, t.site_id as "siteId", t.probe_id as "probeId", t.schedule,
    t.time_zone as timezone, t.enabled, t.last_run_at as "lastRunAt", t.last_attempt_at as "lastAttemptAt",
    case when t.enabled then t.next_run_at end as "nextRunAt",
    replace(t.last_error, coalesce(t.settings ->> 'user', t.settings ->> 'clientId', ''), '…') as "lastError",
    case when t.facts is not null
      then jsonb_build_object('name', t.facts -> 'name', 'counts', t.facts -> 'counts') end as facts,
    latest.posture, t.created_at as "createdAt"`;

const join = `left join lateral (
    select jsonb_strip_nulls(jsonb_build_object(
      'assessedAt', a.ended_at, 'score', a.summary -> 'score', 'coverage', a.summary -> 'coverage',
      'rules', a.summary -> 'rules', 'openFindings', a.summary -> 'open',
      'acceptedFindings', a.summary -> 'excepted')) as posture
    from assessments a
    where a.tenant_id = t.tenant_id and a.directory_id = t.id and a.summary is not null
    order by a.created_at desc, a.id limit 1) as latest on true`;

/** By id. */
export const directoryList = tableList<[], WithNulls<ListedDirectory>>("directories.list", () => ({
  table: "directories",
  columns,
  join,
  order: "t.id",
}));

/** Those of one site. */
export const siteDirectoryList = tableList<[siteId: string], WithNulls<ListedDirectory>>(
  "directories.list-of-site",
  (value) => ({
    table: "directories",
    columns,
    join,
    where: `t.site_id = ${value(1)}`,
    order: "t.id",
  }),
);
