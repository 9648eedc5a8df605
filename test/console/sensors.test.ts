import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { type Database, statement } from "#platform/db";
import { openInstallation } from "#platform/installation";
import { createLog } from "#platform/log";
import { assertAccessible } from "#test/browser";
import { type StartedConsole, startConsole } from "#test/console";
import { seedSensors } from "#test/seed";

const count = 10_000;

const findCollector = statement<[tenantId: string], { id: string }>(
  "test.console.collector",
  "select id from collectors where tenant_id = $1 limit 1",
);
const setStates = statement<[tenantId: string], never>(
  "test.console.states",
  `update sensor_states set state = case when right(s.name, 3) = '000' then 'down' else 'up' end,
     state_since = 1790000000000, last_checked_at = 1790000000000, latency_ms = right(s.name, 4)::int / 10.0
   from sensors s where s.tenant_id = $1 and sensor_states.tenant_id = $1 and s.id = sensor_id`,
);

const makeViewers = statement<[], never>(
  "test.console.viewers",
  "update members set role = 'viewer'",
);

/** Works on the database beside the server. */
async function beside(
  { installation }: StartedConsole,
  work: (database: Database) => Promise<unknown>,
): Promise<void> {
  const opened = await openInstallation(
    { dataDir: join(installation.dir, "data"), databaseUrl: undefined },
    { as: "command", name: "a journey", log: createLog("silent", "test") },
  );
  try {
    await work(opened.database);
  } finally {
    await opened.close();
  }
}

/** Ten thousand sensors: to the server it is no different from having been told of them long ago. */
async function seedMany(started: StartedConsole): Promise<void> {
  const { tenantId } = started;
  await beside(started, async (database) => {
    const db = database.forTenant(tenantId);
    const [collector] = await db.run(findCollector, [tenantId]);
    assert.ok(collector !== undefined);
    const sensors = Array.from({ length: count }, (_, i) => ({
      name: `host ${String(i).padStart(5, "0")}`,
      type: i % 3 === 0 ? ("http" as const) : ("icmp" as const),
      tags: [`rack ${i % 50}`],
    }));
    await seedSensors(database, { tenantId, collectorId: collector.id }, sensors);
    await db.run(setStates, [tenantId]);
  });
}

