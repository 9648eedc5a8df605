import { type Queryable, statement } from "#platform/db";

/** How many incidents are open in the whole installation. */
export async function countOpenIncidents(system: Queryable): Promise<number> {
  const [row] = await system.run(countStatement, []);
  return row?.count ?? 0;
}

const countStatement = statement<readonly [], { count: number }>(
  "incidents.count_open",
  "select count(*) as count from incidents where closed_at is null",
);
