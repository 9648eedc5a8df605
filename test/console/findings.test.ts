import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { assertAccessible } from "#test/browser";
import { startConsole } from "#test/console";
import { embedded } from "#test/processes";
import { until } from "#test/until";

const feeds = fileURLToPath(new URL("../fixtures/feeds", import.meta.url));
const host = "127.91.0.1";

/** A web server whose version has vulnerabilities that the feeds know. */
async function startOldServer(t: { after(cleanUp: () => unknown): void }): Promise<number> {
  const web = createServer((_request, response) => {
    response.setHeader("server", "Apache/2.4.51");
    response.end("<title>Welcome</title>");
  });
  await new Promise<void>((resolve) => web.listen(0, host, resolve));
  t.after(() => {
    web.closeAllConnections();
    web.close();
  });
  return (web.address() as AddressInfo).port;
}

test("what a scan finds appears by itself, is accepted with a reason and a time, and keeps who said so", async (t) => {
  const port = await startOldServer(t);
  const { installation, open } = await startConsole(t, { env: embedded.probe });
  await installation.vedette("feeds", "import", feeds);
  await installation.apply(`
tenant: default
sites:
  - { name: lab, subnets: [${host}/32] }
scans:
  - { name: lab, site: lab, type: full, targets: [${host}], ports: "${port}", nmap: false }
`);
  const page = await open("/t/default/findings");
  await page.getByRole("heading", { name: "Nothing is found yet" }).waitFor();

  await t.test("findings are there without a reload", async () => {
    await installation.vedette("scan", "run", "lab", "--tenant", "default", "--wait");
    await page.getByRole("table", { name: "Findings" }).waitFor();
    await page.getByRole("row").filter({ hasText: "Apache httpd" }).first().waitFor();
    await assertAccessible(page);
  });

  await t.test("filters narrow the table, stand in the address, and go back", async () => {
    await page.getByRole("button", { name: "Severity", exact: true }).first().click();
    await page.getByRole("checkbox", { name: "Critical" }).check();
    await page.keyboard.press("Escape");
    await page.waitForURL(/severity=CRITICAL/);
    await page.getByRole("searchbox").fill("CVE-2021-44790");
    await page.waitForURL(/q=CVE-2021-44790/);
    await page
      .getByRole("status")
      .filter({ hasText: /^1 row$/ })
      .waitFor();
  });

  await t.test("all that match are accepted until a time, not without a reason", async () => {
    await page.getByRole("button", { name: "Select all that match" }).click();
    await page
      .getByRole("status")
      .filter({ hasText: /^1 selected/ })
      .waitFor();
    await page.getByRole("button", { name: "Set status" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: "Accepted" }).check();
    await dialog.getByRole("button", { name: "Set status" }).click();
    await dialog.getByText("Say why: whoever comes after you wants to know it.").waitFor();
    await dialog.getByRole("textbox", { name: "Why" }).fill("only reachable from this host");
    await assertAccessible(page);
    await dialog.getByRole("button", { name: "Set status" }).click();
    await dialog.getByText("1 finding is changed.").waitFor();
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await page.getByRole("heading", { name: "Nothing matches these filters." }).waitFor();
  });

  await t.test(
    "the page of the finding says why it is believed, and who decided what",
    async () => {
      await page.getByRole("button", { name: "Open or in progress" }).click();
      await page.getByRole("checkbox", { name: "Accepted" }).check();
      await page.keyboard.press("Escape");
      await page.getByRole("row").nth(1).getByRole("link").click();
      await page.getByRole("heading", { name: "Why this risk" }).waitFor();
      const history = page.getByRole("region", { name: "History" });
      await history.getByText("Open → Accepted").waitFor();
      await history.getByText("only reachable from this host").waitFor();
      await history.getByText("by Olga Owner").waitFor();
      await page.getByRole("region", { name: "Why it is believed" }).getByText("Scan, ").waitFor();
      await assertAccessible(page);
      await page.goBack();
      await page.waitForURL(/q=CVE-2021-44790/);
    },
  );

  await t.test("the host tells what runs there, and its tags weigh its risk", async () => {
    const assets = await open("/t/default/assets");
    await assets.getByRole("link", { name: host }).click();
    await assets.getByRole("tab", { name: "Services" }).click();
    await assets.waitForURL(/tab=services/);
    await assets.getByRole("cell", { name: "Apache httpd 2.4.51" }).waitFor();
    await assets.getByRole("tab", { name: "Overview" }).click();
    const riskOf = async () =>
      Number(/Risk (\d+\.\d)/.exec((await assets.getByText(/^Risk \d/).textContent()) ?? "")?.[1]);
    const before = await riskOf();
    await assets.getByRole("button", { name: "Edit tags" }).click();
    const dialog = assets.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Tags" }).fill("criticality:low");
    await assets.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Save" }).click();
    await until(async () => (await riskOf()) < before, { what: "the risk weighs less" });
    await assertAccessible(assets);
  });
});

test("where nothing is known yet the page leads to the first scan", async (t) => {
  const { open } = await startConsole(t);
  const page = await open("/t/default/assets");
  await page.getByRole("heading", { name: "No host is known yet" }).waitFor();
  await page.getByRole("link", { name: "To the scans" }).click();
  await page.waitForURL(/scans/);
});
