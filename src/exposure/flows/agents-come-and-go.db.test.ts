/*
 * Each of these was found by random histories (`life-with-agents.db.test.ts`) or by reading: the smallest history that shows it.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PackageFacts } from "#engines/inventory-types";
import type { HostReport, ServiceFacts } from "#engines/scan-types";
import { forgetAgentFindings } from "#exposure/findings";
import { requestRun } from "#exposure/scans";
import { lock, statement } from "#platform/db";
import {
  hostFacts,
  packageFacts,
  seedAgent,
  someRevision,
  wholeInventory,
} from "#test/agent-fixture";
import { createTestDatabase } from "#test/database";
import { seedSite } from "#test/exposure-rows";
import { loadFeeds } from "#test/feeds";
import { hostReport, openssh } from "#test/host-reports";
import { operatorOf, seedScan, seedScanPlace } from "#test/scan-fixture";
import { until } from "#test/until";
import { exposureLock } from "./exposure-lock.ts";
import { placeAgent } from "./place-agent.ts";
import { recordInventory } from "./record-inventory.ts";
import { recordReports } from "./record-reports.ts";
import { rematchPackages } from "./rematch-packages.ts";
import { retireAgent } from "./retire-agent.ts";

const made = await createTestDatabase();
await loadFeeds(made);
const { database } = made;
let clock = Date.UTC(2026, 10, 21);
const now = () => clock;
const deps = { database, now };
const later = () => (clock += 3_600_000);

const serious = "CVE-2025-26465";
const old = "1:9.2p1-2+deb12u3";
const fixed = "1:9.2p1-2+deb12u5";
const server = (version: string) => packageFacts("openssh-server", version, "openssh");
const debian = (version: string, codename: string) => {
  const name = `Debian GNU/Linux ${version} (${codename})`;
  return hostFacts({ os: { ...hostFacts().os, version, codename, name } });
};

interface Finding {
  id: string;
  port: number;
  status: string;
  by: string[];
  installed: string | null;
  remediation: string;
  lastSeenAt: number;
  siteId: string | null;
}
const findingRows = statement<[tenantId: string, weakness: string], Finding>(
  "test.come-and-go.findings",
  `select id, port, status, installed_version as installed, remediation, last_seen_at as "lastSeenAt", site_id as "siteId",
     array_remove(array[case when scan_seen_at is not null then 'scan' end,
       case when agent_seen_at is not null then 'agent' end], null) as by
   from findings where tenant_id = $1 and weakness = $2 order by port, id`,
);
interface Asset {
  id: string;
  ip: string | null;
  hostname: string | null;
  agentId: string | null;
  siteId: string | null;
  risk: number;
}
const assetRows = statement<[tenantId: string], Asset>(
  "test.come-and-go.assets",
  `select id, host(ip) as ip, hostname, agent_id as "agentId", site_id as "siteId", risk_score as risk
   from assets where tenant_id = $1 order by id`,
);
const agentRow = statement<
  [tenantId: string, id: string],
  { revision: string | null; judged: number; notJudged: string }
>(
  "test.come-and-go.agent",
  `select inventory_revision as revision, (coverage ->> 'judged')::integer as judged, coverage ->> 'notJudged' as "notJudged"
   from agents where tenant_id = $1 and id = $2`,
);
/** As the public API lists it. */
const packagesOn = statement<
  [tenantId: string, assetId: string],
  { name: string; version: string }
>(
  "test.come-and-go.packages",
  `select p.name, p.version from installed_packages p join agents g on g.tenant_id = p.tenant_id and g.id = p.agent_id
   where p.tenant_id = $1 and g.asset_id = $2 order by p.name, p.version`,
);
const callHost = statement<[tenantId: string, id: string, hostname: string], never>(
  "test.come-and-go.hostname",
  "update agents set hostname = $3 where tenant_id = $1 and id = $2",
);
const heardOf = statement<[tenantId: string, id: string, at: number], never>(
  "test.come-and-go.heard-of",
  "update agents set last_seen_at = $3 where tenant_id = $1 and id = $2",
);
const decide = statement<[tenantId: string, weakness: string, status: string], never>(
  "test.come-and-go.decide",
  "update findings set status = $3 where tenant_id = $1 and weakness = $2",
);
const revoke = statement<[tenantId: string, id: string], never>(
  "test.come-and-go.revoke",
  "update agents set status = 'revoked' where tenant_id = $1 and id = $2",
);
const deleteAsset = statement<[tenantId: string, id: string], never>(
  "test.come-and-go.delete-asset",
  "delete from assets where tenant_id = $1 and id = $2",
);
const waiting = statement<[], { count: number }>(
  "test.come-and-go.waiting",
  "select count(*) as count from pg_locks where locktype = 'advisory' and not granted",
);
const forget = statement<[cve: string], never>(
  "test.come-and-go.forget",
  "delete from debian_entries where cve = $1",
);
const bump = statement<[], never>(
  "test.come-and-go.bump",
  "update feeds set revision = revision + 1 where name = 'debian'",
);