test("where there are no sensors the page says how to begin; a viewer sees them, changes none, and is told why", async (t) => {
  const started = await startConsole(t);
  const first = await started.open("/t/default/sensors");
  await first.getByRole("heading", { name: "There are no sensors yet" }).waitFor();
  await assertAccessible(first, "no sensors");
  await first.getByRole("button", { name: "New sensor" }).last().click();
  await first.waitForURL(/\/sensors\/new$/);
  // What it asks for as an owner it would be refused in a moment.
  await started.closePages();

  await started.installation.apply(`
tenant: default
sensors:
  - { name: shop, type: tcp, target: "127.0.0.1:9" }
`);
  await beside(started, (database) => database.system.run(makeViewers, []));
  const page = await started.open("/t/default/sensors");
  await page.getByRole("checkbox", { name: "Select shop" }).check();
  const bar = page.getByRole("region", { name: "What to do with the selection" });
  for (const name of ["Pause", "Resume", "More"]) {
    const button = bar.getByRole("button", { name, exact: true });
    assert.equal(await button.getAttribute("aria-disabled"), "true", name);
    assert.match((await button.getAttribute("title")) ?? "", /As a viewer you can look/);
  }
  await page.getByRole("link", { name: "shop" }).click();
  await page.getByRole("heading", { name: "shop", level: 1 }).waitFor();
  for (const name of ["Check now", "Pause", "Edit", "More"]) {
    const button = page.getByRole("button", { name, exact: true });
    assert.equal(await button.getAttribute("aria-disabled"), "true", name);
  }
  await assertAccessible(page, "a sensor as a viewer sees it");
});
test("ten thousand sensors are one table", async (t) => {
  const started = await startConsole(t);
  t.afterEach(started.closePages);
  await seedMany(started);

  await t.test(
    "ten thousand sensors are scrolled, searched, filtered and sorted; the address keeps it, and back works",
    async () => {
      const page = await started.open("/t/default/sensors");
      const table = page.getByRole("table", { name: "Sensors" });
      await page.getByText("10,000 rows").waitFor();
      await table.getByRole("link", { name: /^host 00000/ }).waitFor();
      await page.getByRole("button", { name: "Down: 10", exact: true }).waitFor();

      await page.getByRole("button", { name: "Name", exact: true }).click();
      await page.waitForURL(/sort=name/);
      await table.getByRole("link", { name: /^host 00001/ }).waitFor();
      await page.getByRole("button", { name: "Name", exact: true }).click();
      await table.getByRole("link", { name: /^host 09999/ }).waitFor();
      await table.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
      await table.getByRole("link", { name: /^host 00000/ }).waitFor();
      assert.ok((await table.getByRole("row").count()) < 200, "only what is seen is drawn");

      await page.getByRole("button", { name: "Down: 10", exact: true }).click();
      await page.getByText("10 rows", { exact: true }).waitFor();
      await page.getByRole("searchbox", { name: "Search name or target" }).fill("host 07");
      await page.getByText("1 row", { exact: true }).waitFor();
      await page.waitForURL(/status=down/);
      await page.waitForURL(/q=host\+07/);
      await page.reload();
      await table.getByRole("link", { name: /^host 07000/ }).click();
      await page.getByRole("heading", { name: "host 07000", level: 1 }).waitFor();
      await page.goBack();
      await page.getByText("1 row", { exact: true }).waitFor();
      // A filter is a step that one can go back; what is typed is none.
      await page.goBack();
      await page.getByText("10,000 rows").waitFor();
      assert.doesNotMatch(page.url(), /status=|q=/);
    },
  );

  await t.test(
    "what matches is changed at once: tags, then pause, then deleted, after one was told how many",
    async () => {
      const page = await started.open("/t/default/sensors?q=host 000&sort=name");
      const table = page.getByRole("table", { name: "Sensors" });
      await page.getByText("100 rows", { exact: true }).waitFor();
      await table.getByRole("checkbox", { name: "Select host 00003" }).check();
      const bar = page.getByRole("region", { name: "What to do with the selection" });
      await bar.getByText("1 selected").waitFor();
      await bar.getByRole("button", { name: "Select all 100 that match" }).click();
      await bar.getByText("All 100 sensors that match").waitFor();
      await assertAccessible(page, "a selection");

      await bar.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Add tags" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("100 sensors are changed, all of them or none.").waitFor();
      await dialog.getByLabel("Add tags", { exact: true }).fill("night shift");
      await page.keyboard.press("Enter");
      await page.getByRole("menu").waitFor({ state: "hidden" });
      await assertAccessible(page, "a change of many");
      await dialog.getByRole("button", { name: "Add tags" }).click();
      await page.getByText("100 sensors were changed.").waitFor();
      await table.getByRole("link", { name: "host 00003 rack 3, night shift" }).waitFor();

      await table.getByRole("checkbox", { name: "Select host 00001" }).check();
      await table.getByRole("checkbox", { name: "Select host 00002" }).check();
      await bar.getByRole("button", { name: "Pause" }).click();
      await dialog.getByRole("button", { name: "Pause" }).click();
      await page.getByRole("button", { name: "Paused: 2", exact: true }).click();
      await page.getByText("2 rows", { exact: true }).waitFor();

      await table.getByRole("checkbox", { name: "Select all rows that are loaded" }).check();
      await bar.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await dialog.getByText("Delete 2 sensors?").waitFor();
      await dialog.getByRole("button", { name: "Delete" }).click();
      await page.getByText("2 sensors were deleted.").waitFor();
      await page.goto(`${started.installation.url}/t/default/sensors`);
      await page.getByText("9,998 rows").waitFor();
    },
  );
});
