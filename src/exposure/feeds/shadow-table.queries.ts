import { type Client, DatabaseError as Refusal } from "pg";
import { from } from "pg-copy-streams";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** What will take the place of a table is made beside it, under this name. */
export function shadowOf(table: string): string {
  return `${table}_next`;
}

/** Makes an empty table of the same columns beside the one in use, with the rights that others have on that. No index yet. */
export async function makeShadow(client: Client, table: string): Promise<void> {
  const shadow = client.escapeIdentifier(shadowOf(table));
  const name = client.escapeIdentifier(table);
  await client.query(`create table ${shadow} (like ${name} including all excluding indexes)`);
  const { rows } = await client.query<{
    grantee: string | null;
    privilege: string;
    grantable: boolean;
  }>(
    `select r.rolname as grantee, privilege_type as privilege, is_grantable as grantable
     from pg_class c, aclexplode(c.relacl) a left join pg_roles r on r.oid = a.grantee
     where c.oid = $1::regclass and a.grantee <> c.relowner
     order by r.rolname, privilege_type`,
    [table],
  );
  for (const { grantee, privilege, grantable } of rows) {
    const to = grantee === null ? "public" : client.escapeIdentifier(grantee);
    const option = grantable ? " with grant option" : "";
    await client.query(`grant ${privilege} on ${shadow} to ${to}${option}`);
  }
}

/** Fills a table with rows in COPY's text format. */
export async function copyRows(
  client: Client,
  table: string,
  columns: readonly string[],
  text: string,
): Promise<void> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(", ");
  const into = client.query(from(`copy ${client.escapeIdentifier(table)} (${list}) from stdin`));
  await pipeline(Readable.from([Buffer.from(text)]), into);
}

/** Of the rows with the same key only the first stays. @param by.key columns, in SQL; by.order what comes first, in SQL. */
export async function deleteDoubles(
  client: Client,
  table: string,
  { key, order }: { readonly key: string; readonly order: string },
): Promise<void> {
  const name = client.escapeIdentifier(table);
  await client.query(
    `delete from ${name} where ctid = any (array(
       select ctid from (
         select ctid, row_number() over (partition by ${key} order by ${order}) as place from ${name}
       ) as ranked where place > 1))`,
  );
}

interface Index {
  name: string;
  definition: string;
  /** `primary key` or `unique` when it belongs to a constraint of that name. */
  constraint: string | null;
}

/** Gives the new table the indexes of the old one, and the planner what it needs to know. */
export async function finishShadow(client: Client, table: string): Promise<void> {
  for (const { name, definition } of await listIndexes(client, table)) {
    const unique = definition.startsWith("CREATE UNIQUE") ? "unique " : "";
    const index = client.escapeIdentifier(shadowOf(name));
    // What is behind the names: method, columns, condition.
    const rest = definition.slice(definition.indexOf(" USING "));
    await client.query(
      `create ${unique}index ${index} on ${client.escapeIdentifier(shadowOf(table))}${rest}`,
    );
  }
  await client.query(`analyze ${client.escapeIdentifier(shadowOf(table))}`);
}

/** How long readers wait behind us while we wait for the last reader of the old table. */
const lockTimeoutMs = 300;
const lockNotAvailable = "55P03";

/**
 * Tries to keep readers off the tables until the transaction ends.
 *
 * @returns false when somebody goes on reading one of them, such as a backup; then nobody was kept off.
 */
export async function tryLockTables(client: Client, tables: readonly string[]): Promise<boolean> {
  const names = tables.map((table) => client.escapeIdentifier(table)).join(", ");
  await client.query(`savepoint exchange; set local lock_timeout = ${lockTimeoutMs}`);
  try {
    await client.query(`lock table ${names} in access exclusive mode`);
  } catch (error) {
    if (!(error instanceof Refusal && error.code === lockNotAvailable)) throw error;
    await client.query("rollback to savepoint exchange");
    return false;
  }
  await client.query("release savepoint exchange; set local lock_timeout = 0");
  return true;
}

/** Puts the new table in the place of the old one, under the old names. The table must be locked. */
export async function exchangeTable(client: Client, table: string): Promise<void> {
  const indexes = await listIndexes(client, table);
  const name = client.escapeIdentifier(table);
  await client.query(`drop table ${name}`);
  await client.query(`alter table ${client.escapeIdentifier(shadowOf(table))} rename to ${name}`);
  for (const index of indexes) {
    const indexName = client.escapeIdentifier(index.name);
    const shadow = client.escapeIdentifier(shadowOf(index.name));
    await client.query(`alter index ${shadow} rename to ${indexName}`);
    if (index.constraint === null) continue;
    await client.query(
      `alter table ${name} add constraint ${indexName} ${index.constraint} using index ${indexName}`,
    );
  }
}

async function listIndexes(client: Client, table: string): Promise<Index[]> {
  const { rows } = await client.query<Index>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition,
       case k.contype when 'p' then 'primary key' when 'u' then 'unique' end as constraint
     from pg_index i join pg_class c on c.oid = i.indexrelid
       left join pg_constraint k on k.conindid = i.indexrelid and k.conrelid = i.indrelid and k.contype in ('p', 'u')
     where i.indrelid = $1::regclass order by c.relname`,
    [table],
  );
  return rows;
}
