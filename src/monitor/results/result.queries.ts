import { type Queryable, statement } from "#platform/db";
import type { CheckResult } from "#wire/collector.v1";

type Column<T> = readonly (T | null)[];

const insertResultsStatement = statement<
  [
    tenantId: string,
    sensorIds: readonly string[],
    at: readonly number[],
    ok: Column<boolean>,
    latencyMs: Column<number>,
    httpStatus: Column<number>,
    lossPercent: Column<number>,
    jitterMs: Column<number>,
    cause: Column<string>,
    causeCode: Column<string>,
  ],
  { recorded: number }
>(
  "results.insert",
  `with recorded as (
     insert into check_results (tenant_id, sensor_id, at, ok, latency_ms, http_status, loss_percent, jitter_ms, cause, cause_code)
     select $1, * from unnest($2::uuid[], $3::bigint[], $4::boolean[], $5::real[], $6::smallint[], $7::real[], $8::real[],
       $9::text[], $10::text[])
     on conflict do nothing
     returning 1)
   select count(*) as recorded from recorded`,
);

/** Writes results to history; one that is there already (same sensor, same time) is left as it is. Returns how many were new. */
export async function insertResults(
  tx: Queryable,
  tenantId: string,
  results: readonly CheckResult[],
): Promise<number> {
  if (results.length === 0) return 0;
  const [row] = await tx.run(insertResultsStatement, [
    tenantId,
    results.map((result) => result.sensorId),
    results.map((result) => result.at),
    results.map((result) => (result.withheld === true ? null : result.ok)),
    results.map((result) => result.latencyMs ?? null),
    results.map((result) => result.httpStatus ?? null),
    results.map((result) => result.lossPercent ?? null),
    results.map((result) => result.jitterMs ?? null),
    results.map((result) => result.cause ?? null),
    results.map((result) => result.causeCode ?? null),
  ]);
  return row?.recorded ?? 0;
}

const insertInterfaceSamplesStatement = statement<
  [
    tenantId: string,
    sensorIds: readonly string[],
    names: readonly string[],
    at: readonly number[],
    operUp: Column<boolean>,
    inBps: Column<number>,
    outBps: Column<number>,
    errorsPerSec: Column<number>,
    discardsPerSec: Column<number>,
    utilisationPercent: Column<number>,
  ],
  never
>(
  "results.interfaces.insert",
  `insert into interface_samples (tenant_id, sensor_id, name, at, oper_up, in_bps, out_bps, errors_per_sec,
     discards_per_sec, utilisation_percent)
   select $1, * from unnest($2::uuid[], $3::text[], $4::bigint[], $5::boolean[], $6::double precision[],
     $7::double precision[], $8::real[], $9::real[], $10::real[])
   on conflict do nothing`,
);

const insertHostSamplesStatement = statement<
  [
    tenantId: string,
    sensorIds: readonly string[],
    aspects: readonly string[],
    names: readonly string[],
    at: readonly number[],
    percent: Column<number>,
    used: Column<number>,
  ],
  never
>(
  "results.host.insert",
  `insert into host_samples (tenant_id, sensor_id, aspect, name, at, percent, used)
   select $1, * from unnest($2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::real[], $7::double precision[])
   on conflict do nothing`,
);

/** Writes the interface and host readings that SNMP results carry. */
export async function insertSamples(
  tx: Queryable,
  tenantId: string,
  results: readonly CheckResult[],
): Promise<void> {
  const interfaces = results.flatMap(({ sensorId, at, interfaces: list }) =>
    (list ?? []).map((facts) => ({ sensorId, at, facts })),
  );
  if (interfaces.length > 0) {
    await tx.run(insertInterfaceSamplesStatement, [
      tenantId,
      interfaces.map((row) => row.sensorId),
      interfaces.map((row) => row.facts.name),
      interfaces.map((row) => row.at),
      interfaces.map((row) =>
        row.facts.operStatus === "missing" ? null : row.facts.operStatus === "up",
      ),
      interfaces.map((row) => row.facts.inBps),
      interfaces.map((row) => row.facts.outBps),
      interfaces.map((row) => sum(row.facts.inErrorsPerSec, row.facts.outErrorsPerSec)),
      interfaces.map((row) => sum(row.facts.inDiscardsPerSec, row.facts.outDiscardsPerSec)),
      interfaces.map((row) => row.facts.utilisationPercent),
    ]);
  }
  const host = results.flatMap(({ sensorId, at, host: list }) =>
    (list ?? []).map((facts) => ({ sensorId, at, facts })),
  );
  if (host.length > 0) {
    await tx.run(insertHostSamplesStatement, [
      tenantId,
      host.map((row) => row.sensorId),
      host.map((row) => row.facts.aspect),
      host.map((row) => row.facts.name),
      host.map((row) => row.at),
      host.map((row) => row.facts.percent),
      host.map((row) => row.facts.used ?? row.facts.seconds),
    ]);
  }
}

function sum(a: number | null, b: number | null): number | null {
  return a === null && b === null ? null : (a ?? 0) + (b ?? 0);
}

/** Checks of one sensor within a stretch of time, both ends included. */
export interface Stretch {
  readonly sensorId: string;
  readonly fromAt: number;
  readonly toAt: number;
}

export interface QuotedCheck {
  /** Position in the list that was asked for. */
  readonly stretch: number;
  readonly at: number;
  readonly ok: boolean;
  readonly cause: string | null;
}

/** More checks than a run needs to be confirmed are not worth quoting. */
const quotedAtMost = 10;

const listChecksStatement = statement<
  [
    tenantId: string,
    sensorIds: readonly string[],
    fromAt: readonly number[],
    toAt: readonly number[],
    atMost: number,
  ],
  QuotedCheck
>(
  "results.quote",
  `select s.stretch::int - 1 as stretch, r.at, r.ok, r.cause
   from unnest($2::uuid[], $3::bigint[], $4::bigint[]) with ordinality as s (sensor_id, from_at, to_at, stretch)
   cross join lateral (
     select at, ok, cause from check_results
     where tenant_id = $1 and sensor_id = s.sensor_id and at between s.from_at and s.to_at and ok is not null
     order by at limit $5) as r
   order by stretch, r.at`,
);

/** The first ten checks of each stretch, oldest first. */
export async function listChecksOf(
  tx: Queryable,
  tenantId: string,
  stretches: readonly Stretch[],
): Promise<QuotedCheck[]> {
  if (stretches.length === 0) return [];
  return tx.run(listChecksStatement, [
    tenantId,
    stretches.map((stretch) => stretch.sensorId),
    stretches.map((stretch) => stretch.fromAt),
    stretches.map((stretch) => stretch.toAt),
    quotedAtMost,
  ]);
}
