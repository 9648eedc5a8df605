import assert from "node:assert/strict";
import { test } from "node:test";
import type { ServiceFacts } from "#engines/scan-types";
import { requestRun } from "#exposure/scans";
import { statement } from "#platform/db";
import {
  hostFacts,
  packageFacts,
  seedAgent,
  someRevision,
  wholeInventory,
} from "#test/agent-fixture";
import { createTestDatabase } from "#test/database";
import { loadFeeds } from "#test/feeds";
import { hostReport, nginx, openssh } from "#test/host-reports";
import { type ScanPlace, operatorOf, seedScan, seedScanPlace } from "#test/scan-fixture";
import { placeAgent } from "./place-agent.ts";
import { recordInventory } from "./record-inventory.ts";
import { recordReports } from "./record-reports.ts";
import { rematchFindings } from "./rematch-findings.ts";
import { rematchPackages } from "./rematch-packages.ts";
import { retireAgent } from "./retire-agent.ts";

const made = await createTestDatabase();
await loadFeeds(made);
const { database } = made;
let clock = Date.UTC(2026, 10, 21);
const now = () => clock;
const deps = { database, now };
const later = () => (clock += 3_600_000);

interface Finding {
  weakness: string;
  protocol: string;
  port: number;
  package: string;
  affected: string | null;
  installed: string | null;
  fixed: string | null;
  status: string;
  remediation: string;
  confidence: number;
  by: string[];
  site_id: string | null;
}
const findingRows = statement<[tenantId: string], Finding>(
  "test.inventory.findings",
  `select weakness, protocol, port, package, affected_package as affected, installed_version as installed,
     fixed_version as fixed, status, remediation, confidence, site_id,
     array_remove(array[case when scan_seen_at is not null then 'scan' end,
       case when agent_seen_at is not null then 'agent' end], null) as by
   from findings where tenant_id = $1 and cve is not null order by weakness, port`,
);
const assetRows = statement<
  [tenantId: string],
  {
    id: string;
    ip: string | null;
    os: string | null;
    hostname: string | null;
    agent_id: string | null;
    tags: string[];
    site_id: string | null;
  }
>(
  "test.inventory.assets",
  "select id, host(ip) as ip, os, hostname, agent_id, tags, site_id from assets where tenant_id = $1 order by id",
);
const coverageOf = statement<
  [tenantId: string, id: string],
  { coverage: { judged: number; notJudged: { reason: string; packages: number }[] } }
>("test.inventory.coverage", "select coverage from agents where tenant_id = $1 and id = $2");
const accept = statement<[tenantId: string, weakness: string], never>(
  "test.inventory.accept",
  "update findings set status = 'accepted' where tenant_id = $1 and weakness = $2",
);

const old = "1:9.2p1-2+deb12u3";
const fixed = "1:9.2p1-2+deb12u5";
const server = (version: string) => packageFacts("openssh-server", version, "openssh");
const client = (version: string) => packageFacts("openssh-client", version, "openssh");

async function newPlace() {
  const place = await seedScanPlace(database);
  const scan = await seedScan(database, place);
  const db = database.forTenant(place.tenantId);
  return {
    ...place,
    place,
    findings: () => db.run(findingRows, [place.tenantId]),
    assets: () => db.run(assetRows, [place.tenantId]),
    scan: (services: readonly ServiceFacts[]) => scanHost(place, scan.name, services),
  };
}

async function scanHost(place: ScanPlace, name: string, services: readonly ServiceFacts[]) {
  later();
  const { runId } = await requestRun(operatorOf(database, place.tenantId, now), { name });
  const host = hostReport("10.0.0.5", services, { finishedAt: clock });
  const end = { outcome: "completed" as const, at: clock, error: null, progress: null };
  await recordReports(deps, place, [
    { runId, host },
    { runId, end },
  ]);
}

const cve = (rows: readonly Finding[], id: string) => rows.filter((row) => row.weakness === id);
const serious = "CVE-2025-26465";

