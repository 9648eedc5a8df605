import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { HostReport, ServiceFacts } from "#engines/scan-types";
import { requestRun } from "#exposure/scans";
import { statement } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { seedSite } from "#test/exposure-rows";
import { loadFeeds } from "#test/feeds";
import { hostReport, nginx, openssh, serviceFacts } from "#test/host-reports";
import { type ScanPlace, operatorOf, seedScan, seedScanPlace } from "#test/scan-fixture";
import type { RunMessage } from "#wire/probe.v1";
import { expireAcceptances } from "./expire-acceptances.ts";
import { recordReports } from "./record-reports.ts";
import { rescoreAssets } from "./rescore-assets.ts";

const made = await createTestDatabase();
const { database } = made;
let clock = Date.UTC(2026, 10, 21);
const now = () => clock;
const hourMs = 3_600_000;

before(() => loadFeeds(made));

/** A tenant whose probe scans when told to. */
class Scene {
  readonly place: ScanPlace;
  readonly scan: string;
  constructor(place: ScanPlace, scan: string) {
    this.place = place;
    this.scan = scan;
  }

  /** A run with these hosts, an hour after the one before. */
  async run(
    hosts: readonly HostReport[],
    end: "completed" | "failed" | "stopped" | null = "completed",
  ): Promise<RunMessage[]> {
    clock += hourMs;
    const { tenantId } = this.place;
    const context = operatorOf(database, tenantId, now);
    const { runId } = await requestRun(context, { name: this.scan });
    const messages: RunMessage[] = hosts.map((host) => ({
      runId,
      host: { ...host, finishedAt: clock },
    }));
    if (end !== null) {
      const error = end === "failed" ? "out of luck" : null;
      messages.push({ runId, end: { outcome: end, at: clock, error, progress: null } });
    }
    await recordReports({ database, now }, this.place, messages);
    return messages;
  }

  /** `port weakness status`, sorted. */
  async findings(): Promise<string[]> {
    const rows = await database
      .forTenant(this.place.tenantId)
      .run(allFindings, [this.place.tenantId]);
    return rows.map((row) => `${row.port} ${row.weakness} ${row.status}`);
  }

  async finding(weakness: string): Promise<FindingRow> {
    const rows = await database
      .forTenant(this.place.tenantId)
      .run(allFindings, [this.place.tenantId]);
    const [found, ...more] = rows.filter((row) => row.weakness === weakness);
    assert.ok(found !== undefined && more.length === 0, `${rows.length} findings, one ${weakness}`);
    return found;
  }

  async decide(weakness: string, status: string, until: number | null = null): Promise<void> {
    const { id } = await this.finding(weakness);
    await database
      .forTenant(this.place.tenantId)
      .run(decide, [this.place.tenantId, id, status, until]);
  }
}

interface FindingRow {
  id: string;
  asset_id: string;
  port: number;
  weakness: string;
  status: string;
  confidence: number;
  severity: string;
  kev: boolean;
  risk_score: number;
  title: string;
  remediation: string;
  first_seen_at: number;
  last_seen_at: number;
  reopened_at: number | null;
  evidence: { scan: { verdicts: { source: string; verdict: string; reason: string }[] } };
}

const allFindings = statement<[tenantId: string], FindingRow>(
  "test.flows.findings",
  "select * from findings where tenant_id = $1 order by port, weakness",
);
const decide = statement<
  [tenantId: string, id: string, status: string, until: number | null],
  never
>(
  "test.flows.decide",
  "update findings set status = $3, accepted_until = $4 where tenant_id = $1 and id = $2",
);
const dump = statement<[tenantId: string], { text: string }>(
  "test.flows.dump",
  `select f::text as text from findings f where tenant_id = $1
   union all select a::text from assets a where tenant_id = $1
   union all select s::text from services s where tenant_id = $1
   union all select e::text from finding_events e where tenant_id = $1
   union all select h::text from scan_run_hosts h where tenant_id = $1 order by 1`,
);
const suppressed = statement<
  [tenantId: string, port: number],
  { suppressed: { cve: string; verdicts: { source: string; verdict: string }[] }[] }
