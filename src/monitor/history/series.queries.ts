import { type Queryable, statement } from "#platform/db";
import type { KeptSource, SeriesPlan } from "./series.ts";

/** What all checks of one step came to. Latencies in milliseconds, loss in percent; `null`: there was none. */
export interface CheckPoint {
  at: number;
  checks: number;
  failed: number;
  latencyMin: number | null;
  latencyMean: number | null;
  latencyMax: number | null;
  /** Only of raw results. */
  latencyP50: number | null;
  /** Of several parts, the highest among theirs: percentiles cannot be merged. */
  latencyP95: number | null;
  /** Only of raw results. */
  latencyP99: number | null;
  lossMean: number | null;
}

export interface InterfacePoint {
  at: number;
  inMean: number | null;
  inMax: number | null;
  inP95: number | null;
  outMean: number | null;
  outMax: number | null;
  outP95: number | null;
  errorsMean: number | null;
  discardsMean: number | null;
}

export interface HostPoint {
  at: number;
  percentMean: number | null;
  percentMax: number | null;
  /** Bytes, or seconds of uptime. */
  usedMean: number | null;
}

type Stretch = [tenantId: string, sensorId: string, fromAt: number, toAt: number, stepMs: number];

const rawChecks = statement<Stretch, CheckPoint>(
  "history.series.checks.raw",
  `select at - at % $5 as at, count(ok)::int as checks, count(*) filter (where not ok)::int as failed,
     min(latency_ms) as "latencyMin", avg(latency_ms) as "latencyMean", max(latency_ms) as "latencyMax",
     percentile_disc(0.5) within group (order by latency_ms) as "latencyP50",
     percentile_disc(0.95) within group (order by latency_ms) as "latencyP95",
     percentile_disc(0.99) within group (order by latency_ms) as "latencyP99", avg(loss_percent) as "lossMean"
   from check_results where tenant_id = $1 and sensor_id = $2 and at >= $3 and at < $4 and ok is not null
   group by 1 order by 1`,
);

type Kept = [
  tenantId: string,
  sensorId: string,
  fromAt: number,
  toAt: number,
  stepMs: number,
  tailAt: number,
];

// Raw results of the tail are first brought into the form of what is kept, so that both fit into one step.
const keptChecks = (table: string, partMs: number) =>
  statement<Kept, CheckPoint>(
    `history.series.checks.${table}`,
    `with parts as (
       select at, checks, failed, latency_min, latency_mean, latency_max, latency_p95, loss_mean
       from ${table} where tenant_id = $1 and sensor_id = $2 and at >= $3 and at < $6
       union all
       select at - at % ${partMs}, count(*), count(*) filter (where not ok), min(latency_ms), avg(latency_ms),
         max(latency_ms), percentile_disc(0.95) within group (order by latency_ms), avg(loss_percent)
       from check_results where tenant_id = $1 and sensor_id = $2 and at >= $6 and at < $4 and ok is not null
       group by 1)
     select at - at % $5 as at, sum(checks)::int as checks, sum(failed)::int as failed, min(latency_min) as "latencyMin",
       sum(latency_mean * checks) / sum(checks) filter (where latency_mean is not null) as "latencyMean",
       max(latency_max) as "latencyMax", null as "latencyP50", max(latency_p95) as "latencyP95", null as "latencyP99",
       sum(loss_mean * checks) / sum(checks) filter (where loss_mean is not null) as "lossMean"
     from parts group by 1 order by 1`,
  );

const checkStatements = {
  "5m": keptChecks("check_rollups_5m", 300_000),
  "1h": keptChecks("check_rollups_1h", 3_600_000),
} as const;

type RawPart = [...Stretch, name: string];
type KeptPart = [...Kept, name: string];

const interfaceColumns = `"inMean", "inMax", "inP95", "outMean", "outMax", "outP95", "errorsMean", "discardsMean"`;
const rawInterface = (step: string, more: string) =>
  `select at - at % ${step} as at, avg(in_bps) as "inMean", max(in_bps) as "inMax",
     percentile_disc(0.95) within group (order by in_bps) as "inP95", avg(out_bps) as "outMean", max(out_bps) as "outMax",
     percentile_disc(0.95) within group (order by out_bps) as "outP95", avg(errors_per_sec) as "errorsMean",
     avg(discards_per_sec) as "discardsMean"
   from interface_samples where tenant_id = $1 and sensor_id = $2 and at < $4 and ${more} group by 1`;

const rawInterfaces = statement<RawPart, InterfacePoint>(
  "history.series.interface.raw",
  `${rawInterface("$5", "at >= $3 and name = $6")} order by 1`,
);

