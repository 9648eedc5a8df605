import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { withClient } from "#platform/db";
import { openInstallation } from "#platform/installation";
import { createLog } from "#platform/log";
import { assertFits, phone, settled } from "#test/browser";
import { startConsole } from "#test/console";
import { mergeTenants, seedWholeTenant } from "#test/whole-tenant";

/** Markup that would run, an order of writing that would turn names around, and what ends strings and formulas. */
const hostile = '=1+1"><img src=x onerror=hacked()><script>hacked()</script>\u202e{{7*7}}${7*7}';

/** What hosts, directories and content say at length, without a place to break. */
const long = `<b>${"W".repeat(10_000)}</b>`;

/** Whose rows have a page each, by the page's address. */
const pages: Readonly<Record<string, string>> = {
  sensors: "sensors",
  incidents: "incidents",
  assets: "assets",
  findings: "findings",
  identity: "directories",
  "identity-findings": "identity_findings",
  "audits/runs": "audit_runs",
  scans: "scans",
  "scans/runs": "scan_runs",
};

const settings = "keys people companies collectors probes agents directories plan audit-log"
  .split(" ")
  .map((name) => `settings/${name}`);
const lists =
  "sensors incidents maintenance usage assets findings identity audits scans sites feeds".split(
    " ",
  );

test("nothing that hosts, directories or people have written runs, leads elsewhere or breaks a page", async (t) => {
  const { installation, tenantId, open } = await startConsole(t);
  const opened = await openInstallation(
    { dataDir: join(installation.dir, "data"), databaseUrl: undefined },
    { as: "command", name: "a journey", log: createLog("silent", "test") },
  );
  const addresses: string[] = ["", ...lists, ...settings].map((list) => `/t/default/${list}`);
  try {
    const { database, connection } = opened;
    // The superuser of the embedded PostgreSQL, whom row-level security does not hold.
    const admin = { ...connection, user: "vedette_admin" };
    const db = { database, connection, admin };
    const made = await seedWholeTenant(db, hostile, "10.9");
    await mergeTenants(db, made.tenantId, tenantId);
    await withClient(admin, undefined, async (client) => {
      const run = (text: string, values: unknown[] = []) =>
        client.query(text, [tenantId, ...values]);
      await run("update incident_events set text = $2 where tenant_id = $1", [long]);
      await run("update incidents set cause = $2 where tenant_id = $1", [long]);
      await run("update sensor_states set cause = $2 where tenant_id = $1 and cause is not null", [
        long,
      ]);
      await run("update findings set title = $2, remediation = $2 where tenant_id = $1", [long]);
      await run(
        "update identity_findings set target_name = $2, evidence = array[$2] where tenant_id = $1",
        [long],
      );
      await run("update assets set os = $2, hostname = left($2, 250) where tenant_id = $1", [long]);
      await run("update services set product = $2, version = $2 where tenant_id = $1", [long]);
      const links = [{ title: hostile, url: "javascript:hacked()" }];
      await run("update identity_rules set links = $2 where tenant_id = $1", [
        JSON.stringify(links),
      ]);
      for (const [address, table] of Object.entries(pages)) {
        const { rows } = await client.query<{ id: string }>(
          `select id from ${table} where tenant_id = $1 order by id limit 1`,
          [tenantId],
        );
        assert.ok(rows.length > 0, table);
        addresses.push(...rows.map(({ id }) => `/t/default/${address}/${id}`));
      }
    });
  } finally {
    await opened.close();
  }

  const page = await open("/t/default");
  await page.addInitScript("globalThis.hacked = () => { globalThis.wasHacked = true; };");
  page.on("dialog", () => assert.fail("a dialog of a page's own"));
  for (const viewport of [phone, { width: 1280, height: 860 }]) {
    await page.setViewportSize(viewport);
    for (const address of addresses) {
      await t.test(`${address} at ${viewport.width}`, async () => {
        await page.goto(`${installation.url}${address}`);
        await settled(page);
        const found = await page.evaluate<string[]>(`[
          ...(globalThis.wasHacked ? ["a script ran"] : []),
          ...[...document.querySelectorAll("main a")]
            .filter(({ protocol }) => !["http:", "https:"].includes(protocol))
            .map(({ href }) => href),
          ...[...document.querySelectorAll("main img[src='x'], main script")].map(({ outerHTML }) => outerHTML),
          ...(document.querySelector("base").getAttribute("href") === "/" ? [] : ["another base"]),
        ]`);
        assert.deepEqual(found, []);
        await assertFits(page);
      });
    }
  }
});
