import { type Queryable, statement } from "#platform/db";

/** One hour of one tenant whose rollups are to be made. */
export interface DueBucket {
  readonly tenantId: string;
  readonly bucketAt: number;
  readonly dueAt: number;
}

const hourMs = 3_600_000;
const fiveMinutesMs = 300_000;

/** Results of an hour may still be on their way when it ends. */
const settleMs = 60_000;

const enqueue = statement<
  [tenantId: string, buckets: readonly number[], dueAt: readonly number[]],
  never
>(
  "history.rollups.enqueue",
  `insert into rollup_queue (tenant_id, bucket_at, due_at)
   select $1, * from unnest($2::bigint[], $3::bigint[])
   on conflict do nothing`,
);

// A late result makes its hour due again, also while that hour is being worked on.
const enqueueLate = statement<[tenantId: string, buckets: readonly number[], dueAt: number], never>(
  "history.rollups.enqueue-late",
  `insert into rollup_queue (tenant_id, bucket_at, due_at)
   select $1, bucket, $3 from unnest($2::bigint[]) as bucket order by bucket
   on conflict (tenant_id, bucket_at) do update set due_at = excluded.due_at`,
);

/** Notes which hours have news. */
export async function noteRollups(
  tx: Queryable,
  tenantId: string,
  results: readonly { readonly at: number }[],
  now: number,
): Promise<void> {
  const buckets = [...new Set(results.map(({ at }) => at - (at % hourMs)))];
  const running = buckets.filter((bucket) => bucket + hourMs > now);
  const late = buckets.filter((bucket) => bucket + hourMs <= now);
  if (running.length > 0) {
    await tx.run(enqueue, [tenantId, running, running.map((bucket) => bucket + hourMs + settleMs)]);
  }
  if (late.length > 0) await tx.run(enqueueLate, [tenantId, late, now + settleMs]);
}

const claim = statement<
  [now: number, againAt: number],
  { tenant_id: string; bucket_at: number; due_at: number }
>(
  "history.rollups.claim",
  `update rollup_queue set due_at = $2
   where (tenant_id, bucket_at) in
     (select tenant_id, bucket_at from rollup_queue where due_at <= $1 order by due_at, bucket_at limit 1
      for update skip locked)
   returning tenant_id, bucket_at, due_at`,
);

/** Takes one due hour; when its worker dies, it is due again at `againAt`. */
export async function claimRollup(
  system: Queryable,
  now: number,
  againAt: number,
): Promise<DueBucket | null> {
  const [row] = await system.run(claim, [now, againAt]);
  return row === undefined
    ? null
    : { tenantId: row.tenant_id, bucketAt: row.bucket_at, dueAt: row.due_at };
}

const finish = statement<[tenantId: string, bucketAt: number, dueAt: number], never>(
  "history.rollups.finish",
  `delete from rollup_queue where tenant_id = $1 and bucket_at = $2 and due_at = $3`,
);

/** Takes the hour off the queue, unless a late result made it due again meanwhile. */
export async function finishRollup(db: Queryable, bucket: DueBucket): Promise<void> {
  await db.run(finish, [bucket.tenantId, bucket.bucketAt, bucket.dueAt]);
}

const rollUpChecks = (table: string) =>
  statement<[tenantId: string, fromAt: number, toAt: number, stepMs: number], never>(
    `history.rollups.${table}`,
    `insert into ${table} (tenant_id, sensor_id, at, checks, failed, latency_min, latency_mean, latency_max, latency_p95, loss_mean)
     select tenant_id, sensor_id, at - at % $4, count(*), count(*) filter (where not ok), min(latency_ms), avg(latency_ms),
       max(latency_ms), percentile_disc(0.95) within group (order by latency_ms), avg(loss_percent)
     from check_results where tenant_id = $1 and at >= $2 and at < $3 and ok is not null
     group by tenant_id, sensor_id, at - at % $4
     on conflict (tenant_id, sensor_id, at) do update set checks = excluded.checks, failed = excluded.failed,
       latency_min = excluded.latency_min, latency_mean = excluded.latency_mean, latency_max = excluded.latency_max,
       latency_p95 = excluded.latency_p95, loss_mean = excluded.loss_mean`,
  );

const rollUpInterfaces = (table: string) =>
  statement<[tenantId: string, fromAt: number, toAt: number, stepMs: number], never>(
    `history.rollups.${table}`,
    `insert into ${table} (tenant_id, sensor_id, name, at, in_bps_mean, in_bps_max, in_bps_p95, out_bps_mean, out_bps_max,
       out_bps_p95, errors_per_sec_mean, discards_per_sec_mean)
     select tenant_id, sensor_id, name, at - at % $4, avg(in_bps), max(in_bps),
       percentile_disc(0.95) within group (order by in_bps), avg(out_bps), max(out_bps),
       percentile_disc(0.95) within group (order by out_bps), avg(errors_per_sec), avg(discards_per_sec)
     from interface_samples where tenant_id = $1 and at >= $2 and at < $3
     group by tenant_id, sensor_id, name, at - at % $4
     on conflict (tenant_id, sensor_id, name, at) do update set in_bps_mean = excluded.in_bps_mean,
       in_bps_max = excluded.in_bps_max, in_bps_p95 = excluded.in_bps_p95, out_bps_mean = excluded.out_bps_mean,
       out_bps_max = excluded.out_bps_max, out_bps_p95 = excluded.out_bps_p95,
       errors_per_sec_mean = excluded.errors_per_sec_mean, discards_per_sec_mean = excluded.discards_per_sec_mean`,
  );

const rollUpHosts = (table: string) =>
  statement<[tenantId: string, fromAt: number, toAt: number, stepMs: number], never>(
    `history.rollups.${table}`,
    `insert into ${table} (tenant_id, sensor_id, aspect, name, at, percent_mean, percent_max, used_mean)
     select tenant_id, sensor_id, aspect, name, at - at % $4, avg(percent), max(percent), avg(used)
     from host_samples where tenant_id = $1 and at >= $2 and at < $3
     group by tenant_id, sensor_id, aspect, name, at - at % $4
     on conflict (tenant_id, sensor_id, aspect, name, at) do update set percent_mean = excluded.percent_mean,
       percent_max = excluded.percent_max, used_mean = excluded.used_mean`,
  );

const rollUps = [
  { statement: rollUpChecks("check_rollups_5m"), stepMs: fiveMinutesMs },
  { statement: rollUpChecks("check_rollups_1h"), stepMs: hourMs },
  { statement: rollUpInterfaces("interface_rollups_5m"), stepMs: fiveMinutesMs },
  { statement: rollUpInterfaces("interface_rollups_1h"), stepMs: hourMs },
  { statement: rollUpHosts("host_rollups_5m"), stepMs: fiveMinutesMs },
  { statement: rollUpHosts("host_rollups_1h"), stepMs: hourMs },
];

/** Makes the rollups of one tenant's hour from its raw results; made again, they come out the same or better. */
export async function saveRollups(
  tx: Queryable,
  tenantId: string,
  bucketAt: number,
): Promise<void> {
  for (const { statement: rollUp, stepMs } of rollUps)
    await tx.run(rollUp, [tenantId, bucketAt, bucketAt + hourMs, stepMs]);
}
