import { defaultBudget } from "#engines/scan-types";
import type { Scan } from "#exposure/scans";
import { newId } from "#lib/ids";
import type { Context } from "#platform/context";
import { type Database, statement } from "#platform/db";
import { seedSite } from "#test/exposure-rows";
import { seedTenant } from "#test/seed";

/** A tenant with a site and a probe, made for a test. */
export interface ScanPlace {
  readonly tenantId: string;
  readonly siteId: string;
  readonly probeId: string;
}

const insertProbe = statement<[tenantId: string, id: string, lastSeenAt: number | null], never>(
  "test.scans.probe",
  `insert into probes (tenant_id, id, name, status, last_seen_at, created_at)
   values ($1, $2, 'probe ' || $2::uuid, 'active', $3, 0)`,
);

/** Makes a tenant of its own with a site `HQ` and a probe. */
export async function seedScanPlace(
  database: Database,
  lastSeenAt: number | null = null,
): Promise<ScanPlace> {
  const { tenantId } = await seedTenant(database);
  const db = database.forTenant(tenantId);
  const place = { tenantId, siteId: await seedSite(database, tenantId, "HQ"), probeId: newId() };
  await db.run(insertProbe, [tenantId, place.probeId, lastSeenAt]);
  return place;
}

const insertScan = statement<
  [
    tenantId: string,
    id: string,
    name: string,
    siteId: string,
    probeId: string,
    targets: readonly string[],
    schedule: string | null,
    timeZone: string,
    enabled: boolean,
    settings: string,
    nextRunAt: number | null,
  ],
  never
>(
  "test.scans.scan",
  `insert into scans (tenant_id, id, name, site_id, probe_id, scan_type, targets, schedule, time_zone, enabled, settings,
     next_run_at, created_at)
   values ($1, $2, $3, $4, $5, 'full', $6, $7, $8, $9, $10::jsonb, $11, 0)`,
);

/** What a test says of a scan; the rest is usual. */
export interface SeedScan {
  readonly name?: string;
  readonly schedule?: string | null;
  readonly timeZone?: string;
  readonly enabled?: boolean;
  readonly nextRunAt?: number | null;
}

/** Makes a scan of 127.0.0.1. */
export async function seedScan(
  database: Database,
  place: ScanPlace,
  scan: SeedScan = {},
): Promise<{ id: string; name: string }> {
  const settings: Scan["settings"] = {
    exclude: [],
    tcpPorts: "top-1000",
    udpPorts: null,
    budget: defaultBudget,
    connectTimeoutMs: 1000,
    includeFragile: false,
    allowNmap: true,
  };
  const { tenantId, siteId, probeId } = place;
  const id = newId();
  const name = scan.name ?? `scan ${id}`;
  const { schedule = null, timeZone = "UTC", enabled = true, nextRunAt = null } = scan;
  await database
    .forTenant(tenantId)
    .run(insertScan, [
      tenantId,
      id,
      name,
      siteId,
      probeId,
      ["127.0.0.1"],
      schedule,
      timeZone,
      enabled,
      JSON.stringify(settings),
      nextRunAt,
    ]);
  return { id, name };
}

/** An operator of the tenant at a moment of the test's choice. */
export function operatorOf(database: Database, tenantId: string, now: () => number): Context {
  const actor = { kind: "command_line", id: "command_line", name: "root@test" } as const;
  return { tenantId, actor, scopes: ["read", "write"], database, now, requestId: "r" };
}
