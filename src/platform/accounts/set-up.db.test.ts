import assert from "node:assert/strict";
import { test } from "node:test";
import { TestBrowser, startAccountsApp } from "#test/accounts-app";
import { seedTenant } from "#test/seed";
import { makeSetUpToken } from "./set-up.ts";

let clock = Date.now();
const { url, database } = await startAccountsApp({ now: () => clock });
const first = await seedTenant(database);
const second = await seedTenant(database);

const person = {
  name: "Olga Owner",
  email: "Olga@Example.test",
  password: "correct horse battery",
};
const token = async () => (await makeSetUpToken(database, () => clock)) ?? assert.fail();

test("a link that is forged, or older than a week, makes nobody", async () => {
  const browser = new TestBrowser(url);
  const forged = await browser.send("POST", "/set-up", { token: "x".repeat(43), ...person });
  assert.equal(forged.status, 403, JSON.stringify(forged.body));
  const old = await token();
  clock += 7 * 86_400_000;
  const late = await browser.send("POST", "/set-up", { token: old, ...person });
  assert.equal(late.status, 403);
  assert.match(late.body.error, /restart the server/);
  assert.equal((await browser.send("GET", "/session")).body.isSetUp, false);
});

test("what cannot be a person is refused, and the link stays good", async () => {
  const browser = new TestBrowser(url);
  const link = await token();
  for (const wrong of [
    { password: "short" },
    { password: "Olga@example.test" },
    { password: "OLGA OWNER..." },
    { password: "aaaaaaaaaaaaaaaa" },
    { email: "nobody" },
    { name: " " },
    { name: "a\u0000b" },
    { more: 1 },
  ]) {
    const reply = await browser.send("POST", "/set-up", { token: link, ...person, ...wrong });
    assert.equal(reply.status, 400, JSON.stringify([wrong, reply.body]));
  }
  assert.equal((await browser.send("GET", "/session")).body.isSetUp, false);
});

test("the first person owns all tenants and is signed in; the link works once, also for two at the same time", async () => {
  const link = await token();
  const other = await token();
  const browsers = [link, link, other, other].map((used) => ({
    used,
    browser: new TestBrowser(url),
  }));
  const replies = await Promise.all(
    browsers.map(({ used, browser }, i) =>
      browser.send("POST", "/set-up", { token: used, ...person, email: `${i}${person.email}` }),
    ),
  );
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  assert.equal(replies.filter(({ status }) => status === 403).length, 3);
  const winner = browsers[replies.findIndex(({ status }) => status === 200)]?.browser;
  const { body: session } = (await winner?.send("GET", "/session")) ?? {};
  assert.equal(session.user.name, "Olga Owner");
  assert.match(session.user.email, /^\dolga@example\.test$/);
  assert.deepEqual(
    new Map(session.tenants.map(({ id, role }: { id: string; role: string }) => [id, role])),
    new Map([first, second].map(({ tenantId }) => [tenantId, "owner"])),
  );
  assert.equal(await makeSetUpToken(database, () => clock), null);
  const again = await new TestBrowser(url).send("POST", "/set-up", { token: link, ...person });
  assert.equal(again.status, 403);
});