/** A tenant with a host at 10.0.0.5. */
async function newPlace() {
  const place = await seedScanPlace(database);
  const { tenantId } = place;
  const scan = await seedScan(database, place);
  const db = database.forTenant(tenantId);
  async function send(
    services: readonly ServiceFacts[],
    outcome: "completed" | "failed",
    change: Partial<HostReport> = {},
  ) {
    later();
    const { runId } = await requestRun(operatorOf(database, tenantId, now), { name: scan.name });
    const host = hostReport("10.0.0.5", services, { finishedAt: clock, ...change });
    const end = { outcome, at: clock, error: null, progress: null };
    await recordReports(deps, place, [
      { runId, host },
      { runId, end },
    ]);
  }
  return {
    ...place,
    db,
    operator: () => operatorOf(database, tenantId, now),
    findings: (weakness = serious) => db.run(findingRows, [tenantId, weakness]),
    assets: () => db.run(assetRows, [tenantId]),
    scan: (services: readonly ServiceFacts[], change?: Partial<HostReport>) =>
      send(services, "completed", change),
    failedScan: (services: readonly ServiceFacts[]) => send(services, "failed"),
    agent: async (change: Parameters<typeof seedAgent>[2] = {}) => {
      const agent = await seedAgent(database, tenantId, { enrolledAt: clock, ...change });
      await db.run(callHost, [tenantId, agent.agentId, "web1"]);
      return agent;
    },
    heard: (agentId: string) => db.run(heardOf, [tenantId, agentId, clock]),
    decide: (status: string) => db.run(decide, [tenantId, serious, status]),
  };
}

const tell = (
  agent: { tenantId: string; agentId: string },
  packages: readonly PackageFacts[],
  change: Parameters<typeof wholeInventory>[1] = {},
) => recordInventory(deps, agent, wholeInventory(packages, { at: clock, ...change }));

const placesOf = (rows: readonly Finding[]) =>
  rows.map(({ port, status, by }) => ({ port, status, by }));

test("an update that is told late resolves what it fixes, though the feeds have changed since it was looked at", async (t) => {
  t.after(() => loadFeeds(made));
  const { findings, agent } = await newPlace();
  const one = await agent();
  await database.system.run(forget, [serious]);
  await tell(one, [server(old)]);
  const lookedAt = later();
  later();
  await loadFeeds(made);
  await database.system.run(bump, []);
  await rematchPackages(deps);
  assert.deepEqual(placesOf(await findings()), [{ port: 0, status: "open", by: ["agent"] }]);
  later();
  await tell(one, [server(fixed)], { at: lookedAt });
  assert.deepEqual(placesOf(await findings()), [{ port: 0, status: "resolved", by: [] }]);
});

test("what the feeds take back is resolved, and what they say again is open, though nobody heard of the agent meanwhile", async (t) => {
  t.after(() => loadFeeds(made));
  const { findings, agent } = await newPlace();
  const one = await agent();
  await tell(one, [server(old)]);
  const [before] = await findings();
  later();
  await database.system.run(forget, [serious]);
  await database.system.run(bump, []);
  await rematchPackages(deps);
  assert.deepEqual(placesOf(await findings()), [{ port: 0, status: "resolved", by: [] }]);
  later();
  await loadFeeds(made);
  await database.system.run(bump, []);
  await rematchPackages(deps);
  const [after] = await findings();
  assert.partialDeepStrictEqual(after, { id: before?.id, status: "open", by: ["agent"] });
});

