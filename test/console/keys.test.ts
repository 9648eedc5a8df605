import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { assertAccessible } from "#test/browser";
import { startConsole } from "#test/console";

/** Runs what was copied, as somebody does who pastes it into a terminal. */
async function paste(line: string): Promise<{ status: string; body: string }> {
  const script = `${line} -sS -w '\\n%{http_code}'`;
  const { stdout } = await promisify(execFile)("/bin/sh", ["-c", script]);
  const [body = "", status = ""] = stdout.split(/\n(?=\d+$)/);
  return { body, status };
}

test("a key is made, works as it was copied, shows when it was used, and is refused once it is revoked", async (t) => {
  const { open, owner } = await startConsole(t);
  const page = await open("/t/default/settings/keys");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("heading", { name: "There are no keys yet" }).waitFor();
  await page.getByRole("main").getByRole("button", { name: "New key" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("wall display");
  await dialog.getByRole("radio", { name: "Exposure" }).check();
  await dialog.getByRole("button", { name: "Make the key" }).click();
  const key = (await dialog.getByLabel("Your key", { exact: true }).innerText()).trim();
  await assertAccessible(page);
  const copy = dialog.getByRole("button", { name: "Copy: Try it" });
  // It says so for a second: whoever looks after the click may be too late.
  const said = copy.getByText("Copied").waitFor();
  await copy.click();
  await said;
  const line = await page.evaluate<string>("navigator.clipboard.readText()");
  assert.ok(line.startsWith("curl ") && line.includes(key));

  const first = await paste(line);
  assert.equal(first.status, "200");
  assert.partialDeepStrictEqual(JSON.parse(first.body), {
    ok: true,
    product: "vedette-exposure",
    tenantName: "default",
    scopes: ["read"],
  });

  await dialog.getByRole("button", { name: "I have copied it" }).click();
  await dialog.waitFor({ state: "detached" });
  assert.ok(!(await page.content()).includes(key));
  const row = page.getByRole("row").filter({ hasText: "wall display" });
  await row.getByText(owner.name).waitFor();
  // Uses are written down a moment after they happened.
  await row
    .getByRole("cell")
    .nth(6)
    .getByText(/now|ago/)
    .waitFor();

  await row.getByRole("button", { name: "Revoke: wall display" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke", exact: true }).click();
  await row.getByText("Revoked").waitFor();
  assert.equal((await paste(line)).status, "401");
});
