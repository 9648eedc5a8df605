import assert from "node:assert/strict";
import { test } from "node:test";
import { withClient } from "#platform/db";
import { TestBrowser, startAccountsApp } from "#test/accounts-app";
import { seedAccount } from "#test/accounts";
import { whileHeld } from "#test/held-rows";
import { seedTenant } from "#test/seed";
import { forgetExpired } from "./forget-expired.ts";

let clock = 0;
const limits = { perAddress: 40, perAccount: 10, ofStrangers: 15, now: () => clock };
const { url, database, admin } = await startAccountsApp({
  limits,
  trustedProxies: ["127.0.0.1"],
});
const { tenantId } = await seedTenant(database);
const { tenantId: otherTenant } = await seedTenant(database);
const { credentials: ann } = await seedAccount(database, "ann@example.test", {
  tenantId,
  role: "operator",
});

/** Attempts of the tests before are forgotten. */
const later = () => (clock += 60_000);

test("who signs in sees the own tenants, and no other's anything", async () => {
  later();
  const browser = new TestBrowser(url);
  assert.equal((await browser.send("GET", `/tenants/${tenantId}/incidents`)).status, 401);
  const reply = await browser.send("POST", "/sign-in", { ...ann, email: " Ann@Example.TEST " });
  assert.deepEqual([reply.status, reply.body], [200, { needsCode: false }]);
  const { body } = await browser.send("GET", "/session");
  assert.equal(body.user.email, ann.email);
  assert.deepEqual(
    body.tenants.map((tenant: { id: string }) => tenant.id),
    [tenantId],
  );
  assert.equal((await browser.send("GET", `/tenants/${tenantId}/incidents`)).status, 200);
  assert.equal((await browser.send("GET", `/tenants/${otherTenant}/incidents`)).status, 404);
  assert.equal((await browser.send("GET", `/tenants/${tenantId}/people`)).status, 403);
});

test("the cookie is out of reach of scripts and other sites, and the reply holds no token", async () => {
  later();
  const browser = new TestBrowser(url);
  const reply = await browser.send("POST", "/sign-in", ann);
  const [session = "", device = ""] = browser.setCookies;
  assert.equal(browser.setCookies.length, 2);
  assert.match(session, /^vedette\.session_token=/);
  assert.match(session, /; Max-Age=2592000/);
  assert.match(device, /^vedette\.device=/);
  for (const cookie of [session, device]) {
    assert.match(cookie, /; HttpOnly/);
    assert.match(cookie, /; SameSite=Lax/);
    assert.match(cookie, /; Path=\/(;|$)/);
    assert.doesNotMatch(cookie, /; Secure/, "plain HTTP");
  }
  assert.deepEqual(reply.body, { needsCode: false });
  assert.match(reply.headers.get("cache-control") ?? "", /no-cache|no-store/);
});

test("a cookie that came over TLS goes over TLS only, and none from plain HTTP is taken there", async () => {
  const { url: proxied, database: other } = await startAccountsApp({
    trustedProxies: ["127.0.0.1"],
  });
  const { credentials } = await seedAccount(other, "tls@example.test");
  const tls = { "x-forwarded-proto": "https" };
  const secure = new TestBrowser(proxied, tls);
  assert.equal((await secure.send("POST", "/sign-in", credentials)).status, 200);
  const [cookie = ""] = secure.setCookies;
  assert.match(cookie, /^__Host-vedette\.session_token=/);
  assert.match(cookie, /; Secure/);
  assert.match(cookie, /; Path=\/(;|$)/);
  assert.doesNotMatch(cookie, /; Domain/i);
  assert.equal((await secure.send("GET", "/account")).status, 200);

  const plain = new TestBrowser(proxied);
  await plain.send("POST", "/sign-in", credentials);
  assert.match(plain.setCookies[0] ?? "", /^vedette\.session_token=/);
  assert.doesNotMatch(plain.setCookies[0] ?? "", /; Secure/);
  assert.equal((await plain.send("GET", "/account")).status, 200);
  assert.equal((await plain.send("GET", "/account", undefined, tls)).status, 401);

  // Who is not a trusted proxy has no word about it.
  const { url: direct, database: third } = await startAccountsApp();
  await seedAccount(third, ann.email);
  const liar = new TestBrowser(direct, tls);
  later();
  await liar.send("POST", "/sign-in", ann);
  assert.match(liar.setCookies[0] ?? "", /^vedette\.session_token=/);
});

