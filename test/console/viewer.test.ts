import assert from "node:assert/strict";
import { test } from "node:test";
import { paths } from "../../console/src/app/paths.ts";
import { settled } from "#test/browser";
import { type Person, type StartedConsole, cookiesOf } from "#test/console";
import { startShownConsole } from "#test/shown-console";

/** Somebody who may look at the first tenant, and nothing else. */
async function addViewer({ call, installation, tenantId }: StartedConsole): Promise<Person> {
  const email = "vera@example.test";
  const password = "a good long password";
  const { token } = await call<{ token: string }>("POST", `/tenants/${tenantId}/invitations`, {
    email,
    role: "viewer",
    companyIds: null,
  });
  const reply = await fetch(`${installation.url}/api/join`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: installation.url },
    body: JSON.stringify({ token, name: "Vera Viewer", password }),
  });
  assert.ok(reply.ok, await reply.clone().text());
  return { name: "Vera Viewer", email, password, cookies: cookiesOf(reply) };
}

test("a viewer sees every page, finds each action there with the reason why not, and can change nothing", async (t) => {
  const shown = await startShownConsole(t);
  const viewer = await addViewer(shown);
  const tenant = "default";
  /** Pages, and what is offered there to those who may. */
  const offers: [path: string, actions: readonly RegExp[]][] = [
    [paths.sensors(tenant), [/^New sensor/]],
    [paths.sensor(tenant, shown.sensorId), [/^Check now/, /^Pause/]],
    [paths.incident(tenant, shown.incidentId), [/^Acknowledge/]],
    [paths.maintenance(tenant), [/^New window|^New maintenance/]],
    [paths.asset(tenant, shown.assetId), [/tags/i]],
    [paths.finding(tenant, shown.findingId), [/status/i]],
    [paths.scans(tenant), [/^New scan/]],
    [paths.scan(tenant, shown.scanId), [/^Run now|^Scan now/, /^Edit/, /^Delete/]],
    [paths.sites(tenant), [/^New site/]],
    [paths.companies(tenant), [/^New company/]],
    [paths.collectors(tenant), [/^New collector/]],
    [paths.probes(tenant), [/^New probe/]],
    [paths.directories(tenant), [/directory/i]],
    [paths.plan(tenant), [/^Save/]],
  ];
  const page = await shown.open("/", { as: viewer });
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(`${request.method()} ${request.url()}`);
  });
  const faults: string[] = [];
  for (const [path, actions] of offers) {
    await page.goto(`${shown.installation.url}${path}`);
    await settled(page);
    const main = page.getByRole("main");
    for (const name of actions) {
      const button = main.getByRole("button", { name }).first();
      const reason = (await button.getAttribute("title")) ?? "";
      if (
        (await button.getAttribute("aria-disabled")) !== "true" ||
        !/administrator/i.test(reason)
      ) {
        faults.push(`${path}: ${name} can be pressed, or does not say why not: ${reason}`);
      }
      await button.click({ force: true });
    }
    if ((await page.getByRole("dialog").count()) > 0) faults.push(`${path}: a dialog has opened`);
  }
  assert.deepEqual(faults, []);
  assert.deepEqual(sent, []);
  await page.getByRole("button", { name: "Your account" }).waitFor();
  assert.equal(await page.getByRole("link", { name: "API keys" }).count(), 0);
});
