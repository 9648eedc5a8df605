import assert from "node:assert/strict";
import { once } from "node:events";
import { type Server, createServer } from "node:net";
import { test } from "node:test";
import { assertAccessible, phone } from "#test/browser";
import { startConsole } from "#test/console";
import { embedded, freePort } from "#test/processes";
import { startRemoteCollector } from "#test/remote-part";

/** A service that is up until it is closed. */
async function startService(port: number): Promise<Server> {
  const server = createServer((socket) => {
    // A check may hang up before it is answered.
    socket.on("error", () => undefined);
    socket.end();
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function stopService(server: Server): Promise<void> {
  if (!server.listening) return;
  server.close();
  await once(server, "close");
}

test("an outage is found in the list, taken on with a note, and closes by itself, all without a reload", async (t) => {
  const port = await freePort();
  let service = await startService(port);
  t.after(() => stopService(service));
  const { installation, open } = await startConsole(t, { env: embedded.collector });
  await installation.apply(`
tenant: default
companies: [{ name: Acme }]
sensors:
  - { name: shop, type: tcp, target: "127.0.0.1:${port}", intervalSec: 1, failuresBeforeDown: 2,
      successesBeforeUp: 1, company: Acme, tags: [web] }
`);
  const page = await open("/t/default/incidents");
  await page.getByRole("heading", { name: "There has been no incident" }).waitFor();
  await assertAccessible(page, "no incidents");

  await stopService(service);
  const row = page.getByRole("row").filter({ hasText: "shop" });
  await row.getByText("Open", { exact: true }).waitFor();
  await assertAccessible(page, "incidents");

  await page.getByRole("checkbox", { name: "Select shop" }).check();
  await page.getByRole("button", { name: "Acknowledge" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Note (optional)").fill("The line is being mended.");
  await dialog.getByRole("button", { name: "Acknowledge" }).click();
  await row.getByText("Taken on", { exact: true }).waitFor();

  await page.getByRole("link", { name: "shop" }).click();
  await page.getByRole("heading", { name: "shop", level: 1 }).waitFor();
  const timeline = page.getByRole("region", { name: "Timeline" });
  await timeline.getByText("acknowledged by Olga Owner: The line is being mended.").waitFor();
  await timeline.getByLabel("Note").fill("The cable was cut.");
  await timeline.getByRole("button", { name: "Add the note" }).click();
  await timeline.getByText("Olga Owner: The cable was cut.").waitFor();
  await assertAccessible(page, "incident");

  service = await startService(port);
  await page.getByText("Closed", { exact: true }).first().waitFor();
  await page.getByText(/^Was down for/).waitFor();

  await page.goto(`${installation.url}/t/default/incidents?state=open`);
  await page.getByRole("heading", { name: "Nothing matches these filters." }).waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await row.getByText("Closed", { exact: true }).waitFor();
});

test("collectors and the use of the plan are looked after in a browser", async (t) => {
  const { installation, open, closePages } = await startConsole(t);
  t.afterEach(closePages);

  await t.test(
    "a collector is made with the mouse, started with the command that is shown, and seen to call",
    async () => {
      // While a name is typed, what there is so far is refused.
      const expectedErrors = [/400 \(Bad Request\)/];
      const page = await open("/t/default/settings/collectors", { expectedErrors });
      await page.getByRole("button", { name: "New collector" }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill("branch");
      await dialog.getByLabel("Only these").fill("10.0.0.0/8\n127.0.0.0/8");
      await assertAccessible(page, "new collector");
      await dialog.getByRole("button", { name: "Make the collector" }).click();

      const shown = page.getByRole("dialog", { name: "Start branch" });
      const command = (await shown.getByLabel("Command", { exact: true }).textContent()) ?? "";
      const words = /^vedette collector --server (\S+) --token (\S+)$/.exec(command);
      assert.ok(words !== null, command);
      const [, server = "", token = ""] = words;
      assert.equal(server, installation.url);
      await assertAccessible(page, "enrolment");
      await startRemoteCollector(t, { server, token });
      await shown.getByText("It has called: branch is online.").waitFor();
      await shown.getByRole("button", { name: "Done" }).click();

      const row = page.getByRole("row").filter({ hasText: "branch" });
      await row.getByText("Online").waitFor();
      await row.getByText("10.0.0.0/8, 127.0.0.0/8").waitFor();
      await assertAccessible(page, "collectors");

      await row.getByRole("button", { name: "Actions for branch" }).click();
      await page.getByRole("menuitem", { name: "Revoke" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
      await row.getByText("Revoked").waitFor();
      await row.getByRole("button", { name: "Actions for branch" }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await row.waitFor({ state: "detached" });
    },
  );

  await t.test("usage says how much of the plan is left, on a phone as well", async () => {
    await installation.apply(`
tenant: default
plan: { sensorLimit: 3 }
companies: [{ name: Acme }]
sensors:
  - { name: one, type: icmp, target: 10.255.255.1, company: Acme }
  - { name: two, type: icmp, target: 10.255.255.2 }
`);
    const page = await open("/t/default/usage", { viewport: phone, colorScheme: "dark" });
    await page.getByRole("heading", { name: "2 of 3 used" }).waitFor();
    await page.getByRole("row").filter({ hasText: "Acme" }).getByText("50 %").waitFor();
    await assertAccessible(page, "usage");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download as CSV" }).click();
    assert.equal((await download).suggestedFilename(), "usage.csv");
  });
});
