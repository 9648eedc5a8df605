import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "#test/browser";
import { startConsole } from "#test/console";
import { embedded } from "#test/processes";
import { startSambaDomain } from "#test/samba-domain";
import { startTcpProxy } from "#test/tcp-proxy";

test("a real domain is added, read while one watches, scored, and one finding of it is excepted, all with the mouse", async (t) => {
  const domain = await startSambaDomain(t);
  domain.tool("user", "create", "svc-old", "P4ssw0rd!Lab2");
  // It needs no Kerberos pre-authentication (userAccountControl 0x400000, MS-ADTS 2.2.16).
  domain.plant(`dn: CN=svc-old,CN=Users,${domain.baseDn}
changetype: modify
replace: userAccountControl
userAccountControl: ${512 + 0x40_0000}
`);
  const line = await startTcpProxy(t, { host: domain.address, port: 636 });
  const { open, call, tenantId, installation } = await startConsole(t, { env: embedded.probe });
  const page = await open("/t/default/settings/directories");
  await page.getByRole("button", { name: "New directory" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New directory" });
  const fill = async (label: string, text: string) =>
    dialog.getByRole("textbox", { name: label, exact: true }).fill(text);
  await fill("Name", "lab");
  await fill("Domain controllers", `ldaps://127.0.0.1:${line.port}`);
  await fill("User", domain.reader.user);
  await fill("Password", domain.reader.password);
  await fill("Certificates of your CA (PEM)", domain.ca);
  await fill("Name in the certificate", domain.host);
  await assertAccessible(page, "the form of a domain");
  await dialog.getByRole("button", { name: "Make the directory" }).click();
  await page.getByRole("heading", { name: "lab", level: 1 }).waitFor();

  // The line is held in the middle, so that there is something to watch.
  const held = line.cutAfter(50_000);
  await page.getByRole("button", { name: "Assess now: lab" }).click();
  await held;
  const progress = page.getByRole("region", { name: "Assessment under way" });
  await progress.getByText(/^(Connecting|Reading)/).waitFor();
  await page.getByRole("button", { name: "Stop: lab" }).waitFor();
  line.goOn();
  await page.getByText("Completed", { exact: true }).first().waitFor();
  await progress.waitFor({ state: "detached" });

  const posture = page.getByRole("region", { name: "Posture" });
  type Directories = { items: { score: number | null }[] };
  const { items } = await call<Directories>("GET", `/tenants/${tenantId}/directories`);
  const score = items[0]?.score ?? assert.fail("it has a score");
  await posture.getByText(score.toFixed(1), { exact: true }).first().waitFor();
  await page
    .getByText(/lab\.test/)
    .first()
    .waitFor();
  await assertAccessible(page, "a domain that was assessed");

  await page.getByRole("link", { name: "Its findings" }).click();
  await page.waitForURL(/directory=/);
  const table = page.getByRole("table", { name: "Findings" });
  await page.getByRole("searchbox").fill("svc-old");
  const row = table
    .getByRole("row")
    .filter({ hasText: "svc-old" })
    .filter({ hasText: /pre-auth/i });
  await row.getByRole("link").click();
  await page.getByRole("region", { name: "What was seen" }).waitFor();
  await page.getByRole("button", { name: "Except" }).click();
  const except = page.getByRole("dialog", { name: "New exception" });
  await except.getByRole("textbox", { name: "Reason" }).fill("An appliance that cannot do better.");
  await except.getByRole("button", { name: "Make the exception" }).click();
  await page.getByText("The exception accepts 1 finding.").waitFor();
  await page.getByText("Olga Owner answers for it").waitFor();

  // What is accepted is open no more, and costs nothing.
  await page.goBack();
  await page.getByRole("heading", { name: "Identity", level: 1 }).waitFor();
  await row.waitFor({ state: "detached" });
  await installation.vedette("identity", "assess", "lab", "--tenant", "default", "--wait");
  const better = (await call<Directories>("GET", `/tenants/${tenantId}/directories`)).items[0];
  assert.ok((better?.score ?? 0) > score);
  assert.ok(!installation.log().includes(domain.reader.password));
});
