import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, openPage, phone } from "#test/browser";
import { setUpLink, startConsole } from "#test/console";
import { embedded, startInstallation } from "#test/processes";
import { totpCode } from "#test/totp";
import { buildConsoleIfStale } from "../../scripts/build-console.ts";

const password = "correct horse battery";

/** Lets the page have passkeys, as a laptop with a fingerprint reader has. */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function fillSignIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("the first five minutes: from the printed link to one's own console, out, and in again", async (t) => {
  await buildConsoleIfStale();
  const installation = await startInstallation(t, embedded.none);
  const expectedErrors = [/401/, /400 .*set-up/];
  const lost = await openPage({ url: installation.url, expectedErrors });
  await lost.page.getByRole("heading", { name: "Welcome to Vedette" }).waitFor();
  await lost.page.getByText("The server has printed a link").waitFor();
  await assertAccessible(lost.page, "set-up without the link");
  await lost.close();

  const link = (await setUpLink(installation)).href;
  const { page, close } = await openPage({ url: link, expectedErrors });
  await page.getByLabel("Your name").fill("Olga Owner");
  await page.getByLabel("E-mail").fill("olga@example.test");
  await page.getByLabel("Password", { exact: true }).fill("olga@example.test");
  await assertAccessible(page, "set-up");
  await page.getByRole("button", { name: "Make the account" }).click();
  await page.getByRole("alert").getByText("must not be your e-mail").waitFor();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Make the account" }).click();
  await page.waitForURL(/\/t\/default$/);

  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.getByRole("alert").getByText("You have signed out").waitFor();
  await assertAccessible(page, "sign-in");
  await fillSignIn(page, "olga@example.test", "a wrong password");
  await page.getByRole("alert").getByText("The e-mail or the password is not right").waitFor();

  // Who asks for a page comes to it after signing in; another site's address leads nowhere.
  await page.goto(`${installation.url}/t/default/settings/people?next=x`);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  assert.equal(await page.getByRole("alert").count(), 0, "nothing has ended");
  await fillSignIn(page, "olga@example.test");
  await page.waitForURL(/\/t\/default\/settings\/people/);
  await page.goto(`${installation.url}/sign-in?next=//evil.test/`);
  await page.waitForURL(/\/t\/default$/);
  await close();
});

