import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { findingsWith } from "#exposure/findings";
import type { FindingStatus } from "#exposure/life-cycle";
import type { Context } from "#platform/context";
import { withClient } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { seedExposure } from "#test/exposure-fixture";
import { seedAssets, seedFindings, seedSite } from "#test/exposure-rows";
import { operatorOf } from "#test/scan-fixture";
import { seedTenant } from "#test/seed";
import { type ExportFormat, exportFindings } from "./export-findings.ts";

const db = await createTestDatabase();
const fixture = await seedExposure(db, "exports");
const other = await seedExposure(db, "somebody else");

async function exported(
  context: Context,
  format: ExportFormat,
  some: { siteId?: string; statuses?: readonly FindingStatus[] } = {},
): Promise<{ text: string; count: number }> {
  let text = "";
  const { siteId = null, statuses = ["open", "in_progress"] } = some;
  const wanted = findingsWith(statuses, siteId);
  const count = await exportFindings(context, { format, wanted }, (piece) => {
    text += piece;
    return Promise.resolve();
  });
  return { text, count };
}

const operator = (tenantId: string) => operatorOf(db.database, tenantId, () => 1_790_000_000_000);
const idsOf = (text: string) =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => String(JSON.parse(line).id));

test("the tenant's findings with the wanted statuses, of the wanted site, the most severe first", async () => {
  const context = operator(fixture.tenantId);
  const open = await exported(context, "jsonl");
  assert.deepEqual(idsOf(open.text), [fixture.critical, fixture.info]);
  assert.equal(open.count, 2);
  const first: Record<string, unknown> = JSON.parse(open.text.split("\n")[0] ?? "");
  assert.partialDeepStrictEqual(first, {
    cve: "CVE-2024-6387",
    assetIp: "10.1.0.7",
    hostname: "web.berlin.test",
    port: 443,
    site: "Berlin",
    remediationStatus: "open",
    kev: true,
    firstSeenAt: 1_780_000_000_000,
  });
  const ofSite = await exported(context, "jsonl", { siteId: fixture.siteId });
  assert.deepEqual(idsOf(ofSite.text), [fixture.critical]);
  assert.equal((await exported(context, "jsonl", { siteId: other.siteId })).text, "");
  const decided = await exported(context, "jsonl", { statuses: ["accepted", "resolved"] });
  assert.deepEqual(new Set(idsOf(decided.text)), new Set([fixture.accepted, fixture.resolved]));
});

test("a vulnerable package goes with its versions, at a port as on the host, in every format", async () => {
  const [one, versions] = [fixture.critical, ["1:9.2p1-2+deb12u3", "1:9.2p1-2+deb12u5"]];
  await withClient(db.admin, undefined, (client) =>
    client.query(
      `update findings set affected_package = 'openssh', installed_version = $3, fixed_version = $4
       where tenant_id = $1 and id = $2`,
      [fixture.tenantId, one, ...versions],
    ),
  );
  const context = operator(fixture.tenantId);
  const lines = await exported(context, "jsonl", { siteId: fixture.siteId });
  const [installedVersion, fixedVersion] = versions;
  const told = { package: "openssh", installedVersion, fixedVersion };
  assert.partialDeepStrictEqual(JSON.parse(lines.text), told);
  for (const format of ["csv", "sarif", "vex"] as const) {
    const { text } = await exported(context, format, { siteId: fixture.siteId });
    for (const value of Object.values(told)) assert.ok(text.includes(String(value)), format);
  }
});

test("a tenant without findings gets a document without findings, in every format", async () => {
  const context = operator((await seedTenant(db.database)).tenantId);
  const texts = await Promise.all(
    (["csv", "jsonl", "sarif", "vex"] as const).map((format) => exported(context, format)),
  );
  const [csv, jsonl, sarif, vex] = texts.map(({ text }) => text);
  assert.match(csv ?? "", /^id,remediationStatus,[^\r\n]+\r\n$/);
  assert.equal(jsonl, "");
  assert.deepEqual(JSON.parse(sarif ?? "").runs[0].results, []);
  assert.deepEqual(JSON.parse(vex ?? "").vulnerabilities, []);
});

test("what somebody said about a finding goes with it, what the system noted does not", async () => {
  await withClient(db.admin, undefined, (client) =>
    client.query(
      `insert into finding_events (tenant_id, finding_id, id, at, from_status, to_status, actor_kind, actor_name, notes) values
         ($1, $2, $4, 1, 'open', 'accepted', 'api_key', 'jo', 'too old a note'),
         ($1, $2, $5, 2, 'open', 'accepted', 'api_key', 'jo', 'behind the firewall'),
         ($1, $2, $6, 3, 'accepted', 'open', 'api_key', 'jo', 'of another status'),
         ($1, $3, $7, 2, 'open', 'resolved', 'system', 'system', 'no longer seen by a scan')`,
      [fixture.tenantId, fixture.accepted, fixture.resolved, newId(), newId(), newId(), newId()],
    ),
  );
  const { text } = await exported(operator(fixture.tenantId), "vex", {
    statuses: ["accepted", "resolved"],
  });
  const { vulnerabilities } = JSON.parse(text);
  const details = vulnerabilities.map(
    (one: { "bom-ref": string; analysis: { detail?: string } }) => [
      one["bom-ref"],
      one.analysis.detail,
    ],
  );
  assert.deepEqual(
    new Map(details),
    new Map([
      [fixture.accepted, "behind the firewall"],
      [fixture.resolved, undefined],
    ]),
  );
});

test("many findings come in batches, and the next is read when the one before was taken", async () => {
  const { tenantId } = await seedTenant(db.database);
  const siteId = await seedSite(db.database, tenantId);
  const [assetId = ""] = await seedAssets(db.database, tenantId, [{ ip: "10.3.0.1", siteId }]);
  await seedFindings(
    db.database,
    tenantId,
    Array.from({ length: 1_234 }, () => ({ assetId, siteId })),
  );
  let writing = 0;
  const pieces: number[] = [];
  const wanted = { format: "jsonl", wanted: findingsWith(["open"], siteId) } as const;
  const count = await exportFindings(operator(tenantId), wanted, async (text) => {
    writing += 1;
    assert.equal(writing, 1);
    await new Promise((resolve) => setImmediate(resolve));
    pieces.push(text.split("\n").length - 1);
    writing -= 1;
  });
  assert.equal(count, 1_234);
  assert.deepEqual(pieces, [0, 500, 500, 234, 0]);
});

test("when the reader fails the export ends with its error, and the database is free again", async () => {
  const context = operator(fixture.tenantId);
  const wanted = { format: "csv", wanted: findingsWith(["open"], null) } as const;
  const full = () => Promise.reject(new Error("no space left"));
  await assert.rejects(exportFindings(context, wanted, full), /no space left/);
  assert.equal((await exported(context, "jsonl")).count, 2);
  await assert.rejects(exported({ ...context, scopes: [] }, "csv"), { code: "forbidden" });
});
