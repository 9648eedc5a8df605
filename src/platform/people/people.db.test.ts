import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import type { Role } from "#platform/members";
import { TestBrowser, startAccountsApp } from "#test/accounts-app";
import { seedAccount } from "#test/accounts";
import { auditedActions } from "#test/audited";
import { seedCompany } from "#test/company";
import { seedTenant } from "#test/seed";

let clock = Date.now();
const { url, database, admin } = await startAccountsApp({ now: () => clock });
const { tenantId } = await seedTenant(database);
const { tenantId: otherTenant } = await seedTenant(database);
const companyId = await seedCompany(database, tenantId);
const people = `/tenants/${tenantId}/people`;
const invitations = `/tenants/${tenantId}/invitations`;

async function enter(
  email: string,
  role: Role,
  tenant = tenantId,
): Promise<{ userId: string; email: string; password: string; browser: TestBrowser }> {
  const { userId, password, credentials } = await seedAccount(database, email, {
    tenantId: tenant,
    role,
  });
  const browser = new TestBrowser(url);
  assert.equal((await browser.send("POST", "/sign-in", credentials)).status, 200);
  return { userId, email, password, browser };
}

const owner = await enter("owner@example.test", "owner");
const administrator = await enter("administrator@example.test", "administrator");
const operator = await enter("operator@example.test", "operator");
const viewer = await enter("viewer@example.test", "viewer");
const stranger = await enter("stranger@example.test", "owner", otherTenant);
const invitation = { email: "new@example.test", role: "operator", companyIds: null } as const;

test("only administrators see and change who is in a tenant, and only in their own", async () => {
  const asks = [
    ["GET", people, undefined],
    ["PUT", `${people}/${viewer.userId}`, { role: "operator", companyIds: null }],
    ["DELETE", `${people}/${viewer.userId}`, undefined],
    ["POST", `${people}/${viewer.userId}/password-link`, { clearsSecondFactor: false }],
    ["POST", invitations, invitation],
    ["DELETE", `${invitations}/${newId()}`, undefined],
  ] as const;
  for (const [method, path, body] of asks) {
    for (const { browser } of [operator, viewer]) {
      assert.equal((await browser.send(method, path, body)).status, 403, `${method} ${path}`);
    }
    assert.equal((await stranger.browser.send(method, path, body)).status, 404);
    assert.equal((await new TestBrowser(url).send(method, path, body)).status, 401);
  }
  const elsewhere = `/tenants/${otherTenant}/people/${viewer.userId}`;
  assert.equal((await stranger.browser.send("DELETE", elsewhere)).status, 404);
  const { body } = await administrator.browser.send("GET", people);
  assert.deepEqual(
    body.people.map(({ email, role }: { email: string; role: string }) => [email, role]),
    [
      ["administrator@example.test", "administrator"],
      ["operator@example.test", "operator"],
      ["owner@example.test", "owner"],
      ["viewer@example.test", "viewer"],
    ],
  );
});

test("somebody new joins by a link, once, and is what the invitation says", async () => {
  const limited = { ...invitation, role: "viewer", companyIds: [companyId] };
  const made = await administrator.browser.send("POST", invitations, limited);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { token, id } = made.body;
  const listed = (await administrator.browser.send("GET", people)).body.invitations;
  assert.deepEqual([listed.length, listed[0].id, listed[0].email], [1, id, invitation.email]);
  assert.ok(!JSON.stringify(listed).includes(token));

  const browser = new TestBrowser(url);
  const offer = (await browser.send("POST", "/invitation", { token })).body;
  assert.deepEqual(
    [offer.email, offer.role, offer.hasAccount],
    [invitation.email, "viewer", false],
  );
  const person = { token, name: "Nora New", password: "a good long password" };
  const weak = await browser.send("POST", "/join", { ...person, password: "short" });
  assert.equal(weak.status, 400);
  assert.equal((await browser.send("POST", "/join", { token })).status, 400);
  const joined = await browser.send("POST", "/join", person);
  assert.equal(joined.status, 200, JSON.stringify(joined.body));
  const { user, tenants } = (await browser.send("GET", "/session")).body;
  assert.equal(user.email, invitation.email);
  assert.deepEqual(
    tenants.map(({ id: tenant, role, companyIds }: Record<string, unknown>) => [
      tenant,
      role,
      companyIds,
    ]),
    [[tenantId, "viewer", [companyId]]],
  );
  assert.equal((await new TestBrowser(url).send("POST", "/join", person)).status, 403);
  assert.equal((await new TestBrowser(url).send("POST", "/invitation", { token })).status, 403);
  assert.deepEqual(await auditedActions(admin, id), ["invitation.create"]);
  assert.deepEqual(await auditedActions(admin, user.id), ["member.create"]);
});

