import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, assertFits, phone, settled } from "#test/browser";
import { startConsole } from "#test/console";
import { embedded } from "#test/processes";

const heading = (page: Page, name: string) =>
  page.getByRole("heading", { level: 1, name, exact: true });

/** What has the focus, by its text. */
const focused = (page: Page) => page.locator(":focus").textContent();

/** What a browser says of a line that breaks. */
const lineBroken = [
  /ERR_CONNECTION|ERR_INCOMPLETE|ERR_NETWORK|ERR_EMPTY|status of 503|cannot be reached/,
];

test("around every page there is one way to all others, with the mouse, the keyboard, and on a phone", async (t) => {
  const { open, closePages, call, installation, owner, tenantId } = await startConsole(t);
  t.afterEach(closePages);
  await installation.apply(`
tenant: default
companies:
  - { name: Acme }
sensors:
  - { name: core switch, type: tcp, target: "127.0.0.1:9", enabled: false }
`);

  await t.test(
    "a step to another page is read out: its name gets the focus, the window its title",
    async () => {
      const page = await open("/t/default/feeds");
      await heading(page, "Feeds").waitFor();
      const navigation = page.getByRole("navigation", { name: "Main" });
      await navigation.getByRole("link", { name: "API keys" }).click();
      await heading(page, "API keys").waitFor();
      await page.locator("h1:focus").waitFor();
      assert.equal(await page.title(), "API keys · Vedette");
      const current = navigation.locator("[aria-current=page]");
      assert.deepEqual(await current.allTextContents(), ["API keys"]);
      await page.goBack();
      await heading(page, "Feeds").waitFor();
      await assertAccessible(page);
    },
  );

  await t.test("the first Tab offers to skip to the content", async () => {
    const page = await open("/t/default/feeds");
    await heading(page, "Feeds").waitFor();
    await page.keyboard.press("Tab");
    assert.equal(await focused(page), "Skip to content");
    await page.keyboard.press("Enter");
    await page.locator("main:focus").waitFor();
    assert.equal(new URL(page.url()).pathname, "/t/default/feeds");
  });

  await t.test("Ctrl+K finds pages and things by their names", async () => {
    const page = await open("/t/default");
    await heading(page, "Overview").waitFor();
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: "Go to" });
    await field.fill("core");
    await page.getByRole("option", { name: /core switch/ }).waitFor();
    await assertAccessible(page);
    await page.keyboard.press("Enter");
    await heading(page, "core switch").waitFor();
    await page.keyboard.press("Control+k");
    await field.fill("api k");
    await page.getByRole("option", { name: /API keys/ }).waitFor();
    await page.keyboard.press("Enter");
    await heading(page, "API keys").waitFor();
  });

  await t.test("single keys lead to pages, and can be turned off", async () => {
    const page = await open("/t/default");
    await heading(page, "Overview").waitFor();
    await settled(page);
    // The second counts for a moment only, and a key is awaited until the page has worked it off.
    await Promise.all([page.keyboard.press("g"), page.keyboard.press("s")]);
    await heading(page, "Sensors").waitFor();
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await help.waitFor();
    await assertAccessible(page);
    await help.getByRole("switch", { name: "Shortcuts of single keys" }).uncheck();
    await page.keyboard.press("Escape");
    await help.waitFor({ state: "detached" });
    await page.keyboard.press("?");
    await page.keyboard.press("g");
    await page.keyboard.press("i");
    assert.equal(await heading(page, "Sensors").count(), 1);
    assert.equal(await help.count(), 0);
  });

  await t.test("the appearance that was chosen stays, from the first moment on", async () => {
    const page = await open("/t/default");
    await page.getByRole("button", { name: /Your account/ }).click();
    await page.getByRole("menuitemradio", { name: "Dark" }).click();
    // The script that draws the page never comes.
    await page.route("**/assets/index-*.js", () => undefined);
    await page.reload({ waitUntil: "commit" });
    await page.locator("html[data-mantine-color-scheme=dark]").waitFor({ state: "attached" });
    // Nor is the page empty until it comes.
    await page.getByText("Vedette", { exact: true }).waitFor();
  });

  await t.test(
    "on a phone the navigation opens over the page, and closes with a choice",
    async () => {
      const page = await open("/t/default", { viewport: phone });
      await heading(page, "Overview").waitFor();
      await assertFits(page);
      const navigation = page.getByRole("navigation", { name: "Main" });
      assert.equal(await navigation.isVisible(), false);
      await page.getByRole("button", { name: "Open the navigation" }).click();
      await navigation.getByRole("link", { name: "Findings" }).click();
      await heading(page, "Findings").waitFor();
      await page.getByRole("button", { name: "Open the navigation" }).waitFor();
      await assertFits(page);
    },
  );

  await t.test("on a phone the rows of a plain table are seen whole", async () => {
    const page = await open("/t/default/settings/people", { viewport: phone });
    const table = page.getByRole("region", { name: "People" });
    await table.getByText(owner.email).waitFor();
    const excess = await table.evaluate((place) => {
      const { scrollWidth, clientWidth } = place as unknown as Record<string, number>;
      return (scrollWidth ?? 0) - (clientWidth ?? 0);
    });
    assert.equal(excess, 0, "it does not scroll sideways");
    await assertAccessible(page);
  });

  await t.test("an address where nothing is says so, inside the frame", async () => {
    const page = await open("/t/default/nothing/here");
    await heading(page, "There is no such page").waitFor();
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    const foreign = await open("/t/not-mine/sensors");
    await heading(foreign, "There is no such page").waitFor();
  });

  await t.test("a page that cannot be loaded says so, and the frame stays", async () => {
    const page = await open("/t/default", { expectedErrors: [/ERR_FAILED|dynamically imported/] });
    await heading(page, "Overview").waitFor();
    await page.route("**/assets/usage-page*.js", (route) => route.abort());
    const navigation = page.getByRole("navigation", { name: "Main" });
    await navigation.getByRole("link", { name: "Usage" }).click();
    await page.getByRole("alert").getByText("This page failed").waitFor();
    await navigation.getByRole("link", { name: "Sites" }).click();
    await heading(page, "Sites").waitFor();
  });

  await t.test(
    "whose session has ended is told so, nothing of the page is seen meanwhile, and what was typed is there again after signing in",
    async () => {
      const page = await open("/t/default/settings/companies", {
        viewport: phone,
        expectedErrors: [/status of 401/],
      });
      await page.getByRole("button", { name: "Actions for Acme" }).click();
      await page.getByRole("menuitem", { name: "Rename" }).click();
      const dialog = page.getByRole("dialog", { name: "Rename Acme" });
      const name = dialog.getByRole("textbox", { name: "Name" });
      await name.waitFor();
      await page.context().clearCookies();
      // What is typed is looked at by the server, and so the page hears of it.
      await name.fill("Acme Logistics");
      await page.getByRole("alert").getByText("Your session has ended").waitFor();
      assert.equal(await page.getByText("Acme").locator("visible=true").count(), 0);
      await assertAccessible(page, "the session has ended");
      await page.getByLabel("E-mail").fill(owner.email);
      await page.getByLabel("Password", { exact: true }).fill(owner.password);
      await page.keyboard.press("Enter");
      await dialog.locator(":focus").waitFor();
      assert.equal(await name.inputValue(), "Acme Logistics");
      await dialog.getByRole("button", { name: "Save" }).click();
      await page.getByRole("button", { name: "Actions for Acme Logistics" }).waitFor();
      assert.equal(new URL(page.url()).pathname, "/t/default/settings/companies");
    },
  );

  await t.test("a lost line is told, and found again", async () => {
    const page = await open("/t/default/sensors", { expectedErrors: lineBroken });
    const other = await open("/t/default/sites", { expectedErrors: lineBroken });
    await page.getByRole("link", { name: "core switch" }).click();
    await page.getByRole("button", { name: "Resume" }).waitFor();
    await other.getByRole("heading", { name: "There are no sites yet" }).waitFor();
    // What shows notices comes after the page, and cannot come any more once the server is gone.
    await page.waitForFunction(() =>
      performance
        .getEntriesByType("resource")
        .some(({ name }) => name.includes("/assets/notices-")),
    );
    await installation.stop();
    const told = page.getByText("The connection to the server is lost");
    await told.waitFor();
    await assertAccessible(page);
    // Nobody knows whether the question arrived. It stays until it is closed.
    await page.getByRole("button", { name: "Resume" }).click();
    const failed = page
      .getByRole("alert")
      .filter({ hasText: "It may have been done all the same" });
    await failed.waitFor();
    await assertAccessible(page, "a notice of what failed");
    // A page that was never looked at cannot come now, and takes nothing away.
    await page.getByRole("link", { name: "Usage" }).click();
    await page.getByText("The server cannot be reached").first().waitFor();
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    assert.equal(await failed.count(), 1);
    await installation.apply("tenant: default\nsites: [{ name: Paris }]\n");
    await installation.start();
    await told.waitFor({ state: "detached" });
    await heading(page, "Usage").waitFor();
    // What changed in the meantime was told to nobody.
    await other.getByRole("row").filter({ hasText: "Paris" }).waitFor();
    assert.ok((await call<{ user: object | null }>("GET", "/session")).user !== null);
  });

  await t.test(
    "who looks at what somebody else deletes is told so, and led to the rest",
    async () => {
      const page = await open("/t/default/sensors", { expectedErrors: [/status of 404/] });
      await page.getByRole("link", { name: "core switch" }).click();
      await heading(page, "core switch").waitFor();
      const { items } = await call<{ items: { id: string }[] }>(
        "GET",
        `/tenants/${tenantId}/sensors`,
      );
      for (const { id } of items) {
        await call("DELETE", `/tenants/${tenantId}/declarations/sensors/${id}`);
      }
      const told = page.getByRole("alert").filter({ hasText: "Somebody may have deleted it" });
      // A part of the page may hear of it before the rest.
      await heading(page, "core switch").waitFor({ state: "detached" });
      await told.waitFor();
      await assertAccessible(page);
      await told.getByRole("link", { name: "Go to Sensors" }).click();
      await page.getByRole("heading", { name: "There are no sensors yet" }).waitFor();
    },
  );
});

test("below a path of a proxy that hands it on, pages, assets, the API and cookies are in their places", async (t) => {
  const { open, owner } = await startConsole(t, {
    env: { ...embedded.none, VEDETTE_PUBLIC_URL: "http://127.0.0.1/net/vedette" },
  });
  const page = await open("/net/vedette/t/default/sites", { as: null });
  await page.getByLabel("E-mail").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await heading(page, "Sites").waitFor();
  assert.equal(new URL(page.url()).pathname, "/net/vedette/t/default/sites");
  const [cookie] = await page.context().cookies();
  assert.equal(cookie?.path, "/net/vedette");
  await page.getByRole("link", { name: "API keys" }).click();
  await heading(page, "API keys").waitFor();
  await page.reload();
  await heading(page, "API keys").waitFor();
});
