import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible } from "#test/browser";
import { startConsole } from "#test/console";
import { startOidcProvider } from "#test/oidc-provider";
import { embedded, freePort } from "#test/processes";

const provider = await startOidcProvider();
const bea = { sub: "2", email: "bea@example.test", email_verified: true, name: "Bea Provider" };

/** Presses the button; the provider, where `provider.person` has signed in already, leads back at once. */
async function pressProvider(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign in with Example" }).click();
}

test("the button of a sign-in provider lets in whom somebody invited, tells others why not, and is not fooled", async (t) => {
  const port = await freePort();
  const { open, call, tenantId, closePages, installation } = await startConsole(t, {
    env: {
      ...embedded.none,
      VEDETTE_PORT: String(port),
      VEDETTE_PUBLIC_URL: `http://127.0.0.1:${port}`,
      VEDETTE_OIDC_ISSUER: provider.issuer,
      VEDETTE_OIDC_CLIENT_ID: provider.clientId,
      VEDETTE_OIDC_CLIENT_SECRET: provider.clientSecret,
      VEDETTE_OIDC_NAME: "Example",
    },
  });
  const openSignIn = async (): Promise<Page> => {
    const page = await open("/sign-in?next=%2Ft%2Fdefault%2Fsensors", { as: null });
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    return page;
  };
  /** Whom the server knows this page's browser as. */
  const isSomebody = async (page: Page): Promise<boolean> => {
    const reply = await page.request.get(`${installation.url}/api/session`);
    const { user }: { user: object | null } = await reply.json();
    return user !== null;
  };

  await t.test("one whom nobody has invited is told so, and is nobody", async () => {
    provider.person = { ...bea, sub: "9", email: "stranger@example.test" };
    const page = await openSignIn();
    await pressProvider(page);
    const refusal = page.getByRole("alert");
    await refusal.getByText("Nobody with your e-mail is known here, or invited.").waitFor();
    assert.equal(await isSomebody(page), false);
    await assertAccessible(page, "a refusal of the provider");

    provider.person = { ...bea, email_verified: false };
    await pressProvider(page);
    await refusal.getByText("does not say that your e-mail is verified").waitFor();
    provider.person = null;
    await pressProvider(page);
    await refusal.getByText("The provider did not let you in.").waitFor();
    assert.equal(await isSomebody(page), false);
    await closePages();
  });

  await t.test(
    "one who was invited comes in, joins, and comes back by the button alone",
    async () => {
      provider.person = bea;
      const invitation = { email: bea.email, role: "operator", companyIds: null };
      const { token } = await call<{ token: string }>(
        "POST",
        `/tenants/${tenantId}/invitations`,
        invitation,
      );
      const page = await open(`/join?token=${token}`, { as: null });
      await page.getByRole("heading", { name: "Join default" }).waitFor();
      await pressProvider(page);
      await page.getByText(`You are signed in as ${bea.email}.`).waitFor();
      await page.getByRole("button", { name: "Join" }).click();
      await page.waitForURL(/\/t\/default$/);
      await closePages();

      const again = await openSignIn();
      await pressProvider(again);
      await again.waitForURL(/\/t\/default\/sensors$/);
      await again.getByRole("heading", { name: "Sensors", level: 1 }).waitFor();
      await again.goto(`${installation.url}/account`);
      await again.getByText(bea.email).first().waitFor();
      await closePages();
    },
  );

  await t.test("an answer with another state, or for another attempt, lets nobody in", async () => {
    for (const spoil of ["state", "nonce"] as const) {
      provider.spoil = spoil === "nonce" ? { nonce: "of another attempt" } : {};
      const page = await openSignIn();
      if (spoil === "state") {
        await page.route(/\/realm\/authorize\?/, async (route) => {
          const url = new URL(route.request().url());
          url.searchParams.set("state", "A".repeat(32));
          await route.continue({ url: url.href });
        });
      }
      await pressProvider(page);
      await page
        .getByRole("alert")
        .getByText(/^Signing in at the provider failed/)
        .waitFor();
      assert.equal(await isSomebody(page), false, spoil);
      provider.spoil = {};
      await closePages();
    }
  });
});
