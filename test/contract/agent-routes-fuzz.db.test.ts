import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import { createAgentToken } from "#exposure/agents";
import { readBatch, requestAudit } from "#exposure/audits";
import { gzip } from "#lib/gzip";
import { newId } from "#lib/ids";
import type { Context } from "#platform/context";
import { withClient } from "#platform/db";
import { hostFacts, packageFacts, wholeInventory } from "#test/agent-fixture";
import { fixtureSha256, seedAudit, seedAuditPlace, seedContentBundle } from "#test/audit-fixture";
import { auditReport, ruleText, scapContent } from "#test/audit-reports";
import { createTestDatabase } from "#test/database";
import { assertErrorShape } from "#test/error-shape";
import { seedAssets } from "#test/exposure-rows";
import { loadFeeds } from "#test/feeds";
import { createRemoteApp } from "#test/remote-app";
import { hostileText, spoiled } from "#test/spoiled";

const db = await createTestDatabase();
await loadFeeds(db);
const { database } = db;
const now = () => Date.now();
/** An hour passes before each request, so that no agent asks too much of the server. */
let elapsedMs = 0;
const { app, close } = await createRemoteApp(database, { now, monotonic: () => elapsedMs });
after(close);

const hostile = await seedHost();
const bystander = await seedHost();
const before = await rowsOf(bystander.tenantId);

/** A tenant with a host whose agent has an audit to do, and with assets that a probe found. */
async function seedHost() {
  const place = await seedAuditPlace(database);
  const { tenantId } = place;
  await seedAssets(database, tenantId, [{ ip: "10.0.0.5" }, { ip: "10.0.0.6" }, { ip: "fd00::5" }]);
  const context: Context = {
    tenantId,
    actor: { kind: "command_line", id: "root", name: "root" },
    scopes: ["read", "write"],
    database,
    now,
    requestId: "r",
  };
  const wanted = { note: "", siteId: null, tags: [], uses: 1, validForMs: 3_600_000 };
  const { token } = await createAgentToken(context, wanted);
  const payload = { token, version: "1", hostname: "web1" };
  const url = "/remote/v1/agent/enrol";
  const reply = await app.inject({ method: "POST", url, payload });
  assert.equal(reply.statusCode, 200, reply.body);
  const { credential } = reply.json();
  const file = await seedAudit(database, place, { keepArf: true });
  const contentBundle = await seedContentBundle(database, tenantId);
  const content = await seedAudit(database, { ...place, bundleId: contentBundle });
  const jobIds: string[] = [];
  for (const { name } of [file, content]) {
    const { batchId } = await requestAudit(context, { name });
    const jobs = await readBatch(context, batchId);
    jobIds.push(...jobs.map(({ id }) => id));
  }
  return { tenantId, token, credential, jobIds };
}

const jobIds = [...hostile.jobIds, ...bystander.jobIds, newId()];
const anyText = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  fc.constantFrom(
    "10.0.0.6/32",
    "10.0.0.5/8",
    "FD00::5",
    "fd00:0::5",
    "::ffff:10.0.0.5",
    "0.0.0.0",
  ),
);
const others = [hostile.jobIds[0], bystander.jobIds[0], "ab".repeat(32)];

const rules = [
  { id: "a", result: "pass", severity: "high", weight: 1 },
  { id: "b", result: "fail" },
];
const report = auditReport(rules as Parameters<typeof auditReport>[0]);
const content = scapContent([ruleText("a"), ruleText("b")]);
const messages = fc.oneof(
  fc.record({ jobId: fc.constantFrom(...jobIds), report: fc.constant(report) }),
  fc.record({
    jobId: fc.constantFrom(...jobIds),
    report: fc.constant(report),
    content: fc.constant(content),
  }),
  fc.record({
    jobId: fc.constantFrom(...jobIds),
    failure: fc.constant({ at: 5, code: "killed", error: "It is gone." }),
  }),
  fc.record({
    jobId: fc.constantFrom(...jobIds),
    arf: fc.constant({
      bytes: 5,
      sha256: fixtureSha256,
      gzip: "H4sIAAAAAAAAA/NIzcnJBwCCidH3BQAAAA==",
    }),
  }),
);
const addresses = fc.array(fc.constantFrom("10.0.0.5", "10.0.0.6", "fd00::5", "192.0.2.1"), {
  maxLength: 3,
});
const inventory = fc.record({ uuid: fc.option(fc.uuid()), addresses, n: fc.nat(3) }).map((some) => {
  const { uuid, addresses: its, n } = some;
  const host = hostFacts({
    hardware: { uuid, vendor: "QEMU", product: "PC", kind: "virtual" },
    interfaces: [{ name: "ens3", mac: "3c:52:82:00:00:05", addresses: its }],
  });
  const all = ["openssh-server", "bash", "linux-image-amd64"].slice(n);
  const packages = all.map((name) => packageFacts(name, "1:9.2p1-2+deb12u3", "openssh"));
  return {
    ...wholeInventory(packages, { host, at: Date.now() }),
    listeners: [{ protocol: "tcp", address: "0.0.0.0", port: 22, process: "sshd" }],
    blindSpots: [{ what: "hardware", why: "Only root may read it." }],
    removed: [{ name: "vim", arch: "amd64", version: "1" }],
  };
});
const checkIn = fc.record({
  version: fc.constant("1"),
  hostname: fc.constant("web1"),
  bootedAt: fc.constant(5),
  privileged: fc.boolean(),
  oscap: fc.constant("1.3.7"),
  inventory: fc.constantFrom(null, "cd".repeat(32)),
  audits: fc.array(
    fc.record({
      jobId: fc.constantFrom(...jobIds),
      progress: fc.constantFrom(null, { done: 1, total: 2 }),
    }),
    { maxLength: 3 },
  ),
  spooled: fc.constant(0),
  waitMs: fc.constant(0),
});
const enrolment = fc.constant({ token: hostile.token, version: "1", hostname: "web2" });
const batch = fc.array(messages, { maxLength: 3 }).map((all) => ({ messages: all }));

