import type { Audit } from "#exposure/audits";
import { newId } from "#lib/ids";
import { type Database, statement } from "#platform/db";
import { type SeedAgent, seedAgent as seedNewAgent } from "#test/agent-fixture";
import { seedSite } from "#test/exposure-rows";
import { seedTenant } from "#test/seed";

/** A tenant with a site and a bundle, made for a test. */
export interface AuditPlace {
  readonly tenantId: string;
  readonly siteId: string;
  readonly bundleId: string;
}

/** The profiles of {@link seedAuditPlace}'s bundle. */
export const fixtureProfiles = ["standard", "anssi_standard", "cis_level1_server"].map((name) => ({
  id: `xccdf_org.ssgproject.content_profile_${name}`,
  title: name,
  rules: 3,
}));

/** The hash of {@link seedAuditPlace}'s bundle. */
export const fixtureSha256 = "ab".repeat(32);

const insertBundle = statement<
  [tenantId: string, id: string, sha256: string, gzip: Buffer, profiles: string],
  never
>(
  "test.audits.bundle",
  `insert into bundles (tenant_id, id, name, source, file_name, sha256, bytes, gzip, profiles, created_at, updated_at)
   values ($1, $2, 'Debian', 'file', 'ds.xml', $3, 1000, $4, $5::jsonb, 0, 0)`,
);

const insertContentBundle = statement<[tenantId: string, id: string, fileName: string], never>(
  "test.audits.content-bundle",
  `insert into bundles (tenant_id, id, name, source, file_name, created_at, updated_at)
   values ($1, $2, 'of the distribution', 'content', $3, 0, 0)`,
);

/** Makes a tenant of its own with a site `HQ` and a bundle `Debian` that is kept here. */
export async function seedAuditPlace(database: Database): Promise<AuditPlace> {
  const { tenantId } = await seedTenant(database);
  const place = { tenantId, siteId: await seedSite(database, tenantId, "HQ"), bundleId: newId() };
  const values = [fixtureSha256, Buffer.from("gzip"), JSON.stringify(fixtureProfiles)] as const;
  await database.forTenant(tenantId).run(insertBundle, [tenantId, place.bundleId, ...values]);
  return place;
}

/** Makes a bundle that the distribution puts on hosts; returns its id. */
export async function seedContentBundle(
  database: Database,
  tenantId: string,
  fileName = "ssg-debian12-ds.xml",
): Promise<string> {
  const id = newId();
  await database.forTenant(tenantId).run(insertContentBundle, [tenantId, id, fileName]);
  return id;
}

/** Makes an active agent; returns its id. */
export async function seedAgent(
  database: Database,
  tenantId: string,
  agent: SeedAgent = {},
): Promise<string> {
  return (await seedNewAgent(database, tenantId, agent)).agentId;
}

const insertAudit = statement<
  [
    tenantId: string,
    id: string,
    name: string,
    bundleId: string,
    profile: string,
    siteId: string | null,
    tags: readonly string[],
    schedule: string | null,
    timeZone: string,
    enabled: boolean,
    timeLimitSec: number,
    keepArf: boolean,
    nextRunAt: number | null,
  ],
  never
>(
  "test.audits.audit",
  `insert into audits (tenant_id, id, name, bundle_id, profile, site_id, tags, schedule, time_zone, enabled,
     time_limit_sec, memory_limit_mb, keep_arf, next_run_at, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1024, $12, $13, 0)`,
);

/** What a test says of an audit; the rest is usual. */
export type SeedAudit = Partial<Omit<Audit, "id" | "memoryLimitMb">> & {
  readonly nextRunAt?: number | null;
};

/** Makes an audit of all hosts with the profile `standard`. */
export async function seedAudit(
  database: Database,
  { tenantId, bundleId: usual }: AuditPlace,
  audit: SeedAudit = {},
): Promise<{ id: string; name: string }> {
  const id = newId();
  const { name = `audit ${id}`, bundleId = usual, siteId = null, tags = [] } = audit;
  const { profile = "xccdf_org.ssgproject.content_profile_standard" } = audit;
  const { schedule = null, timeZone = "UTC", enabled = true, nextRunAt = null } = audit;
  const { timeLimitSec = 3600, keepArf = false } = audit;
  const place = [bundleId, profile, siteId, tags] as const;
  const times = [schedule, timeZone, enabled, timeLimitSec] as const;
  const values = [tenantId, id, name, ...place, ...times, keepArf, nextRunAt] as const;
  await database.forTenant(tenantId).run(insertAudit, [...values]);
  return { id, name };
}