test("a session that was put on somebody before signing in is worth nothing after", async () => {
  later();
  const attacker = new TestBrowser(url);
  await attacker.send("POST", "/sign-in", ann);
  const planted = attacker.cookies.get("vedette.session_token") ?? assert.fail();
  await attacker.send("POST", "/sign-out");
  const victim = new TestBrowser(url);
  victim.cookies.set("vedette.session_token", planted);
  await victim.send("POST", "/sign-in", ann);
  assert.notEqual(victim.cookies.get("vedette.session_token"), planted);
  const again = new TestBrowser(url);
  again.cookies.set("vedette.session_token", planted);
  assert.equal((await again.send("GET", "/session")).body.user, null);
});

test("signing in anew ends the session that the browser had", async () => {
  later();
  const browser = new TestBrowser(url);
  await browser.send("POST", "/sign-in", ann);
  const before = browser.cookies.get("vedette.session_token") ?? assert.fail();
  await browser.send("POST", "/sign-in", ann);
  const old = new TestBrowser(url);
  old.cookies.set("vedette.session_token", before);
  assert.equal((await old.send("GET", "/session")).body.user, null);
});

test("nobody comes in with a password that was changed meanwhile", async () => {
  later();
  const { credentials, userId } = await seedAccount(database, "changed@example.test");
  const browser = new TestBrowser(url);
  const person = ["select from users where id = $1 for update", [userId]] as const;
  await whileHeld(admin, person, async (held) => {
    const entering = browser.send("POST", "/sign-in", credentials);
    // The password was compared; the session waits.
    await held.waiting(1);
    await held.run("update accounts set password = 'another' where user_id = $1", [userId]);
    await held.commit();
    const refused = await entering;
    assert.equal(refused.status, 401, JSON.stringify(refused.body));
  });
  assert.equal((await browser.send("GET", "/session")).body.user, null);
});

test("signing out ends the session, also for one who has copied the cookie", async () => {
  later();
  const browser = new TestBrowser(url);
  await browser.send("POST", "/sign-in", ann);
  const copy = new TestBrowser(url);
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  assert.equal((await copy.send("GET", "/account")).status, 200);
  assert.equal((await browser.send("POST", "/sign-out")).status, 200);
  assert.deepEqual([...browser.cookies.keys()], ["vedette.device"], "which is no way in");
  assert.equal((await copy.send("GET", "/account")).status, 401);
  assert.equal((await browser.send("POST", "/sign-out")).status, 200, "twice is fine");
});

test("a forged or cut cookie is nobody's", async () => {
  later();
  const browser = new TestBrowser(url);
  await browser.send("POST", "/sign-in", ann);
  const value = browser.cookies.get("vedette.session_token") ?? assert.fail();
  for (const wrong of [value.slice(0, -8), `x${value.slice(1)}`, "", "%", "a.b", "\u00e9"]) {
    const other = new TestBrowser(url);
    other.cookies.set("vedette.session_token", encodeURI(wrong));
    assert.equal((await other.send("GET", "/account")).status, 401, wrong);
  }
});

test("a changing request from elsewhere is refused, whatever cookies it brings", async () => {
  later();
  const browser = new TestBrowser(url);
  await browser.send("POST", "/sign-in", ann);
  const foreign = { origin: "https://evil.test" };
  for (const [method, path, body] of [
    ["POST", "/sign-out", undefined],
    ["POST", "/sign-in", ann],
    ["PUT", "/account/password", { current: ann.password, password: "another good password" }],
    ["DELETE", "/account/sessions", undefined],
    ["PATCH", "/account", { name: "x" }],
  ] as const) {
    const reply = await browser.send(method, path, body, foreign);
    assert.equal(reply.status, 403, `${method} ${path}`);
    const silent = await browser.send(method, path, body, { origin: "null" });
    assert.equal(silent.status, 403, `${method} ${path}`);
  }
  assert.equal((await browser.send("GET", "/account")).status, 200, "nothing has happened");
});

