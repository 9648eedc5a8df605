import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { requestRun } from "#exposure/scans";
import { newId } from "#lib/ids";
import { formatChange } from "#platform/declarations";
import { createApplier } from "#test/apply";
import { createTestDatabase } from "#test/database";
import { operatorOf } from "#test/scan-fixture";

const testDatabase = await createTestDatabase();
const { database } = testDatabase;
const start = Date.parse("2026-11-20T12:00:00Z");
let clock = start;

const { apply, linesOf, refusalOf, rows } = createApplier(testDatabase, () => clock);

/** A tenant's name that no other test has. */
const fresh = () => `tenant ${newId()}`;

async function scansOf(tenant: string) {
  return rows(
    `select s.name, site.name as site, p.name as probe, s.scan_type, s.targets, s.schedule, s.time_zone, s.enabled,
       s.settings, s.next_run_at::float8 as next_run_at
     from scans s join tenants t on t.id = s.tenant_id join sites site on site.id = s.site_id
     join probes p on p.id = s.probe_id where t.name = $1 order by s.created_at, s.id`,
    [tenant],
  );
}

const everything = (tenant: string) => `
tenant: ${tenant}
companies: [{ name: Acme }]
sensors: [{ name: gateway, type: icmp, target: 10.0.0.1 }]
sites:
  - { name: HQ, company: Acme, subnets: [10.0.0.0/24], timezone: Europe/Berlin }
  - { name: Lab }
probes: [{ name: hq, company: Acme, targets: { allow: [10.0.0.0/8] } }]
scans:
  - { name: nightly, site: HQ, probe: hq, type: full, targets: [10.0.0.0/24], schedule: "30 2 * * *" }
  - { name: by hand, site: Lab, type: ports, targets: [host.test], ports: "22", budget: { totalPerSec: unlimited } }
  - { name: rests, site: HQ, type: discovery, targets: [10.0.0.0/24], schedule: "0 3 * * *", timezone: UTC, enabled: false }
`;

test("sites, probes and scans are made as the file says, beside sensors, and the second time nothing changes", async () => {
  clock = start;
  const tenant = fresh();
  const [applied] = await apply(everything(tenant));
  assert.deepEqual(applied?.changes.map(formatChange), [
    `+ tenant ${tenant}`,
    "+ company Acme",
    "+ sensor gateway",
    "+ site HQ",
    "+ site Lab",
    "+ probe hq",
    "+ scan nightly",
    "+ scan by hand",
    "+ scan rests",
  ]);
  assert.deepEqual(
    applied.newProbes.map(({ name, token }) => [name, token.startsWith("vdpe_")]),
    [["hq", true]],
  );
  assert.deepEqual(applied.warnings, []);
  const settings = {
    exclude: [],
    tcpPorts: "top-1000",
    udpPorts: "common",
    budget: { perHostPerSec: 50, perSubnetPerSec: 2000, totalPerSec: 5000 },
    connectTimeoutMs: 1000,
    includeFragile: false,
    allowNmap: true,
  };
  const plain = { ...settings, udpPorts: null, allowNmap: false };
  assert.deepEqual(await scansOf(tenant), [
    {
      name: "nightly",
      site: "HQ",
      probe: "hq",
      scan_type: "full",
      targets: ["10.0.0.0/24"],
      schedule: "30 2 * * *",
      time_zone: "Europe/Berlin",
      enabled: true,
      settings,
      next_run_at: Date.parse("2026-11-21T01:30:00Z"),
    },
    {
      name: "by hand",
      site: "Lab",
      probe: "embedded",
      scan_type: "ports",
      targets: ["host.test"],
      schedule: null,
      time_zone: "UTC",
      enabled: true,
      settings: { ...plain, tcpPorts: "22", budget: { ...settings.budget, totalPerSec: null } },
      next_run_at: null,
    },
    {
      name: "rests",
      site: "HQ",
      probe: "embedded",
      scan_type: "discovery",
      targets: ["10.0.0.0/24"],
      schedule: "0 3 * * *",
      time_zone: "UTC",
      enabled: false,
      settings: plain,
      next_run_at: null,
    },
  ]);
  assert.deepEqual(await linesOf(everything(tenant)), []);
  assert.deepEqual(await linesOf(everything(tenant), { prune: true }), []);
});

test("what differs is changed and shown in the words of the file", async () => {
  const tenant = fresh();
  await apply(everything(tenant));
  const changed = everything(tenant)
    .replace("subnets: [10.0.0.0/24]", "subnets: [10.0.0.0/24, 10.0.1.0/24]")
    .replace("company: Acme, targets: { allow: [10.0.0.0/8] }", "targets: { deny: [10.0.0.9] }")
    .replace("probe: hq, type: full", "type: full, exclude: [10.0.0.5]")
    .replace("totalPerSec: unlimited", "totalPerSec: 10")
    .replace("timezone: UTC, enabled: false", "timezone: UTC");
  assert.deepEqual(await linesOf(changed), [
    "~ site HQ (subnets [10.0.0.0/24] → [10.0.0.0/24, 10.0.1.0/24])",
    "~ probe hq (company Acme → none, targets.allow [10.0.0.0/8] → [], targets.deny [] → [10.0.0.9])",
    "~ scan nightly (probe hq → none, exclude [] → [10.0.0.5])",
    "~ scan by hand (budget.totalPerSec unlimited → 10)",
    "~ scan rests (enabled false → true)",
  ]);
  assert.deepEqual(await linesOf(changed), []);
});

