import { type Queryable, statement } from "#platform/db";
import type { MaintenanceWindow } from "./maintenance.ts";

interface WindowRow {
  id: string;
  name: string;
  starts_at: number | null;
  ends_at: number | null;
  cron: string | null;
  time_zone: string;
  duration_min: number | null;
  sensor_ids: string[];
  tags: string[];
  company_ids: string[];
}

const listWindows = statement<[tenantId: string], WindowRow>(
  "maintenance.list",
  `select id, name, starts_at, ends_at, cron, time_zone, duration_min, sensor_ids, tags, company_ids
   from maintenance_windows where tenant_id = $1 order by name`,
);

export interface KeptWindow extends MaintenanceWindow {
  readonly id: string;
}

export async function listMaintenanceWindows(
  db: Queryable,
  tenantId: string,
): Promise<KeptWindow[]> {
  const rows = await db.run(listWindows, [tenantId]);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    cron: row.cron,
    timeZone: row.time_zone,
    durationMin: row.duration_min,
    sensorIds: row.sensor_ids,
    tags: row.tags,
    companyIds: row.company_ids,
  }));
}

const upsertWindow = statement<
  [
    tenantId: string,
    id: string,
    name: string,
    startsAt: number | null,
    endsAt: number | null,
    cron: string | null,
    timeZone: string,
    durationMin: number | null,
    sensorIds: readonly string[],
    tags: readonly string[],
    companyIds: readonly string[],
    createdAt: number,
  ],
  never
>(
  "maintenance.upsert",
  `insert into maintenance_windows (tenant_id, id, name, starts_at, ends_at, cron, time_zone, duration_min, sensor_ids,
     tags, company_ids, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
   on conflict (tenant_id, name) do update set starts_at = excluded.starts_at, ends_at = excluded.ends_at,
     cron = excluded.cron, time_zone = excluded.time_zone, duration_min = excluded.duration_min,
     sensor_ids = excluded.sensor_ids, tags = excluded.tags, company_ids = excluded.company_ids`,
);

/** Keeps a window under its name: a new one with the given id, or in place of the one that has the name. */
export async function saveMaintenanceWindow(
  tx: Queryable,
  tenantId: string,
  window: KeptWindow,
  createdAt: number,
): Promise<void> {
  await tx.run(upsertWindow, [
    tenantId,
    window.id,
    window.name,
    window.startsAt,
    window.endsAt,
    window.cron,
    window.timeZone,
    window.durationMin,
    window.sensorIds,
    window.tags,
    window.companyIds,
    createdAt,
  ]);
}

const deleteWindows = statement<[tenantId: string, names: readonly string[]], never>(
  "maintenance.delete",
  `delete from maintenance_windows where tenant_id = $1 and name = any($2::text[])`,
);

export async function deleteMaintenanceWindows(
  tx: Queryable,
  tenantId: string,
  names: readonly string[],
): Promise<void> {
  if (names.length > 0) await tx.run(deleteWindows, [tenantId, names]);
}

/** Gives one another name, which must be free. */
export const renameMaintenanceWindow = statement<
  readonly [tenantId: string, id: string, name: string],
  never
>(
  "maintenance.rename",
  "update maintenance_windows set name = $3 where tenant_id = $1 and id = $2",
);