test("to match packages anew is no look: what is seen already was seen on the half day on which the agent was last heard of", async () => {
  const { findings, agent, heard } = await newPlace();
  const one = await agent();
  await tell(one, [server(old)]);
  const toldAt = clock;
  later();
  await heard(one.agentId);
  const rematched = async () => {
    await database.system.run(bump, []);
    await rematchPackages(deps);
    return (await findings())[0]?.lastSeenAt;
  };
  const noon = toldAt - (toldAt % (12 * 3_600_000)) + 12 * 3_600_000;
  assert.equal(await rematched(), toldAt, "later on the same half day");
  clock = noon + 3_600_000;
  await heard(one.agentId);
  clock = noon + 20 * 3_600_000;
  assert.equal(await rematched(), noon);
});

test("what is installed is what the agent on the asset says, not the one that was revoked before it", async () => {
  const { tenantId, assets, agent, operator, db } = await newPlace();
  const first = await agent();
  await tell(first, [server(old), packageFacts("bash", "5.2.15-2")]);
  const [asset] = await assets();
  const names = async () => {
    const rows = await db.run(packagesOn, [tenantId, asset?.id ?? ""]);
    return rows.map(({ name, version }) => `${name} ${version}`);
  };
  later();
  await retireAgent(operator(), { id: first.agentId });
  assert.deepEqual(await names(), []);
  const second = await agent();
  await tell(second, [server(fixed)]);
  assert.deepEqual(await names(), [`openssh-server ${fixed}`]);
});

test("to revoke an agent again takes nothing from the one that came after it", async () => {
  const { findings, assets, agent, operator } = await newPlace();
  const first = await agent();
  await tell(first, [server(old)]);
  await retireAgent(operator(), { id: first.agentId });
  later();
  const second = await agent();
  await tell(second, [server(old)]);
  await retireAgent(operator(), { id: first.agentId });
  assert.deepEqual(
    (await assets()).map(({ agentId }) => agentId),
    [second.agentId],
  );
  assert.deepEqual(placesOf(await findings()), [{ port: 0, status: "open", by: ["agent"] }]);
});

test("an agent that is revoked while its packages are about to be matched sees nothing any more", async () => {
  const { tenantId, findings, assets, agent, db } = await newPlace();
  const one = await agent();
  await tell(one, [server(old)]);
  const [asset] = await assets();
  await database.system.run(bump, []);
  let matching: Promise<number> | undefined;
  await database.transaction(tenantId, async (tx) => {
    await lock(tx, exposureLock(tenantId));
    matching = rematchPackages(deps);
    await until(async () => ((await db.run(waiting, []))[0]?.count ?? 0) > 0, {
      what: "the matching waits",
    });
    await tx.run(revoke, [tenantId, one.agentId]);
    await tx.run(forgetAgentFindings, [tenantId, asset?.id ?? ""]);
  });
  await matching;
  assert.deepEqual(placesOf(await findings()), [{ port: 0, status: "open", by: [] }]);
});

test("an end of support that a revoked agent told of is gone when the host was set up anew with another release", async () => {
  const { findings, agent, operator } = await newPlace();
  const first = await agent();
  await tell(first, [], { host: debian("10", "buster") });
  await retireAgent(operator(), { id: first.agentId });
  later();
  const second = await agent();
  await tell(second, [], { host: debian("13", "trixie") });
  const support = await findings("os.paid_support_only");
  assert.deepEqual(placesOf(support), [{ port: 0, status: "resolved", by: [] }]);
});

test("where the agent does not see it any more, a finding says what the scan says", async () => {
  const { findings, agent, scan } = await newPlace();
  const shown = [openssh("9.2p1", "2+deb12u3")];
  await scan(shown);
  const one = await agent();
  await tell(one, [server(old)]);
  // The last word was the scan's, though the agent's is the one that is shown.
  await scan(shown);
  assert.partialDeepStrictEqual((await findings())[0], { installed: old, by: ["scan", "agent"] });
  later();
  await tell(one, [server(fixed)]);
  await scan(shown);
  const [after] = await findings();
  assert.partialDeepStrictEqual(after, { installed: null, by: ["scan"], status: "open" });
  assert.doesNotMatch(after?.remediation ?? "", /apt-get/);
});

test("what a revoked agent said is not shown as what a scan sees", async () => {
  const { findings, agent, scan, operator } = await newPlace();
  const shown = [openssh("9.2p1", "2+deb12u3")];
  const one = await agent();
  await scan(shown);
  await tell(one, [server(old)]);
  await scan(shown);
  await retireAgent(operator(), { id: one.agentId });
  await scan(shown);
  assert.equal((await findings())[0]?.installed, null);
});