test("the next run is worked out anew when its schedule changes, and only then", async () => {
  clock = start;
  const tenant = fresh();
  const nextOf = async (name: string) =>
    (await scansOf(tenant)).find((scan) => scan["name"] === name)?.["next_run_at"];
  await apply(everything(tenant));
  const due = await nextOf("nightly");
  clock = start + 86_400_000;
  await apply(
    everything(tenant).replace("targets: [10.0.0.0/24], schedule", "targets: [10.0.0.7], schedule"),
  );
  assert.equal(await nextOf("nightly"), due, "a run that is overdue stays due");
  await apply(everything(tenant).replace("timezone: Europe/Berlin", "timezone: Asia/Kolkata"));
  assert.equal(await nextOf("nightly"), Date.parse("2026-11-21T21:00:00Z"));
  await apply(everything(tenant).replace(', schedule: "30 2 * * *"', ""));
  assert.equal(await nextOf("nightly"), null);
  await apply(everything(tenant).replace(", timezone: UTC, enabled: false", ""));
  assert.equal(await nextOf("rests"), Date.parse("2026-11-22T02:00:00Z"));
});

test("prune deletes scans with their runs, then probes, sites and companies; each write leaves its trace", async () => {
  const tenant = fresh();
  await apply(everything(tenant));
  const [found] = await rows("select id from tenants where name = $1", [tenant]);
  const tenantId = String(found?.["id"]);
  await requestRun(
    operatorOf(database, tenantId, () => clock),
    { name: "nightly" },
  );
  assert.deepEqual(await linesOf(`tenant: ${tenant}\nsites: [{ name: Lab }]\n`, { prune: true }), [
    "- scan by hand",
    "- scan nightly",
    "- scan rests",
    "- probe hq",
    "- site HQ",
    "- sensor gateway",
    "- company Acme",
  ]);
  assert.deepEqual(await rows("select from scan_runs where tenant_id = $1", [tenantId]), []);
  assert.deepEqual(await linesOf(everything(tenant), { dryRun: true }), [
    "+ company Acme",
    "+ sensor gateway",
    "+ site HQ",
    "+ probe hq",
    "+ scan nightly",
    "+ scan by hand",
    "+ scan rests",
  ]);
  const log = await rows(
    `select action, count(*)::int as n from audit_log where tenant_id = $1
       and action ~ '^(site|probe|scan)\\.' group by action order by action`,
    [tenantId],
  );
  assert.deepEqual(Object.fromEntries(log.map((row) => [row["action"], row["n"]])), {
    "probe.create": 1,
    "probe.delete": 1,
    "probe.set_targets": 1,
    "scan.create": 3,
    "scan.delete": 3,
    "scan.run": 1,
    "site.create": 2,
    "site.delete": 1,
  });
});

test("a site at which something was found is not deleted, and nothing else is then", async () => {
  const tenant = fresh();
  await apply(everything(tenant));
  await rows(
    `insert into assets (tenant_id, id, ip, site_id, company_id, first_seen_at, last_seen_at)
     select t.id, gen_random_uuid(), host, s.id, s.company_id, 0, 0
     from tenants t join sites s on s.tenant_id = t.id and s.name = 'HQ', unnest('{10.0.0.1,10.0.0.2}'::inet[]) as host
     where t.name = $1`,
    [tenant],
  );
  assert.deepEqual(await refusalOf(`tenant: ${tenant}\n`, { prune: true }), [
    `tenant ${tenant}: Site "HQ" cannot be deleted: 2 assets were found there; keep it in the file, without scans.`,
  ]);
  assert.equal((await scansOf(tenant)).length, 3);
  const kept = `tenant: ${tenant}\nsites: [{ name: HQ, subnets: [10.0.0.0/24], timezone: Europe/Berlin }]\n`;
  assert.deepEqual((await linesOf(kept, { prune: true })).slice(0, 1), [
    "~ site HQ (company Acme → none)",
  ]);
  const assets = await rows(
    `select a.company_id from assets a join tenants t on t.id = a.tenant_id where t.name = $1`,
    [tenant],
  );
  assert.deepEqual(assets, [{ company_id: null }, { company_id: null }]);
});

