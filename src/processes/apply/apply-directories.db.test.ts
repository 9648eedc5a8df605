import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { createApplier } from "#test/apply";
import { createTestDatabase } from "#test/database";

const testDatabase = await createTestDatabase();
const now = Date.parse("2026-11-20T12:00:00Z");
const { linesOf, refusalOf, rows } = createApplier(testDatabase, () => now);

/** A tenant's name that no other test has. */
const fresh = () => `tenant ${newId()}`;

const password = "geheim-4711";
const everything = (tenant: string, secret = password) => `
tenant: ${tenant}
sites: [{ name: HQ, timezone: Europe/Berlin }]
probes: [{ name: branch }]
directories:
  - { name: ad, type: active_directory, site: HQ, probe: branch, url: "ldaps://dc1.acme.test", user: reader@acme.test,
      password: "${secret}", schedule: "0 4 * * *", thresholds: { staleAccountDays: 90 } }
  - { name: cloud, type: entra, tenantId: acme.test, clientId: 6a0c1ad3-6d3c-4a3c-9f3e-0d3f2f2c9b11, clientSecret: s }
`;

async function directoriesOf(tenant: string): Promise<Record<string, unknown>[]> {
  return rows(
    `select d.name, d.type, s.name as site, p.name as probe, d.settings ->> 'type' as kind,
       d.settings -> 'thresholds' ->> 'staleAccountDays' as stale, d.schedule, d.time_zone, d.enabled,
       d.next_run_at::float8 as next_run_at, d.secret
     from directories d join tenants t on t.id = d.tenant_id join probes p on p.tenant_id = d.tenant_id and p.id = d.probe_id
     left join sites s on s.tenant_id = d.tenant_id and s.id = d.site_id where t.name = $1 order by d.name`,
    [tenant],
  );
}

test("directories are made as the file says, and the second time nothing changes", async () => {
  const tenant = fresh();
  const lines = await linesOf(everything(tenant));
  assert.deepEqual(lines.slice(-2), ["+ directory ad", "+ directory cloud"]);
  const [ad, cloud] = await directoriesOf(tenant);
  assert.partialDeepStrictEqual(ad, {
    name: "ad",
    type: "active_directory",
    kind: "active_directory",
    site: "HQ",
    probe: "branch",
    stale: "90",
    schedule: "0 4 * * *",
    time_zone: "Europe/Berlin",
    enabled: true,
    next_run_at: Date.parse("2026-11-21T03:00:00Z"),
  });
  assert.partialDeepStrictEqual(cloud, { type: "entra", site: null, schedule: null, stale: "180" });
  assert.deepEqual(await linesOf(everything(tenant)), []);
});

test("a password is sealed, and stands neither in the changes nor in the log of what was done", async () => {
  const tenant = fresh();
  await linesOf(everything(tenant));
  const other = "anderes-4712";
  assert.deepEqual(await linesOf(everything(tenant, other)), ["~ directory ad (credentials)"]);
  const [ad] = await directoriesOf(tenant);
  assert.ok(Buffer.isBuffer(ad?.["secret"]));
  const kept = JSON.stringify([
    ...(await rows("select * from audit_log")),
    ...(await rows("select * from directories")).map(({ secret, ...row }) => ({
      ...row,
      secret: Buffer.isBuffer(secret) ? secret.toString("latin1") : secret,
    })),
  ]);
  for (const secret of [password, other]) assert.ok(!kept.includes(secret));
  assert.deepEqual(await linesOf(everything(tenant, other)), []);
});

test("what the file no longer mentions stays, unless it is pruned; a probe that a directory needs is not taken from it", async () => {
  const tenant = fresh();
  await linesOf(everything(tenant));
  const without = `tenant: ${tenant}\nsites: [{ name: HQ, timezone: Europe/Berlin }]\n`;
  assert.deepEqual(await linesOf(without), []);
  assert.deepEqual(await linesOf(without, { prune: true }), [
    "- directory ad",
    "- directory cloud",
    "- probe branch",
  ]);
  assert.deepEqual(await directoriesOf(tenant), []);
});

test("a directory that becomes one of another type is refused, and nothing is changed", async () => {
  const tenant = fresh();
  await linesOf(everything(tenant));
  const turned = everything(tenant)
    .replace("name: ad,", "name: x,")
    .replace("name: cloud", "name: ad");
  assert.deepEqual(await refusalOf(turned), [
    `tenant ${tenant}: Directory "ad" cannot become one of type entra; declare that under another name.`,
  ]);
  assert.deepEqual(
    (await directoriesOf(tenant)).map(({ name }) => name),
    ["ad", "cloud"],
  );
});
