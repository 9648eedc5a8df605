import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page, Route } from "playwright-core";
import { assertAccessible, assertFits, phone } from "#test/browser";
import { startConsole } from "#test/console";
import { until } from "#test/until";

const count = 1_000;

/** Sensors that are never checked: they only fill the table. */
const sensors = Array.from({ length: count }, (_, i) => {
  const name = `host ${String(i).padStart(4, "0")}`;
  return `  - { name: "${name}", type: tcp, target: "127.0.0.1:9", enabled: false }`;
});

const row = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });

/** The name of the row that has the focus. */
const focused = (page: Page) => page.locator("[role=row]:focus").getByRole("link").textContent();

test("a table of any length is read by blocks, walked with keys, sorted by the address, and fits a phone", async (t) => {
  const { open, closePages, installation, call, tenantId } = await startConsole(t);
  const api = `/tenants/${tenantId}`;
  t.afterEach(closePages);
  await installation.apply(`tenant: default\nsensors:\n${sensors.join("\n")}\n`);

  await t.test(
    "all rows are there, though few are drawn, and the last one can be reached",
    async () => {
      const page = await open("/t/default/sensors?sort=name");
      const table = page.getByRole("table", { name: "Sensors" });
      await row(page, "host 0000").waitFor();
      assert.equal(await table.getAttribute("aria-rowcount"), String(count + 1));
      assert.ok((await page.getByRole("row").count()) < 100);
      await assertAccessible(page);
      await row(page, "host 0000").focus();
      await page.keyboard.press("End");
      await row(page, "host 0999").waitFor();
      await page.keyboard.press("ArrowUp");
      assert.equal(await focused(page), "host 0998");
      await page.keyboard.press("Home");
      await row(page, "host 0000").waitFor();
      await page.keyboard.press("PageDown");
      assert.equal(await focused(page), "host 0010");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "host 0010" }).waitFor();
      await page.goBack();
      await row(page, "host 0000").waitFor();
    },
  );

  await t.test(
    "keys go on from the row that has the focus, however far one has scrolled",
    async () => {
      const page = await open("/t/default/sensors?sort=name");
      await row(page, "host 0003").focus();
      const table = page.getByRole("table", { name: "Sensors" });
      await table.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
      await row(page, "host 0999").waitFor();
      assert.equal(await focused(page), "host 0003");
      await page.keyboard.press("ArrowDown");
      assert.equal(await focused(page), "host 0004");
      await table.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
      await row(page, "host 0999").waitFor();
      await page.keyboard.press("Tab");
      await row(page, "host 0003").waitFor({ state: "detached" });
    },
  );

  await t.test("who rushes through the table reads only where they come to rest", async () => {
    const page = await open("/t/default/sensors?sort=name");
    await row(page, "host 0000").waitFor();
    const offsets: (string | null)[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith("/sensors")) offsets.push(searchParams.get("offset"));
    });
    // The page's time stands still, a minute ahead, which it never has reached by then: however slow the machine is, this
    // is a rush.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByRole("table", { name: "Sensors" }).evaluate((table) => {
      for (let i = 1; i <= 10; i += 1) {
        table.scrollTop = (table.scrollHeight / 10) * i;
        table.dispatchEvent(new Event("scroll"));
      }
    });
    await page.clock.resume();
    await row(page, "host 0999").waitFor();
    const between = offsets.filter((offset) => Number(offset) > 200 && Number(offset) < 800);
    assert.deepEqual(between, []);
  });

  /** Holds back what a page asks for of the table, and tells it news of one of its rows. */
  async function startHolding(page: Page) {
    const held: Route[] = [];
    await page.route(/\/sensors\?.*offset=0$/, (route) => void held.push(route));
    const path = `${api}/sensors?q=host%200050`;
    const { items } = await call<{ items: { id: string }[] }>("GET", path);
    const tag = (name: string) =>
      call("POST", `${api}/sensors/changes`, {
        select: { ids: items.map(({ id }) => id) },
        change: { addTags: [name] },
      });
    const answered = (ending: string, text: string) =>
      page.waitForResponse(
        async (response) =>
          new URL(response.url()).pathname.endsWith(ending) &&
          (await response.text()).includes(text),
      );
    return {
      held,
      tag,
      /** News that the page has heard: the filters are read upon the same, and nobody holds their answer. */
      async tell(name: string) {
        const heard = answered("/sensor-facets", name);
        await tag(name);
        await heard;
      },
      async letGo(name: string) {
        const [first] = held.splice(0);
        await first?.continue();
        await until(() => held.length === 1, { what: "the table is read once more" });
        const shown = answered("/sensors", name);
        await held[0]?.continue();
        await shown;
      },
    };
  }

  await t.test(
    "news that come before the answer throw it away for nobody: what they change is read after it",
    async () => {
      const page = await open("/t/default/sensors?sort=name");
      await row(page, "host 0000").waitFor();
      const { held, tag, tell, letGo } = await startHolding(page);
      await tag("first news");
      await until(() => held.length === 1, { what: "the table is read again" });
      await tell("second news");
      assert.equal(held.length, 1, "the reading that is under way goes on");
      await letGo("second news");
    },
  );

  await t.test("news that come before the very first answer are read after it, too", async () => {
    const page = await open("/t/default/incidents");
    await page.getByRole("heading", { name: "Incidents" }).waitFor();
    const { held, tell, letGo } = await startHolding(page);
    await page.getByRole("link", { name: "Sensors" }).first().click();
    await until(() => held.length === 1, { what: "the table is read" });
    await tell("news before all");
    await letGo("news before all");
  });

  await t.test(
    "Space selects a row, with Shift all from the last one, also across blocks",
    async () => {
      const page = await open("/t/default/sensors?sort=name");
      await row(page, "host 0003").focus();
      await page.keyboard.press("Space");
      await page.keyboard.press("End");
      await row(page, "host 0999").waitFor();
      await page.keyboard.press("Shift+Space");
      await page.getByText("997 selected").waitFor();
      await row(page, "host 0998").getByRole("checkbox").click();
      await page.getByText("996 selected").waitFor();
    },
  );

  await t.test("order and search are in the address, so that it can be shared", async () => {
    const page = await open("/t/default/sensors?sort=name");
    await row(page, "host 0000").waitFor();
    await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
    await row(page, "host 0999").waitFor();
    assert.equal(new URL(page.url()).searchParams.get("sort"), "-name");
    await page.getByRole("searchbox").fill("host 012");
    await page.getByText("10 rows").waitFor();
    assert.equal(new URL(page.url()).searchParams.get("q"), "host 012");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByText("1,000 rows").waitFor();
    await page.getByRole("searchbox").fill("there is none such");
    await page.getByText("Nothing matches these filters.").waitFor();
    await page.goto(page.url());
    await page.getByText("Nothing matches these filters.").waitFor();
  });

  await t.test("on a phone less is shown, and nothing but the table scrolls sideways", async () => {
    const page = await open("/t/default/sensors?sort=name", {
      viewport: phone,
      colorScheme: "dark",
    });
    await row(page, "host 0000").waitFor();
    await page.getByRole("columnheader", { name: "Target" }).waitFor({ state: "hidden" });
    await assertFits(page);
    await assertAccessible(page);
  });
});
