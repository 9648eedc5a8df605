import type { Client } from "pg";

interface Table {
  oid: number;
  name: string;
  partitionKey: string | null;
  secured: boolean;
  storage: string[] | null;
}

const tablesSql = `
  select c.oid, relname as name, reloptions as storage, relrowsecurity and relforcerowsecurity as secured,
         case when relkind = 'p' then pg_get_partkeydef(c.oid) end as "partitionKey"
  from pg_class c
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
  order by relname`;

/** Columns, then keys and checks; NOT NULL is told with its column, whether PostgreSQL keeps it as a constraint or not. */
const linesSql = `
  select line from (
    select 1 as part, attnum as position,
           format('%I %s', attname, format_type(atttypid, atttypmod))
             || case when attnotnull then ' not null' else '' end
             || coalesce(case attgenerated
                  when '' then ' default ' || pg_get_expr(adbin, adrelid)
                  else ' generated always as (' || pg_get_expr(adbin, adrelid) || ') stored'
                end, '') as line
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = $1 and attnum > 0 and not attisdropped
    union all
    select 2, row_number() over (order by strpos('pufc', contype), conname), pg_get_constraintdef(oid)
    from pg_constraint where conrelid = $1 and contype in ('p', 'u', 'f', 'c')
  ) lines order by part, position`;

const indexesSql = `
  select pg_get_indexdef(indexrelid) as line from pg_index
  where indrelid = $1 and not exists (select from pg_constraint where conindid = indexrelid)
  order by indexrelid::regclass::text`;

const triggersSql = `
  select pg_get_triggerdef(oid) as line from pg_trigger
  where tgrelid = $1 and not tgisinternal order by tgname`;

const functionsSql = `
  select trim(trailing e'\\n' from pg_get_functiondef(p.oid)) as line from pg_proc p
  where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  order by proname, p.oid::regprocedure::text`;

/**
 * Writes down the schema of a database as SQL, for people to read: what all migrations together have made. Partitions are
 * left out, for they come and go.
 */
export async function describeSchema(client: Client): Promise<string> {
  const lines = async (sql: string, values: readonly unknown[] = []): Promise<string[]> => {
    const { rows } = await client.query<{ line: string }>(sql, [...values]);
    return rows.map(({ line }) => line.replaceAll("public.", ""));
  };
  const parts = [
    "-- What the migrations make, to read. Written by scripts/write-schema.ts; never edited.",
  ];
  const tables = await client.query<Table>(tablesSql);
  for (const table of tables.rows) {
    parts.push(describeTable(table, await lines(linesSql, [table.oid])));
    const behind = [
      ...(await lines(indexesSql, [table.oid])),
      ...(await lines(triggersSql, [table.oid])),
    ];
    if (behind.length > 0) parts.push(behind.map((line) => `${line};`).join("\n"));
  }
  for (const line of await lines(functionsSql)) parts.push(`${line};`);
  return `${parts.join("\n\n")}\n`;
}

function describeTable(table: Table, lines: readonly string[]): string {
  const comment = table.secured ? "-- Under row-level security.\n" : "";
  const partition = table.partitionKey === null ? "" : ` partition by ${table.partitionKey}`;
  const storage = table.storage === null ? "" : ` with (${table.storage.join(", ")})`;
  return `${comment}create table ${table.name} (\n  ${lines.join(",\n  ")}\n)${partition}${storage};`;
}
