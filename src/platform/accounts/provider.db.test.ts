import assert from "node:assert/strict";
import { test } from "node:test";
import { withClient } from "#platform/db";
import { TestBrowser, startAccountsApp } from "#test/accounts-app";
import { seedAccount } from "#test/accounts";
import { startOidcProvider } from "#test/oidc-provider";
import { freePort } from "#test/processes";
import { seedTenant } from "#test/seed";

const provider = await startOidcProvider();
const { issuer, clientId, clientSecret } = provider;
const port = await freePort();
const publicUrl = `http://127.0.0.1:${port}/tools/vedette`;
const { url, database, admin, accounts } = await startAccountsApp({
  port,
  publicUrl,
  oidc: { issuer, clientId, clientSecret, name: "Example" },
});
const { tenantId } = await seedTenant(database);
const owner = await seedAccount(database, "owner@example.test", { tenantId, role: "owner" });

const ann = { sub: "1", email: "ann@example.test", email_verified: true, name: "Ann Provider" };

/** Goes the whole way, as a browser does. @returns where it ends. */
async function enter(browser: TestBrowser, next = "/account"): Promise<URL> {
  const begun = await browser.send("POST", "/sign-in/provider", { next });
  assert.equal(begun.status, 200, JSON.stringify(begun.body));
  const away = await fetch(begun.body.url, { redirect: "manual" });
  const back = new URL(away.headers.get("location") ?? "");
  assert.equal(`${back.origin}${back.pathname}`, `${publicUrl}/api/auth/callback/oidc`);
  // The proxy takes the path away under which the console is mounted.
  const path = back.pathname.replace("/tools/vedette/api", "");
  const reply = await browser.send("GET", `${path}${back.search}`, undefined, {
    "sec-fetch-site": "cross-site",
  });
  assert.equal(reply.status, 302, JSON.stringify(reply.body));
  return new URL(reply.headers.get("location") ?? "", url);
}

