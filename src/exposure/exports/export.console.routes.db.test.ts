import assert from "node:assert/strict";
import { test } from "node:test";
import { askConsole, createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { seedExposure } from "#test/exposure-fixture";
import { seedFindings } from "#test/exposure-rows";

const db = await createTestDatabase();
const { database } = db;
const app = await createConsoleApp(database);
const { tenantId, companyId, lost, critical, info } = await seedExposure(db, "exports");
const [elsewhere = ""] = await seedFindings(database, tenantId, [{ assetId: lost }]);
const viewer = await seedMember(database, tenantId, "viewer");
const limited = await seedMember(database, tenantId, "viewer", [companyId]);

async function exported(query: string, member = viewer) {
  const reply = await askConsole(app, tenantId, member)("GET", `/findings/export?${query}`);
  assert.equal(reply.statusCode, 200, reply.body);
  return reply;
}

test("what is filtered is what the file has, in each of the formats, under a name of its own", async () => {
  const lines = (await exported("format=jsonl")).body.trim().split("\n");
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).id),
    [critical, elsewhere, info],
  );
  const csv = await exported("kev=yes");
  assert.match(csv.body, /^id,/);
  assert.equal(csv.body.trim().split("\r\n").length, 2);
  assert.equal(csv.headers["content-disposition"], 'attachment; filename="findings.csv"');
  const sarif = (await exported("format=sarif&kev=yes")).json();
  assert.equal(sarif.runs[0].results.length, 1);
  const vex = (await exported("format=vex&kev=yes")).json();
  assert.equal(vex.vulnerabilities[0].id, "CVE-2024-6387");
});

test("a viewer of some companies takes theirs along, and nobody another tenant's", async () => {
  assert.ok(!(await exported("format=jsonl", limited)).body.includes(elsewhere));
  const theirs = await seedExposure(db, "theirs");
  const stranger = await seedMember(database, theirs.tenantId, "owner");
  const ask = askConsole(app, tenantId, stranger);
  assert.equal((await ask("GET", "/findings/export")).statusCode, 404);
});

test("what cannot be written is refused with its name", async () => {
  const ask = askConsole(app, tenantId, viewer);
  for (const query of ["format=xlsx", "format=csv,vex", "format=%00", "status=x", "kev=1"]) {
    assert.equal((await ask("GET", `/findings/export?${query}`)).statusCode, 400, query);
  }
});
