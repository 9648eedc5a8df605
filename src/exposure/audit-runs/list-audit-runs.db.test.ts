import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { createTestDatabase } from "#test/database";
import { askExposure, createExposureApp, createExposureKey } from "#test/exposure-app";
import { seedTenant } from "#test/seed";

const db = await createTestDatabase();
const { database } = db;
const app = await createExposureApp(database);
const { tenantId } = await seedTenant(database);
const ask = askExposure(app, await createExposureKey(database, tenantId, "read"));
const agentId = newId();

interface Run {
  at: number;
  satisfied?: number;
  failed?: number;
  unknown?: number;
}

async function seedRuns(runs: readonly Run[]): Promise<string[]> {
  const ids = runs.map(() => newId());
  await withClient(db.admin, undefined, async (client) => {
    for (const [i, { at, satisfied = 0, failed = 0, unknown = 0 }] of runs.entries()) {
      await client.query(
        `insert into audit_runs (tenant_id, id, agent_id, hostname, bundle_id, bundle_name, run_at, satisfied, failed,
           not_applicable, not_checkable, unknown)
         values ($1, $2, $3, 'host', 'cis-debian-12', 'CIS Debian 12', $4, $5, $6, 7, 8, $7)`,
        [tenantId, ids[i], agentId, at, satisfied, failed, unknown],
      );
    }
  });
  return ids;
}

test("the most recent run comes first; the score is what is satisfied of what could be judged, with one decimal", async () => {
  const [none = "", third = "", all = "", lost = "", half = ""] = await seedRuns([
    { at: 1 },
    { at: 2, satisfied: 1, failed: 2 },
    { at: 3, satisfied: 5 },
    { at: 4, failed: 3, unknown: 1 },
    { at: 4, satisfied: 2_000_000_000, failed: 1_000_000_000, unknown: 1_000_000_000 },
  ]);
  const { audits } = (await ask("GET", "/audits")).json();
  assert.deepEqual(
    audits.map(({ id, scorePct }: { id: string; scorePct?: number }) => [id, scorePct]),
    [
      [lost, 0],
      [half, 50],
      [all, 100],
      [third, 33.3],
      [none, undefined],
    ],
  );
  assert.deepEqual(audits.at(-1), {
    id: none,
    agentId,
    hostname: "host",
    bundleId: "cis-debian-12",
    bundleName: "CIS Debian 12",
    runAt: 1,
    satisfied: 0,
    failed: 0,
    notApplicable: 7,
    notCheckable: 8,
    unknown: 0,
  });
});
