import { type Queryable, statement } from "#platform/db";
import { consoleTable } from "#platform/pagination";
import type { AuditLogRow } from "./audit-log-row.ts";

export const auditLogSorts = ["at"] as const;

/** What a table of the audit log is filtered by; `null`: by that not. */
export type AuditLogFilters = readonly [
  actions: readonly string[] | null,
  actors: readonly string[] | null,
  from: number | null,
  until: number | null,
  search: string | null,
  subjectId: string | null,
];

/** The log of a tenant, as pages show it. */
export const auditLogTable = consoleTable<
  (typeof auditLogSorts)[number],
  AuditLogFilters,
  AuditLogRow
>("audit-log.table", (value) => ({
  from: "audit_log t",
  columns: `t.id, t.at, t.actor_kind as "actorKind", t.actor_id as "actorId", t.actor_name as "actorName", t.action,
    t.subject_kind as "subjectKind", t.subject_id as "subjectId", t.detail, t.request_id as "requestId",
    case when jsonb_typeof(t.detail -> 'name') = 'string' then t.detail ->> 'name'
      else t.detail #>> '{name,to}' end as "subjectName"`,
  where: `(${value(1)}::text[] is null or t.action = any(${value(1)}))
    and (${value(2)}::text[] is null or t.actor_id = any(${value(2)}))
    and (${value(3)}::bigint is null or t.at >= ${value(3)})
    and (${value(4)}::bigint is null or t.at < ${value(4)})
    and (${value(5)}::text is null or t.detail::text ilike ${value(5)} or t.actor_name ilike ${value(5)})
    and (${value(6)}::text is null or t.subject_id = ${value(6)})`,
  sorts: { at: "t.at" },
}));

/** Who and what stands in the newest part of the log, to choose from. */
export interface AuditLogChoices {
  actions: string[];
  actors: { id: string; name: string }[];
}

/** Lines that are looked at for it: what is older can be found by its time. */
const looked = 20_000;

/** @throws DatabaseUnavailable */
export async function findAuditLogChoices(
  db: Queryable,
  tenantId: string,
): Promise<AuditLogChoices> {
  const [row] = await db.run(choicesStatement, [tenantId]);
  return row ?? { actions: [], actors: [] };
}

const choicesStatement = statement<readonly [tenantId: string], AuditLogChoices>(
  "audit-log.choices",
  `with newest as (
     select action, actor_id, actor_name, at from audit_log where tenant_id = $1 order by at desc, id limit ${looked})
   select
     coalesce((select array_agg(distinct action order by action) from newest), '{}') as actions,
     coalesce((select json_agg(json_build_object('id', actor_id, 'name', name) order by lower(name))
       from (select actor_id, (array_agg(actor_name order by at desc))[1] as name from newest group by actor_id) as who), '[]') as actors`,
);