test("of two that take an invitation at the same time one gets it", async () => {
  const email = "race@example.test";
  const { token } = (
    await administrator.browser.send("POST", invitations, { ...invitation, email })
  ).body;
  const replies = await Promise.all(
    [1, 2, 3].map((n) =>
      new TestBrowser(url).send("POST", "/join", {
        token,
        name: `Racer ${n}`,
        password: "a good long password",
      }),
    ),
  );
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  assert.ok(replies.every(({ status }) => status < 500));
});

test("who has an account takes the place with it, and with no other's", async () => {
  const { email, browser } = stranger;
  const invited = await administrator.browser.send("POST", invitations, { ...invitation, email });
  const { token } = invited.body;
  const person = { token, name: "Imposter", password: "a good long password" };
  const taken = await new TestBrowser(url).send("POST", "/join", person);
  assert.equal(taken.status, 400, "the account cannot be taken over by the link");
  assert.match(taken.body.error, /Sign in with it/);
  const wrong = await operator.browser.send("POST", "/join", { token });
  assert.equal(wrong.status, 403);
  assert.match(wrong.body.error, /signed in as operator@example.test/);
  const right = await browser.send("POST", "/join", { token });
  assert.equal(right.status, 200, JSON.stringify(right.body));
  assert.equal((await browser.send("GET", "/session")).body.tenants.length, 2);
  const again = await administrator.browser.send("POST", invitations, { ...invitation, email });
  assert.equal(again.status, 400);
  assert.match(again.body.error, /in this tenant already/);
});

test("an invitation ends when it is revoked, replaced, or a week old, and with its maker's power", async () => {
  const email = "late@example.test";
  const make = async (by = administrator) =>
    (await by.browser.send("POST", invitations, { ...invitation, email })).body;
  const opens = async (token: string) =>
    (await new TestBrowser(url).send("POST", "/invitation", { token })).status;

  const revoked = await make();
  assert.equal(await opens(revoked.token), 200);
  const path = `${invitations}/${revoked.id}`;
  assert.equal((await administrator.browser.send("DELETE", path)).status, 200);
  assert.equal((await administrator.browser.send("DELETE", path)).status, 404);
  assert.equal(await opens(revoked.token), 403);

  const replaced = await make();
  const old = await make();
  assert.equal(await opens(replaced.token), 403);
  clock += 7 * 86_400_000;
  assert.equal(await opens(old.token), 403);

  const fading = await enter("fading@example.test", "administrator");
  const left = await make(fading);
  const change = { role: "operator", companyIds: null };
  assert.equal((await owner.browser.send("PUT", `${people}/${fading.userId}`, change)).status, 200);
  assert.equal(await opens(left.token), 403);
});

test("an owner's invitation is revoked and replaced by owners alone", async () => {
  const email = "next-owner@example.test";
  const wish = { ...invitation, email, role: "owner" };
  const made = await owner.browser.send("POST", invitations, wish);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { id, token } = made.body;
  const less = { ...wish, role: "viewer" };
  assert.equal((await administrator.browser.send("DELETE", `${invitations}/${id}`)).status, 403);
  assert.equal((await administrator.browser.send("POST", invitations, less)).status, 403);
  const offer = await new TestBrowser(url).send("POST", "/invitation", { token });
  assert.equal(offer.body.role, "owner");
  assert.equal((await owner.browser.send("POST", invitations, less)).status, 201);
});