test("a vulnerable package is one finding, whatever number of binary packages it has, with the command that fixes it", async () => {
  const { tenantId, siteId, findings } = await newPlace();
  const agent = await seedAgent(database, tenantId, { siteId });
  later();
  const inventory = wholeInventory([server(old), client(old)], { at: clock });
  assert.deepEqual(await recordInventory(deps, agent, inventory), { accepted: true });
  const [found, ...others] = cve(await findings(), serious);
  assert.deepEqual(others, []);
  assert.partialDeepStrictEqual(found, {
    protocol: "",
    package: "openssh",
    affected: "openssh",
    installed: old,
    fixed,
    status: "open",
    confidence: 100,
    by: ["agent"],
    site_id: siteId,
  });
  assert.match(
    found?.remediation ?? "",
    /apt-get install --only-upgrade openssh-client openssh-server/,
  );
});

test("an updated package resolves its findings, and a downgrade opens them again", async () => {
  const { tenantId, findings } = await newPlace();
  const agent = await seedAgent(database, tenantId);
  const status = async () => cve(await findings(), serious).map((row) => row.status);
  const whole = wholeInventory([server(old)], { at: later() });
  await recordInventory(deps, agent, whole);
  assert.deepEqual(await status(), ["open"]);

  const { revision: base } = whole;
  const updated = {
    base,
    revision: someRevision(),
    packages: [server(fixed)],
    removed: [server(old)],
  };
  assert.deepEqual(await recordInventory(deps, agent, { ...updated, at: later() }), {
    accepted: true,
  });
  assert.deepEqual(await status(), ["resolved"]);
  await recordInventory(deps, agent, wholeInventory([server(old)], { at: later() }));
  assert.deepEqual(await status(), ["open"]);
});

test("a package that is removed takes its findings along; one that a difference leaves out does not", async () => {
  const { tenantId, findings } = await newPlace();
  const agent = await seedAgent(database, tenantId);
  const whole = wholeInventory([server(old), packageFacts("bash", "5.2.15-2+b7")], { at: later() });
  await recordInventory(deps, agent, whole);
  const step = { base: whole.revision, revision: someRevision(), at: later(), packages: [] };
  await recordInventory(deps, agent, { ...step, removed: [packageFacts("bash", "5.2.15-2+b7")] });
  assert.equal(cve(await findings(), serious)[0]?.status, "open");
  const last = { base: step.revision, revision: someRevision(), at: later(), packages: [] };
  await recordInventory(deps, agent, { ...last, removed: [server(old)] });
  assert.equal(cve(await findings(), serious)[0]?.status, "resolved");
});

test("an agent that cannot read the list of packages resolves nothing, and tells all of it when it can again", async () => {
  const { tenantId, findings } = await newPlace();
  const agent = await seedAgent(database, tenantId);
  const whole = wholeInventory([server(old), packageFacts("bash", "5.2.15-2+b7")], { at: later() });
  await recordInventory(deps, agent, whole);
  const blind = {
    base: whole.revision,
    revision: someRevision(),
    at: later(),
    blindSpots: [{ what: "packages" as const, why: "The list is locked." }],
    packages: [],
    removed: whole.packages,
  };
  assert.deepEqual(await recordInventory(deps, agent, blind), { accepted: true });
  assert.equal(cve(await findings(), serious)[0]?.status, "open");
  const [said] = await database.forTenant(tenantId).run(coverageOf, [tenantId, agent.agentId]);
  assert.equal(said?.coverage.judged, 0);
  assert.match(said?.coverage.notJudged[0]?.reason ?? "", /cannot read the list of packages/);
  const sees = { base: blind.revision, revision: someRevision(), blindSpots: [], removed: [] };
  const difference = { ...sees, at: later(), packages: [packageFacts("bash", "5.2.15-2+b7")] };
  assert.deepEqual(await recordInventory(deps, agent, difference), { accepted: false });
  const again = wholeInventory([packageFacts("bash", "5.2.15-2+b7")], { at: later() });
  assert.deepEqual(await recordInventory(deps, agent, again), { accepted: true });
  assert.equal(cve(await findings(), serious)[0]?.status, "resolved");
});

