import assert from "node:assert/strict";
import { test } from "node:test";
import { TestBrowser, startAccountsApp } from "#test/accounts-app";
import { type Credentials, seedAccount } from "#test/accounts";
import { auditedActions } from "#test/audited";
import { whileHeld } from "#test/held-rows";
import { seedTenant } from "#test/seed";
import { totpCode } from "#test/totp";
import { withClient } from "#platform/db";
import { forgetExpired } from "./forget-expired.ts";

const { url, database, admin } = await startAccountsApp();
const { tenantId } = await seedTenant(database);

async function signedIn(credentials: Credentials, userAgent = "curl/8"): Promise<TestBrowser> {
  const browser = new TestBrowser(url, { "user-agent": userAgent });
  const reply = await browser.send("POST", "/sign-in", credentials);
  assert.equal(reply.status, 200, JSON.stringify(reply.body));
  return browser;
}

async function someone(email: string): Promise<{ credentials: Credentials; userId: string }> {
  return seedAccount(database, email, { tenantId, role: "viewer" });
}

/** What the app shows half a minute from now: good already, since clocks differ. */
const nextCode = (uri: string): string => totpCode(uri, Date.now() + 30_000);

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0";

test("sessions are listed with their device and end one by one, or all others at once", async () => {
  const { credentials } = await someone("sessions@example.test");
  const [here, phone, lost] = await Promise.all([
    signedIn(credentials, firefox),
    signedIn(credentials),
    signedIn(credentials),
  ]);
  const { sessions } = (await here.send("GET", "/account")).body;
  assert.equal(sessions.length, 3);
  const mine = sessions.find((session: { isThis: boolean }) => session.isThis);
  assert.deepEqual([mine.browser, mine.system, mine.address], ["Firefox", "Linux", "127.0.0.1"]);
  assert.ok(
    !JSON.stringify(sessions).includes(
      lost.cookies.get("vedette.session_token")?.split(".")[0] ?? "x",
    ),
  );

  const { sessions: seenByLost } = (await lost.send("GET", "/account")).body;
  const lostId = seenByLost.find((session: { isThis: boolean }) => session.isThis).id;
  assert.equal((await here.send("DELETE", `/account/sessions/${lostId}`)).status, 200);
  assert.equal((await lost.send("GET", "/account")).status, 401);
  assert.equal((await here.send("DELETE", `/account/sessions/${lostId}`)).status, 404);
  assert.equal((await here.send("DELETE", "/account/sessions/%00")).status, 404);

  assert.deepEqual((await here.send("DELETE", "/account/sessions")).body, { ended: 1 });
  assert.equal((await phone.send("GET", "/account")).status, 401);
  assert.equal((await here.send("GET", "/account")).status, 200);
});

test("who was signed out meanwhile changes the password no more", async () => {
  const { credentials, userId } = await someone("meanwhile@example.test");
  const thief = await signedIn(credentials);
  const person = ["select from users where id = $1 for update", [userId]] as const;
  await whileHeld(admin, person, async (held) => {
    const body = { current: credentials.password, password: "the password of a thief" };
    const changing = thief.send("PUT", "/account/password", body);
    await held.waiting(1);
    await held.run("delete from sessions where user_id = $1", [userId]);
    await held.commit();
    assert.equal((await changing).status, 401);
  });
  await signedIn(credentials);
});

test("nobody ends the session of somebody else", async () => {
  const one = await signedIn((await someone("one@example.test")).credentials);
  const other = await signedIn((await someone("other@example.test")).credentials);
  const [{ id }] = (await one.send("GET", "/account")).body.sessions;
  assert.equal((await other.send("DELETE", `/account/sessions/${id}`)).status, 404);
  assert.equal((await one.send("GET", "/account")).status, 200);
});

