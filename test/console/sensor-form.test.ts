import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, phone } from "#test/browser";
import { type StartedConsole, startConsole } from "#test/console";
import { embedded } from "#test/processes";
import { startSnmpd } from "#test/snmpd";
import { startWebTarget } from "#test/web-target";

/** The form asks what would be wrong while it is filled in: the browser notes each such answer. */
const expectedErrors = [/declarations\/sensors.*|the server responded with a status of 400/];

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name });

async function newSensor(console: StartedConsole, path = "/t/default/sensors/new"): Promise<Page> {
  const page = await console.open(path, { expectedErrors });
  await heading(page, /New sensor/).waitFor();
  return page;
}

test("a sensor of any type is made in one form, with a keyboard or on a phone, and tried before it is saved", async (t) => {
  const vedette = await startConsole(t, { env: embedded.collector });
  t.afterEach(vedette.closePages);

  await t.test(
    "a switch is discovered, its interfaces are ticked, tested and saved; its community stays hidden and stays",
    async () => {
      const snmpd = await startSnmpd("rocommunity hush-hush\nsysName core-sw1\n");
      t.after(() => snmpd.close());
      const page = await newSensor(vedette);

      // By keyboard alone: the type, then field after field.
      await page.getByRole("radio", { name: /^SNMP/ }).focus();
      await page.keyboard.press("Space");
      await page.getByLabel(/^Device/).focus();
      await page.keyboard.type(snmpd.target);
      await page.getByRole("textbox", { name: "Community" }).focus();
      await page.keyboard.type("wrong");
      await page.getByRole("button", { name: "Discover" }).press("Enter");
      await page
        .getByText(/the community or its access list is wrong/)
        .first()
        .waitFor();

      await page.getByRole("textbox", { name: "Community" }).fill("hush-hush");
      await page.getByRole("button", { name: "Discover" }).press("Enter");
      await page.getByText("The device answers: core-sw1").waitFor();
      await page.getByRole("button", { name: "Call the sensor core-sw1" }).press("Enter");
      await page.getByRole("checkbox", { name: "lo", exact: true }).press("Space");
      await page.getByRole("checkbox", { name: "Memory" }).check();
      await page.getByRole("button", { name: "Test now" }).press("Enter");
      await page.getByText(/It is up: answered in/).waitFor();
      await page.getByText("lo: up").waitFor();
      await assertAccessible(page);

      await page.getByRole("button", { name: "Make the sensor" }).press("Enter");
      await page.waitForURL(/\/sensors\/[0-9a-f-]{36}$/);
      const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";

      await page.goto(`${vedette.installation.url}/t/default/sensors/${id}/edit`);
      await heading(page, "Edit core-sw1").waitFor();
      const community = page.getByRole("textbox", { name: "Community" });
      assert.equal(await community.inputValue(), "");
      await page.getByRole("button", { name: "Test now" }).click();
      await page.getByText(/It is up: answered in/).waitFor();
      await page.getByLabel("Interval").fill("30");
      await page.getByRole("button", { name: "Save" }).click();
      await page.waitForURL(/\/sensors\/[0-9a-f-]{36}$/);
      type Declared = { item: Record<string, unknown>; secrets: string[] };
      const path = `/tenants/${vedette.tenantId}/declarations/sensors/${id}`;
      const { item, secrets } = await vedette.call<Declared>("GET", path);
      assert.deepEqual(secrets, ["/snmp/community"]);
      assert.partialDeepStrictEqual(item, {
        name: "core-sw1",
        intervalSec: 30,
        interfaces: ["lo"],
        host: ["memory"],
      });

      await page.goto(`${vedette.installation.url}/t/default/sensors/new?from=${id}`);
      await heading(page, "New sensor from another").waitFor();
      assert.equal(
        await page.getByRole("textbox", { name: "Name" }).inputValue(),
        "core-sw1 (copy)",
      );
      await page.getByRole("button", { name: "Make the sensor" }).click();
      await page
        .getByText(/Community is missing/i)
        .first()
        .waitFor();
      assert.ok(!(await page.content()).includes("hush-hush"));
      assert.ok(!vedette.installation.log().includes("hush-hush"));
    },
  );

  await t.test(
    "what is wrong stands at its field, and a page that does not answer as it should is down in words",
    async () => {
      const web = await startWebTarget(t);
      const page = await newSensor(vedette, "/t/default/sensors/new?type=http");
      await page.getByLabel(/^Address/).fill("example.net");
      await page.getByRole("button", { name: "Make the sensor" }).click();
      await page
        .getByText(/write an address such as/i)
        .first()
        .waitFor();
      await page.getByLabel(/^Address/).fill(`${web.url}/health`);
      assert.match(
        await page.getByRole("textbox", { name: "Name" }).inputValue(),
        /^127\.0\.0\.1:\d+\/health$/,
      );
      await page.getByLabel("The page must contain").fill("never");
      await page.getByRole("button", { name: "Test now" }).click();
      await page.getByText("It is down").waitFor();
      await page.getByLabel("The page must contain").fill("ok");
      await page.getByRole("button", { name: "Test now" }).click();
      await page.getByText(/It is up/).waitFor();
      assert.ok(web.hitsSince("/health", 0).length >= 2);

      await page.getByRole("link", { name: "Incidents" }).click();
      await page.getByRole("button", { name: "Cancel" }).last().click();
      await page.getByRole("button", { name: "Make the sensor" }).click();
      await page.waitForURL(/\/sensors\/[0-9a-f-]{36}$/);
    },
  );

  await t.test("the form fits a phone in the dark, with all its settings open", async () => {
    const page = await vedette.open(
      "/t/default/sensors/new?type=http&target=https%3A%2F%2Fexample.net",
      {
        viewport: phone,
        colorScheme: "dark",
        expectedErrors,
      },
    );
    await page.getByLabel(/^Address/).waitFor();
    await page.getByRole("button", { name: "More settings" }).click();
    await page.getByRole("button", { name: "Add a header" }).click();
    const tooWide = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    assert.equal(tooWide, 0, "nothing scrolls sideways");
    await assertAccessible(page);
  });
});