const request = fc.oneof(
  { weight: 1, arbitrary: fc.tuple(fc.constant("enrol"), spoiled(enrolment, anyText, others)) },
  { weight: 4, arbitrary: fc.tuple(fc.constant("check-in"), spoiled(checkIn, anyText, others)) },
  { weight: 6, arbitrary: fc.tuple(fc.constant("inventory"), spoiled(inventory, anyText, others)) },
  { weight: 6, arbitrary: fc.tuple(fc.constant("results"), spoiled(batch, anyText, others)) },
);

test("nothing that a host sends gets a 5xx, and every refusal has the error shape", async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(request, fc.nat(30), async ([path, message], dice) => {
      elapsedMs += 3_600_000;
      const url = `/remote/v1/agent/${path}`;
      const text = JSON.stringify(message);
      const damaged = dice === 0 ? text.slice(0, -1) : text;
      const headers = {
        authorization: `Bearer ${hostile.credential}`,
        "content-type": "application/json",
        ...(dice % 2 === 0 ? {} : { "content-encoding": "gzip" }),
      };
      const payload = dice % 2 === 0 ? damaged : await gzip(damaged);
      const reply = await app.inject({ method: "POST", url, headers, payload });
      const { statusCode } = reply;
      const met = `${path} ${statusCode}`;
      seen.set(met, (seen.get(met) ?? 0) + 1);
      const allowed = path === "enrol" ? [400, 401, 429] : [200, 400];
      assert.ok(allowed.includes(statusCode), `${met} ${reply.body}`);
      if (statusCode !== 200) assertErrorShape(statusCode, reply);
    }),
    { numRuns: 2000 },
  );
  for (const path of ["check-in", "inventory", "results"]) {
    for (const status of [200, 400]) {
      const met = `${path} ${status}`;
      assert.ok((seen.get(met) ?? 0) > 20, `${met} was met ${seen.get(met)} times`);
    }
  }
});

test("bundles are handed out for open jobs of the agent that asks, and every other path is refused", async () => {
  const ask = (path: string, credential = hostile.credential) =>
    app.inject({
      url: `/remote/v1/agent/bundles/${path}`,
      headers: { authorization: `Bearer ${credential}` },
    });
  assert.equal((await ask(fixtureSha256, bystander.credential)).statusCode, 200);
  await fc.assert(
    fc.asyncProperty(anyText, async (text) => {
      elapsedMs += 3_600_000;
      const { statusCode } = await ask(encodeURIComponent(text.toWellFormed()));
      assert.ok([400, 404].includes(statusCode), `${statusCode}`);
    }),
    { numRuns: 200 },
  );
});

test("nothing of another tenant was changed by all that", async () => {
  assert.deepEqual(await rowsOf(bystander.tenantId), before);
});

async function rowsOf(tenantId: string): Promise<unknown[]> {
  return withClient(db.admin, undefined, async (client) => {
    const tables = [
      "agent_tokens",
      "installed_packages",
      "assets",
      "asset_events",
      "findings",
      "bundles",
      "scap_contents",
      "audits",
      "audit_jobs",
      "audit_runs",
      "audit_arfs",
      "audit_log",
    ];
    const selects = tables.map(
      (table) => `select to_jsonb(t) as row from ${table} t where tenant_id = $1`,
    );
    const { rows } = await client.query(`${selects.join(" union all ")} order by 1`, [tenantId]);
    assert.ok(rows.length > 8);
    return rows;
  });
}
