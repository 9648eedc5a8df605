import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible, phone } from "#test/browser";
import { startConsole } from "#test/console";
import { embedded } from "#test/processes";

test("a new installation is led to its first sensor, and told what is down and who is on it", async (t) => {
  const { open, installation } = await startConsole(t, { env: embedded.collector });
  const page = await open("/t/default");
  const steps = page.getByRole("region", { name: "First steps" });
  await steps.getByRole("link", { name: /Add a sensor/ }).waitFor();
  // Where nobody has looked, nothing is called well.
  const incidents = page.getByRole("region", { name: "What is down" });
  await incidents.getByText("Nothing is watched yet").waitFor();
  const findings = page.getByRole("region", { name: "Worst findings" });
  await findings.getByText("Nothing was scanned yet").waitFor();
  await assertAccessible(page);

  await installation.apply(`
tenant: default
sensors:
  - { name: web, type: tcp, target: "127.0.0.1:9", intervalSec: 1, failuresBeforeDown: 1 }
`);
  await incidents.getByRole("link", { name: "web" }).waitFor();
  await steps.getByText("Done").first().waitFor();
  const trend = page.getByRole("region", { name: "Incidents, last 30 days" });
  await trend.getByText("1 incident in 30 days").waitFor();
  await page.getByRole("region", { name: "Open findings, last 30 days" }).waitFor();
  await assertAccessible(page);
  await page.getByRole("link", { name: /Open incidents/ }).click();
  await page.getByRole("heading", { level: 1, name: "Incidents" }).waitFor();

  // Times are the viewer's, and whole when one points at them.
  const india = await open("/t/default/incidents", { timezoneId: "Asia/Kolkata" });
  const since = india.getByRole("row").filter({ hasText: "web" }).getByRole("time").first();
  const at = new Date((await since.getAttribute("datetime")) ?? "");
  const exact = new Intl.DateTimeFormat("en", {
    dateStyle: "medium",
    timeStyle: "long",
    hourCycle: "h23",
    timeZone: "Asia/Kolkata",
  }).format(at);
  assert.match(exact, /GMT\+5:30$/);
  assert.equal(await since.getAttribute("title"), exact);

  // So are days, each of which is there once, also that of an hour less.
  const spring = await open("/t/default", { timezoneId: "Europe/Berlin" });
  await spring.clock.setFixedTime("2027-04-02T12:00:00Z");
  await spring.reload();
  const days = spring
    .getByRole("table", { name: "Incidents, last 30 days" })
    .getByRole("rowheader");
  await days.filter({ hasText: "Apr 2" }).waitFor();
  const names = await days.allTextContents();
  assert.equal(new Set(names).size, 30, names.join());
  assert.ok(names.includes("Mar 29"), names.join());

  const narrow = await open("/t/default", { viewport: phone, colorScheme: "dark" });
  await narrow.getByRole("link", { name: "web" }).waitFor();
  await assertAccessible(narrow);
});
