import assert from "node:assert/strict";
import { test } from "node:test";
import { requestRun } from "#exposure/scans";
import { statement } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { loadFeeds } from "#test/feeds";
import { hostReport, nginx, openssh } from "#test/host-reports";
import { operatorOf, seedScan, seedScanPlace } from "#test/scan-fixture";
import { recordReports } from "./record-reports.ts";
import { rematchFindings } from "./rematch-findings.ts";

const made = await createTestDatabase();
const { database } = made;
let clock = Date.UTC(2026, 10, 21);
const now = () => clock;

interface Row {
  weakness: string;
  status: string;
  epss_score: number | null;
  last_seen_at: number;
  first_seen_at: number;
}
const cves = statement<[tenantId: string], Row>(
  "test.rematch.findings",
  `select weakness, status, epss_score, last_seen_at, first_seen_at from findings
   where tenant_id = $1 and cve is not null order by weakness`,
);
const forget = statement<[cve: string], never>(
  "test.rematch.forget",
  `with gone as (delete from vulnerability_products where cve = $1), rest as (delete from debian_entries where cve = $1)
   delete from vulnerabilities where cve = $1`,
);
const rate = statement<[cve: string, score: number], never>(
  "test.rematch.rate",
  "update epss_scores set score = $2 where cve = $1",
);
const bump = statement<[], never>(
  "test.rematch.bump",
  "update feeds set revision = revision + 1 where name = 'nvd'",
);

test("after a feed has changed, what is known is matched anew without a scan: found, rated, resolved", async () => {
  const place = await seedScanPlace(database);
  const { name } = await seedScan(database, place);
  const findings = () => database.forTenant(place.tenantId).run(cves, [place.tenantId]);
  const { runId } = await requestRun(operatorOf(database, place.tenantId, now), { name });
  const services = [nginx(80, "1.12.1"), openssh("7.7p1")];
  const host = hostReport("10.0.0.5", services, { finishedAt: clock });
  const end = { outcome: "completed" as const, at: clock, error: null, progress: null };
  await recordReports({ database, now }, place, [
    { runId, host },
    { runId, end },
  ]);
  assert.deepEqual(await findings(), []);
  const scannedAt = clock;

  clock += 3_600_000;
  await loadFeeds(made);
  assert.equal(await rematchFindings({ database, now }), 1);
  const found = await findings();
  const one = (cve: string) => found.find(({ weakness }) => weakness === cve);
  assert.partialDeepStrictEqual(one("CVE-2017-7529"), { status: "open", first_seen_at: clock });
  assert.ok(one("CVE-2018-15473") !== undefined);
  assert.ok(scannedAt < clock);

  const foundAt = clock;
  clock += 3_600_000;
  await database.system.run(forget, ["CVE-2017-7529"]);
  await database.system.run(rate, ["CVE-2018-15473", 0.75]);
  await database.system.run(bump, []);
  assert.equal(await rematchFindings({ database, now }), 1);
  const after = new Map((await findings()).map((row) => [row.weakness, row]));
  assert.equal(after.get("CVE-2017-7529")?.status, "resolved");
  assert.partialDeepStrictEqual(after.get("CVE-2018-15473"), {
    status: "open",
    epss_score: 0.75,
    last_seen_at: foundAt,
  });

  assert.equal(await rematchFindings({ database, now }), 0);
});

test("feeds resolve nothing of a version that another one was seen after: only the end of a scan tells", async () => {
  await loadFeeds(made);
  const place = await seedScanPlace(database);
  const { name } = await seedScan(database, place);
  const status = async () => {
    const rows = await database.forTenant(place.tenantId).run(cves, [place.tenantId]);
    return rows.find(({ weakness }) => weakness === "CVE-2017-7529")?.status;
  };
  const scan = async (version: string, outcome: "completed" | "failed") => {
    clock += 3_600_000;
    const { runId } = await requestRun(operatorOf(database, place.tenantId, now), { name });
    const host = hostReport("10.0.0.5", [nginx(80, version)], { finishedAt: clock });
    const end = { outcome, at: clock, error: null, progress: null };
    await recordReports({ database, now }, place, [
      { runId, host },
      { runId, end },
    ]);
  };
  await scan("1.12.1", "completed");
  await scan("1.31.0", "failed");
  await database.system.run(bump, []);
  clock += 3_600_000;
  await rematchFindings({ database, now });
  assert.equal(await status(), "open");
  await scan("1.31.0", "completed");
  assert.equal(await status(), "resolved");
});