>("test.flows.suppressed", "select suppressed from services where tenant_id = $1 and port = $2");
const moveScan = statement<[tenantId: string, siteId: string], never>(
  "test.flows.move-scan",
  "update scans set site_id = $2 where tenant_id = $1",
);
const deleteSite = statement<[tenantId: string, siteId: string], never>(
  "test.flows.delete-site",
  "delete from sites where tenant_id = $1 and id = $2",
);
const history = statement<[tenantId: string, id: string], { text: string }>(
  "test.flows.history",
  `select coalesce(from_status, '-') || ' ' || to_status as text from finding_events
   where tenant_id = $1 and finding_id = $2 order by id`,
);

async function scene(): Promise<Scene> {
  const place = await seedScanPlace(database);
  const { name } = await seedScan(database, place);
  return new Scene(place, name);
}

const address = "10.0.0.5";
const cve = "CVE-2021-44790";
const apache = (version: string, change: Partial<ServiceFacts> = {}): ServiceFacts =>
  serviceFacts(80, {
    name: "http",
    product: "Apache httpd",
    version,
    cpes: [`cpe:2.3:a:apache:http_server:${version}:*:*:*:*:*:*:*`],
    ...change,
  });
const vulnerable = hostReport(address, [apache("2.4.51")]);
const fixed = hostReport(address, [apache("2.4.54")]);
const closed = hostReport(address, []);
const onlyCves = (all: string[]) => all.filter((one) => one.includes("CVE-"));

test("a vulnerable version is a finding with its facts, and a newer one is none", async () => {
  const it = await scene();
  await it.run([vulnerable, hostReport("10.0.0.6", [nginx(8080, "1.31.0")])]);
  const finding = await it.finding(cve);
  assert.deepEqual(
    [finding.status, finding.severity, finding.confidence],
    ["open", "CRITICAL", 80],
  );
  assert.match(finding.title, /^Apache httpd 2\.4\.51: /);
  assert.match(finding.remediation, /^Update Apache httpd 2\.4\.51 to 2\.4\.52/);
  assert.ok(finding.risk_score > 0);
  assert.ok(!(await it.findings()).some((one) => one.startsWith("8080 CVE-")));
  const exploited = await scene();
  await exploited.run([hostReport(address, [apache("2.4.38")])]);
  assert.equal((await exploited.finding("CVE-2019-0211")).kev, true);
});

test("a banner of Debian is judged by Debian's tracker: a backport is believed, and the verdicts say so", async () => {
  const it = await scene();
  await it.run([hostReport(address, [openssh("9.2p1", "2+deb12u7")])]);
  assert.ok(!(await it.findings()).some((one) => one.includes("CVE-2025-26465")));
  const { tenantId } = it.place;
  const [service] = await database.forTenant(tenantId).run(suppressed, [tenantId, 22]);
  const kept = service?.suppressed.find((one) => one.cve === "CVE-2025-26465");
  assert.deepEqual(
    kept?.verdicts.map(({ source, verdict }) => `${source} ${verdict}`).slice(0, 1),
    ["debian not_affected"],
  );
  assert.ok(
    kept.verdicts.some(({ source, verdict }) => source === "nvd" && verdict === "affected"),
  );
  const other = await scene();
  await other.run([hostReport(address, [openssh("9.2p1", "2+deb12u1")])]);
  assert.equal((await other.finding("CVE-2025-26465")).evidence.scan.verdicts[0]?.source, "debian");
});

test("fixed, it is resolved; back again, it is open as the same finding", async () => {
  const it = await scene();
  await it.run([vulnerable]);
  const first = await it.finding(cve);
  await it.run([fixed]);
  assert.equal((await it.finding(cve)).status, "resolved");
  await it.run([vulnerable]);
  const back = await it.finding(cve);
  assert.deepEqual(
    [back.id, back.status, back.first_seen_at, back.reopened_at],
    [first.id, "open", first.first_seen_at, clock],
  );
  const { tenantId } = it.place;
  const events = await database.forTenant(tenantId).run(history, [tenantId, first.id]);
  assert.deepEqual(
    events.map(({ text }) => text),
    ["- open", "open resolved", "resolved open"],
  );
});

