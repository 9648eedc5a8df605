import { test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible } from "#test/browser";
import { type StartedConsole, startConsole } from "#test/console";
import { distantDay } from "#test/distant-times";

const hourMs = 3_600_000;

function maker({ call, tenantId }: StartedConsole) {
  return (list: string, item: object) =>
    call<{ id: string }>("POST", `/tenants/${tenantId}/declarations/${list}`, item);
}

/** What a row of a table can be done about. */
async function choose(page: Page, name: string, deed: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: deed }).click();
}

test("companies, sites and maintenance windows are declared with the mouse", async (t) => {
  const started = await startConsole(t);
  t.afterEach(started.closePages);

  await t.test(
    "a company is made, renamed, and deleted once nothing is placed under it",
    async () => {
      const refused = [/status of 400/];
      const page = await started.open("/t/default/settings/companies", { expectedErrors: refused });
      await page.getByText("There are no companies yet").waitFor();
      await page.getByRole("button", { name: "New company" }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox", { name: "Name" }).fill("Acme");
      await dialog.getByRole("button", { name: "Make the company" }).click();
      await dialog.waitFor({ state: "hidden" });
      await page.getByRole("cell", { name: "Acme", exact: true }).waitFor();

      await choose(page, "Acme", "Rename");
      await dialog.getByRole("textbox", { name: "Name" }).fill("Acme GmbH");
      await dialog.getByText("Renames Acme to Acme GmbH").waitFor();
      await dialog.getByRole("button", { name: "Save" }).click();
      await page.getByRole("cell", { name: "Acme GmbH", exact: true }).waitFor();

      // Somebody else places something under it: the page hears of it.
      const { id } = await maker(started)("sites", { name: "HQ", company: "Acme GmbH" });
      await page.getByRole("cell", { name: "1", exact: true }).waitFor();
      await choose(page, "Acme GmbH", "Delete");
      await page.getByRole("dialog").getByText("It still has: 1 site.").waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await page.getByText('it is used by site "HQ"').waitFor();
      await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();

      await started.call("DELETE", `/tenants/${started.tenantId}/declarations/sites/${id}`);
      await page.getByRole("cell", { name: "1", exact: true }).waitFor({ state: "detached" });
      await choose(page, "Acme GmbH", "Delete");
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await page.getByText("There are no companies yet").waitFor();

      await page.goto(`${started.installation.url}/t/default/settings/audit-log`);
      await page.getByRole("button", { name: "Renamed company" }).click();
      await page.getByRole("dialog").getByRole("cell", { name: "Acme GmbH" }).waitFor();
      await assertAccessible(page);
    },
  );

  await t.test(
    "a site's form says what is wrong beside its field, shows the same as YAML, and asks before it is left",
    async () => {
      const page = await started.open("/t/default/sites", { expectedErrors: [/status of 400/] });
      await page.getByRole("button", { name: "New site" }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox", { name: "Name" }).fill("Warehouse");
      const networks = dialog.getByRole("textbox", { name: "Networks" });
      await networks.fill("10.0.0.0/8\nnonsense");
      await networks.blur();
      await dialog.getByText("Entry 2: must be an address or a network").waitFor();
      await dialog.getByRole("button", { name: "Make the site" }).click();
      await dialog.getByRole("alert").getByText("It was not saved").waitFor();
      await networks.and(page.locator("[aria-invalid=true]")).waitFor();
      await assertAccessible(page);

      await networks.fill("10.0.0.0/8");
      await dialog.getByRole("button", { name: "Show as YAML" }).click();
      await dialog.getByText("- name: Warehouse").waitFor();
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await page.getByText("Leave without saving?").waitFor();
      await page.getByRole("button", { name: "Cancel" }).last().click();
      await dialog.getByRole("button", { name: "Make the site" }).click();
      await page.getByRole("button", { name: "Warehouse", exact: true }).waitFor();
    },
  );

  await t.test(
    "a maintenance window is made to come back, and one that is open is ended",
    async () => {
      const make = maker(started);
      await make("sensors", { name: "switch", type: "icmp", target: "192.0.2.1" });
      const now = Date.now();
      await make("maintenance", {
        name: "Rack",
        startsAt: new Date(now - hourMs).toISOString(),
        endsAt: new Date(now + hourMs).toISOString(),
        sensors: ["switch"],
      });
      const page = await started.open("/t/default/maintenance");
      const openNow = page.getByRole("region", { name: "Open now" });
      await openNow.getByText("Sensors: switch").waitFor();
      await choose(page, "Rack", "End it now");
      await page.getByRole("dialog").getByRole("button", { name: "End it now" }).click();
      await page.getByRole("region", { name: "Past" }).getByText("Rack").waitFor();

      await page.getByRole("button", { name: "New window" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox", { name: "Name" }).fill("Patch night");
      await dialog.getByText("Again and again").click();
      const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });
      const day = weekday.format(Date.UTC(1970, 0, 4 + distantDay));
      const days = dialog.getByRole("group", { name: "On", exact: true });
      await days.getByText(day.slice(0, 3)).click();
      await days.getByText("Sun").click();
      await dialog.getByText("Any of these").click();
      await dialog.getByRole("combobox", { name: "Sensors" }).fill("swi");
      await page.getByRole("option", { name: "switch" }).click();
      await assertAccessible(page);
      await dialog.getByRole("button", { name: "Make the window" }).click();
      await page.getByRole("region", { name: "Next" }).getByText(`${day} at 03:00`).waitFor();
    },
  );
});
