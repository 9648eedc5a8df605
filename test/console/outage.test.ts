import assert from "node:assert/strict";
import { once } from "node:events";
import { type Server, createServer } from "node:net";
import { test } from "node:test";
import { assertAccessible, phone } from "#test/browser";
import { startConsole } from "#test/console";
import { answerDeletionLate } from "#test/late-deletion";
import { embedded, freePort } from "#test/processes";
import { until } from "#test/until";

async function startService(port: number): Promise<Server> {
  // A check may break the connection as soon as it stands.
  const server = createServer((socket) => socket.on("error", () => socket.destroy()).end());
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function stopService(server: Server): Promise<void> {
  if (!server.listening) return;
  server.close();
  await once(server, "close");
}

test("an outage is seen live in the table and on the sensor's page with the reason, acknowledged, and seen to end", async (t) => {
  const port = await freePort();
  let service = await startService(port);
  t.after(() => stopService(service));
  const { installation, open } = await startConsole(t, { env: embedded.collector });
  await installation.apply(`
tenant: default
sensors:
  - { name: gateway, type: tcp, target: "127.0.0.1:${port}", intervalSec: 1, failuresBeforeDown: 2,
      successesBeforeUp: 1, tags: [core] }
  - { name: behind it, type: tcp, target: "127.0.0.1:${port}", intervalSec: 1, parent: gateway,
      failuresBeforeDown: 2, successesBeforeUp: 1 }
  - { name: switched off, type: tcp, target: "127.0.0.1:${port}", enabled: false }
`);
  const table = await open("/t/default/sensors");
  const row = table.getByRole("row").filter({ hasText: "gateway" });
  await row.getByText("Up", { exact: true }).waitFor();
  await table.getByRole("row").filter({ hasText: "switched off" }).getByText("Paused").waitFor();
  await assertAccessible(table, "sensors");

  const sensor = await open("/t/default/sensors");
  await sensor.getByRole("link", { name: /^gateway/ }).click();
  await sensor.getByRole("heading", { name: "gateway", level: 1 }).waitFor();
  const now = sensor.getByRole("region", { name: "Now" });
  await now.getByText("All is well.").waitFor();
  await assertAccessible(sensor, "a sensor that is up");

  await stopService(service);
  await row.getByText("Down", { exact: true }).waitFor();
  await now.getByText("Down", { exact: true }).waitFor();
  await now.getByText(/^Connection refused by 127\.0\.0\.1/).waitFor();
  await sensor
    .getByRole("region", { name: "Incidents" })
    .getByText("Open", { exact: true })
    .waitFor();
  await assertAccessible(sensor, "a sensor that is down");

  await table.getByRole("link", { name: "behind it" }).click();
  await table.getByText("What it depends on is down: gateway.", { exact: false }).waitFor();

  await now.getByRole("button", { name: "Acknowledge" }).click();
  await sensor.getByRole("dialog").getByRole("button", { name: "Acknowledge" }).click();
  await now.getByText("taken on by Olga Owner", { exact: false }).waitFor();

  service = await startService(port);
  await now.getByText("Up", { exact: true }).waitFor();
  await now.getByText("All is well.").waitFor();
  await sensor
    .getByRole("region", { name: "Incidents" })
    .getByText("Closed", { exact: true })
    .waitFor();
});

test("a sensor is checked at once, paused and resumed on its page, and charts can be read without seeing them", async (t) => {
  const port = await freePort();
  const service = await startService(port);
  t.after(() => stopService(service));
  const { installation, open } = await startConsole(t, { env: embedded.collector });
  await installation.apply(`
tenant: default
sensors:
  - { name: shop, type: tcp, target: "127.0.0.1:${port}", intervalSec: 1 }
`);
  const page = await open("/t/default/sensors", {
    viewport: phone,
    colorScheme: "dark",
    // What is on its way when it is deleted may find it gone.
    expectedErrors: [/status of 404 .*\/sensors\//],
  });
  await page.getByRole("link", { name: "shop" }).click();
  const now = page.getByRole("region", { name: "Now" });
  await now.getByText("Up", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Check now" }).click();
  await page
    .getByText(/^Up, answered in|^Up/)
    .first()
    .waitFor();

  const history = page.getByRole("region", { name: "History" });
  const chart = history.getByRole("img", { name: /^Latency\. Latency from .* checks, \d+ failed/ });
  // The newest point may be a gap yet; each press goes one further back.
  await until(
    async () => {
      await chart.press("ArrowLeft");
      return (await history.getByText(/^Mean \d/).count()) > 0;
    },
    { what: "a point with its value" },
  );
  await history.getByRole("button", { name: "Show as a table: Latency" }).click();
  await history.getByRole("table", { name: "Latency" }).getByRole("row").nth(1).waitFor();
  await history.getByText("7 days").click();
  await page.waitForURL(/range=7d/);
  await assertAccessible(page, "a sensor on a phone in the dark");

  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pause" }).click();
  await now.getByText("Paused", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Resume" }).click();
  await now.getByText("Up", { exact: true }).waitFor();
  const wide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
  assert.equal(wide, false, "nothing scrolls sideways");

  // The answer comes after the news: by then nobody asks for what is gone.
  const list = await open("/t/default/sensors");
  await list.getByRole("link", { name: "shop" }).waitFor();
  const isGone = () => list.getByRole("heading", { name: "There are no sensors yet" }).waitFor();
  const asked = await answerDeletionLate(page, "sensors", isGone);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("heading", { name: "There are no sensors yet" }).waitFor();
  assert.deepEqual(asked, []);
});
