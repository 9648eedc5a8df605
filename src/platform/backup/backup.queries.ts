import type { Client } from "pg";
import { from, to } from "pg-copy-streams";
import type { Readable, Writable } from "node:stream";
import type { About } from "./backup-format.ts";

/**
 * Not worth keeping: made by the migrations, stale after a minute, or made anew as the rows they are about come in. And not
 * to be kept: what would let in whoever gets hold of a backup, without a password. After it is restored everybody signs in
 * anew.
 */
const leftOut = [
  "schema_migrations",
  "rate_windows",
  "finding_totals",
  "finding_versions",
  "sessions",
  "verifications",
  "used_codes",
  "one_time_links",
];

/**
 * Sees every tenant, and one moment of the whole database, until the connection ends. Tables without a tenant may be
 * exchanged as a whole meanwhile (the feeds), and the rows of a new one belong to no moment before: so they are kept from
 * being exchanged, before the moment is chosen.
 */
export async function beginSnapshot(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition
       and not relrowsecurity order by relname`,
  );
  await client.query("begin isolation level repeatable read, read only");
  await client.query("set local vedette.tenant = 'system'");
  const shared = rows.map(({ name }) => client.escapeIdentifier(name)).join(", ");
  await client.query(`lock table ${shared} in access share mode`);
}

export async function begin(client: Client): Promise<void> {
  await client.query("begin");
  await client.query("set local vedette.tenant = 'system'");
}

export async function commit(client: Client): Promise<void> {
  await client.query("commit");
}

/** What the planner knows of tables that were just filled. */
export async function analyze(client: Client): Promise<void> {
  await client.query("analyze");
}

/** Whether there are tenants; others that would make some wait until the transaction ends. */
export async function lockAndSeeWhetherEmpty(client: Client): Promise<boolean> {
  await client.query("lock table tenants in exclusive mode");
  const { rowCount } = await client.query("select from tenants limit 1");
  return rowCount === 0;
}

export async function listMigrations(client: Client): Promise<About["migrations"]> {
  const { rows } = await client.query<About["migrations"][number]>(
    "select name, checksum from schema_migrations order by number",
  );
  return rows;
}

/** Our tables with their columns, each after the tables that it refers to. */
export async function listTables(client: Client): Promise<About["tables"]> {
  const { rows } = await client.query<About["tables"][number] & { refersTo: string[] }>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum) as columns,
       array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
         where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as "refersTo"
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all ($1)
     order by c.relname`,
    [leftOut],
  );
  const sorted: About["tables"] = [];
  let rest = rows;
  while (rest.length > 0) {
    const waiting = new Set(rest.map(({ name }) => name));
    const ready = rest.filter(({ refersTo }) => !refersTo.some((name) => waiting.has(name)));
    if (ready.length === 0)
      throw new Error(`tables refer to each other: ${[...waiting].join(", ")}`);
    sorted.push(...ready.map(({ name, columns }) => ({ name, columns })));
    rest = rest.filter((table) => !ready.includes(table));
  }
  return sorted;
}

export async function listPartitions(client: Client): Promise<About["partitions"]> {
  const { rows } = await client.query<{ table: string; from: string; to: string }>(
    `select p.relname as table, bound[1] as from, bound[2] as to
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent,
       regexp_match(pg_get_expr(c.relpartbound, c.oid), $re$FROM \\('?(\\d+)'?\\) TO \\('?(\\d+)'?\\)$re$) as bound
     where p.relnamespace = 'public'::regnamespace and p.relkind = 'p'
     order by p.relname, bound[1]::bigint`,
  );
  return rows.map((row) => ({ table: row.table, fromAt: Number(row.from), toAt: Number(row.to) }));
}

export async function makePartition(
  client: Client,
  { table, fromAt, toAt }: About["partitions"][number],
): Promise<void> {
  await client.query("select vedette_make_partition($1, $2, $3)", [table, fromAt, toAt]);
}

/** Tables whose owner, too, is under row-level security. */
export async function listForced(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relforcerowsecurity order by relname`,
  );
  return rows.map(({ name }) => name);
}

/** COPY refuses to fill a table under row-level security; for a moment, and within a transaction, its owner is exempt. */
export async function forceRowSecurity(
  client: Client,
  tables: readonly string[],
  force: boolean,
): Promise<void> {
  for (const table of tables) {
    const name = client.escapeIdentifier(table);
    await client.query(`alter table ${name} ${force ? "" : "no "}force row level security`);
  }
}

/** Takes away what the migrations put into tables: the rows of the backup take their place. */
export async function emptyTables(client: Client, tables: About["tables"]): Promise<void> {
  for (const { name } of tables.toReversed()) {
    await client.query(`delete from ${client.escapeIdentifier(name)}`);
  }
}

/** A table's rows, as COPY writes them. */
export function copyOut(client: Client, { name, columns }: About["tables"][number]): Readable {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(", ");
  return client.query(to(`copy (select ${list} from ${client.escapeIdentifier(name)}) to stdout`));
}

/** Takes rows, as COPY writes them. `rowCount` is known when it has finished. */
export function copyIn(
  client: Client,
  { name, columns }: About["tables"][number],
): Writable & { rowCount: number } {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(", ");
  return client.query(from(`copy ${client.escapeIdentifier(name)} (${list}) from stdin`));
}