// Samples of an interface come at one interval: parts weigh the same.
const keptInterfaces = (table: string, partMs: number) =>
  statement<KeptPart, InterfacePoint>(
    `history.series.${table}`,
    `with parts (at, ${interfaceColumns}) as (
       select at, in_bps_mean, in_bps_max, in_bps_p95, out_bps_mean, out_bps_max, out_bps_p95, errors_per_sec_mean,
         discards_per_sec_mean
       from ${table} where tenant_id = $1 and sensor_id = $2 and at >= $3 and at < $6 and name = $7
       union all ${rawInterface(String(partMs), "at >= $6 and name = $7")})
     select at - at % $5 as at, avg("inMean") as "inMean", max("inMax") as "inMax", max("inP95") as "inP95",
       avg("outMean") as "outMean", max("outMax") as "outMax", max("outP95") as "outP95",
       avg("errorsMean") as "errorsMean", avg("discardsMean") as "discardsMean"
     from parts group by 1 order by 1`,
  );

const interfaceStatements = {
  "5m": keptInterfaces("interface_rollups_5m", 300_000),
  "1h": keptInterfaces("interface_rollups_1h", 3_600_000),
} as const;

const rawHost = (step: string, more: string) =>
  `select at - at % ${step} as at, avg(percent) as "percentMean", max(percent) as "percentMax", avg(used) as "usedMean"
   from host_samples where tenant_id = $1 and sensor_id = $2 and at < $4 and ${more} group by 1`;

const rawHosts = statement<[...RawPart, aspect: string], HostPoint>(
  "history.series.host.raw",
  `${rawHost("$5", "at >= $3 and name = $6 and aspect = $7")} order by 1`,
);

const keptHosts = (table: string, partMs: number) =>
  statement<[...KeptPart, aspect: string], HostPoint>(
    `history.series.${table}`,
    `with parts (at, "percentMean", "percentMax", "usedMean") as (
       select at, percent_mean, percent_max, used_mean
       from ${table} where tenant_id = $1 and sensor_id = $2 and at >= $3 and at < $6 and name = $7 and aspect = $8
       union all ${rawHost(String(partMs), "at >= $6 and name = $7 and aspect = $8")})
     select at - at % $5 as at, avg("percentMean") as "percentMean", max("percentMax") as "percentMax",
       avg("usedMean") as "usedMean"
     from parts group by 1 order by 1`,
  );

const hostStatements = {
  "5m": keptHosts("host_rollups_5m", 300_000),
  "1h": keptHosts("host_rollups_1h", 3_600_000),
} as const;

const keptSource = ({ source }: SeriesPlan): KeptSource | null =>
  source === "raw" ? null : source;

/** The checks of a sensor, a point for each step that had one, oldest first. */
export async function listCheckPoints(
  db: Queryable,
  tenantId: string,
  sensorId: string,
  plan: SeriesPlan,
): Promise<CheckPoint[]> {
  const { fromAt, toAt, stepMs, tailAt } = plan;
  const source = keptSource(plan);
  if (source === null) return db.run(rawChecks, [tenantId, sensorId, fromAt, toAt, stepMs]);
  return db.run(checkStatements[source], [tenantId, sensorId, fromAt, toAt, stepMs, tailAt]);
}

/** The readings of one interface, likewise. */
export async function listInterfacePoints(
  db: Queryable,
  tenantId: string,
  sensorId: string,
  plan: SeriesPlan,
  name: string,
): Promise<InterfacePoint[]> {
  const { fromAt, toAt, stepMs, tailAt } = plan;
  const source = keptSource(plan);
  if (source === null)
    return db.run(rawInterfaces, [tenantId, sensorId, fromAt, toAt, stepMs, name]);
  const values = [tenantId, sensorId, fromAt, toAt, stepMs, tailAt, name] as const;
  return db.run(interfaceStatements[source], [...values]);
}

/** The readings of one host aspect, likewise. */
export async function listHostPoints(
  db: Queryable,
  tenantId: string,
  sensorId: string,
  plan: SeriesPlan,
  part: { aspect: string; name: string },
): Promise<HostPoint[]> {
  const { fromAt, toAt, stepMs, tailAt } = plan;
  const { name, aspect } = part;
  const source = keptSource(plan);
  if (source === null)
    return db.run(rawHosts, [tenantId, sensorId, fromAt, toAt, stepMs, name, aspect]);
  const values = [tenantId, sensorId, fromAt, toAt, stepMs, tailAt, name, aspect] as const;
  return db.run(hostStatements[source], [...values]);
}

/** All latencies of a stretch together. */
export interface LatencyPercentiles {
  p50: number | null;
  p95: number | null;
  p99: number | null;
}

const percentiles = statement<
  [tenantId: string, sensorId: string, fromAt: number, toAt: number],
  { values: (number | null)[] | null }
>(
  "history.series.percentiles",
  `select percentile_disc(array[0.5, 0.95, 0.99]) within group (order by latency_ms) as values
   from check_results where tenant_id = $1 and sensor_id = $2 and at >= $3 and at < $4 and ok is not null`,
);

/** Of raw results only: what is kept for longer has no percentiles of more than its own part. */
export async function findLatencyPercentiles(
  db: Queryable,
  tenantId: string,
  sensorId: string,
  { fromAt, toAt }: SeriesPlan,
): Promise<LatencyPercentiles> {
  const [row] = await db.run(percentiles, [tenantId, sensorId, fromAt, toAt]);
  const [p50 = null, p95 = null, p99 = null] = row?.values ?? [];
  return { p50, p95, p99 };
}
