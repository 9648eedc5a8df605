import assert from "node:assert/strict";
import { test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { settled } from "#test/browser";
import { startConsole } from "#test/console";
import { embedded, freePort } from "#test/processes";
import { until } from "#test/until";

/** More stops than any page has before what is looked for. */
const mostStops = 90;

interface Focused {
  role: string;
  name: string;
  isSeen: boolean;
  top: number;
  bottom: number;
}

/** Runs in the page: what the focus is on, as a screen reader would name it, and whether one sees that it is there. */
const lookAtFocus = `(() => {
  const element = document.activeElement;
  if (element === null) return { role: "", name: "", isSeen: true, top: 0, bottom: 0 };
  const { top, bottom, width } = element.getBoundingClientRect();
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  const textOf = (id) => document.getElementById(id)?.textContent ?? "";
  const name = [
    element.getAttribute("aria-label"),
    (element.getAttribute("aria-labelledby") ?? "").split(" ").map(textOf).join(" "),
    [...(element.labels ?? [])].map((label) => label.textContent).join(" "),
    element.textContent,
  ].map((text) => text?.trim() ?? "").find((text) => text !== "");
  const types = { A: "link", BUTTON: "button", INPUT: "input" };
  return {
    role: element.getAttribute("role") ?? types[element.tagName] ?? element.tagName,
    name: name ?? "",
    // Fields mark the focus by the colour of their border.
    isSeen:
      width === 0 ||
      (outlineStyle !== "none" && outlineWidth !== "0px") ||
      boxShadow !== "none" ||
      element.matches("input, textarea, [role=combobox]"),
    top,
    bottom,
  };
})()`;

async function focused(page: Page): Promise<Focused> {
  return page.evaluate<Focused>(lookAtFocus);
}

/**
 * Presses Tab until the focus is on the thing of that name; every stop on the way must be seen.
 *
 * @param isUncovered whether nothing lies on what has the focus.
 */
async function tabTo(
  page: Page,
  name: RegExp,
  isUncovered: (now: Focused) => boolean = () => true,
): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < mostStops; stop++) {
    await page.keyboard.press("Tab");
    const now = await focused(page);
    passed.push(`${now.role} ${now.name.slice(0, 40)}`);
    assert.ok(now.isSeen, `the focus is not seen on ${now.role} ${now.name}`);
    if (name.test(now.name)) return;
    assert.ok(isUncovered(now), `${now.role} ${now.name} is below something`);
  }
  assert.fail(`${name} is not reached: ${passed.join(" | ")}`);
}

