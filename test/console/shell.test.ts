import { test } from "node:test";
import { assertAccessible } from "#test/browser";
import { startConsole } from "#test/console";

test("tmp", async (t) => {
  const { open } = await startConsole(t);
  const page = await open("/t/default/settings/keys");
  await page.getByRole("heading", { name: "API keys", exact: true }).waitFor();
  await page.screenshot({ path: "/tmp/shots2/keys.png" });
  await assertAccessible(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("se");
  await page.getByRole("option").first().waitFor();
  await page.screenshot({ path: "/tmp/shots2/quick.png" });
  await assertAccessible(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  await page.screenshot({ path: "/tmp/shots2/help.png" });
  await assertAccessible(page);
});
