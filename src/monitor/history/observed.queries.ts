import type { TimeSpan } from "#lib/time-spans";
import { type Queryable, statement } from "#platform/db";
import type { KeptSource } from "./series.ts";

const observed = (table: string, partMs: number) =>
  statement<
    [
      tenantId: string,
      sensorId: string,
      fromAt: number,
      tailAt: number,
      toAt: number,
      pauseMs: number,
    ],
    { firstAt: number | null; lastAt: number | null; gaps: [number, number][] | null }
  >(
    `history.observed.${table}`,
    `with heard as (
       select at from ${table} where tenant_id = $1 and sensor_id = $2 and at >= $3 and at < $4 and checks > 0
       union all
       select distinct at - at % ${partMs} from check_results
       where tenant_id = $1 and sensor_id = $2 and at >= $4 and at < $5 and ok is not null),
     pauses as (select at, lead(at) over (order by at) as next_at from heard)
     select min(at) as "firstAt", max(at) as "lastAt",
       jsonb_agg(jsonb_build_array(at, next_at) order by at) filter (where next_at - at > $6) as gaps
     from pauses`,
  );

const observedStatements = {
  "5m": { read: observed("check_rollups_5m", 300_000), partMs: 300_000 },
  "1h": { read: observed("check_rollups_1h", 3_600_000), partMs: 3_600_000 },
} as const;

// Tables are cut at whole hours: of a part either all that is finer is still kept, or nothing.
const edges = statement<
  [tenantId: string, sensorId: string, firstPartAt: number, lastPartAt: number, partMs: number],
  { firstAt: number; untilAt: number }
>(
  "history.observed.edges",
  `select
     coalesce(
       (select min(at) from check_results
        where tenant_id = $1 and sensor_id = $2 and at >= $3 and at < $3 + $5 and ok is not null),
       (select min(at) from check_rollups_5m
        where tenant_id = $1 and sensor_id = $2 and at >= $3 and at < $3 + $5 and checks > 0), $3) as "firstAt",
     coalesce(
       (select max(at) from check_results
        where tenant_id = $1 and sensor_id = $2 and at >= $4 and at < $4 + $5 and ok is not null),
       (select max(at) + 300000 from check_rollups_5m
        where tenant_id = $1 and sensor_id = $2 and at >= $4 and at < $4 + $5 and checks > 0), $4 + $5) as "untilAt"`,
);

/** When a sensor was heard of. */
export interface Observed {
  /** Its first check, as exactly as it is still kept. */
  firstAt: number | null;
  /** Its last check, or when its part ended. */
  untilAt: number | null;
  /** Of the last part before each gap and of the first one after it: where they begin. */
  gaps: readonly (readonly [number, number])[];
  /** How long a part is. */
  partMs: number;
}

/** @param pauseMs what is longer is a gap. */
export async function findObserved(
  db: Queryable,
  tenantId: string,
  sensorId: string,
  plan: { source: KeptSource; fromAt: number; tailAt: number; toAt: number; pauseMs: number },
): Promise<Observed> {
  const { read, partMs } = observedStatements[plan.source];
  const { fromAt, tailAt, toAt, pauseMs } = plan;
  const [row] = await db.run(read, [tenantId, sensorId, fromAt, tailAt, toAt, pauseMs]);
  const gaps = row?.gaps ?? [];
  const { firstAt: firstPartAt = null, lastAt: lastPartAt = null } = row ?? {};
  if (firstPartAt === null || lastPartAt === null) {
    return { firstAt: null, untilAt: null, gaps, partMs };
  }
  const [edge] = await db.run(edges, [tenantId, sensorId, firstPartAt, lastPartAt, partMs]);
  return {
    firstAt: edge?.firstAt ?? firstPartAt,
    untilAt: edge?.untilAt ?? lastPartAt + partMs,
    gaps,
    partMs,
  };
}

const failed = (table: string, partMs: number) =>
  statement<
    [tenantId: string, sensorId: string, fromAt: number, tailAt: number, toAt: number],
    TimeSpan
  >(
    `history.failed.${table}`,
    `select at as "fromAt", at + ${partMs} as "toAt" from (
       select at from ${table} where tenant_id = $1 and sensor_id = $2 and at >= $3 and at < $4 and failed > 0
       union
       select at - at % ${partMs} from check_results
       where tenant_id = $1 and sensor_id = $2 and at >= $4 and at < $5 and not ok) as parts`,
  );

const failedStatements = {
  "5m": failed("check_rollups_5m", 300_000),
  "1h": failed("check_rollups_1h", 3_600_000),
} as const;

/** The parts in which a check of a sensor failed. */
export async function listFailedParts(
  db: Queryable,
  tenantId: string,
  sensorId: string,
  plan: { source: KeptSource; fromAt: number; tailAt: number; toAt: number },
): Promise<TimeSpan[]> {
  const { fromAt, tailAt, toAt } = plan;
  return db.run(failedStatements[plan.source], [tenantId, sensorId, fromAt, tailAt, toAt]);
}