test("nobody learns who has an account, by the words or by the time", async () => {
  later();
  const browser = new TestBrowser(url);
  const ask = async (email: string): Promise<{ body: object; ms: number }> => {
    const began = performance.now();
    const { status, body } = await browser.send("POST", "/sign-in", {
      email,
      password: "a wrong password",
    });
    assert.equal(status, 401);
    return { body: { ...body, requestId: "" }, ms: performance.now() - began };
  };
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  for (let round = 0; round < 5; round += 1) {
    const known = await ask(ann.email);
    const unknown = await ask(`nobody${round}@example.test`);
    assert.deepEqual(known.body, unknown.body);
    times.known.push(known.ms);
    times.unknown.push(unknown.ms);
  }
  // A slow hash is most of either; without it an answer takes a hundredth of that.
  const ratio = Math.min(...times.known) / Math.min(...times.unknown);
  assert.ok(ratio > 0.3 && ratio < 3, `${ratio}`);
});

test("attempts are counted per account and per address, and told when to come again", async () => {
  later();
  const wrong = { email: ann.email, password: "a wrong password" };
  const browser = new TestBrowser(url);
  for (let i = 0; i < limits.perAccount; i += 1) {
    assert.equal((await browser.send("POST", "/sign-in", wrong)).status, 401);
  }
  const refused = await browser.send("POST", "/sign-in", ann);
  assert.equal(refused.status, 429, "also the right password");
  assert.equal(refused.headers.get("retry-after"), "60");
  assert.match(refused.body.error, /Try again in 60 s/);
  // Others get in meanwhile, until the address is used up.
  for (let i = limits.perAccount + 1; i < limits.perAddress; i += 1) {
    const reply = await browser.send("POST", "/sign-in", { ...wrong, email: `n${i}@example.test` });
    assert.equal(reply.status, 401);
  }
  for (const [path, body] of [
    ["/sign-in", { ...wrong, email: "one-more@example.test" }],
    ["/sign-in/code", { kind: "totp", code: "000000" }],
    ["/sign-in/passkey/options", undefined],
    ["/set-up", { token: "x", name: "x", email: "x", password: "x" }],
    ["/invitation", { token: "x" }],
    ["/join", { token: "x" }],
    ["/password-link", { token: "x" }],
    ["/new-password", { token: "x", password: "x" }],
  ] as const) {
    const reply = await browser.send("POST", path, body);
    assert.equal(reply.status, 429, path);
  }
  later();
  assert.equal((await browser.send("POST", "/sign-in", ann)).status, 200);
});

test("who knows an e-mail alone keeps its owner out from nowhere that the owner signed in at, nor from a new place by one network", async () => {
  later();
  const from = (ip: string) => new TestBrowser(url, { "x-forwarded-for": ip });
  const usual = from("198.51.100.7");
  assert.equal((await usual.send("POST", "/sign-in", ann)).status, 200);
  assert.equal((await usual.send("POST", "/sign-out")).status, 200);
  later();
  const wrong = { email: ann.email, password: "a wrong password" };
  const attack = async (ip: string, times: number): Promise<number[]> => {
    const statuses: number[] = [];
    for (let i = 0; i < times; i += 1) {
      statuses.push((await from(ip).send("POST", "/sign-in", wrong)).status);
    }
    return statuses;
  };
  // One network, whatever it does, is stopped by itself alone.
  const one = await attack("203.0.113.1", 12);
  assert.deepEqual(one.slice(-2), [429, 429]);
  assert.equal((await from("192.0.2.5").send("POST", "/sign-in", ann)).status, 200);
  // Of many networks together an account takes no more, so guessing is slow: but not for a browser that is known.
  const two = await attack("203.0.113.2", 5);
  assert.equal(two.at(-1), 429);
  assert.equal((await from("192.0.2.6").send("POST", "/sign-in", ann)).status, 429);
  // Not even from the owner's own network, when that is used up as well.
  for (let i = 0; i < limits.perAddress; i += 1) {
    const nobody = { ...wrong, email: `nobody${i}@example.test` };
    await from("198.51.100.7").send("POST", "/sign-in", nobody);
  }
  assert.equal((await from("198.51.100.7").send("POST", "/sign-in", ann)).status, 429);
  const again = await usual.send("POST", "/sign-in", ann);
  assert.equal(again.status, 200, JSON.stringify(again.body));
  const change = { current: "wrong", password: "another good password" };
  assert.equal((await usual.send("PUT", "/account/password", change)).status, 400, "heard");
});