test("roles are kept: owners by owners, nobody's own, and the last owner stays", async () => {
  const put = (by: { browser: TestBrowser }, userId: string, role: Role) =>
    by.browser.send("PUT", `${people}/${userId}`, { role, companyIds: null });
  assert.equal((await put(administrator, administrator.userId, "owner")).status, 403);
  assert.equal((await put(administrator, viewer.userId, "owner")).status, 403);
  assert.equal((await put(administrator, owner.userId, "viewer")).status, 403);
  assert.equal((await put(owner, owner.userId, "viewer")).status, 403);
  const owners = await administrator.browser.send("POST", invitations, {
    ...invitation,
    email: "o@example.test",
    role: "owner",
  });
  assert.equal(owners.status, 403);
  for (const by of [administrator, owner]) {
    assert.equal((await by.browser.send("DELETE", `${people}/${owner.userId}`)).status, 403);
  }
  const second = await enter("second@example.test", "owner");
  const replies = await Promise.all([
    put(owner, second.userId, "administrator"),
    put(second, owner.userId, "administrator"),
  ]);
  assert.deepEqual(
    new Set(replies.map(({ status }) => status)),
    new Set([200, 403]),
    "of two that demote each other one stays",
  );
  const winner = replies[0].status === 200 ? owner : second;
  const loser = winner === owner ? second : owner;
  assert.equal((await put(winner, loser.userId, "owner")).status, 200);
  assert.deepEqual(await auditedActions(admin, loser.userId), ["member.update", "member.update"]);
});

test("another role holds from the next request on", async () => {
  const { userId, browser } = await enter("changing@example.test", "viewer");
  assert.equal((await browser.send("GET", people)).status, 403);
  const change = { role: "administrator", companyIds: null };
  assert.equal((await owner.browser.send("PUT", `${people}/${userId}`, change)).status, 200);
  assert.equal((await browser.send("GET", people)).status, 200);
});

test("a stream of news ends when its reader becomes something else in the tenant", async () => {
  const { userId, browser } = await enter("listening@example.test", "operator");
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const stream = await fetch(`${url}/api/tenants/${tenantId}/live`, { headers: { cookie } });
  const reader = (stream.body ?? assert.fail()).getReader();
  await reader.read();
  const change = { role: "viewer", companyIds: null };
  assert.equal((await owner.browser.send("PUT", `${people}/${userId}`, change)).status, 200);
  for (let isOpen = true; isOpen;) isOpen = !(await reader.read()).done;
});

test("who is removed is out at once; in no tenant any more, all sessions end", async () => {
  const leaving = await enter("leaving@example.test", "operator");
  const path = `${people}/${leaving.userId}`;
  assert.equal((await administrator.browser.send("DELETE", path)).status, 200);
  assert.equal((await leaving.browser.send("GET", "/account")).status, 401);
  assert.equal((await administrator.browser.send("DELETE", path)).status, 404);
  // One who is in another tenant as well stays signed in there.
  const both = `${people}/${stranger.userId}`;
  assert.equal((await owner.browser.send("DELETE", both)).status, 200);
  assert.equal((await stranger.browser.send("GET", "/account")).status, 200);
  assert.equal((await stranger.browser.send("GET", people)).status, 404);
});

test("a link to a new password works once, for a day, for people below and in no other tenant", async () => {
  const { userId, email, browser } = await enter("forgetful@example.test", "operator");
  const ask = (by: { browser: TestBrowser }, of: string) =>
    by.browser.send("POST", `${people}/${of}/password-link`, { clearsSecondFactor: true });
  assert.equal((await ask(administrator, owner.userId)).status, 403);
  assert.equal((await ask(owner, owner.userId)).status, 403);
  const made = await ask(administrator, userId);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { token } = made.body;
  const opened = await new TestBrowser(url).send("POST", "/password-link", { token });
  assert.deepEqual(opened.body, { email });
  const password = "remembered from now on";
  const anyone = new TestBrowser(url);
  assert.equal((await anyone.send("POST", "/new-password", { token, password: "x" })).status, 400);
  assert.equal((await anyone.send("POST", "/new-password", { token, password })).status, 200);
  assert.equal((await anyone.send("POST", "/new-password", { token, password })).status, 403);
  assert.equal((await browser.send("GET", "/account")).status, 401, "sessions have ended");
  assert.equal((await browser.send("POST", "/sign-in", { email, password })).status, 200);
  assert.deepEqual(await auditedActions(admin, userId), ["member.password_link", "user.password"]);

  const first = (await ask(administrator, userId)).body.token;
  const second = (await ask(administrator, userId)).body.token;
  assert.equal(
    (await anyone.send("POST", "/new-password", { token: second, password })).status,
    200,
  );
  const other = await anyone.send("POST", "/new-password", { token: first, password });
  assert.equal(other.status, 403, "one that was used takes the others along");

  const late = (await ask(administrator, userId)).body.token;
  clock += 86_400_000;
  assert.equal((await anyone.send("POST", "/password-link", { token: late })).status, 403);
  const tooLate = await anyone.send("POST", "/new-password", { token: late, password });
  assert.equal(tooLate.status, 403);
  const setUpWith = { token, name: "x", email: "x@example.test", password };
  assert.equal((await anyone.send("POST", "/set-up", setUpWith)).status, 403);

  const both = await enter("both@example.test", "viewer");
  const { token: there } = (
    await stranger.browser.send("POST", `/tenants/${otherTenant}/invitations`, {
      ...invitation,
      email: both.email,
    })
  ).body;
  assert.equal((await both.browser.send("POST", "/join", { token: there })).status, 200);
  assert.equal((await ask(owner, both.userId)).status, 403);
});

