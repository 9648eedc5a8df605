import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible } from "#test/browser";
import { startConsole } from "#test/console";
import { patienceMs } from "#test/processes";
import { startRemoteAgent } from "#test/remote-part";
import { patchedDataStream } from "#test/scap-content";
import { root } from "#test/source-files";
import { until } from "#test/until";

// While a form is filled in, what there is so far is refused.
const expectedErrors = [/400 \(Bad Request\)/];

/** Chooses one of a select's options by typing. */
async function choose(page: Page, field: string, option: RegExp | string): Promise<void> {
  await page.getByRole("dialog").getByLabel(field).first().click();
  await page.getByRole("option", { name: option }).click();
}

test("hosts are held against rule sets, and what other programs found is taken in, with the mouse alone", async (t) => {
  const { installation, open, call, tenantId, closePages } = await startConsole(t);
  t.afterEach(closePages);

  await t.test(
    "results of other programs are taken in by upload and compared, and a broken file says why it is not",
    async () => {
      const page = await open("/t/default/audits?tab=runs", { expectedErrors });
      await page.getByRole("button", { name: "Import results" }).first().click();
      const dialog = page.getByRole("dialog");
      const chooser = page.waitForEvent("filechooser");
      await dialog.getByLabel("Files").click();
      const fixtures = join(root, "test/fixtures/scap");
      const broken = join(root, "test/fixtures/README.md");
      await (
        await chooser
      ).setFiles([join(fixtures, "two-stigs.ckl"), join(fixtures, "stig.cklb"), broken]);
      await dialog.getByRole("button", { name: "Take them in" }).click();
      await dialog.getByText("3 of 3 files").waitFor();
      await dialog.getByText(/^Not taken in: README.md cannot be read/).waitFor();
      await assertAccessible(page, "import");
      await dialog.getByRole("button", { name: "Done" }).click();
      const row = page.getByRole("row").filter({ hasText: "Sample OS" });
      await row.first().waitFor();
      await assertAccessible(page, "results");

      // Who closes the dialog before the files are sent is told all the same what came of them.
      const { promise: isClosed, resolve: close } = Promise.withResolvers<void>();
      await page.route("**/audit-runs/import", async (route) => {
        await isClosed;
        await route.continue();
      });
      await page.getByRole("button", { name: "Import results" }).click();
      const again = page.waitForEvent("filechooser");
      await dialog.getByLabel("Files").click();
      await (await again).setFiles([join(fixtures, "stig.cklb"), broken]);
      await dialog.getByRole("button", { name: "Take them in" }).click();
      await dialog.getByText("0 of 2 files").waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      close();
      await page.getByText("The import has ended: 0 results are new.").waitFor();
      await page
        .getByRole("alert")
        .getByText(/README.md cannot be read/)
        .waitFor();

      await row.first().getByRole("link").click();
      await page.getByRole("link", { name: "Compare" }).click();
      await page.getByRole("heading", { level: 1, name: /^What changed on/ }).waitFor();
      await page.getByRole("combobox", { name: "Earlier result" }).click();
      await page.getByRole("option").last().click();
      await page.waitForURL(/comparison\?with=/);
      await page.getByText(/came out the same\./).waitFor();
      await assertAccessible(page, "comparison");
    },
  );

  await t.test(
    "a host is held against a rule set with the mouse alone: followed live, looked into, and excepted from",
    async () => {
      const dir = await mkdtemp(join(tmpdir(), "vedette-audits-"));
      t.after(() => rm(dir, { recursive: true, force: true }));
      const content = await patchedDataStream(dir);
      const agentToken = ["agent", "token", "--tenant", "default"];
      const token = (await installation.vedette(...agentToken)).trim();
      await startRemoteAgent(t, { server: installation.url, token });

      const page = await open("/t/default/audits?tab=bundles", { expectedErrors });
      await page.getByRole("heading", { name: "There are no rule sets yet" }).waitFor();
      await page.getByRole("button", { name: "Add a rule set" }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill("Debian 11");
      const chooser = page.waitForEvent("filechooser");
      await dialog.getByLabel(/^File\b/).click();
      await (await chooser).setFiles(content);
      await dialog.getByText(/^Ready to be sent/).waitFor();
      await dialog.getByRole("button", { name: "Add it" }).click();
      await dialog.waitFor({ state: "detached" });
      await page.getByRole("row").filter({ hasText: "Debian 11" }).waitFor();
      await assertAccessible(page, "rule sets");

      await page.getByRole("tab", { name: "Audits" }).click();
      await page.getByRole("button", { name: "New audit" }).first().click();
      await dialog.getByLabel("Name").fill("minimal");
      await choose(page, "Rule set", "Debian 11");
      await choose(page, "Profile", /Minimal/i);
      await assertAccessible(page, "new audit");
      await dialog.getByRole("button", { name: "Make the audit" }).click();
      await dialog.waitFor({ state: "detached" });

      // An audit is run on the hosts that are known.
      await until(
        async () => {
          const path = `/tenants/${tenantId}/agents`;
          return (await call<{ total: number }>("GET", path)).total > 0;
        },
        { what: "the agent has enrolled" },
      );
      await page.getByRole("button", { name: "Run now: minimal" }).click();
      await page.getByRole("button", { name: "minimal", exact: true }).click();
      const drawer = page.getByRole("dialog", { name: "minimal by host" });
      const outcome = drawer.getByRole("link", { name: /failed of/ });
      // Reading the rule set alone takes its time.
      await outcome.waitFor({ timeout: 4 * patienceMs });
      await assertAccessible(page, "an audit by host");
      await outcome.click();

      await page.getByRole("heading", { name: "Score" }).waitFor();
      await page.getByRole("button", { name: /^\d+ Failed$/ }).click();
      await assertAccessible(page, "a result");
      const rules = page.getByRole("list", { name: "Rules" });
      await rules.getByRole("button").first().click();
      await page.getByRole("heading", { name: "What it asks for" }).waitFor();
      await assertAccessible(page, "a rule");
      await page.getByRole("button", { name: "Answer for not keeping it" }).click();
      const except = page.getByRole("dialog", { name: "Answer for not keeping it" });
      await except.getByLabel("Reason").fill("An appliance that nobody may change.");
      await except.getByRole("button", { name: "Except the rule" }).click();
      await page.getByText("Olga Owner answers for not keeping it").waitFor();
      await page.getByRole("button", { name: "Close the rule" }).click();
      await page.getByText(/without the rule that is excepted/).waitFor();

      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: "Export" }).click();
      await page.getByRole("menuitem", { name: "Table of its rules (CSV)" }).click();
      assert.match((await download).suggestedFilename(), /^audit-.*\.csv$/);

      await page.goto(`${installation.url}/t/default/audits?tab=exceptions`);
      await page.getByRole("button", { name: /^End the exception/ }).click();
      await page.getByRole("dialog").getByRole("button", { name: "End the exception" }).click();
      await page.getByText("Ended", { exact: true }).waitFor();
      await assertAccessible(page, "exceptions");
    },
  );
});