test("a new password needs the old one, ends all other sessions, and is the one that counts", async () => {
  const { credentials, userId } = await someone("password@example.test");
  const here = await signedIn(credentials);
  const other = await signedIn(credentials);
  const password = "a wholly new password";
  const wrong = await here.send("PUT", "/account/password", { current: "wrong", password });
  assert.equal(wrong.status, 400);
  const change = { current: credentials.password, password };
  for (const weak of ["short", credentials.email, "abababababababab"]) {
    const reply = await here.send("PUT", "/account/password", { ...change, password: weak });
    assert.equal(reply.status, 400, weak);
  }
  assert.equal((await here.send("PUT", "/account/password", change)).status, 200);
  assert.equal((await here.send("GET", "/account")).status, 200);
  assert.equal((await other.send("GET", "/account")).status, 401);
  const old = await new TestBrowser(url).send("POST", "/sign-in", credentials);
  assert.equal(old.status, 401);
  await signedIn({ ...credentials, password });
  assert.deepEqual(await auditedActions(admin, userId), ["user.password"]);
});

test("a name is changed, and stands in the next audit row", async () => {
  const { credentials, userId } = await someone("name@example.test");
  const here = await signedIn(credentials);
  assert.equal((await here.send("PATCH", "/account", { name: " New Name " })).status, 200);
  assert.equal((await here.send("GET", "/session")).body.user.name, "New Name");
  for (const name of ["", " ", "a\u0000b", "x".repeat(201)]) {
    assert.equal((await here.send("PATCH", "/account", { name })).status, 400);
  }
  assert.deepEqual(await auditedActions(admin, userId), ["user.update"]);
});

test("a second factor counts once it was confirmed, is asked for at each sign-in, and ends with the password", async () => {
  const { credentials, userId } = await someone("totp@example.test");
  const { password } = credentials;
  const here = await signedIn(credentials);
  const refused = await here.send("POST", "/account/second-factor", { password: "wrong" });
  assert.equal(refused.status, 400, JSON.stringify(refused.body));
  assert.equal((await here.send("POST", "/account/second-factor", {})).status, 400);

  const begun = await here.send("POST", "/account/second-factor", { password });
  assert.equal(begun.status, 200, JSON.stringify(begun.body));
  const { uri, backupCodes } = begun.body;
  assert.match(uri, /^otpauth:\/\/totp\//);
  assert.equal(backupCodes.length, 10);
  await signedIn(credentials); // it does not count yet
  const wrong = await here.send("POST", "/account/second-factor/confirmation", { code: "000000" });
  assert.equal(wrong.status, 400);
  const code = totpCode(uri);
  const confirmed = await here.send("POST", "/account/second-factor/confirmation", { code });
  assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body));
  assert.equal((await here.send("GET", "/account")).body.hasSecondFactor, true);

  const there = new TestBrowser(url);
  assert.deepEqual((await there.send("POST", "/sign-in", credentials)).body, { needsCode: true });
  assert.equal((await there.send("GET", "/account")).status, 401, "half of it is nothing");
  const bad = await there.send("POST", "/sign-in/code", { kind: "totp", code: "12" });
  assert.equal(bad.status, 400, JSON.stringify(bad.body));
  // The one that confirmed it is used up.
  const good = await there.send("POST", "/sign-in/code", { kind: "totp", code: nextCode(uri) });
  assert.equal(good.status, 200, JSON.stringify(good.body));
  assert.equal((await there.send("GET", "/account")).status, 200);

  for (const [used, status] of [
    [backupCodes[0], 200],
    [backupCodes[0], 400],
    [backupCodes[1], 200],
  ]) {
    const lost = new TestBrowser(url);
    await lost.send("POST", "/sign-in", credentials);
    const reply = await lost.send("POST", "/sign-in/code", { kind: "backup", code: used });
    assert.equal(reply.status, status, JSON.stringify(reply.body));
  }
  const renewed = await here.send("POST", "/account/second-factor/backup-codes", { password });
  assert.equal(renewed.body.backupCodes.length, 10);
  assert.ok(!renewed.body.backupCodes.includes(backupCodes[2]));

  assert.equal((await here.send("POST", "/account/second-factor/removal", {})).status, 400);
  const removed = await here.send("POST", "/account/second-factor/removal", { password });
  assert.equal(removed.status, 200, JSON.stringify(removed.body));
  await signedIn(credentials);
  assert.deepEqual(await auditedActions(admin, userId), [
    "user.add_second_factor",
    "user.renew_backup_codes",
    "user.remove_second_factor",
  ]);
});

