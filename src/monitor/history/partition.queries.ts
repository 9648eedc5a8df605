import { type Queryable, statement } from "#platform/db";
import type { Partition } from "./time-series.ts";

const makePartitions = statement<
  [table: string, fromAt: readonly number[], toAt: readonly number[]],
  { made: number }
>(
  "history.partitions.make",
  `select count(*) filter (where vedette_make_partition($1, p.from_at, p.to_at)) as made
   from unnest($2::bigint[], $3::bigint[]) as p (from_at, to_at)`,
);

/** Makes those that are missing; returns how many. */
export async function insertPartitions(
  db: Queryable,
  table: string,
  partitions: readonly Partition[],
): Promise<number> {
  const [row] = await db.run(makePartitions, [
    table,
    partitions.map((p) => p.fromAt),
    partitions.map((p) => p.toAt),
  ]);
  return row?.made ?? 0;
}

const dropPartitions = statement<[table: string, beforeAt: number], { name: string }>(
  "history.partitions.drop",
  `select name from vedette_drop_partitions($1, $2) as name`,
);

/** Drops those that hold nothing newer than `beforeAt`; returns their names. */
export async function deletePartitions(
  db: Queryable,
  table: string,
  beforeAt: number,
): Promise<string[]> {
  return (await db.run(dropPartitions, [table, beforeAt])).map((row) => row.name);
}