test("a browser that is known guesses no more than others, and is known for one account only", async () => {
  later();
  const { credentials: bea } = await seedAccount(database, "bea@example.test");
  const browser = new TestBrowser(url);
  assert.equal((await browser.send("POST", "/sign-in", bea)).status, 200);
  const device = browser.cookies.get("vedette.device");
  await browser.send("POST", "/sign-in", bea);
  assert.equal(browser.cookies.get("vedette.device"), device, "it stays the same one");
  later();
  const statuses: number[] = [];
  for (let i = 0; i <= limits.perAccount; i += 1) {
    statuses.push((await browser.send("POST", "/sign-in", { ...bea, password: "wrong" })).status);
  }
  assert.deepEqual(statuses, [...Array(limits.perAccount).fill(401), 429]);
  // Used up, it is not taken for a stranger instead; for somebody else's account it is one.
  assert.equal((await browser.send("POST", "/sign-in", bea)).status, 429);
  assert.equal((await browser.send("POST", "/sign-in", { ...ann, password: "x" })).status, 401);
});

test("what cannot be meant is refused with 400, never with a failure", async () => {
  const bodies: readonly unknown[] = [
    undefined,
    {},
    [],
    null,
    "x",
    { email: ann.email },
    { email: 1, password: "x" },
    { email: "a\u0000b@example.test", password: "x" },
    { email: ann.email, password: "x".repeat(1001) },
    { email: "x".repeat(255), password: "x" },
    { ...ann, rememberMe: true },
  ];
  for (const body of bodies) {
    later();
    const reply = await new TestBrowser(url).send("POST", "/sign-in", body);
    assert.equal(reply.status, 400, JSON.stringify([body, reply.body]));
  }
  for (const [path, body] of [
    ["/sign-in/passkey", { response: { id: "a\u0000" } }],
    ["/sign-in/passkey", { response: { id: "abc" } }],
    ["/sign-in/passkey", { response: {} }],
    ["/sign-in/code", { kind: "sms", code: "1" }],
    ["/sign-out", { all: true }],
  ] as const) {
    const reply = await new TestBrowser(url).send("POST", path, body);
    assert.equal(reply.status, 400, JSON.stringify([path, reply.body]));
  }
  const lost = await new TestBrowser(url).send("GET", "/auth/callback/oidc?state=%00&code=x");
  assert.ok(lost.status < 500, String(lost.status));
  const noProvider = await new TestBrowser(url).send("POST", "/sign-in/provider", { next: "/" });
  assert.equal(noProvider.status, 404);
});

test("a session that is used goes on, with its cookie, and one that is not ends after 30 days", async () => {
  later();
  const browser = new TestBrowser(url);
  await browser.send("POST", "/sign-in", ann);
  await browser.send("GET", "/account");
  assert.deepEqual(browser.setCookies, [], "not at every request");
  const age = (interval: string) =>
    withClient(admin, undefined, (client) =>
      client.query(
        `update sessions set expires_at = expires_at - interval '${interval}', updated_at = updated_at - interval '${interval}'`,
      ),
    );
  await age("29 days");
  assert.equal((await browser.send("GET", "/account")).status, 200);
  assert.equal(browser.setCookies.length, 1);
  assert.match(browser.setCookies[0] ?? "", /; Max-Age=2592000/);
  await age("29 days");
  assert.equal((await browser.send("GET", "/account")).status, 200);
  await age("30 days");
  assert.equal((await browser.send("GET", "/account")).status, 401);

  await browser.send("POST", "/sign-in", ann);
  const open = async () =>
    withClient(admin, undefined, async (client) => {
      const { rows } = await client.query<{ n: number }>("select count(*)::int as n from sessions");
      return rows[0]?.n;
    });
  await forgetExpired({ database, now: Date.now });
  assert.equal(await open(), 1, "the one that holds stays");
  await age("31 days");
  await forgetExpired({ database, now: Date.now });
  assert.equal(await open(), 0);
});

test("a stream of news ends with the session", async () => {
  later();
  const browser = new TestBrowser(url);
  await browser.send("POST", "/sign-in", ann);
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const stream = await fetch(`${url}/api/tenants/${tenantId}/live`, { headers: { cookie } });
  assert.equal(stream.status, 200);
  const reader = (stream.body ?? assert.fail()).getReader();
  let heard = "";
  const decoder = new TextDecoder();
  while (!heard.includes("still here")) heard += decoder.decode((await reader.read()).value);
  await browser.send("POST", "/sign-out");
  for (;;) if ((await reader.read()).done) break;
});