test("a run that waits goes to the scan's new probe, one that is under way stays where it is", async () => {
  const tenant = fresh();
  await apply(everything(tenant));
  const [found] = await rows("select id from tenants where name = $1", [tenant]);
  const context = operatorOf(database, String(found?.["id"]), () => clock);
  const { runId: waiting } = await requestRun(context, { name: "nightly" });
  const { runId: running } = await requestRun(context, { name: "by hand" });
  await rows("update scan_runs set state = 'running' where id = $1", [running]);
  await apply(
    everything(tenant)
      .replace("probe: hq, type: full", "type: full")
      .replace("site: Lab, type: ports", "site: Lab, probe: hq, type: ports"),
  );
  const probeOf = async (runId: string) => {
    const sql = "select p.name from scan_runs r join probes p on p.id = r.probe_id where r.id = $1";
    return (await rows(sql, [runId]))[0]?.["name"];
  };
  assert.deepEqual([await probeOf(waiting), await probeOf(running)], ["embedded", "embedded"]);
});

test("companies that are declared twice, and errors of both services, come together; nothing is changed", async () => {
  const tenant = fresh();
  const text = `tenant: ${tenant}
companies: [{ name: A }, { name: A }]
sensors: [{ name: s, type: icmp, target: a.test, parent: nobody }]
scans: [{ name: s, site: nowhere, type: full, targets: ["10.0.0.0/33"] }]
`;
  assert.deepEqual(await refusalOf(text), [
    "f:4:57 scans[0].targets[0]: must be an address, a network such as 10.0.0.0/24 or a range such as 10.0.0.1-20",
    'f:2:34 companies[1].name: "A" is already the name at f:2:21 companies[0].name',
    'f:3:58 sensors[0].parent: there is no sensor named "nobody"; declare it under sensors',
    'f:4:26 scans[0].site: there is no site named "nowhere"; declare it under sites',
  ]);
  assert.deepEqual(await rows("select from tenants where name = $1", [tenant]), []);
});

test("the probe inside the server can be limited, is never deleted, and need not be named", async () => {
  const tenant = fresh();
  const text = `tenant: ${tenant}
sites: [{ name: HQ }]
probes: [{ name: embedded, targets: { deny: [10.0.0.9] } }]
scans: [{ name: s, site: HQ, probe: embedded, type: ports, targets: [10.0.0.1] }]
`;
  assert.deepEqual((await linesOf(text)).slice(1), [
    "+ site HQ",
    "~ probe embedded (targets.deny [] → [10.0.0.9])",
    "+ scan s",
  ]);
  const unnamed = text.replace("probe: embedded, ", "");
  assert.deepEqual(await linesOf(unnamed, { prune: true }), []);
  assert.deepEqual(await linesOf(`tenant: ${tenant}\nsites: [{ name: HQ }]\n`, { prune: true }), [
    "- scan s",
  ]);
});

test("any configuration after any other is as if it had been the first", async () => {
  const tenant = fresh();
  const name = fc.constantFrom("a", "b", "c");
  const file = fc
    .record({
      companies: fc.uniqueArray(name),
      sites: fc.uniqueArray(name, { minLength: 1 }),
      probes: fc.uniqueArray(name),
      scans: fc.uniqueArray(
        fc.record({
          name,
          type: fc.constantFrom("discovery", "ports", "full"),
          schedule: fc.option(fc.constantFrom("0 2 * * *", "*/5 * * * *"), { nil: undefined }),
          enabled: fc.boolean(),
          pick: fc.nat(5),
          targets: fc.uniqueArray(fc.constantFrom("10.0.0.1", "10.0.0.0/24", "a.test"), {
            minLength: 1,
          }),
        }),
        { selector: (each) => each.name },
      ),
      zone: fc.constantFrom("UTC", "Europe/Berlin"),
      pick: fc.nat(5),
    })
    .map(({ companies, sites, probes, scans, zone, pick }) => {
      const one = (names: string[], at: number) => names[at % (names.length + 1)];
      return {
        tenant,
        companies: companies.map((each) => ({ name: each })),
        sites: sites.map((each, i) => ({
          name: each,
          timezone: zone,
          company: one(companies, pick + i),
        })),
        probes: probes.map((each, i) => ({ name: each, company: one(companies, pick + i) })),
        scans: scans.map(({ pick: at, ...scan }) => ({
          ...scan,
          site: sites[at % sites.length],
          probe: one(probes, at),
        })),
      };
    });
  await fc.assert(
    fc.asyncProperty(file, async (declared) => {
      const text = JSON.stringify(declared); // JSON is YAML
      clock += 1000;
      await apply(text, { prune: true });
      assert.deepEqual(await linesOf(text, { prune: true }), []);
      const [counts] = await rows(
        `select (select count(*)::int from sites s where s.tenant_id = t.id) as sites,
           (select count(*)::int from probes p where p.tenant_id = t.id and not embedded) as probes,
           (select count(*)::int from scans s where s.tenant_id = t.id) as scans,
           (select count(*)::int from scans s where s.tenant_id = t.id and next_run_at > $2) as due,
           (select count(*)::int from companies c where c.tenant_id = t.id) as companies
         from tenants t where t.name = $1`,
        [tenant, start],
      );
      assert.deepEqual(counts, {
        sites: declared.sites.length,
        probes: declared.probes.length,
        scans: declared.scans.length,
        due: declared.scans.filter((scan) => scan.enabled && scan.schedule !== undefined).length,
        companies: declared.companies.length,
      });
    }),
    { numRuns: 40 },
  );
});
