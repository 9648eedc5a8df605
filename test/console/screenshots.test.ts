import assert from "node:assert/strict";
import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { paths } from "../../console/src/app/paths.ts";
import { assertAccessible, assertFits, phone } from "#test/browser";
import { type ShownConsole, rowsTenant, startShownConsole } from "#test/shown-console";
import { until } from "#test/until";

const looks = {
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  narrow: { colorScheme: "light", viewport: phone },
} as const;

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

/** Everything that the page asked for is there. */
async function settled(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor();
  await until(async () => (await page.locator("[aria-busy=true]").count()) === 0, {
    what: `${page.url()} is there`,
    timeoutMs: 20_000,
  });
}

test("every page is drawn in the light, in the dark and on a phone, and all can use it", async (t) => {
  const wanted = process.env["VEDETTE_SCREENSHOTS"];
  const folder = wanted ?? (await mkdtemp(join(tmpdir(), "vedette-screenshots-")));
  await mkdir(folder, { recursive: true });
  t.diagnostic(`pictures: ${folder}`);
  const shown = await startShownConsole(t);
  const addresses = Object.entries(addressesOf(shown)).flatMap(([name, path]) =>
    path === null ? [] : [{ name, path }],
  );
  assert.deepEqual(Object.keys(paths).toSorted(), Object.keys(addressesOf(shown)).toSorted());
  for (const [look, options] of Object.entries(looks)) {
    await t.test(look, async () => {
      const page = await shown.open("/", options);
      const faults: string[] = [];
      for (const { name, path } of addresses) {
        await page.goto(`${shown.installation.url}${path}`);
        await settled(page);
        await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true });
        const note = ({ message }: Error): void => void faults.push(`${name}: ${message}`);
        await assertAccessible(page).catch(note);
        await assertFits(page).catch(note);
      }
      assert.deepEqual(faults, []);
      await shown.closePages();
    });
  }
});
