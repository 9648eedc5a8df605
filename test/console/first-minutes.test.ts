import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "#test/browser";
import { setUpLink } from "#test/console";
import { startInstallation } from "#test/processes";
import { startService, workDirectory } from "#test/real-service";
import { startWebTarget } from "#test/web-target";
import { buildConsoleIfStale } from "../../scripts/build-console.ts";

/** A host of its own, on which nothing else listens. */
const host = "127.91.2.1";

/** The quick confirmations of a new sensor, and a scan of a thousand ports at its gentle pace. */
const patience = { timeout: 120_000 };

test("somebody who has read nothing comes from the printed link to a sensor that is up and a scan that found something", async (t) => {
  await buildConsoleIfStale();
  const web = await startWebTarget(t);
  const directory = workDirectory(t, "redis");
  await startService(t, {
    command: "redis-server",
    args: ["--bind", host, "--port", "6379", "--protected-mode", "no", "--dir", directory],
    address: host,
    ports: [6379],
  });
  const installation = await startInstallation(t, { VEDETTE_MIN_INTERVAL_SEC: "30" });
  const { page, close } = await openPage({
    url: (await setUpLink(installation)).href,
    // The form asks what would be wrong while it is filled in; nobody is signed in at first.
    expectedErrors: [/declarations\/sensors/, /status of 401/],
  });
  const steps = page.getByRole("region", { name: "First steps" });
  const home = page.getByRole("navigation", { name: "Main" }).getByRole("link", {
    name: "Overview",
  });

  await t.test("an account, by the link", async () => {
    await page.getByLabel("Your name").fill("Nora New");
    await page.getByLabel("E-mail").fill("nora@example.test");
    await page.getByLabel("Password", { exact: true }).fill("three calm words");
    await page.getByRole("button", { name: "Make the account" }).click();
    await steps.waitFor();
  });

  await t.test("a sensor, which is up without a reload", async () => {
    await steps.getByRole("link", { name: /Add a sensor/ }).click();
    await page.getByRole("radio", { name: /^HTTP/ }).check();
    await page.getByLabel(/^Address/).fill(`${web.url}/`);
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Our page");
    await page.getByRole("button", { name: "Test now" }).click();
    await page.getByText(/It is up: answered in/).waitFor();
    await page.getByRole("button", { name: "Make the sensor" }).click();
    await page.getByRole("heading", { level: 1, name: "Our page" }).waitFor();
    await page.getByRole("main").getByText("Up", { exact: true }).first().waitFor(patience);
    await home.click();
    await steps
      .getByRole("listitem")
      .filter({ hasText: "Watch something" })
      .getByText("Done")
      .waitFor();
  });

  await t.test("a scan, whose findings are a click away from where it ended", async () => {
    await steps.getByRole("link", { name: /Scan a network/ }).click();
    const dialog = page.getByRole("dialog", { name: "Scan your network" });
    // Networks of this machine are suggested together with the rest of the form.
    await dialog.getByRole("button", { name: "Begin" }).waitFor();
    for (const suggested of await dialog.getByRole("checkbox", { checked: true }).all())
      await suggested.uncheck();
    await dialog.getByLabel(/targets/i).fill(host);
    await dialog.getByRole("button", { name: "Begin" }).click();
    await page.getByRole("heading", { level: 1, name: /Headquarters/ }).waitFor();
    const state = page.getByRole("region", { name: "Settings and state" });
    await state.getByText("Completed").waitFor(patience);
    await page.getByRole("link", { name: "Findings of this site" }).click();
    await page.getByRole("row").filter({ hasText: "Redis answers without a password" }).waitFor();
    await home.click();
    const worst = page.getByRole("region", { name: "Worst findings" });
    await worst.getByText("Redis answers without a password").waitFor();
  });

  await t.test("what is left to do is left on the list, until it is put away", async () => {
    await steps.getByText("Done").nth(1).waitFor();
    assert.equal(await steps.getByText("Done").count(), 2);
    await steps.getByRole("button", { name: "Hide the first steps" }).click();
    await steps.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await page.getByRole("region", { name: "Worst findings" }).waitFor();
    assert.equal(await steps.count(), 0);
  });
  await close();
});