test("what came from elsewhere is not the package that is installed beside it", async () => {
  const { findings, agent, scan } = await newPlace();
  const one = await agent();
  await tell(one, [server(old)]);
  // The probe knows the distribution, and nothing says that this is a package of it.
  const cpe = "cpe:2.3:o:debian:debian_linux:12:*:*:*:*:*:*:*";
  const os = { family: "linux" as const, name: "Debian", cpe, confidence: 80 };
  await scan([openssh("9.9p1", undefined, 2222)], { os });
  later();
  await tell(one, [server(old)]);
  assert.deepEqual(placesOf(await findings()), [
    { port: 0, status: "open", by: ["agent"] },
    { port: 2222, status: "open", by: ["scan"] },
  ]);
});

test("what only scans saw, of no package, no agent resolves, though a person opened it again", async () => {
  const { findings, agent, scan, decide: say } = await newPlace();
  await scan([openssh("8.4p1")]);
  await scan([]);
  await say("open");
  later();
  await tell(await agent(), [server(fixed)]);
  assert.deepEqual(placesOf(await findings()), [{ port: 22, status: "open", by: [] }]);
});

test("while a scan still sees a package's weakness at a port, the agent's is no second one", async () => {
  const { findings, agent, scan, failedScan } = await newPlace();
  await scan([openssh("9.2p1", "2+deb12u3")]);
  // Nothing answers any more, but a scan that fails resolves nothing.
  await failedScan([]);
  const one = await agent();
  await tell(one, [server(old)]);
  assert.deepEqual(placesOf(await findings()), [
    { port: 22, status: "open", by: ["scan", "agent"] },
  ]);
});

test("soon after a scan has shown that nothing answers at the port any more, a finding is the host's again", async () => {
  const { findings, agent, scan, decide: say } = await newPlace();
  const one = await agent();
  await tell(one, [server(old)]);
  await scan([openssh("9.2p1", "2+deb12u3")]);
  await say("accepted");
  const [before] = await findings();
  await scan([]);
  await rematchPackages(deps);
  const after = await findings();
  assert.deepEqual(placesOf(after), [{ port: 0, status: "accepted", by: ["agent"] }]);
  assert.equal(after[0]?.id, before?.id);
});

test("of two ports at which a package answers the lower one inherits the host's finding, whatever was found first", async () => {
  const { findings, agent, scan } = await newPlace();
  const one = await agent();
  await tell(one, [server(old)]);
  const [before] = await findings();
  // Neither shows what the agent sees, so the scan moves nothing.
  const updated = (port: number) => openssh("9.2p1", "2+deb12u5", port);
  await scan([updated(2222)]);
  await scan([updated(2222), updated(22)]);
  await database.system.run(bump, []);
  await rematchPackages(deps);
  const after = await findings();
  assert.deepEqual(
    after.map(({ port, by }) => ({ port, by })),
    [22, 2222].map((port) => ({ port, by: ["agent"] })),
  );
  assert.equal(after[0]?.id, before?.id);
});

test("a finding that only a scan saw moves to the host, too, when the agent sees that package", async () => {
  const { findings, agent, scan } = await newPlace();
  await scan([openssh("9.2p1", "2+deb12u3")]);
  const [before] = await findings();
  await scan([]);
  later();
  const one = await agent();
  await tell(one, [server(old)]);
  const after = await findings();
  assert.deepEqual(placesOf(after), [{ port: 0, status: "open", by: ["agent"] }]);
  assert.equal(after[0]?.id, before?.id);
});

test("that an agent cannot read the list of packages any more is said at once", async () => {
  const { tenantId, agent, db } = await newPlace();
  const one = await agent();
  const whole = wholeInventory([server(old)], { at: clock });
  await recordInventory(deps, one, whole);
  later();
  await recordInventory(deps, one, {
    base: whole.revision,
    revision: someRevision(),
    at: clock,
    packages: [],
    removed: whole.packages,
    blindSpots: [{ what: "packages", why: "It is locked." }],
  });
  const [row] = await db.run(agentRow, [tenantId, one.agentId]);
  assert.equal(row?.judged, 0);
  assert.match(row?.notJudged ?? "", /cannot read the list/);
  assert.match(row?.notJudged ?? "", /"packages": 1\b/, "what it told of before stands");
});

