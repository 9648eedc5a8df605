import assert from "node:assert/strict";
import { test } from "node:test";
import type { HostReport } from "#engines/scan-types";
import { requestRun } from "#exposure/scans";
import { statement } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { hostReport, serviceFacts } from "#test/host-reports";
import { operatorOf, seedScan, seedScanPlace } from "#test/scan-fixture";
import { dayMs } from "#test/tls-fixtures";
import { recordReports } from "./record-reports.ts";

const { database } = await createTestDatabase();
const start = Date.UTC(2026, 10, 21);

const statusStatement = statement<[tenantId: string, weakness: string], { status: string }>(
  "test.certificate-names.status",
  "select status from findings where tenant_id = $1 and weakness = $2",
);

/** A mail server whose certificate, behind STARTTLS, is for this name. */
function mailServer(certificateName: string, hostNames: readonly string[]): HostReport {
  const certificate = {
    subject: `CN=${certificateName}`,
    issuer: "CN=Test root",
    names: [certificateName],
    notBefore: start - dayMs,
    notAfter: start + 100 * dayMs,
    selfSigned: false,
    key: "EC P-256",
    fingerprint256: "00",
  };
  const startTls = { protocols: ["TLSv1.3"], untested: [], weakCiphers: [], certificate };
  return hostReport("10.0.0.5", [serviceFacts(25, { name: "smtp", startTls })], {
    names: hostNames.map((name) => ({ name, source: "dns" })),
  });
}

test("a certificate for another host is minded until it is changed, also while DNS does not tell the host's name", async () => {
  const place = await seedScanPlace(database);
  const { name } = await seedScan(database, place);
  const { tenantId } = place;
  let now = start;
  const statusAfter = async (host: HostReport): Promise<string[]> => {
    now += 3_600_000;
    const { runId } = await requestRun(
      operatorOf(database, tenantId, () => now),
      { name },
    );
    const end = { outcome: "completed", at: now, error: null, progress: null } as const;
    await recordReports({ database, now: () => now }, place, [
      { runId, host: { ...host, finishedAt: now } },
      { runId, end },
    ]);
    const rows = await database
      .forTenant(tenantId)
      .run(statusStatement, [tenantId, "tls.certificate_name_mismatch"]);
    return rows.map(({ status }) => status);
  };
  assert.deepEqual(await statusAfter(mailServer("old.example.test", [])), []);
  const mail = ["mail.example.test"];
  assert.deepEqual(await statusAfter(mailServer("old.example.test", mail)), ["open"]);
  assert.deepEqual(await statusAfter(mailServer("old.example.test", [])), ["open"]);
  assert.deepEqual(await statusAfter(mailServer("mail.example.test", [])), ["open"]);
  assert.deepEqual(await statusAfter(mailServer("mail.example.test", mail)), ["resolved"]);
});
