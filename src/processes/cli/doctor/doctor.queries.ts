import { type Queryable, statement } from "#platform/db";

/** What PostgreSQL says of itself. */
export interface DatabaseVitals {
  /** Such as `18.4`. */
  version: string;
  /** Its clock, in epoch milliseconds. */
  now: number;
  bytes: number;
  /** The newest migration. */
  schema: string;
}

export async function findVitals(system: Queryable): Promise<DatabaseVitals> {
  const [vitals] = await system.run(vitalsStatement, []);
  if (vitals === undefined) throw new Error("the database says nothing of itself");
  return vitals;
}

const vitalsStatement = statement<[], DatabaseVitals>(
  "doctor.vitals",
  `select split_part(current_setting('server_version'), ' ', 1) as version,
     (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
     pg_database_size(current_database())::float8 as bytes,
     (select name from schema_migrations order by number desc limit 1) as schema`,
);