test("differences that do not follow on what the server has are not taken, and the whole is asked for", async () => {
  const { tenantId, findings } = await newPlace();
  const agent = await seedAgent(database, tenantId);
  const step = { base: someRevision(), revision: someRevision(), at: later(), removed: [] };
  const update = { ...step, packages: [server(old)] };
  assert.deepEqual(await recordInventory(deps, agent, update), { accepted: false });
  assert.deepEqual(await findings(), []);
  const whole = wholeInventory([server(old)], { at: clock });
  await recordInventory(deps, agent, whole);
  const before = await findings();
  assert.deepEqual(await recordInventory(deps, agent, whole), { accepted: true });
  assert.deepEqual(await findings(), before);
});

test("an agent joins the asset that a probe found, and what it says of it stands whatever a scan guesses", async () => {
  const { tenantId, siteId, assets, scan } = await newPlace();
  await scan([nginx(80, "1.22.1")]);
  const [probed] = await assets();
  const agent = await seedAgent(database, tenantId, { siteId, tags: ["web", "criticality:high"] });
  await recordInventory(deps, agent, wholeInventory([], { at: later() }));
  await scan([nginx(80, "1.22.1")]);
  const [asset, ...others] = await assets();
  assert.deepEqual(others, []);
  assert.partialDeepStrictEqual(asset, {
    id: probed?.id,
    ip: "10.0.0.5",
    os: "Debian GNU/Linux 12 (bookworm)",
    hostname: "web1.example.net",
    agent_id: agent.agentId,
    tags: ["web", "criticality:high"],
  });
});

test("what probe and agent both see is one finding at the port, and keeps what was decided about it", async () => {
  const { tenantId, findings, scan } = await newPlace();
  const agent = await seedAgent(database, tenantId);
  await recordInventory(deps, agent, wholeInventory([server(old)], { at: later() }));
  await database.forTenant(tenantId).run(accept, [tenantId, serious]);
  await scan([openssh("9.2p1", "2+deb12u3")]);
  const both = cve(await findings(), serious);
  assert.equal(both.length, 1);
  assert.partialDeepStrictEqual(both[0], {
    protocol: "tcp",
    port: 22,
    status: "accepted",
    affected: "openssh",
    installed: old,
    by: ["scan", "agent"],
  });

  // The other way round: first the scan, then the agent.
  const other = await newPlace();
  await other.scan([openssh("9.2p1", "2+deb12u3")]);
  const second = await seedAgent(database, other.tenantId);
  await recordInventory(deps, second, wholeInventory([server(old)], { at: later() }));
  const same = cve(await other.findings(), serious);
  assert.deepEqual(
    same.map(({ port, by, confidence }) => ({ port, by, confidence })),
    [{ port: 22, by: ["scan", "agent"], confidence: 100 }],
  );

  // The daemon is stopped: its package is still vulnerable, and the finding is one of the host again.
  await other.scan([]);
  await recordInventory(deps, second, wholeInventory([server(old), client(old)], { at: later() }));
  const back = cve(await other.findings(), serious);
  assert.deepEqual(
    back.map(({ port, by, status }) => ({ port, by, status })),
    [{ port: 0, by: ["agent"], status: "open" }],
  );
});

test("a banner without a revision is judged by the revision that is installed", async () => {
  const { tenantId, findings, scan } = await newPlace();
  await scan([openssh("9.2p1")]);
  const guesses = await findings();
  assert.ok(guesses.length > 0, "without the agent upstream numbers are all there is");
  const agent = await seedAgent(database, tenantId);
  await recordInventory(deps, agent, wholeInventory([server(fixed)], { at: later() }));
  await rematchFindings(deps);
  const after = await findings();
  const open = after.filter(({ status }) => status === "open").map(({ weakness }) => weakness);
  // Debian rates it as unimportant and has not fixed it.
  assert.deepEqual(open, ["CVE-2020-15778"]);
});