test("codes are not guessed: five wrong ones end the attempt, ten lock codes for a while", async () => {
  const { credentials } = await someone("guess@example.test");
  const { password } = credentials;
  const here = await signedIn(credentials);
  const { uri } = (await here.send("POST", "/account/second-factor", { password })).body;
  await here.send("POST", "/account/second-factor/confirmation", { code: totpCode(uri) });
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const there = new TestBrowser(url);
    await there.send("POST", "/sign-in", credentials);
    for (let i = 0; i < 6; i += 1) {
      const reply = await there.send("POST", "/sign-in/code", { kind: "totp", code: "x" });
      statuses.push(reply.status);
    }
  }
  assert.ok(
    statuses.every((status) => status >= 400 && status < 500),
    String(statuses),
  );
  const there = new TestBrowser(url);
  await there.send("POST", "/sign-in", credentials);
  const right = await there.send("POST", "/sign-in/code", { kind: "totp", code: nextCode(uri) });
  assert.equal(right.status, 429, JSON.stringify(right.body));
});

test("a code of the app lets in once, of many who use it at the same time one, and another code goes on", async () => {
  const { credentials, userId } = await someone("once@example.test");
  const { password } = credentials;
  const here = await signedIn(credentials);
  const { uri } = (await here.send("POST", "/account/second-factor", { password })).body;
  const confirming = totpCode(uri);
  await here.send("POST", "/account/second-factor/confirmation", { code: confirming });
  const enter = async (code: string) => {
    const browser = new TestBrowser(url);
    await browser.send("POST", "/sign-in", credentials);
    const reply = await browser.send("POST", "/sign-in/code", { kind: "totp", code });
    const isIn = (await browser.send("GET", "/account")).status === 200;
    assert.equal(isIn, reply.status === 200);
    assert.ok(isIn || browser.setCookies.length === 0);
    return reply;
  };
  const again = await enter(confirming);
  assert.equal(again.status, 400, "the one that confirmed the app");
  assert.match(again.body.error, /was used before. Sign in again/);

  const code = nextCode(uri);
  const replies = await Promise.all(Array.from({ length: 6 }, () => enter(code)));
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  assert.equal(replies.filter(({ status }) => status === 400).length, 5);
  assert.equal(
    (await here.send("GET", "/account")).body.sessions.length,
    2,
    "nothing is left over",
  );

  // What nobody could use any more is forgotten.
  const left = () => countCodes(userId);
  await forgetExpired({ database, now: Date.now });
  assert.equal(await left(), 2);
  await forgetExpired({ database, now: () => Date.now() + 3_600_000 });
  assert.equal(await left(), 0);
});

async function countCodes(userId: string): Promise<number> {
  return withClient(admin, undefined, async (client) => {
    const { rows } = await client.query("select 1 from used_codes where user_id = $1", [userId]);
    return rows.length;
  });
}

test("who is not signed in has no account page", async () => {
  const nobody = new TestBrowser(url);
  for (const [method, path, body] of [
    ["GET", "/account", undefined],
    ["PATCH", "/account", { name: "x" }],
    ["PUT", "/account/password", { current: "", password: "x" }],
    ["POST", "/account/second-factor", {}],
    ["POST", "/account/passkeys/options", undefined],
    ["DELETE", "/account/provider", undefined],
  ] as const) {
    assert.equal((await nobody.send(method, path, body)).status, 401, path);
  }
});