test("passkeys, invitations and a second factor are managed on the pages of people and of the account", async (t) => {
  const { installation, owner, open, closePages } = await startConsole(t);
  t.afterEach(closePages);

  await t.test("a passkey is added, signs in without a password, and is removed", async () => {
    const url = installation.url.replace("127.0.0.1", "localhost");
    // A passkey belongs to a name, never to a bare address.
    const bare = await open("/account");
    await bare.getByText("Passkeys need HTTPS and a name").waitFor();

    const { page, close } = await openPage({ url: `${url}/sign-in` });
    await addAuthenticator(page);
    await fillSignIn(page, owner.email, owner.password);
    await page.waitForURL(/\/t\/default$/);
    await page.goto(`${url}/account`);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Laptop");
    await dialog.getByRole("button", { name: "Go on" }).click();
    await page.getByRole("row").filter({ hasText: "Laptop" }).waitFor();

    await page.context().clearCookies();
    await page.goto(`${url}/sign-in`);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.waitForURL(/\/t\/default$/);
    const cookies = await page.context().cookies();
    const known = cookies.some(({ name }) => name === "vedette.device");
    assert.ok(known, "strangers who try passwords do not keep its owner out of this browser");
    await page.goto(`${url}/account`);
    await page.getByRole("button", { name: "Remove: Laptop" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByRole("row").filter({ hasText: "Laptop" }).waitFor({ state: "detached" });
    await close();
  });

  await t.test(
    "somebody is invited by a link, joins, gets another role, and is removed",
    async () => {
      const page = await open("/t/default/settings/people");
      await page.getByRole("cell", { name: owner.email }).waitFor();
      await assertAccessible(page, "people");
      await page.getByRole("button", { name: "Invite somebody" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("E-mail").fill("vera@example.test");
      await dialog.getByRole("radio", { name: "Viewer" }).check();
      await assertAccessible(page, "invite");
      await dialog.getByRole("button", { name: "Make the link" }).click();
      const link = (await dialog.getByLabel("Link", { exact: true }).innerText()).trim();
      await dialog.getByRole("button", { name: "I have copied it" }).click();
      await page.getByRole("row").filter({ hasText: "vera@example.test" }).waitFor();

      // A new password, and then the removal, end the sessions of pages that are still open.
      const expectedErrors = [/status of 401/];
      const vera = await open(link.slice(link.indexOf("/join")), {
        as: null,
        viewport: phone,
        expectedErrors,
      });
      await vera.getByRole("heading", { name: "Join default" }).waitFor();
      await vera.getByText("Olga Owner has invited you as: Viewer.").waitFor();
      await assertAccessible(vera, "join");
      await vera.getByLabel("Your name").fill("Vera Viewer");
      await vera.getByLabel("Password", { exact: true }).fill("a good long password");
      await vera.getByRole("button", { name: "Join" }).click();
      await vera.waitForURL(/\/t\/default$/);

      await page.reload();
      const row = page.getByRole("row").filter({ hasText: "Vera Viewer" });
      await row.getByRole("button", { name: "What to do about Vera Viewer" }).click();
      await page.getByRole("menuitem", { name: "Change the role" }).click();
      await dialog.getByRole("radio", { name: "Operator" }).check();
      await dialog.getByRole("button", { name: "Save" }).click();
      await row.getByText("Operator").waitFor();

      await row.getByRole("button", { name: "What to do about Vera Viewer" }).click();
      await page.getByRole("menuitem", { name: "Link to a new password" }).click();
      await dialog.getByRole("button", { name: "Make the link" }).click();
      const reset = (await dialog.getByLabel("Link", { exact: true }).innerText()).trim();
      await dialog.getByRole("button", { name: "I have copied it" }).click();
      const forgetful = await open(reset.slice(reset.indexOf("/new-password")), {
        as: null,
        expectedErrors,
      });
      await forgetful.getByLabel("Password", { exact: true }).fill("remembered from now on");
      await forgetful.getByRole("button", { name: "Set the password" }).click();
      await forgetful.getByText("The password is set").waitFor();
      await forgetful.getByRole("link", { name: "Sign in" }).click();
      await fillSignIn(forgetful, "vera@example.test", "remembered from now on");
      await forgetful.waitForURL(/\/t\/default$/);

      // In a page of somebody else whose session has ended, all is read anew: nothing of it is left.
      const left = await open("/t/default/feeds", {
        expectedErrors: [...expectedErrors, /ERR_FAILED/],
      });
      await left.route("**/feeds/sync", (route) => route.abort());
      await left.getByRole("button", { name: "Bring up to date" }).click();
      const told = left.getByRole("alert").filter({ hasText: "No answer came" });
      await told.waitFor();
      await left.getByRole("link", { name: "Sites", exact: true }).click();
      await left.getByRole("button", { name: "New site" }).first().click();
      await left.context().clearCookies();
      await left.getByRole("dialog").getByLabel("Name").fill("Olga's secret");
      await left.getByRole("alert").getByText("Your session has ended").waitFor();
      assert.equal(await left.getByRole("dialog").count(), 0);
      assert.equal(await told.count(), 0);
      await fillSignIn(left, "vera@example.test", "remembered from now on");
      await left.getByRole("heading", { name: "There are no sites yet" }).waitFor();
      assert.equal(await left.locator("[role=dialog]").count(), 0);
      assert.equal(await told.count(), 0);

      await row.getByRole("button", { name: "What to do about Vera Viewer" }).click();
      await page.getByRole("menuitem", { name: "Remove" }).click();
      await dialog.getByRole("button", { name: "Remove" }).click();
      await row.waitFor({ state: "detached" });
    },
  );

  await t.test(
    "a second factor is set up with an app, asked for, and replaced by a backup code",
    async () => {
      const page = await open("/account");
      await page.getByRole("heading", { name: "Your account", level: 1 }).waitFor();
      await assertAccessible(page, "account");
      await page.getByRole("button", { name: "Set up an app" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Password", { exact: true }).fill(owner.password);
      await dialog.getByRole("button", { name: "Go on" }).click();
      const secret = await dialog.getByLabel("Secret for the app", { exact: true }).innerText();
      await assertAccessible(page, "app for codes");
      const uri = `otpauth://totp/x?secret=${secret.trim()}`;
      await dialog.getByLabel("Code of your app").fill(totpCode(uri));
      await dialog.getByRole("button", { name: "Confirm" }).click();
      const codes = (await dialog.getByLabel("Backup codes", { exact: true }).innerText()).split(
        "\n",
      );
      assert.equal(codes.length, 10);
      await dialog.getByRole("button", { name: "I have kept them" }).click();
      await page.getByText("is asked for a code of your app as well").waitFor();

      const anew = await open("/sign-in", { as: null });
      await fillSignIn(anew, owner.email, owner.password);
      await anew.getByRole("heading", { name: "One more step" }).waitFor();
      await assertAccessible(anew, "code");
      await anew.getByRole("button", { name: "Use a backup code" }).click();
      await anew.getByLabel("Backup code").fill(codes[0] ?? "");
      await anew.getByRole("button", { name: "Sign in", exact: true }).click();
      await anew.waitForURL(/\/t\/default$/);
    },
  );
});
