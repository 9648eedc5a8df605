import { newId } from "#lib/ids";
import type { Context } from "#platform/context";
import { type Queryable, statement } from "#platform/db";
import type { AuditEntry } from "./audit-entry.ts";

/**
 * Writes what was done into the append-only log, in one statement and in the transaction of the deed itself: either both
 * happen or neither.
 *
 * @throws DatabaseUnavailable
 */
export async function insertAuditEntries(
  tx: Queryable,
  context: Context,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await tx.run(insertStatement, [
    context.tenantId,
    context.now(),
    context.actor.kind,
    context.actor.id,
    context.actor.name,
    context.requestId,
    entries.map(() => newId()),
    entries.map((entry) => entry.action),
    entries.map((entry) => entry.subjectKind),
    entries.map((entry) => entry.subjectId),
    entries.map((entry) => JSON.stringify(entry.detail)),
  ]);
}

const insertStatement = statement<
  readonly [
    tenantId: string,
    at: number,
    actorKind: string,
    actorId: string,
    actorName: string,
    requestId: string,
    ids: readonly string[],
    actions: readonly string[],
    subjectKinds: readonly string[],
    subjectIds: readonly string[],
    details: readonly string[],
  ],
  never
>(
  "audit-log.insert",
  `insert into audit_log (tenant_id, at, actor_kind, actor_id, actor_name, request_id,
     id, action, subject_kind, subject_id, detail)
   select $1::uuid, $2::bigint, $3::text, $4::text, $5::text, $6::text,
     entry.id, entry.action, entry.subject_kind, entry.subject_id, entry.detail::jsonb
   from unnest($7::uuid[], $8::text[], $9::text[], $10::text[], $11::text[])
     as entry (id, action, subject_kind, subject_id, detail)`,
);
