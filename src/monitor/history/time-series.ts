/**
 * The tables that hold history, how long each keeps it, and how it is cut into partitions: old data leaves by dropping
 * a partition, never row by row.
 */
export interface TimeSeries {
  readonly table: string;
  readonly partitionMs: number;
  readonly keepMs: number;
}

/** How long history is kept. */
export interface Retention {
  readonly rawHours: number;
  readonly fiveMinuteDays: number;
  readonly hourDays: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export function timeSeries(retention: Retention): readonly TimeSeries[] {
  const raw = { partitionMs: 6 * hourMs, keepMs: retention.rawHours * hourMs };
  const fiveMinutes = { partitionMs: 7 * dayMs, keepMs: retention.fiveMinuteDays * dayMs };
  const hours = { partitionMs: 60 * dayMs, keepMs: retention.hourDays * dayMs };
  return [
    ...["check_results", "interface_samples", "host_samples"].map((table) => ({ table, ...raw })),
    ...["check_rollups_5m", "interface_rollups_5m", "host_rollups_5m"].map((table) => ({
      table,
      ...fiveMinutes,
    })),
    ...["check_rollups_1h", "interface_rollups_1h", "host_rollups_1h"].map((table) => ({
      table,
      ...hours,
    })),
  ];
}

/** Partitions are made this far ahead, so that a server that stands still for a while finds them when it comes back. */
const aheadMs = dayMs;

export interface Partition {
  readonly fromAt: number;
  readonly toAt: number;
}

/** The partitions that must exist now: from the oldest moment that is kept to a day ahead, without a gap. */
export function neededPartitions(series: TimeSeries, now: number): readonly Partition[] {
  const first = Math.floor((now - series.keepMs) / series.partitionMs);
  const last = Math.floor((now + aheadMs) / series.partitionMs);
  return Array.from({ length: last - first + 1 }, (_, i) => ({
    fromAt: (first + i) * series.partitionMs,
    toAt: (first + i + 1) * series.partitionMs,
  }));
}