/** Goes to a page by the quick search. */
async function jumpTo(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").waitFor();
  await page.keyboard.type(name);
  await page.getByRole("option", { name }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  // Tab passes by what is not there yet.
  await settled(page);
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  assert.ok(box !== null, "it is shown");
  return box;
}

/** Goes through the dialog to its last button and back: whatever has the focus is between the name and the buttons. */
async function assertFocusInSight(page: Page, dialog: Locator, last: string): Promise<void> {
  const submit = await boxOf(dialog.getByRole("button", { name: last }));
  const { height } = page.viewportSize() ?? { height: 0 };
  assert.ok(submit.y + submit.height <= height, "the buttons are in sight");
  const heading = await boxOf(dialog.getByRole("heading").first());
  const names = { Tab: last, "Shift+Tab": "Close" };
  for (const [key, end] of Object.entries(names)) {
    for (let stop = 0; ; stop++) {
      assert.ok(stop < mostStops, `${end} is not reached`);
      await page.keyboard.press(key);
      const { name, top, bottom } = await focused(page);
      if (name === end) break;
      if (name === "Cancel") continue;
      assert.ok(bottom <= submit.y, `${name} is below the buttons`);
      assert.ok(top >= heading.y + heading.height, `${name} is below the name of the dialog`);
    }
  }
}

test("with the keyboard alone one signs in, makes a sensor, takes an incident on and revokes a key", async (t) => {
  const { owner, call, tenantId, open, installation } = await startConsole(t, {
    env: embedded.collector,
  });
  const closedPort = await freePort();
  await installation.apply(`
tenant: default
sensors:
  - { name: gone, type: tcp, target: "127.0.0.1:${closedPort}", intervalSec: 1, failuresBeforeDown: 1 }
`);
  await call("POST", `/tenants/${tenantId}/api-keys`, {
    name: "old dashboard",
    service: "monitor",
    scope: "read",
  });
  const page = await open("/sign-in", { as: null });
  await page.getByRole("heading", { level: 1 }).waitFor();

  await t.test("sign in", async () => {
    await page.getByLabel("E-mail").waitFor();
    if (!/mail/i.test((await focused(page)).name)) await tabTo(page, /mail/i);
    await page.keyboard.type(owner.email);
    await tabTo(page, /^Password/);
    await page.keyboard.type(owner.password);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  });

  await t.test("make a sensor", async () => {
    await jumpTo(page, "Sensors");
    await tabTo(page, /^New sensor/);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "New sensor", level: 1 }).waitFor();
    await settled(page);
    await tabTo(page, /^Ping/);
    for (const _step of ["HTTP", "TLS", "TCP port"]) await page.keyboard.press("ArrowRight");
    assert.match((await focused(page)).name, /^TCP port/);
    await page.keyboard.press("Space");
    await tabTo(page, /^(Target|Host and port)/);
    await page.keyboard.type(`127.0.0.1:${closedPort}`);
    // However long the form is, its buttons are in sight, and not on what has the focus.
    const submit = await boxOf(page.getByRole("button", { name: "Make the sensor" }));
    const { height } = page.viewportSize() ?? { height: 0 };
    assert.ok(submit.y + submit.height <= height, "the buttons are in sight");
    const isUncovered = ({ name, bottom }: Focused) => name === "Cancel" || bottom <= submit.y;
    await tabTo(page, /^Make the sensor/, isUncovered);
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Now" }).waitFor();
  });

  await t.test("open an incident from its table, and take it on", async () => {
    await jumpTo(page, "Incidents");
    await page.getByRole("link", { name: /^gone/ }).waitFor();
    await page.getByRole("row").nth(1).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /gone/, level: 1 }).waitFor();
    await settled(page);
    await tabTo(page, /^Acknowledge/);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    // Esc closes, and the focus is back where it was.
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await until(async () => (await focused(page)).name.startsWith("Acknowledge"), {
      what: "the focus is back",
    });
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await tabTo(page, /^Acknowledge$/);
    await page.keyboard.press("Enter");
    await page
      .getByText(/acknowledged by Olga Owner/i)
      .first()
      .waitFor();
  });

  await t.test(
    "fill in a long dialog, all of which stays in sight, and that asks before it forgets",
    async () => {
      await jumpTo(page, "Scans");
      for (const viewport of [
        { width: 390, height: 844 },
        { width: 1280, height: 800 },
      ]) {
        await page.setViewportSize(viewport);
        const opener = page.getByRole("main").getByRole("button", { name: "New scan" }).first();
        await opener.press("Enter");
        const dialog = page.getByRole("dialog", { name: "New scan" });
        const name = dialog.getByRole("textbox", { name: "Name" });
        await until(async () => (await focused(page)).name.startsWith("Name"), {
          what: "the first field has the focus",
        });
        await assertFocusInSight(page, dialog, "Make the scan");
        await name.press("x");
        await page.keyboard.press("Escape");
        const question = page.getByRole("dialog", { name: "Leave without saving?" });
        await question.waitFor();
        await page.keyboard.press("Escape");
        await question.waitFor({ state: "detached" });
        assert.equal(await name.inputValue(), "x");
        await page.keyboard.press("Escape");
        await question.getByRole("button", { name: "Leave" }).press("Enter");
        await dialog.waitFor({ state: "detached" });
        await until(async () => (await focused(page)).name === "New scan", {
          what: "the focus is back",
        });
      }
    },
  );

  await t.test("begin with the first field, also when it comes after the dialog", async () => {
    const answered = Promise.withResolvers<void>();
    await page.route(/suggest/, async (route) => {
      await answered.promise;
      await route.continue();
    });
    const opener = page.getByRole("main").getByRole("button", { name: "Scan your network" });
    await opener.first().press("Enter");
    const dialog = page.getByRole("dialog", { name: "Scan your network" });
    await dialog.getByText("Loading").waitFor({ state: "attached" });
    await until(async () => (await focused(page)).name === "Close", { what: "it is opened" });
    answered.resolve();
    await dialog.getByRole("button", { name: "Begin" }).waitFor();
    const first = dialog.locator("form").locator("input, textarea").first();
    await first.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  await t.test("revoke a key", async () => {
    await jumpTo(page, "API keys");
    await tabTo(page, /^Revoke: old dashboard/);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await tabTo(page, /^Revoke$/);
    await page.keyboard.press("Enter");
    await page.getByText("The key was revoked.").waitFor();
  });
});
