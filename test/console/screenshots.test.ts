import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { paths } from "../../console/src/app/paths.ts";
import { assertAccessible, assertFits, phone, settled } from "#test/browser";
import { root } from "#test/source-files";
import { type ShownConsole, rowsTenant, startShownConsole } from "#test/shown-console";

/** The light is held against all rules; the dark differs by its colours only, the phone by how things stand. */
const looks = {
  light: { colorScheme: "light", part: "all", hasDialogs: true },
  dark: { colorScheme: "dark", part: "colours", hasDialogs: true },
  narrow: { colorScheme: "light", part: "structure", hasDialogs: false, viewport: phone },
} as const;

interface Opened {
  path: string;
  /** What leads from the page to what is to be seen. */
  steps: (page: Page) => Promise<void>;
}

const press = (name: string) => (page: Page) => page.getByRole("button", { name }).first().click();

/** What stands in front of pages and matters most, by name. */
function dialogsOf(shown: ShownConsole): Record<string, Opened> {
  const tenant = "default";
  return {
    addingSensor: {
      path: paths.newSensor(tenant),
      steps: async (page) => {
        await page.getByRole("radio", { name: /^HTTP/ }).check();
        await press("Make the sensor")(page);
        await page.getByText("Is missing.").first().waitFor();
      },
    },
    deletingSensor: {
      path: paths.sensor(tenant, shown.sensorId),
      steps: async (page) => {
        await press("More")(page);
        await page.getByRole("menuitem", { name: "Delete" }).click();
        await page.getByRole("dialog").waitFor();
      },
    },
    acknowledging: {
      path: paths.incident(tenant, shown.incidentId),
      steps: async (page) => {
        await press("Acknowledge")(page);
        await page.getByRole("dialog").waitFor();
      },
    },
    deciding: {
      path: paths.finding(tenant, shown.findingId),
      steps: async (page) => {
        await press("Set status")(page);
        await page.getByRole("radio", { name: "Accepted" }).check();
      },
    },
    addingScan: {
      path: paths.scans(tenant),
      steps: async (page) => {
        await press("New scan")(page);
        await page.getByRole("dialog").waitFor();
      },
    },
    inviting: {
      path: paths.people(tenant),
      steps: async (page) => {
        await press("Invite somebody")(page);
        await page.getByRole("dialog").waitFor();
      },
    },
    keyShown: {
      path: paths.keys(tenant),
      steps: async (page) => {
        await press("New key")(page);
        await page.getByRole("textbox", { name: "Name" }).fill("pictures");
        await press("Make the key")(page);
        await page.getByRole("button", { name: "I have copied it" }).waitFor();
      },
    },
  };
}

/** The address of every page, by its name in `paths`; a page that is not here fails the test. */
function addressesOf(shown: ShownConsole): Record<keyof typeof paths, string | null> {
  const tenant = "default";
  const { rows } = shown;
  return {
    // Those of nobody, and those that lead elsewhere, are looked at in the tests of accounts.
    home: null,
    signIn: null,
    setUp: null,
    join: null,
    newPassword: null,
    firstScan: paths.firstScan(tenant),
    account: paths.account,
    overview: paths.overview(tenant),
    sensors: paths.sensors(tenant),
    newSensor: paths.newSensor(tenant),
    sensor: paths.sensor(tenant, shown.sensorId),
    editSensor: paths.editSensor(tenant, shown.sensorId),
    incidents: paths.incidents(tenant),
    incident: paths.incident(tenant, shown.incidentId),
    maintenance: paths.maintenance(tenant),
    usage: paths.usage(tenant),
    assets: paths.assets(tenant),
    asset: paths.asset(tenant, shown.assetId),
    findings: paths.findings(tenant),
    finding: paths.finding(tenant, shown.findingId),
    identity: paths.identity(rowsTenant),
    identityDirectory: paths.identityDirectory(rowsTenant, rows.directory),
    identityFinding: paths.identityFinding(rowsTenant, rows.identityFinding),
    audits: paths.audits(rowsTenant),
    auditRun: paths.auditRun(rowsTenant, rows.auditRun),
    auditComparison: paths.auditComparison(rowsTenant, rows.auditRun),
    scans: paths.scans(tenant),
    scan: paths.scan(tenant, shown.scanId),
    scanRun: paths.scanRun(tenant, shown.runId),
    sites: paths.sites(tenant),
    feeds: paths.feeds(tenant),
    keys: paths.keys(tenant),
    people: paths.people(tenant),
    companies: paths.companies(tenant),
    collectors: paths.collectors(tenant),
    probes: paths.probes(tenant),
    agents: paths.agents(rowsTenant),
    directories: paths.directories(rowsTenant),
    plan: paths.plan(tenant),
    auditLog: paths.auditLog(tenant),
  };
}

/** Runs in the page: the words of what has an outline, in their order. */
const outlined = `[...document.body.querySelectorAll("*")]
  .filter((element) => getComputedStyle(element).outlineStyle === "solid")
  .map((element) => element.textContent.trim())
  .filter((words) => words !== "")`;

/** To be looked at: each run draws over those of the one before. */
const folder = process.env["VEDETTE_SCREENSHOTS"] ?? join(root, ".cache/screenshots");

async function keepPicture(page: Page, name: string, fullPage: boolean): Promise<void> {
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
}

test("every page and what stands in front of it is drawn in the light, in the dark and on a phone, and all can use it", async (t) => {
  const shown = await startShownConsole(t);
  const addresses = Object.entries(addressesOf(shown)).flatMap(([name, path]) =>
    path === null ? [] : [{ name, path }],
  );
  assert.deepEqual(Object.keys(paths).toSorted(), Object.keys(addressesOf(shown)).toSorted());
  const dialogs = Object.entries(dialogsOf(shown));
  for (const [look, { part, hasDialogs, ...options }] of Object.entries(looks)) {
    await t.test(look, async (pages) => {
      // What is left out of the new sensor is refused.
      const expectedErrors = [/400 \(Bad Request\) \S+\/declarations\/sensors$/];
      const page = await shown.open("/", { ...options, expectedErrors });
      const draw = async (name: string, fullPage: boolean): Promise<void> => {
        await settled(page);
        await keepPicture(page, `${name}-${look}`, fullPage);
        await assertAccessible(page, name, part);
        await assertFits(page);
      };
      for (const { name, path } of addresses) {
        await pages.test(name, async () => {
          await page.goto(`${shown.installation.url}${path}`);
          await draw(name, true);
        });
      }
      for (const [name, { path, steps }] of hasDialogs ? dialogs : []) {
        await pages.test(name, async () => {
          await page.goto(`${shown.installation.url}${path}`);
          await steps(page);
          await draw(name, false);
        });
      }
      await shown.closePages();
    });
  }
  await t.test("where colours are the system's own, it is told what is chosen", async () => {
    const path = paths.sensor("default", shown.sensorId);
    const page = await shown.open(path, { forcedColors: "active" });
    await page.getByRole("radio", { name: "24 hours" }).waitFor({ state: "attached" });
    await settled(page);
    assert.deepEqual(await page.evaluate<string[]>(outlined), ["Sensors", "24 hours"]);
    await keepPicture(page, "sensor-forced", false);
    await shown.closePages();
  });
});
