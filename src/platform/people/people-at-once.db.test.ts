import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { TestBrowser, startAccountsApp } from "#test/accounts-app";
import { seedAccount } from "#test/accounts";
import { seedCompany } from "#test/company";
import { whileHeld } from "#test/held-rows";
import { seedTenant } from "#test/seed";

const { url, database, admin } = await startAccountsApp();

/** A tenant, and its owner at work. */
async function start() {
  const { tenantId } = await seedTenant(database);
  const { browser } = await enter(tenantId, "owner");
  return { tenantId, browser, people: `/tenants/${tenantId}/people` };
}

async function enter(tenantId: string, role: "owner" | "viewer") {
  const { credentials, userId, email } = await seedAccount(database, `${newId()}@example.test`, {
    tenantId,
    role,
  });
  const browser = new TestBrowser(url);
  assert.equal((await browser.send("POST", "/sign-in", credentials)).status, 200);
  return { browser, userId, email };
}

/** A link with which that person takes a place in the owner's tenant. */
async function invite(owner: Awaited<ReturnType<typeof start>>, email: string): Promise<string> {
  const wish = { email, role: "viewer", companyIds: null };
  const path = `/tenants/${owner.tenantId}/invitations`;
  const made = await owner.browser.send("POST", path, wish);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return made.body.token;
}

test("a company stays while somebody is being limited to it", async () => {
  const { tenantId, browser, people } = await start();
  const { userId } = await enter(tenantId, "viewer");
  const companyId = await seedCompany(database, tenantId);
  const limit = { role: "viewer", companyIds: [companyId] };
  const member = ["select from members where user_id = $1 for update", [userId]] as const;
  await whileHeld(admin, member, async (held) => {
    const limited = browser.send("PUT", `${people}/${userId}`, limit);
    await held.waiting(1);
    const path = `/tenants/${tenantId}/declarations/companies/${companyId}`;
    const deleted = browser.send("DELETE", path);
    await held.waiting(2);
    await held.commit();
    assert.equal((await limited).status, 200);
    const refused = await deleted;
    assert.equal(refused.status, 400, JSON.stringify(refused.body));
    assert.match(refused.body.error, /1 of the people sees only some companies/);
  });
});

test("nobody is limited to a company that is being deleted", async () => {
  const { tenantId, browser, people } = await start();
  const { userId } = await enter(tenantId, "viewer");
  const companyId = await seedCompany(database, tenantId);
  const deletion = ["delete from companies where id = $1", [companyId]] as const;
  await whileHeld(admin, deletion, async (held) => {
    const limit = { role: "viewer", companyIds: [companyId] };
    const limited = browser.send("PUT", `${people}/${userId}`, limit);
    await held.waiting(1);
    await held.commit();
    const refused = await limited;
    assert.equal(refused.status, 400, JSON.stringify(refused.body));
    assert.match(refused.body.error, /does not exist any more/);
  });
});

/** What both verbs do at their end, so that each has looked at what the other is about to change. */
const audit = ["lock table audit_log in share mode", []] as const;

test("no link to a new password is left of a tenant whose person joins another meanwhile", async () => {
  const here = await start();
  const there = await start();
  const { userId, email, browser } = await enter(here.tenantId, "viewer");
  const token = await invite(there, email);
  const path = `${here.people}/${userId}/password-link`;
  await whileHeld(admin, audit, async (held) => {
    const joined = browser.send("POST", "/join", { token });
    await held.waiting(1);
    const made = here.browser.send("POST", path, { clearsSecondFactor: false });
    await held.waiting(2);
    await held.commit();
    assert.equal((await joined).status, 200);
    assert.equal((await made).status, 403, "that person is in another tenant as well");
  });
});

test("sessions end with the last place of a person, also when two tenants take both at the same time", async () => {
  const here = await start();
  const there = await start();
  const { userId, email, browser } = await enter(here.tenantId, "viewer");
  const token = await invite(there, email);
  assert.equal((await browser.send("POST", "/join", { token })).status, 200);
  await whileHeld(admin, audit, async (held) => {
    const removals = [here, there].map((owner) =>
      owner.browser.send("DELETE", `${owner.people}/${userId}`),
    );
    await held.waiting(2);
    await held.commit();
    for (const { status } of await Promise.all(removals)) assert.equal(status, 200);
  });
  assert.equal((await browser.send("GET", "/account")).status, 401);
});
