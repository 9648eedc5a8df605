import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestDatabase } from "#test/database";
import { askExposure, createExposureApp } from "#test/exposure-app";
import { seedExposure } from "#test/exposure-fixture";

const db = await createTestDatabase();
const app = await createExposureApp(db.database);
const fixture = await seedExposure(db, "scans");
const ask = askExposure(app, fixture.read);

test("a scan shows its schedule and its runs; while it is disabled it has no next one", async () => {
  const { scans } = (await ask("GET", "/scans")).json();
  const { siteId, probeId } = fixture;
  assert.deepEqual(scans, [
    {
      id: fixture.scanId,
      name: "nightly",
      siteId,
      probeId,
      scanType: "full",
      schedule: "0 3 * * *",
      timezone: "Europe/Berlin",
      targets: ["10.1.0.0/24", "printer.berlin.test"],
      enabled: true,
      lastRunAt: 1789900000000,
      lastAttemptAt: 1789990000000,
      nextRunAt: 1790080000000,
      lastError: "the probe was away",
      createdAt: 1770000000000,
    },
    {
      id: fixture.idleScanId,
      name: "by hand",
      siteId,
      probeId,
      scanType: "discovery",
      timezone: "UTC",
      targets: ["10.1.0.1"],
      enabled: false,
      createdAt: 1770000000000,
    },
  ]);
});
