import assert from "node:assert/strict";
import { once } from "node:events";
import { type Server, createServer as createTcpServer } from "node:net";
import { totalmem } from "node:os";
import { test } from "node:test";
import { createServer as createTlsServer } from "node:tls";
import type { Locator, Page } from "playwright-core";
import { assertAccessible } from "#test/browser";
import { startConsole } from "#test/console";
import { startSnmpd } from "#test/snmpd";
import { createTestAuthority, dayMs } from "#test/tls-fixtures";
import { until } from "#test/until";

async function portOf(server: Server, host: string): Promise<number> {
  server.listen(0, host);
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** A number and its unit as the page writes it, such as `1.5 GiB`, in bytes. */
function bytesOf(text: string): number {
  const [figure = "", unit = ""] = text.trim().split(/\s+/);
  const place = ["B", "KiB", "MiB", "GiB", "TiB"].indexOf(unit);
  assert.ok(place >= 0, text);
  return Number(figure.replaceAll(",", "")) * 1024 ** place;
}

test("what real things answered stands on their pages: a device, a certificate, and what may not be asked", async (t) => {
  const snmpd = await startSnmpd("rocommunity hush-hush 127.0.0.0/8\n");
  t.after(() => snmpd.close());
  const root = createTestAuthority("Lab root");
  t.after(() => root.close());
  const { key, cert } = root
    .intermediate("Lab issuing authority", Math.floor(Date.now() / 1000) * 1000 + 300 * dayMs)
    .issue({ names: ["localhost", "shop.lab.test"] });
  const tls = createTlsServer({ key, cert });
  const tlsPort = await portOf(tls, "127.0.0.1");
  t.after(() => void tls.close());
  const office = createTcpServer((socket) => socket.destroy());
  const officePort = await portOf(office, "127.93.7.1");
  t.after(() => void office.close());

  const { installation, open, tenantId, call, closePages } = await startConsole(t, {
    env: { SNMP_COMMUNITY: "hush-hush" },
  });
  await installation.apply(`
tenant: default
sites: [{ name: office }]
scans: [{ name: office, site: office, type: ports, targets: [127.93.7.1], ports: "${officePort}" }]
sensors:
  - { name: switch, type: snmp, target: "${snmpd.target}", intervalSec: 1, snmp: { version: 2c, community: "\${SNMP_COMMUNITY}" },
      interfaces: [lo], host: [cpu, memory, storage, uptime] }
  - { name: shop, type: tls, target: "localhost:${tlsPort}", intervalSec: 1, tls: { ca: ${JSON.stringify(root.ca)} } }
  - { name: gateway, type: icmp, target: 127.0.0.1, intervalSec: 5, icmp: { packets: 2 } }
  - { name: office, type: tcp, target: "127.93.7.1:${officePort}", intervalSec: 1, failuresBeforeDown: 1, successesBeforeUp: 1 }
`);
  const api = await installation.client();
  const pageOf = async (name: string): Promise<Page> => {
    const { id } = await api.reaches(name, "up");
    const page = await open(`/t/default/sensors/${id}`);
    await page.getByRole("heading", { level: 1, name }).waitFor();
    return page;
  };

  await t.test("a device's interfaces and host, as it was polled", async () => {
    const page = await pageOf("switch");
    const host = page.getByRole("region", { name: "Host" });
    await host.getByText("Running for", { exact: true }).waitFor();
    await host.getByText("Processor", { exact: true }).waitFor();
    await host
      .getByText(/^Disk \//)
      .first()
      .waitFor();
    const memory = await host.getByText(/ of /).first().innerText();
    const [used = "", total = ""] = memory.split(" of ");
    const ratio = bytesOf(total) / totalmem();
    assert.ok(ratio > 0.98 && ratio < 1.02, `${memory}, and the machine has ${totalmem()}`);
    assert.ok(bytesOf(used) > 0 && bytesOf(used) <= bytesOf(total), memory);
    await host.getByRole("button", { name: "Chart: Memory" }).click();
    await host.getByRole("img", { name: /^Memory\. .* on average/ }).waitFor();

    const interfaces = page.getByRole("region", { name: "Interfaces", exact: true });
    const row = interfaces.getByRole("row").filter({ hasText: "lo" });
    await row.getByText("Up", { exact: true }).waitFor();
    // A rate needs two readings.
    await row
      .getByText(/bit\/s$/)
      .first()
      .waitFor();
    // A chart that is open is read anew in half a minute only.
    const { id } = await api.sensor("switch");
    await until(
      async () => {
        const path = `/tenants/${tenantId}/sensors/${id}/interface-series?name=lo&range=24h`;
        const { inMean } = await call<{ inMean: (number | null)[] }>("GET", path);
        return inMean.some((rate) => rate !== null);
      },
      { what: "a rate is in the history" },
    );
    await row.getByRole("button", { name: "Traffic of lo" }).click();
    await interfaces.getByRole("img", { name: /^Traffic of lo\. .* on average/ }).waitFor();
    await interfaces.getByRole("button", { name: "Show as a table: Traffic of lo" }).click();
    const table = interfaces.getByRole("table", { name: "Traffic of lo" });
    await table
      .getByText(/bit\/s$/)
      .first()
      .waitFor();
    await assertAccessible(page, "a device that was polled");
    await closePages();
  });

  await t.test(
    "how fast a host answers, with percentiles, and how much is lost, over each time",
    async () => {
      const page = await pageOf("gateway");
      const history = page.getByRole("region", { name: "History" });
      for (const range of ["7 days", "30 days", "1 year", "24 hours"]) {
        await history.getByText(range, { exact: true }).click();
        await history.getByRole("img", { name: /^Latency\. .* checks, 0 failed/ }).waitFor();
        await history.getByRole("img", { name: /^Packet loss\. .* mean 0 %/ }).waitFor();
      }
      for (const figure of ["Median", "95 % below", "99 % below"]) {
        await history.getByText(figure, { exact: true }).waitFor();
      }
      await closePages();
    },
  );

  await t.test(
    "a served certificate with its chain, whom it is for and who signed it",
    async () => {
      const page = await pageOf("shop");
      const section = page.getByRole("region", { name: "Certificate", exact: true });
      await section.getByText("in 90 days").waitFor();
      await section.getByText("localhost, shop.lab.test").waitFor();
      await section.getByText("TLSv1.3").waitFor();
      const chain = section.getByRole("table");
      const rows = chain.getByRole("row");
      await rows.nth(2).waitFor();
      const cells = async (row: Locator) =>
        (await row.getByRole("cell").allInnerTexts()).slice(0, 2);
      assert.deepEqual(await cells(rows.nth(1)), ["CN=localhost", "CN=Lab issuing authority"]);
      assert.deepEqual(await cells(rows.nth(2)), ["CN=Lab issuing authority", "CN=Lab root"]);
      await assertAccessible(page, "a certificate with its chain");
      await closePages();
    },
  );

  await t.test(
    "an address that the collector may not ask is not asked, and the sensor says why",
    async () => {
      const sensor = await pageOf("office");
      const page = await open("/t/default/settings/collectors", {
        expectedErrors: [/status of 400/],
      });
      const row = page.getByRole("row").filter({ hasText: "inside the server" });
      const forbid = async (networks: string) => {
        await row.getByRole("button", { name: /^Actions for/ }).click();
        await page.getByRole("menuitem", { name: "Which addresses it may ask" }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("textbox", { name: "None of these" }).fill(networks);
        await dialog.getByRole("button", { name: "Save" }).click();
        return dialog;
      };
      const dialog = await forbid("127.93.0.0/99");
      await dialog
        .getByText(/127\.93\.0\.0\/99/)
        .last()
        .waitFor();
      await assertAccessible(page, "addresses of a collector, refused");
      await dialog.getByRole("textbox", { name: "None of these" }).fill("127.93.0.0/16");
      await dialog.getByRole("button", { name: "Save" }).click();
      await page.getByText("The collector learns it at once.").waitFor();
      await row.getByText("but not 127.93.0.0/16").waitFor();
      await sensor
        .getByText(/the collector's deny list forbids it/)
        .first()
        .waitFor();

      await forbid("");
      await row.getByText("everything", { exact: true }).waitFor();
      await sensor.getByText("All is well.").waitFor();
      await closePages();
    },
  );

  await t.test(
    "an address that the probe may not touch is not scanned, and the run says why",
    async () => {
      const page = await open("/t/default/settings/probes");
      const row = page.getByRole("row").filter({ hasText: "inside the server" });
      await row.getByRole("button", { name: /^Actions for/ }).click();
      await page.getByRole("menuitem", { name: "Which addresses it may touch" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox", { name: "None of these" }).fill("127.93.7.1");
      await assertAccessible(page, "addresses of a probe");
      await dialog.getByRole("button", { name: "Save" }).click();
      await page.getByText("The probe learns it at once.").waitFor();
      await row.getByText(/127\.93\.7\.1/).waitFor();

      const { items } = await call<{ items: { id: string }[] }>(
        "GET",
        `/tenants/${tenantId}/scans`,
      );
      const scan = items[0]?.id ?? assert.fail();
      const { runId } = await call<{ runId: string }>(
        "POST",
        `/tenants/${tenantId}/scans/${scan}/run`,
      );
      const run = await open(`/t/default/scans/runs/${runId}`);
      await run
        .getByText(/the probe's deny list forbids it/)
        .first()
        .waitFor();
      await closePages();
    },
  );
  assert.ok(!installation.log().includes("hush-hush"));
});
