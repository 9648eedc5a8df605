import { type Queryable, statement } from "#platform/db";
import type { Directory } from "./directory.ts";

/** A directory with its secret as it is kept. */
export interface DirectoryRow extends Directory {
  sealedSecret: Buffer;
}

const columns = `d.id, d.name, d.type, d.site_id as "siteId", d.probe_id as "probeId", d.settings, d.schedule,
  d.time_zone as "timeZone", d.enabled`;

/** All directories of a tenant, by name. */
export async function listDirectoryRows(db: Queryable, tenantId: string): Promise<DirectoryRow[]> {
  return db.run(listStatement, [tenantId]);
}

const listStatement = statement<readonly [tenantId: string], DirectoryRow>(
  "directories.list-rows",
  `select ${columns}, d.secret as "sealedSecret" from directories d where d.tenant_id = $1 order by d.name, d.id`,
);

/** A directory's id by its name. */
export async function findDirectoryId(
  db: Queryable,
  tenantId: string,
  name: string,
): Promise<string | null> {
  const [row] = await db.run(idStatement, [tenantId, name]);
  return row?.id ?? null;
}

const idStatement = statement<readonly [tenantId: string, name: string], { id: string }>(
  "directories.find-id",
  "select id from directories where tenant_id = $1 and name = $2",
);

/** A directory, locked for a change. */
export async function lockDirectory(
  tx: Queryable,
  tenantId: string,
  id: string,
): Promise<Directory | null> {
  const [row] = await tx.run(lockStatement, [tenantId, id]);
  return row ?? null;
}

const lockStatement = statement<readonly [tenantId: string, id: string], Directory>(
  "directories.lock",
  `select ${columns} from directories d where d.tenant_id = $1 and d.id = $2 for no key update`,
);

/** Which directories of the installation are due, the longest waiting first. */
export async function listDueDirectories(
  system: Queryable,
  now: number,
): Promise<{ tenantId: string; id: string }[]> {
  return system.run(listDueStatement, [now]);
}

const listDueStatement = statement<readonly [now: number], { tenantId: string; id: string }>(
  "directories.list-due",
  `select tenant_id as "tenantId", id from directories where enabled and next_run_at <= $1
   order by next_run_at, id limit 1000`,
);

/** A directory with the time that it is due for. */
export interface DueDirectory extends Directory {
  schedule: string;
  dueAt: number;
}

/** The directory, locked, when it is still due and no other replica has it in hand. */
export async function lockDueDirectory(
  tx: Queryable,
  tenantId: string,
  id: string,
  now: number,
): Promise<DueDirectory | null> {
  const [row] = await tx.run(lockDueStatement, [tenantId, id, now]);
  return row ?? null;
}

const lockDueStatement = statement<
  readonly [tenantId: string, id: string, now: number],
  DueDirectory
>(
  "directories.lock-due",
  `select ${columns}, d.next_run_at as "dueAt" from directories d
   where d.tenant_id = $1 and d.id = $2 and d.enabled and d.next_run_at <= $3 and d.schedule is not null
   for no key update skip locked`,
);

/** Says that an assessment was asked for or due; what went wrong with it at once, if something did. */
export async function updateAttempted(
  tx: Queryable,
  tenantId: string,
  id: string,
  attempt: { at: number; error: string | null },
): Promise<void> {
  await tx.run(attemptedStatement, [tenantId, id, attempt.at, attempt.error]);
}

const attemptedStatement = statement<
  readonly [tenantId: string, id: string, at: number, error: string | null],
  never
>(
  "directories.update-attempted",
  `update directories set last_attempt_at = greatest(last_attempt_at, $3), last_error = coalesce($4, last_error)
   where tenant_id = $1 and id = $2`,
);

export const updateNextRun = statement<
  readonly [tenantId: string, id: string, nextRunAt: number | null],
  never
>(
  "directories.update-next-run",
  "update directories set next_run_at = $3 where tenant_id = $1 and id = $2",
);

/** Adds a directory; its name must be free. */
export async function insertDirectory(
  tx: Queryable,
  tenantId: string,
  directory: Directory,
  more: { sealedSecret: Buffer; createdAt: number; nextRunAt: number | null },
): Promise<void> {
  const { sealedSecret, nextRunAt, createdAt } = more;
  const values = [...valuesOf(directory), sealedSecret, nextRunAt, createdAt] as const;
  await tx.run(insertStatement, [tenantId, ...values]);
}

/** Changes everything of a directory but its secret, its history and when it is due next. */
export async function updateDirectory(
  tx: Queryable,
  tenantId: string,
  directory: Directory,
): Promise<void> {
  await tx.run(updateStatement, [tenantId, ...valuesOf(directory)]);
}

type Values = readonly [
  id: string,
  name: string,
  type: string,
  siteId: string | null,
  probeId: string,
  settings: string,
  schedule: string | null,
  timeZone: string,
  enabled: boolean,
];

function valuesOf(directory: Directory): Values {
  const { id, name, type, siteId, probeId, schedule, timeZone, enabled } = directory;
  const settings = JSON.stringify(directory.settings);
  return [id, name, type, siteId, probeId, settings, schedule, timeZone, enabled];
}

const insertStatement = statement<
  readonly [
    tenantId: string,
    ...Values,
    secret: Buffer,
    nextRunAt: number | null,
    createdAt: number,
  ],
  never
>(
  "directories.insert",
  `insert into directories (tenant_id, id, name, type, site_id, probe_id, settings, schedule, time_zone, enabled, secret,
     next_run_at, created_at)
   values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10, $11, $12, $13)`,
);

const updateStatement = statement<readonly [tenantId: string, ...Values], never>(
  "directories.update",
  `update directories set name = $3, type = $4, site_id = $5, probe_id = $6, settings = $7::jsonb, schedule = $8,
     time_zone = $9, enabled = $10
   where tenant_id = $1 and id = $2`,
);

export const updateSecret = statement<
  readonly [tenantId: string, id: string, secret: Buffer],
  never
>(
  "directories.update-secret",
  "update directories set secret = $3 where tenant_id = $1 and id = $2",
);

/** Deletes directories with all that was found in them. */
export const deleteDirectoryRows = statement<
  readonly [tenantId: string, ids: readonly string[]],
  never
>("directories.delete", "delete from directories where tenant_id = $1 and id = any($2::uuid[])");

/** Gives one another name, which must be free. */
export const renameDirectory = statement<
  readonly [tenantId: string, id: string, name: string],
  never
>("directories.rename", "update directories set name = $3 where tenant_id = $1 and id = $2");
