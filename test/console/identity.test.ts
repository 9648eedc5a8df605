import { test } from "node:test";
import { assertAccessible, phone } from "#test/browser";
import { startConsole } from "#test/console";
import { startGraphServer } from "#test/graph-server";
import { embedded } from "#test/processes";
import {
  badTenant,
  graphTenant,
  readAtAnotherTime,
} from "../../src/engines/entra/testing/graph-tenants.ts";

test("a directory is declared, assessed live, and what is wrong in it is read, decided about and excepted", async (t) => {
  const tenant = graphTenant(readAtAnotherTime(badTenant, Date.now()));
  const graph = await startGraphServer(t, tenant);
  const { open } = await startConsole(t, { env: embedded.probe });
  const page = await open("/t/default/identity");
  await page.getByRole("heading", { name: "No directory is assessed yet" }).waitFor();
  await assertAccessible(page, "the empty page of identity");
  await page.getByRole("link", { name: "Directories in the settings" }).click();

  await page.getByRole("button", { name: "New directory" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New directory" });
  await dialog.getByText("Entra", { exact: true }).click();
  await dialog.getByRole("textbox", { name: "Name" }).fill("acme");
  await dialog.getByRole("textbox", { name: "Tenant ID" }).fill(tenant.id);
  const { id, secret } = tenant.application;
  await dialog.getByRole("textbox", { name: "Application (client) ID" }).fill(id);
  await dialog.getByLabel("Client secret").fill(secret);
  await dialog.getByRole("button", { name: "More settings" }).click();
  await dialog.getByRole("textbox", { name: "Sign-in address" }).fill(graph.url);
  await dialog.getByRole("textbox", { name: "Graph address" }).fill(graph.url);
  await assertAccessible(page, "the form of a directory");
  await dialog.getByRole("button", { name: "Make the directory" }).click();

  await page.getByRole("heading", { name: "acme", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Assess now: acme" }).click();
  await page.getByRole("region", { name: "Posture" }).waitFor();
  await page.getByText("Completed", { exact: true }).first().waitFor();
  const rules = page.getByRole("region", { name: "Rules" });
  await rules.getByText(/^Found something/).click();
  await rules.getByRole("button").first().click();
  await rules.getByText("What to do", { exact: true }).first().waitFor();
  await assertAccessible(page, "a directory that was assessed");

  await page.getByRole("link", { name: "Its findings" }).click();
  const table = page.getByRole("table", { name: "Findings" });
  const first = table.getByRole("row").nth(1);
  await first.getByRole("link").waitFor();
  await assertAccessible(page, "identity findings");
  await first.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Set status" }).first().click();
  const decide = page.getByRole("dialog");
  await decide.getByRole("radio", { name: "Accepted" }).check();
  await decide.getByRole("textbox", { name: /^Why/ }).fill("It is being replaced.");
  await decide.getByRole("button", { name: "Set status" }).click();
  await decide.getByText(/^1 finding/).waitFor();
  await decide.getByRole("button", { name: "Close" }).last().click();

  await first.getByRole("link").click();
  await page.getByRole("region", { name: "What to do" }).waitFor();
  await page.getByRole("region", { name: "What was seen" }).waitFor();
  await assertAccessible(page, "an identity finding");
  await page.getByRole("button", { name: "Except" }).click();
  const except = page.getByRole("dialog", { name: "New exception" });
  await except.getByRole("textbox", { name: "Reason" }).fill("It is meant to be so.");
  await except.getByRole("button", { name: "Make the exception" }).click();
  await page.getByText(/answers for it$/).waitFor();

  const exceptions = await open("/t/default/identity?tab=exceptions", { viewport: phone });
  await exceptions.getByText("It is meant to be so.").waitFor();
  await assertAccessible(exceptions, "exceptions, on a phone");
  await exceptions.getByRole("button", { name: /^End the exception:/ }).click();
  await exceptions.getByRole("dialog").getByRole("button", { name: "End the exception" }).click();
  await exceptions.getByText("Ended", { exact: true }).waitFor();
});