test("a link to a new password ends with its maker's power, its person's role, and when that person joins another tenant", async () => {
  const victim = await enter("victim@example.test", "operator");
  const maker = await enter("maker@example.test", "administrator");
  const linkTo = async (userId: string): Promise<string> => {
    const body = { clearsSecondFactor: true };
    const made = await maker.browser.send("POST", `${people}/${userId}/password-link`, body);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return made.body.token;
  };
  const isGood = async (token: string): Promise<boolean> =>
    (await new TestBrowser(url).send("POST", "/password-link", { token })).status === 200;
  const become = async (userId: string, role: Role) => {
    const reply = await owner.browser.send("PUT", `${people}/${userId}`, {
      role,
      companyIds: null,
    });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
  };

  const toOwner = await linkTo(victim.userId);
  assert.ok(await isGood(toOwner));
  await become(victim.userId, "owner");
  assert.ok(!(await isGood(toOwner)), "an administrator would become owner");
  await become(victim.userId, "operator");

  const elsewhere = await linkTo(victim.userId);
  const { token } = (
    await stranger.browser.send("POST", `/tenants/${otherTenant}/invitations`, {
      ...invitation,
      email: victim.email,
    })
  ).body;
  assert.equal((await victim.browser.send("POST", "/join", { token })).status, 200);
  assert.ok(!(await isGood(elsewhere)), "it would lead into the other tenant");

  const other = await enter("other-victim@example.test", "viewer");
  const demoted = await linkTo(other.userId);
  await become(maker.userId, "viewer");
  assert.ok(!(await isGood(demoted)), "its maker may do that no more");
  await become(maker.userId, "administrator");
  const removed = await linkTo(other.userId);
  assert.equal((await owner.browser.send("DELETE", `${people}/${maker.userId}`)).status, 200);
  assert.ok(!(await isGood(removed)), "its maker is gone");
});

test("what cannot be meant is refused with 400 or 404", async () => {
  for (const wrong of [
    { ...invitation, email: "nobody" },
    { ...invitation, email: "a\u0000@example.test" },
    { ...invitation, name: "a\u0007" },
    { ...invitation, role: "king" },
    { ...invitation, companyIds: [companyId] },
    { ...invitation, role: "viewer", companyIds: [] },
    { ...invitation, role: "viewer", companyIds: [newId()] },
    { ...invitation, role: "viewer", companyIds: ["x"] },
    { ...invitation, more: 1 },
    { email: invitation.email },
  ]) {
    const reply = await owner.browser.send("POST", invitations, wrong);
    assert.equal(reply.status, 400, JSON.stringify([wrong, reply.body]));
  }
  for (const id of [newId(), "x", "%00"]) {
    const change = { role: "viewer", companyIds: null };
    assert.equal((await owner.browser.send("PUT", `${people}/${id}`, change)).status, 404);
    assert.equal((await owner.browser.send("DELETE", `${people}/${id}`)).status, 404);
    assert.equal((await owner.browser.send("DELETE", `${invitations}/${id}`)).status, 404);
  }
});