test("a host that was set up anew keeps its asset; one that lives beside it under the same name does not get it", async () => {
  const { tenantId, assets } = await newPlace();
  const first = await seedAgent(database, tenantId, { name: "web1", lastSeenAt: clock });
  await recordInventory(deps, first, wholeInventory([server(old)], { at: clock }));
  const [before] = await assets();
  const anew = await seedAgent(database, tenantId, { name: "web1-2", enrolledAt: later() });
  await database.forTenant(tenantId).run(renamed, [tenantId, anew.agentId]);
  await recordInventory(deps, anew, wholeInventory([server(old)], { at: clock }));
  assert.deepEqual(
    (await assets()).map(({ id, agent_id }) => ({ id, agent_id })),
    [{ id: before?.id, agent_id: anew.agentId }],
  );
  const clone = await seedAgent(database, tenantId, { name: "web1-3", enrolledAt: clock - 1 });
  await database.forTenant(tenantId).run(renamed, [tenantId, clone.agentId]);
  await recordInventory(deps, clone, wholeInventory([], { at: clock }));
  assert.equal((await assets()).length, 2);
});

const renamed = statement<[tenantId: string, id: string], never>(
  "test.inventory.hostname",
  "update agents set hostname = 'web1' where tenant_id = $1 and id = $2",
);

test("a release that no feed speaks of resolves nothing, and the agent says that it is not judged", async () => {
  const { tenantId, findings } = await newPlace();
  const agent = await seedAgent(database, tenantId);
  await recordInventory(deps, agent, wholeInventory([server(old)], { at: later() }));
  const buster = { ...hostFacts().os, version: "10", codename: "buster" };
  const host = hostFacts({ os: { ...buster, name: "Debian GNU/Linux 10 (buster)" } });
  await recordInventory(deps, agent, wholeInventory([server(old)], { host, at: later() }));
  assert.equal(cve(await findings(), serious)[0]?.status, "open");
  const [row] = await database.forTenant(tenantId).run(coverageOf, [tenantId, agent.agentId]);
  assert.equal(row?.coverage.judged, 0);
  assert.match(row?.coverage.notJudged.map(({ reason }) => reason).join() ?? "", /buster/);
});

test("a release whose support has ended is a finding of the host, and gone after its upgrade", async () => {
  const { tenantId } = await newPlace();
  const agent = await seedAgent(database, tenantId);
  const buster = { ...hostFacts().os, version: "10", codename: "buster" };
  const host = hostFacts({ os: { ...buster, name: "Debian GNU/Linux 10 (buster)" } });
  const support = () => database.forTenant(tenantId).run(supportRows, [tenantId]);
  await recordInventory(deps, agent, wholeInventory([], { host, at: later() }));
  assert.deepEqual(
    (await support()).map(({ status, port, cve }) => ({ status, port, cve })),
    [{ status: "open", port: 0, cve: null }],
  );
  const trixie = { ...hostFacts().os, version: "13", codename: "trixie" };
  const upgraded = hostFacts({ os: { ...trixie, name: "Debian GNU/Linux 13 (trixie)" } });
  await recordInventory(deps, agent, wholeInventory([], { host: upgraded, at: later() }));
  assert.deepEqual(
    (await support()).filter(({ status }) => status === "open"),
    [],
  );
});

const supportRows = statement<
  [tenantId: string],
  { status: string; port: number; cve: string | null }
>(
  "test.inventory.support",
  "select status, port, cve from findings where tenant_id = $1 and weakness like 'os.%support%'",
);

