import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { seedDirectoryRow } from "#test/directory-rows";
import { createTestDatabase } from "#test/database";
import { askExposure, createExposureApp, createExposureKey } from "#test/exposure-app";
import { seedTenant } from "#test/seed";

const db = await createTestDatabase();
const { database } = db;
const app = await createExposureApp(database);
const { tenantId } = await seedTenant(database);
const ask = askExposure(app, await createExposureKey(database, tenantId, "read"));
const directoryId = await seedDirectoryRow(database, tenantId, { type: "entra" });
const severities = ["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFO"] as const;

async function seedOne(severity: (typeof severities)[number], lastSeenAt: number, status: string) {
  const id = newId();
  await withClient(db.admin, undefined, (client) =>
    client.query(
      `insert into identity_findings (tenant_id, id, directory_id, rule_id, target_id, source, target_type, target_name, category,
         severity, severity_rank, title, remediation, evidence, content_hash, status, status_at, first_seen_at, last_seen_at)
       values ($1, $2, $7, 'entra.mfa', 'id of ' || $2::uuid, 'entra', 'user', 'someone', 'mfa', $3, $4, 'No second factor', 'Ask for one.',
         '{"None is asked for."}', 'x', $5, 1, 1, $6)`,
      [tenantId, id, severity, severities.indexOf(severity), status, lastSeenAt, directoryId],
    ),
  );
  return id;
}

test("the most severe come first, then the last seen, then by id; only what is open or in progress", async () => {
  const info = await seedOne("INFO", 9, "open");
  const older = await seedOne("HIGH", 1, "open");
  const newer = await seedOne("HIGH", 2, "in_progress");
  const same = await seedOne("HIGH", 2, "open");
  const critical = await seedOne("CRITICAL", 1, "open");
  for (const status of ["resolved", "accepted", "false_positive"])
    await seedOne("CRITICAL", 9, status);
  const { identityFindings, total } = (await ask("GET", "/identity-findings")).json();
  const ids = identityFindings.map(({ id }: { id: string }) => id);
  assert.deepEqual([ids, total], [[critical, newer, same, older, info], 5]);
  assert.deepEqual(identityFindings[0], {
    id: critical,
    source: "entra",
    directoryId,
    ruleId: "entra.mfa",
    targetType: "user",
    targetId: `id of ${critical}`,
    targetName: "someone",
    category: "mfa",
    severity: "CRITICAL",
    title: "No second factor",
    evidence: ["None is asked for."],
    remediation: "Ask for one.",
    status: "open",
    firstSeenAt: 1,
    lastSeenAt: 1,
  });
});