test("a closed port resolves what was there; false positives stay so while they are seen, and are resolved when gone", async () => {
  const it = await scene();
  await it.run([vulnerable]);
  await it.decide(cve, "false_positive");
  await it.run([vulnerable]);
  assert.equal((await it.finding(cve)).status, "false_positive");
  await it.run([closed]);
  assert.equal((await it.finding(cve)).status, "resolved");
});

test("what is accepted until a date is open again then, not before", async () => {
  const it = await scene();
  await it.run([vulnerable]);
  const until = clock + 3 * hourMs;
  await it.decide(cve, "accepted", until);
  await it.run([vulnerable]);
  await expireAcceptances({ database, now });
  assert.equal((await it.finding(cve)).status, "accepted");
  clock = until;
  await expireAcceptances({ database, now });
  assert.equal((await it.finding(cve)).status, "open");
});

test("a scan that failed, was stopped, is not over, was narrower, or did not reach the host resolves nothing", async () => {
  const it = await scene();
  await it.run([vulnerable]);
  await it.run([closed], "failed");
  await it.run([closed], "stopped");
  await it.run([hostReport(address, [], { tcp: { ports: "1-79,81-100", open: [] } })]);
  await it.run([hostReport(address, [], { outcome: "dropped", reason: "it fell silent" })]);
  await it.run([{ ...closed, outcome: "down", services: [] }]);
  await it.run([hostReport("10.0.0.9", [])]);
  await it.run([hostReport(address, [apache("2.4.54", { unsettled: true })])]);
  await it.run([
    hostReport(address, [serviceFacts(80, { name: "http", product: "Apache httpd" })]),
  ]);
  // It answered what nobody understands; what is kept of it is from an earlier scan.
  await it.run([vulnerable]);
  await it.run([hostReport(address, [serviceFacts(80, { method: "port", confidence: 10 })])]);
  assert.equal((await it.finding(cve)).status, "open");
  await it.run([fixed]);
  assert.equal((await it.finding(cve)).status, "resolved");
});

test("a batch that is delivered again, whole or in part, changes nothing", async () => {
  const it = await scene();
  const messages = await it.run([vulnerable, hostReport("10.0.0.6", [openssh("7.7p1")])]);
  const { tenantId } = it.place;
  const all = async () =>
    (await database.forTenant(tenantId).run(dump, [tenantId])).map((row) => row.text);
  const once = await all();
  assert.ok(once.length > 5);
  clock += hourMs;
  assert.deepEqual(await recordReports({ database, now }, it.place, messages), { recorded: 0 });
  await recordReports({ database, now }, it.place, messages.slice(0, 1));
  assert.deepEqual(await all(), once);
});

test("a probe's clock that is wrong puts nothing into the future, and nothing before its run", async () => {
  const it = await scene();
  await it.run([vulnerable]);
  const first = await it.finding(cve);
  const report = async (host: HostReport, finishedAt: number) => {
    clock += hourMs;
    const { tenantId } = it.place;
    const { runId } = await requestRun(operatorOf(database, tenantId, now), { name: it.scan });
    const end = { outcome: "completed" as const, at: finishedAt, error: null, progress: null };
    await recordReports({ database, now }, it.place, [
      { runId, host: { ...host, finishedAt } },
      { runId, end },
    ]);
  };
  await report(vulnerable, clock + 1e12);
  assert.equal((await it.finding(cve)).last_seen_at, clock);
  await report(vulnerable, 0);
  assert.deepEqual(
    [(await it.finding(cve)).first_seen_at, (await it.finding(cve)).last_seen_at],
    [first.first_seen_at, clock],
  );
  await report(fixed, clock + 1e12);
  assert.equal((await it.finding(cve)).status, "resolved");
  await it.run([vulnerable]);
  assert.equal((await it.finding(cve)).status, "open");
});

