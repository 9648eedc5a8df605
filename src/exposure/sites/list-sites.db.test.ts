import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestDatabase } from "#test/database";
import { askExposure, createExposureApp } from "#test/exposure-app";
import { seedExposure } from "#test/exposure-fixture";
import { seedSite } from "#test/exposure-rows";

const db = await createTestDatabase();
const app = await createExposureApp(db.database);
const fixture = await seedExposure(db, "sites");
const ask = askExposure(app, fixture.read);

test("a site shows its fields; its id is what filters assets and findings", async () => {
  const bare = await seedSite(db.database, fixture.tenantId, "bare");
  const { sites } = (await ask("GET", "/sites")).json();
  assert.deepEqual(sites, [
    {
      id: fixture.siteId,
      name: "Berlin",
      companyId: fixture.companyId,
      subnets: ["10.1.0.0/24"],
      timezone: "Europe/Berlin",
      createdAt: 1770000000000,
    },
    { id: bare, name: "bare", subnets: [], timezone: "UTC", createdAt: 0 },
  ]);
  for (const { id } of sites) {
    const expected = id === fixture.siteId ? 1 : 0;
    assert.equal((await ask("GET", `/assets?siteId=${id}`)).json().total, expected);
    assert.equal((await ask("GET", `/findings?siteId=${id}`)).json().total, expected);
  }
});