function cookieOf(browser: TestBrowser): string {
  return [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

async function whoIs(browser: TestBrowser): Promise<string | undefined> {
  return (await browser.send("GET", "/session")).body.user?.email;
}

test("who has an account comes in with the verified e-mail, to the page that was asked for, and stays tied to it", async () => {
  await seedAccount(database, ann.email, { tenantId, role: "viewer" });
  provider.person = ann;
  const browser = new TestBrowser(url);
  assert.equal((await browser.send("GET", "/session")).body.provider, "Example");
  assert.equal((await enter(browser, "/t/x?q=1")).href, `${publicUrl}/t/x?q=1`);
  assert.equal(await whoIs(browser), ann.email);
  assert.equal((await browser.send("GET", "/account")).body.hasProvider, true);

  // The provider's own number counts from now on, whatever the e-mail becomes.
  provider.person = { ...ann, email: "ann-married@example.test" };
  const later = new TestBrowser(url);
  await enter(later);
  assert.equal(await whoIs(later), ann.email);

  assert.equal((await browser.send("DELETE", "/account/provider")).status, 200);
  assert.equal((await browser.send("GET", "/account")).body.hasProvider, false);
  assert.equal((await browser.send("DELETE", "/account/provider")).status, 404);
});

test("a stranger, an unverified e-mail, and a refusal lead back to the sign-in page with the reason", async () => {
  const stranger = { ...ann, sub: "9", email: "stranger@example.test" };
  for (const [person, error] of [
    [stranger, "not_invited"],
    [{ ...stranger, email: owner.email, email_verified: false }, "account_not_linked"],
    [null, "access_denied"],
  ] as const) {
    provider.person = person;
    const browser = new TestBrowser(url);
    const end = await enter(browser);
    assert.equal(`${end.origin}${end.pathname}`, `${publicUrl}/sign-in`);
    assert.equal(end.searchParams.get("error"), error);
    assert.equal(await whoIs(browser), undefined);
  }
});

test("a browser at which somebody came in by the provider is known, and its session before ends", async () => {
  provider.person = ann;
  const browser = new TestBrowser(url);
  await browser.send("POST", "/sign-in", owner.credentials);
  const before = new TestBrowser(url);
  for (const [name, value] of browser.cookies) before.cookies.set(name, value);
  await enter(browser);
  assert.equal(await whoIs(browser), ann.email);
  const headers = { cookie: cookieOf(browser) };
  const request = { headers, ip: "192.0.2.1", host: "localhost", protocol: "http" };
  assert.notEqual(accounts.deviceOf(request, ann.email), null);
  assert.equal(await whoIs(before), undefined);

  // Who does not come in stays who it was.
  provider.person = null;
  await enter(browser);
  assert.equal(await whoIs(browser), ann.email);
});

test("who is invited comes in without a password, and joins by the link", async () => {
  const browser = new TestBrowser(url);
  await browser.send("POST", "/sign-in", owner.credentials);
  const invitation = { email: "bea@example.test", role: "operator", companyIds: null };
  const { token } = (await browser.send("POST", `/tenants/${tenantId}/invitations`, invitation))
    .body;
  provider.person = { sub: "2", email: "Bea@example.test", email_verified: true };
  const bea = new TestBrowser(url);
  await enter(bea, `/join?token=${token}`);
  assert.equal(await whoIs(bea), "bea@example.test");
  assert.equal((await bea.send("POST", "/join", { token })).status, 200);
  const { body } = await bea.send("GET", "/session");
  assert.equal(body.tenants[0].role, "operator");
  const own = (await bea.send("GET", "/account")).body;
  assert.deepEqual([own.hasPassword, own.hasProvider, own.name], [false, true, "Bea"]);
  assert.equal((await bea.send("DELETE", "/account/provider")).status, 400, "the only way in");
  const first = { current: "", password: "a first own password" };
  const age = (days: number) =>
    withClient(admin, undefined, (client) =>
      client.query("update sessions set created_at = now() - make_interval(days => $1)", [days]),
    );
  await age(2);
  const old = await bea.send("PUT", "/account/password", first);
  assert.equal(old.status, 403, JSON.stringify(old.body));
  assert.match(old.body.error, /Sign out and in again/);
  await age(0);
  assert.equal((await bea.send("PUT", "/account/password", first)).status, 200);
  assert.equal((await bea.send("DELETE", "/account/provider")).status, 200);
});

test("a token that is forged, stale, for another program, or another attempt's is worth nothing", async () => {
  provider.person = ann;
  for (const spoil of [
    { iss: "https://evil.test" },
    { aud: "another" },
    { exp: 1 },
    { nonce: "another" },
    { nonce: undefined },
  ]) {
    provider.spoil = spoil;
    const browser = new TestBrowser(url);
    const end = await enter(browser);
    assert.notEqual(end.searchParams.get("error"), null, JSON.stringify(spoil));
    assert.equal(await whoIs(browser), undefined);
  }
  provider.spoil = {};
  provider.forge = true;
  const forged = new TestBrowser(url);
  assert.notEqual((await enter(forged)).searchParams.get("error"), null);
  assert.equal(await whoIs(forged), undefined);
  provider.forge = false;
});

test("an answer is good for the browser that asked, and for no other", async () => {
  provider.person = ann;
  const asked = new TestBrowser(url);
  const begun = await asked.send("POST", "/sign-in/provider", { next: "/" });
  const away = await fetch(begun.body.url, { redirect: "manual" });
  const { search } = new URL(away.headers.get("location") ?? "");
  const victim = new TestBrowser(url);
  const reply = await victim.send("GET", `/auth/callback/oidc${search}`);
  assert.match(reply.headers.get("location") ?? "", /error=state_mismatch/);
  assert.equal(await whoIs(victim), undefined);
});

test("while the provider is away only its own way in is, and it is found again by itself", async () => {
  const away = await startOidcProvider();
  const settings = { issuer: away.issuer, clientId, clientSecret, name: "Away" };
  const freed = await freePort();
  const lost = await startAccountsApp({
    port: freed,
    publicUrl: `http://127.0.0.1:${freed}`,
    oidc: settings,
  });
  const { credentials } = await seedAccount(lost.database, ann.email);
  away.isAway = true;
  const browser = new TestBrowser(lost.url);
  const refused = await browser.send("POST", "/sign-in/provider", { next: "/" });
  assert.equal(refused.status, 404, JSON.stringify(refused.body));
  assert.match(refused.body.error, /cannot be reached/);
  assert.equal((await browser.send("POST", "/sign-in", credentials)).status, 200);
  away.isAway = false;
  assert.equal((await browser.send("POST", "/sign-in/provider", { next: "/" })).status, 200);
});

test("whatever page somebody wants to come back to, the way there is one line of this site", async () => {
  provider.person = { ...ann, sub: "7", email: owner.email };
  for (const next of [
    "/x\r\nset-cookie: a=b",
    "/\t/evil.test",
    "/\n/evil.test",
    "/\u{1f600}?q=ä#ß",
    "/@evil.test",
    "/%0d%0ax: y",
    "/.//evil.test",
  ]) {
    const browser = new TestBrowser(url);
    const end = await enter(browser, next);
    assert.ok(end.href.startsWith(`${publicUrl}/`), `${next} leads to ${end.href}`);
    assert.ok(!browser.cookies.has("a"), next);
    assert.equal(await whoIs(browser), owner.email, next);
  }
});

test("nobody is led to another site", async () => {
  const browser = new TestBrowser(url);
  for (const next of [
    "//evil.test",
    "/\\evil.test",
    "https://evil.test",
    "evil",
    "",
    "/../other",
  ]) {
    const reply = await browser.send("POST", "/sign-in/provider", { next });
    assert.equal(reply.status, 400, next);
  }
  const lost = await browser.send("GET", "/auth/callback/oidc?code=x&state=y");
  assert.ok((lost.headers.get("location") ?? "").startsWith(`${publicUrl}/sign-in?`));
});
