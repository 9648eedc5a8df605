import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { createLiveHub } from "#platform/live";
import { seedAgent, seedAudit, seedAuditPlace } from "#test/audit-fixture";
import { askConsole, createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { seedTenant } from "#test/seed";
import { offerJobs } from "./offer-jobs.ts";

const db = await createTestDatabase();
const { database } = db;
const now = 1_790_000_000_000;
const app = await createConsoleApp(database, { now: () => now });
const place = await seedAuditPlace(database);
const { tenantId, siteId, bundleId } = place;
const companyId = newId();
const admin = (sql: string, values: unknown[]) =>
  withClient(db.admin, undefined, (client) => client.query(sql, values));
await admin("insert into companies (tenant_id, id, name, created_at) values ($1, $2, 'Acme', 0)", [
  tenantId,
  companyId,
]);
await admin("update sites set company_id = $1 where id = $2", [companyId, siteId]);
const web = await seedAgent(database, tenantId, { name: "web1" });
await admin("update agents set site_id = $1 where id = $2", [siteId, web]);
await seedAgent(database, tenantId, { name: "mail1" });
const everywhere = await seedAudit(database, place, { name: "everywhere" });
const atHq = await seedAudit(database, place, { name: "at HQ", siteId });
const ask = askConsole(app, tenantId, await seedMember(database, tenantId, "operator"));

test("audits are listed with where they are for, and one with how it goes on each host", async () => {
  const { items } = (await ask("GET", "/audits")).json();
  assert.deepEqual(
    items.map(({ name, hosts, siteName, profile }: Record<string, unknown>) => [
      name,
      hosts,
      siteName,
      profile,
    ]),
    [
      ["at HQ", 1, "HQ", "standard"],
      ["everywhere", 2, null, "standard"],
    ],
  );
  const asked = await ask("POST", `/audits/${everywhere.id}/run`, {});
  assert.equal(asked.statusCode, 200, asked.body);
  assert.deepEqual(asked.json(), { jobs: 2, skipped: [] });
  const again = (await ask("POST", `/audits/${everywhere.id}/run`, { agent: "web1" })).json();
  assert.equal(again.jobs, 0);
  assert.equal(again.skipped[0].agent, "web1");

  const checkIn = { tenantId, agentId: web, holding: [], progress: [], now };
  const { jobs } = await offerJobs(database, checkIn, async () => new Map());
  const id = jobs[0]?.jobId ?? "";
  const progress = [{ id, progress: { done: 3, total: 10 } }];
  await offerJobs(database, { ...checkIn, holding: [id], progress }, async () => new Map());

  const page = (await ask("GET", `/audits/${everywhere.id}`)).json();
  assert.deepEqual([page.audit.waiting, page.audit.running], [1, 1]);
  const job = page.jobs.find(({ agentName }: { agentName: string }) => agentName === "web1");
  assert.equal(job.state, "running");
  assert.deepEqual(job.progress, { done: 3, total: 10 });
  assert.equal(job.requestedBy, "Test Person");

  const stopped = await ask("POST", `/audits/${everywhere.id}/stop`);
  assert.deepEqual(stopped.json(), { stopped: 1, stopping: 1 });
});

test("pages are told when an audit begins, gets on and ends", async () => {
  const hub = await createLiveHub(database);
  const told: (readonly string[] | null)[] = [];
  const heard = Promise.withResolvers<void>();
  const end = hub.watch(tenantId, ({ topic, ids }) => {
    if (topic !== "audit_jobs") return;
    told.push(ids);
    heard.resolve();
  });
  await ask("POST", `/audits/${atHq.id}/run`, {});
  await heard.promise;
  assert.deepEqual(told[0], [atHq.id]);
  end();
  await hub.close();
});

test("a viewer of some companies sees the audits of their sites only, and no bundles", async () => {
  const limited = await seedMember(database, tenantId, "viewer", [companyId]);
  const see = askConsole(app, tenantId, limited);
  const { items } = (await see("GET", "/audits")).json();
  assert.deepEqual(
    items.map(({ name }: { name: string }) => name),
    ["at HQ"],
  );
  assert.equal((await see("GET", `/audits/${atHq.id}`)).statusCode, 200);
  assert.equal((await see("GET", `/audits/${everywhere.id}`)).statusCode, 404);
  assert.equal((await see("GET", "/bundles")).statusCode, 404);
});

test("viewers run and stop nothing, another tenant's audits are not there, and bad bodies are refused", async () => {
  const look = askConsole(app, tenantId, await seedMember(database, tenantId, "viewer"));
  const theirs = await seedTenant(database);
  const owner = await seedMember(database, theirs.tenantId, "owner");
  const there = askConsole(app, theirs.tenantId, owner);
  for (const path of ["run", "stop"]) {
    const body = path === "run" ? {} : undefined;
    assert.equal((await look("POST", `/audits/${atHq.id}/${path}`, body)).statusCode, 403);
    assert.equal((await there("POST", `/audits/${atHq.id}/${path}`, body)).statusCode, 404);
    assert.equal((await ask("POST", `/audits/nothing/${path}`, body)).statusCode, 404);
  }
  assert.equal((await there("GET", `/audits/${atHq.id}`)).statusCode, 404);
  for (const body of [{ agent: 1 }, { more: 1 }, { arf: "yes" }]) {
    assert.equal((await ask("POST", `/audits/${atHq.id}/run`, body)).statusCode, 400);
  }
  const unknown = await ask("POST", `/audits/${atHq.id}/run`, { agent: "nobody" });
  assert.equal(unknown.statusCode, 404);
});

test("a bundle shows its profiles by their short names", async () => {
  const { items } = (await ask("GET", "/bundles")).json();
  assert.equal(items[0].id, bundleId);
  assert.deepEqual(items[0].profiles[0], { id: "standard", title: "standard", rules: 3 });
});