test("a host is one asset however its address is written, and of two reports of it in a run the first counts", async () => {
  const it = await scene();
  const spelled = ["2001:db8::1", "2001:DB8:0:0::1", "10.0.0.5", "::ffff:10.0.0.5"];
  await it.run(spelled.map((one) => hostReport(one, [apache("2.4.51")])));
  await it.run(spelled.toReversed().map((one) => hostReport(one, [apache("2.4.51")])));
  const all = await it.findings();
  assert.equal(all.filter((one) => one.includes(cve)).length, 2);
  await it.run([fixed, { ...vulnerable, address: "::ffff:10.0.0.5" }]);
  assert.deepEqual((await it.findings()).filter((one) => one.includes(cve)).toSorted(), [
    `80 ${cve} open`,
    `80 ${cve} resolved`,
  ]);
});

test("what a run saw is taken in, even when its scan went to another site and its own is gone", async () => {
  const it = await scene();
  const { tenantId, siteId } = it.place;
  const { runId } = await requestRun(operatorOf(database, tenantId, now), { name: it.scan });
  await database.forTenant(tenantId).run(moveScan, [tenantId, await seedSite(database, tenantId)]);
  await database.forTenant(tenantId).run(deleteSite, [tenantId, siteId]);
  const message = { runId, host: { ...vulnerable, finishedAt: clock } };
  assert.deepEqual(await recordReports({ database, now }, it.place, [message]), { recorded: 1 });
  assert.equal((await it.finding(cve)).status, "open");
});

test("messages of another probe's or another tenant's run are ignored", async () => {
  const it = await scene();
  const stranger = await scene();
  const { runId: openRun } = await requestRun(operatorOf(database, stranger.place.tenantId, now), {
    name: stranger.scan,
  });
  const forged: RunMessage[] = [{ runId: openRun, host: { ...vulnerable, finishedAt: clock } }];
  assert.deepEqual(await recordReports({ database, now }, it.place, forged), { recorded: 0 });
  const otherProbe = { ...stranger.place, probeId: it.place.probeId };
  assert.deepEqual(await recordReports({ database, now }, otherProbe, forged), { recorded: 0 });
  assert.deepEqual([await it.findings(), await stranger.findings()], [[], []]);
});

test("what a hostile host says changes that host's rows and nothing else", async () => {
  const it = await scene();
  const nasty = "\u0000\u001b[2J</script>'; drop table findings; --\ud800";
  const hostile = hostReport(
    "10.0.0.66",
    [
      serviceFacts(80, {
        name: "http",
        product: nasty,
        version: nasty,
        banner: nasty,
        http: { status: 200, title: nasty, headers: { [nasty]: nasty }, authSchemes: [] },
      }),
    ],
    { names: [{ name: nasty, source: "dns" }], os: { name: nasty, confidence: 50 } },
  );
  await it.run([vulnerable, hostile]);
  assert.deepEqual(onlyCves(await it.findings()), [
    "80 CVE-2021-44790 open",
    "80 CVE-2022-31813 open",
  ]);
  const { tenantId } = it.place;
  const texts = (await database.forTenant(tenantId).run(dump, [tenantId]))
    .map((row) => row.text)
    .join();
  assert.ok(texts.includes("drop table findings"));
  // oxlint-disable-next-line no-control-regex -- none of them may be kept
  assert.ok(!/[\u0000\u001b]|\\u0000|\\u001b/.test(texts));
});

test("an asset's score is that of its open findings; what is accepted is counted beside it", async () => {
  const it = await scene();
  const { tenantId } = it.place;
  await it.run([vulnerable]);
  const scores = statement<[tenantId: string], { risk_score: number; accepted_risk: number }>(
    "test.flows.scores",
    "select risk_score, accepted_risk from assets where tenant_id = $1",
  );
  const score = async () => (await database.forTenant(tenantId).run(scores, [tenantId]))[0];
  const open = await score();
  assert.ok(open !== undefined && open.risk_score > 0 && open.accepted_risk === 0);
  const finding = await it.finding(cve);
  await it.decide(cve, "accepted");
  await database.transaction(tenantId, (tx) => rescoreAssets(tx, tenantId, [finding.asset_id]));
  const accepted = await score();
  assert.ok(accepted !== undefined && accepted.risk_score < open.risk_score);
  assert.equal(accepted.accepted_risk, finding.risk_score);
  await it.run([closed]);
  assert.deepEqual(await score(), { risk_score: 0, accepted_risk: 0 });
});