test("after the feeds have changed, packages are matched anew without the agent", async () => {
  const { tenantId, findings } = await newPlace();
  const agent = await seedAgent(database, tenantId);
  await recordInventory(deps, agent, wholeInventory([server(old)], { at: later() }));
  await database.system.run(unfixed, [serious]);
  await database.system.run(bump, []);
  assert.ok((await rematchPackages(deps)) >= 1);
  assert.partialDeepStrictEqual(cve(await findings(), serious)[0], { fixed: null, status: "open" });
  assert.equal(await rematchPackages(deps), 0);
  await loadFeeds(made);
});

const unfixed = statement<[cve: string], never>(
  "test.inventory.unfixed",
  "update debian_entries set status = 'open', fixed_version = null where cve = $1",
);
const bump = statement<[], never>(
  "test.inventory.bump",
  "update feeds set revision = revision + 1 where name = 'debian'",
);

test("a revoked agent leaves its asset; what it saw stays until somebody looks", async () => {
  const { tenantId, findings, assets, scan } = await newPlace();
  const agent = await seedAgent(database, tenantId);
  await recordInventory(deps, agent, wholeInventory([server(old)], { at: later() }));
  await scan([openssh("9.2p1", "2+deb12u3")]);
  await retireAgent(operatorOf(database, tenantId, now), { id: agent.agentId });
  assert.equal((await assets())[0]?.agent_id, null);
  assert.deepEqual(cve(await findings(), serious)[0]?.by, ["scan"]);
  const late = wholeInventory([], { at: later() });
  assert.deepEqual(await recordInventory(deps, agent, late), { accepted: false });
  await scan([openssh("9.2p1", "2+deb12u5")]);
  assert.equal(cve(await findings(), serious)[0]?.status, "resolved");
});

test("where an agent is placed, there its asset and findings are", async () => {
  const { tenantId, siteId, findings, assets } = await newPlace();
  const agent = await seedAgent(database, tenantId);
  await recordInventory(deps, agent, wholeInventory([server(old)], { at: later() }));
  const context = operatorOf(database, tenantId, now);
  await placeAgent(context, { id: agent.agentId, siteId, tags: ["db"] });
  assert.partialDeepStrictEqual((await assets())[0], { site_id: siteId, tags: ["db"] });
  assert.equal(cve(await findings(), serious)[0]?.site_id, siteId);
});

test("a host without any address of its own is an asset, too", async () => {
  const { tenantId, assets } = await newPlace();
  const agent = await seedAgent(database, tenantId);
  const host = hostFacts({ interfaces: [], primaryAddress: null });
  await recordInventory(deps, agent, wholeInventory([], { host, at: later() }));
  await recordInventory(deps, agent, wholeInventory([server(old)], { host, at: later() }));
  assert.deepEqual(
    (await assets()).map(({ ip, agent_id }) => ({ ip, agent_id })),
    [{ ip: null, agent_id: agent.agentId }],
  );
});

test("control characters and marks that turn text around are kept out of what a host says of itself", async () => {
  const { tenantId, assets } = await newPlace();
  const agent = await seedAgent(database, tenantId);
  const os = { ...hostFacts().os, name: "Debian\u0000 \u001b[2J\u202e12" };
  const host = hostFacts({ os, hostname: "web\u0007<b>" });
  const update = wholeInventory([packageFacts("ba\u0000sh", "1\u001b")], { host, at: later() });
  assert.deepEqual(await recordInventory(deps, agent, update), { accepted: true });
  assert.equal((await assets())[0]?.os, "Debian   [2J 12");
});

test("the agents and hosts of another tenant are none", async () => {
  const mine = await newPlace();
  const theirs = await newPlace();
  const agent = await seedAgent(database, mine.tenantId);
  const whole = wholeInventory([server(old)], { at: later() });
  const stranger = { tenantId: theirs.tenantId, agentId: agent.agentId };
  assert.deepEqual(await recordInventory(deps, stranger, whole), { accepted: false });
  await recordInventory(deps, agent, whole);
  assert.deepEqual(await theirs.assets(), []);
  assert.deepEqual(await theirs.findings(), []);
});
