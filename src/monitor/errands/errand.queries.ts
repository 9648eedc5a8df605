import { type Queryable, statement } from "#platform/db";
import type { ErrandReport } from "#wire/collector.v1";
import type { Errand, ErrandKind } from "./errand.ts";

/** An errand as it is asked for. */
export interface NewErrand {
  id: string;
  collectorId: string;
  userId: string;
  kind: ErrandKind;
  sensorId: string | null;
  sealed: Buffer;
  createdAt: number;
  expiresAt: number;
}

export async function insertErrand(
  tx: Queryable,
  tenantId: string,
  errand: NewErrand,
): Promise<void> {
  const { id, collectorId, userId, kind, sensorId, sealed, createdAt, expiresAt } = errand;
  await tx.run(insertStatement, [
    tenantId,
    id,
    collectorId,
    userId,
    kind,
    sensorId,
    sealed,
    createdAt,
    expiresAt,
  ]);
}

const insertStatement = statement<
  readonly [
    tenantId: string,
    id: string,
    collectorId: string,
    userId: string,
    kind: ErrandKind,
    sensorId: string | null,
    sealed: Buffer,
    createdAt: number,
    expiresAt: number,
  ],
  never
>(
  "errands.insert",
  `insert into errands (tenant_id, id, collector_id, user_id, kind, sensor_id, sealed, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);

/** How many are under way that still have time. */
export async function countOpenErrands(
  tx: Queryable,
  tenantId: string,
  collectorId: string,
  now: number,
): Promise<{ ofCollector: number; ofTenant: number }> {
  const [row] = await tx.run(countStatement, [tenantId, collectorId, now]);
  return row ?? { ofCollector: 0, ofTenant: 0 };
}

const countStatement = statement<
  readonly [tenantId: string, collectorId: string, now: number],
  { ofCollector: number; ofTenant: number }
>(
  "errands.count_open",
  `select count(*) filter (where collector_id = $2)::int as "ofCollector", count(*)::int as "ofTenant"
   from errands where tenant_id = $1 and ended_at is null and expires_at > $3`,
);

/** The errand, when this person asked for it. */
export async function findErrandOf(
  db: Queryable,
  tenantId: string,
  id: string,
  userId: string,
): Promise<Errand | null> {
  const [row] = await db.run(findStatement, [tenantId, id, userId]);
  return row ?? null;
}

const findStatement = statement<readonly [tenantId: string, id: string, userId: string], Errand>(
  "errands.find_of",
  `select e.id, e.kind, e.state, e.collector_id as "collectorId", c.name as "collectorName",
     c.last_seen_at as "collectorLastSeenAt", e.created_at as "createdAt", e.expires_at as "expiresAt",
     e.ended_at as "endedAt", e.report, e.failure
   from errands e join collectors c on c.tenant_id = e.tenant_id and c.id = e.collector_id
   where e.tenant_id = $1 and e.id = $2 and e.user_id = $3`,
);

/** Whether any waits for the collector. */
export async function haveWaitingErrands(
  db: Queryable,
  tenantId: string,
  collectorId: string,
  now: number,
): Promise<boolean> {
  return (await db.run(waitingStatement, [tenantId, collectorId, now])).length > 0;
}

const waitingStatement = statement<
  readonly [tenantId: string, collectorId: string, now: number],
  { id: string }
>(
  "errands.waiting",
  `select id from errands
   where tenant_id = $1 and collector_id = $2 and ended_at is null and state = 'queued' and expires_at > $3 limit 1`,
);

/** Hands those that wait to the collector: each to one who asks, and once. */
export const claimErrands = statement<
  readonly [tenantId: string, collectorId: string, now: number],
  { id: string; sealed: Buffer }
>(
  "errands.claim",
  `update errands set state = 'running'
   where tenant_id = $1 and collector_id = $2 and ended_at is null and state = 'queued' and expires_at > $3
   returning id, sealed`,
);

/** Ends those that wait for a collector that cannot do them. @returns their ids. */
export const failWaitingErrands = statement<
  readonly [tenantId: string, collectorId: string, failure: string, now: number],
  { id: string }
>(
  "errands.fail_waiting",
  `update errands set state = 'failed', failure = $3, ended_at = $4, sealed = null
   where tenant_id = $1 and collector_id = $2 and ended_at is null and state = 'queued'
   returning id`,
);

/** Ends one that its collector had; none is returned when nobody waits for it any more. */
export const endErrand = statement<
  readonly [
    tenantId: string,
    collectorId: string,
    id: string,
    report: ErrandReport | null,
    failure: string | null,
    now: number,
  ],
  { id: string }
>(
  "errands.end",
  `update errands set state = case when $5::text is null then 'done' else 'failed' end,
     report = $4, failure = $5, ended_at = $6, sealed = null
   where tenant_id = $1 and collector_id = $2 and id = $3 and state = 'running'
   returning id`,
);

/** One whose time is over. */
export interface OverdueErrand {
  tenantId: string;
  id: string;
  state: "queued" | "running";
  collectorName: string;
}

export async function listOverdueErrands(system: Queryable, now: number): Promise<OverdueErrand[]> {
  return system.run(overdueStatement, [now]);
}

const overdueStatement = statement<readonly [now: number], OverdueErrand>(
  "errands.list_overdue",
  `select e.tenant_id as "tenantId", e.id, e.state, c.name as "collectorName"
   from errands e join collectors c on c.tenant_id = e.tenant_id and c.id = e.collector_id
   where e.ended_at is null and e.expires_at <= $1
   order by e.tenant_id, e.id limit 1000`,
);

/** Gives one up, unless it has just ended. */
export const giveUpErrand = statement<
  readonly [tenantId: string, id: string, failure: string, now: number],
  { id: string }
>(
  "errands.give_up",
  `update errands set state = 'failed', failure = $3, ended_at = $4, sealed = null
   where tenant_id = $1 and id = $2 and ended_at is null
   returning id`,
);

/** Of all tenants. */
export const deleteEndedErrands = statement<readonly [endedBefore: number], never>(
  "errands.delete_ended",
  "delete from errands where ended_at < $1",
);