test("an agent whose asset was deleted gets another with all that is wrong there, with whatever it tells next", async () => {
  const { tenantId, findings, assets, agent, db } = await newPlace();
  const one = await agent();
  const whole = wholeInventory([server(old)], { at: clock });
  await recordInventory(deps, one, whole);
  const [before] = await assets();
  await db.run(deleteAsset, [tenantId, before?.id ?? ""]);
  assert.deepEqual(await findings(), []);
  later();
  const nothing = { at: clock, listeners: [], packages: [], removed: [] };
  await recordInventory(deps, one, { base: whole.revision, revision: someRevision(), ...nothing });
  assert.deepEqual(placesOf(await findings()), [{ port: 0, status: "open", by: ["agent"] }]);
});

test("how much a host matters counts from the inventory that brings its tags", async () => {
  const { assets, agent, scan } = await newPlace();
  await scan([openssh("7.7p1")]);
  const [before] = await assets();
  const one = await agent({ tags: ["criticality:high"] });
  await tell(one, [], { host: debian("13", "trixie") });
  const [after] = await assets();
  assert.ok((after?.risk ?? 0) > (before?.risk ?? 0), `${after?.risk} after ${before?.risk}`);
});

test("a host stays at the site that its agent's token said, from wherever a probe sees it; without one the probe tells", async () => {
  const placed = await newPlace();
  const elsewhere = await seedSite(database, placed.tenantId);
  const one = await placed.agent({ siteId: elsewhere });
  await tell(one, [server(old)]);
  await placed.scan([openssh("9.2p1", "2+deb12u1")]);
  const sites = async (of: typeof placed) => [
    ...(await of.assets()).map(({ siteId }) => siteId),
    ...(await of.findings()).map(({ siteId }) => siteId),
    // Only the scan sees this one.
    ...(await of.findings("CVE-2023-51385")).map(({ siteId }) => siteId),
  ];
  assert.deepEqual(await sites(placed), [elsewhere, elsewhere, elsewhere]);

  const free = await newPlace();
  await tell(await free.agent(), [server(old)]);
  await free.scan([openssh("9.2p1", "2+deb12u1")]);
  assert.deepEqual(await sites(free), [free.siteId, free.siteId, free.siteId]);
});

test("to give the agent of a host tags takes the host from no site; to say that it belongs to none does", async () => {
  const { siteId, assets, findings, agent, scan, operator } = await newPlace();
  await scan([openssh("9.2p1", "2+deb12u3")]);
  const { agentId: id } = await agent();
  await tell({ tenantId: operator().tenantId, agentId: id }, []);
  const sites = async () => [(await assets())[0]?.siteId, (await findings())[0]?.siteId];
  await placeAgent(operator(), { id, tags: ["db"] });
  assert.deepEqual(await sites(), [siteId, siteId]);
  await placeAgent(operator(), { id, siteId: null });
  assert.deepEqual(await sites(), [null, null]);
});

test("an inventory that comes late names its host nevertheless", async () => {
  const { assets, agent, scan } = await newPlace();
  const one = await agent();
  const lookedAt = later();
  await scan([], { names: [{ name: "host5.example.net", source: "dns" }] });
  later();
  await tell(one, [], { at: lookedAt });
  assert.partialDeepStrictEqual((await assets())[0], { hostname: "web1.example.net" });
});

test("who takes the address of a host that is switched off leaves it its agent", async () => {
  const { assets, agent, heard } = await newPlace();
  const at = (address: string) =>
    hostFacts({
      interfaces: [{ name: "ens3", mac: null, addresses: [address] }],
      primaryAddress: address,
    });
  const first = await agent();
  const second = await agent();
  await tell(first, [], { host: at("10.0.0.5") });
  await heard(first.agentId);
  await tell(second, [], { host: at("10.0.0.6") });
  later();
  const third = await agent();
  await tell(third, [], { host: { ...at("10.0.0.7"), fqdn: "web3.example.net" } });
  later();
  await tell(third, [], { host: { ...at("10.0.0.5"), fqdn: "web3.example.net" } });
  assert.deepEqual(
    (await assets()).map(({ ip, agentId }) => ({ ip, agentId })),
    [
      { ip: null, agentId: first.agentId },
      { ip: "10.0.0.6", agentId: second.agentId },
      { ip: "10.0.0.5", agentId: third.agentId },
    ],
  );
});
