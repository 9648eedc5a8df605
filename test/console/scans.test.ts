import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { test } from "node:test";
import { assertAccessible, phone } from "#test/browser";
import { startConsole } from "#test/console";
import { answerDeletionLate } from "#test/late-deletion";
import { embedded } from "#test/processes";

/** A service that says that it takes passwords in clear. */
async function startTelnetLike(t: { after(end: () => unknown): void }, host: string, port = 0) {
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.write("220 (vsFTPd 3.0.3)\r\n");
  });
  server.listen(port, host);
  await once(server, "listening");
  t.after(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test("from nothing to a first scan: it is followed live, its hosts are listed, and it can be run again", async (t) => {
  await startTelnetLike(t, "127.93.0.1", 21);
  const { open } = await startConsole(t, { env: embedded.probe });
  const page = await open("/t/default/scans");
  await page.getByRole("heading", { name: "Nothing is scanned yet" }).waitFor();
  await assertAccessible(page, "the empty page of scans");

  await page.getByRole("main").getByRole("button", { name: "Scan your network" }).last().click();
  const dialog = page.getByRole("dialog", { name: "Scan your network" });
  // Networks of this machine are suggested together with the rest of the form.
  await dialog.getByRole("button", { name: "Begin" }).waitFor();
  for (const suggestion of await dialog.getByRole("checkbox", { checked: true }).all()) {
    await suggestion.uncheck();
  }
  await dialog.getByRole("textbox", { name: /targets/i }).fill("127.93.0.1");
  await dialog.getByRole("textbox", { name: "Site" }).fill("Berlin");
  await assertAccessible(page, "the dialog of a first scan");
  await dialog.getByRole("button", { name: "Begin" }).click();

  await page.getByRole("heading", { name: "Run of Berlin, every night", level: 1 }).waitFor();
  const hosts = page.getByRole("region", { name: "Hosts", exact: true });
  // A thousand ports at the usual speed, on a machine that has other things to do.
  const patient = { timeout: 120_000 };
  const host = hosts.getByRole("row").filter({ hasText: "127.93.0.1" });
  await host.getByText("Up", { exact: true }).waitFor(patient);
  await page.getByText("Completed", { exact: true }).waitFor(patient);
  await page.getByRole("progressbar", { name: "Progress" }).waitFor({ state: "detached" });
  await assertAccessible(page, "a run that has completed");

  await page.getByRole("link", { name: "To the scan with its settings and other runs" }).click();
  await page.getByRole("heading", { name: "Berlin, every night", level: 1 }).waitFor();
  await page.getByText(/^Every day at 03:00/).waitFor();
  await assertAccessible(page, "a scan");
  await page.getByRole("button", { name: "Run now: Berlin, every night" }).click();
  await page.getByRole("heading", { name: "Run of Berlin, every night", level: 1 }).waitFor();
});

test("a run that takes long shows how far it is and is stopped, and everybody sees it stop", async (t) => {
  const { call, tenantId, open } = await startConsole(t, { env: embedded.probe });
  const path = `/tenants/${tenantId}`;
  await call("POST", `${path}/declarations/sites`, { name: "Berlin" });
  const { id } = await call<{ id: string }>("POST", `${path}/declarations/scans`, {
    name: "slow",
    site: "Berlin",
    type: "ports",
    targets: ["127.94.0.0/28"],
    ports: "1-5000",
    budget: { totalPerSec: 50 },
  });
  const { runId } = await call<{ runId: string }>("POST", `${path}/scans/${id}/run`);
  const list = await open("/t/default/scans");
  await list
    .getByRole("row")
    .filter({ hasText: "slow" })
    .getByText(/^Running/)
    .waitFor();
  const page = await open(`/t/default/scans/runs/${runId}`, { colorScheme: "dark" });
  await page.getByText(/looking for open ports$/).waitFor();
  await page.getByRole("progressbar", { name: "Progress" }).waitFor();
  await assertAccessible(page, "a run under way, in the dark");
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("Stopped", { exact: true }).waitFor();
  await list.getByRole("row").filter({ hasText: "slow" }).getByText("Stopped").waitFor();
});

test("a scan is declared in its form, and what it needs says what to do next", async (t) => {
  const { call, tenantId, open, closePages } = await startConsole(t);
  t.afterEach(closePages);

  await t.test(
    "a scan is made and changed in its form, which says what is wrong where it is",
    async () => {
      const site = { name: "Berlin", timezone: "Europe/Berlin" };
      await call("POST", `/tenants/${tenantId}/declarations/sites`, site);
      const list = await open("/t/default/scans");
      // What is on its way when it is deleted may find it gone.
      const expectedErrors = [/status of 400/, /status of 404 .*\/scans\//];
      const page = await open("/t/default/scans", { viewport: phone, expectedErrors });
      await page.getByRole("button", { name: "New scan" }).click();
      const dialog = page.getByRole("dialog", { name: "New scan" });
      await dialog.getByRole("textbox", { name: "Name" }).fill("office");
      await dialog.getByRole("combobox", { name: "Site" }).click();
      await page.getByRole("option", { name: "Berlin" }).click();
      await dialog.getByRole("textbox", { name: /^Targets/ }).fill("10.0.0.0/24\n10.0.0.999");
      await dialog.getByRole("button", { name: "Make the scan" }).click();
      await dialog
        .getByText(/10\.0\.0\.999/)
        .first()
        .waitFor();
      await dialog.getByRole("textbox", { name: /^Targets/ }).fill("10.0.0.0/24");
      await dialog.getByLabel("At", { exact: true }).fill("02:30");
      await dialog.getByText(/02:30/).first().waitFor();
      await assertAccessible(page, "the form of a scan, on a phone");
      await dialog.getByRole("button", { name: "Make the scan" }).click();
      await page.getByRole("heading", { name: "office", level: 1 }).waitFor();
      await page.getByText(/^Every day at 02:30/).waitFor();

      await page.getByRole("button", { name: "Edit" }).click();
      const edit = page.getByRole("dialog", { name: "Change the scan" });
      await edit.getByRole("radio", { name: "Discovery" }).check();
      await edit.getByRole("button", { name: "Save" }).click();
      await page.getByText("Discovery scan of Berlin").waitFor();

      // The answer comes after the news: by then nobody asks for what is gone.
      const isGone = () => list.getByRole("heading", { name: "Nothing is scanned yet" }).waitFor();
      const asked = await answerDeletionLate(page, "scans", isGone);
      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await page.getByRole("heading", { name: "Nothing is scanned yet" }).waitFor();
      assert.deepEqual(asked, []);
    },
  );

  await t.test(
    "probes, agents and feeds say what to do next, and a viewer is told why nothing can be pressed",
    async () => {
      const probes = await open("/t/default/settings/probes");
      await probes.getByRole("row").filter({ hasText: "inside the server" }).waitFor();
      await probes.getByRole("button", { name: "New probe" }).click();
      await probes.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("branch");
      await probes.getByRole("button", { name: "Make the probe" }).click();
      await probes.getByText(/^vedette probe --server http:\S+ --token vdp/).waitFor();
      await assertAccessible(probes, "the token of a probe");
      await probes.getByRole("button", { name: "Done" }).click();
      await probes
        .getByRole("row")
        .filter({ hasText: "branch" })
        .getByText("Not enrolled")
        .waitFor();
      await assertAccessible(probes, "probes");

      const agents = await open("/t/default/settings/agents");
      await agents.getByRole("heading", { name: "There are no agents yet" }).waitFor();
      await agents.getByRole("button", { name: "New enrolment token" }).first().click();
      await agents.getByRole("dialog").getByRole("textbox", { name: "Note" }).fill("web servers");
      await agents.getByRole("button", { name: "Make the token" }).click();
      await agents.getByText(/^AGENT_TOKEN=vda\S+ vedette agent --server/).waitFor();
      await agents.getByRole("tab", { name: "As a service (systemd)" }).click();
      await agents.getByText(/NoNewPrivileges=yes/).waitFor();
      await assertAccessible(agents, "the token of an agent");
      await agents.getByRole("button", { name: "Done" }).click();
      await agents.getByRole("tab", { name: "Enrolment tokens" }).click();
      await agents.getByRole("row").filter({ hasText: "web servers" }).waitFor();
      await agents.getByRole("button", { name: "Revoke: web servers" }).click();
      await agents.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
      await agents.getByRole("heading", { name: "No token works" }).waitFor();
      await assertAccessible(agents, "tokens of agents");

      const feeds = await open("/t/default/feeds");
      await feeds.getByText("No feed was taken in yet").waitFor();
      await assertAccessible(feeds, "feeds");
      const { items } = await call<{ items: unknown[] }>("GET", `/tenants/${tenantId}/feeds`);
      assert.equal(items.length, 5);
    },
  );
});
