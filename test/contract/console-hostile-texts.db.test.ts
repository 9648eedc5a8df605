import assert from "node:assert/strict";
import { test } from "node:test";
import { readFile } from "node:fs/promises";
import type { InjectOptions } from "fastify";
import { readApiDocument } from "#test/api-document";
import { askConsole, createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { declaredItems, targets } from "#test/declared-items";
import { type Sample, hostileTextTests } from "#test/hostile-requests";
import { rowsOfTenant } from "#test/rows-of-tenant";
import { seedWholeTenant } from "#test/whole-tenant";

const now = 1_790_000_100_000;
const db = await createTestDatabase();
const app = await createConsoleApp(db.database, { now: () => now });
const { operations } = await readApiDocument("console");
const whole = await seedWholeTenant(db, "our", "10.1");
const { tenantId, monitor, exposure } = whole;
const owner = await seedMember(db.database, tenantId, "owner");
const viewer = await seedMember(db.database, tenantId, "viewer");
const askTenant = askConsole(app, tenantId, owner);

/** Of the agent that the audit below is for. */
const agentId = await firstOf("/agents");
await askTenant("PATCH", `/agents/${agentId}`, { siteId: exposure.siteId });

async function firstOf(path: string): Promise<string> {
  const reply = (await askTenant("GET", path)).json();
  return (reply.items ?? reply.agents ?? reply.audits)[0].id;
}

const stig = await readFile(new URL("../fixtures/scap/stig.cklb", import.meta.url));
const matching = { status: "up", type: "tls", tag: "t", q: "nothing is called so" };
const filter = { ...matching, company: monitor.companyId, collector: monitor.collectorId };
const none = { select: { filter, expected: 0 } };
const snmp = { version: 1, community: "c" };
const exception = { ruleId: "sshd_limit", reason: "r", owner: "o", until: now + 1e9 };
const statuses = (id: string, old: string) => [
  { body: { status: "open", notes: "n", findings: [{ id, statusAt: 1_780_000_000_000 }] } },
  {
    body: {
      status: "accepted",
      notes: "n",
      acceptedUntil: 1_900_000_000_000,
      findings: [{ id: old, statusAt: 1_785_000_000_000 }],
    },
  },
];

const bodies: Readonly<Record<string, readonly Sample[]>> = {
  changeSensors: [
    {
      body: {
        select: { ids: [monitor.device] },
        change: {
          enabled: true,
          intervalSec: 60,
          companyId: monitor.companyId,
          collectorId: monitor.collectorId,
          addTags: ["a"],
          removeTags: ["b"],
        },
      },
    },
    { body: { ...none, change: { enabled: false } } },
  ],
  deleteSensors: [{ body: { select: { ids: [viewer.userId] } } }, { body: none }],
  acknowledgeIncidents: [{ body: { ids: [monitor.openIncident], note: "n" } }],
  noteIncident: [{ id: monitor.openIncident, body: { note: "n" } }],
  testSensor: [
    {
      body: {
        kind: "check",
        collectorId: monitor.collectorId,
        sensorId: monitor.device,
        sensor: { type: "snmp", target: "10.0.0.2", snmp },
      },
    },
  ],
  setCollectorTargets: [{ id: monitor.collectorId, body: targets }],
  setProbeTargets: [{ id: exposure.probeId, body: targets }],
  setAssetTags: [{ id: exposure.server, body: { tags: ["dmz"] } }],
  setFindingStatuses: statuses(exposure.critical, exposure.accepted),
  setIdentityFindingStatuses: statuses(exposure.identityFinding, exposure.identityFinding),
  createIdentityException: [
    {
      body: {
        directory: "our e berlin.test",
        rule: "ad.kerberoastable",
        target: "svc-backup {n}",
        reason: "r",
        owner: "o",
        expiresAt: now + 1e9,
      },
    },
  ],
  runAudit: [{ id: await firstOf("/audits"), body: { agent: "our e web", arf: true } }],
  importAuditRuns: [
    {
      body: {
        name: "a.cklb",
        data: stig.toString("base64"),
        site: "our e Berlin",
        modifiedAt: now,
      },
    },
  ],
  exceptAuditRule: [
    { body: { ...exception, assetId: exposure.server } },
    { body: { ...exception, siteId: exposure.siteId } },
    { body: { ...exception, tag: "dmz" } },
  ],
  changeAgent: [
    {
      id: agentId,
      body: { name: "our e web", siteId: exposure.siteId, tags: ["a"] },
    },
  ],
  createAgentToken: [
    { body: { note: "n", siteId: exposure.siteId, tags: ["a"], uses: 1, validForMs: 3_600_000 } },
  ],
  changePlan: [{ body: { sensorLimit: 10_000 } }],
  createApiKey: [{ body: { service: "monitor", scope: "read", name: "key" } }],
  changePerson: [{ id: viewer.userId, body: { role: "viewer", companyIds: [monitor.companyId] } }],
  makePasswordLink: [{ id: viewer.userId, body: { clearsSecondFactor: true } }],
  invitePerson: [
    {
      body: {
        email: "new{n}@example.test",
        name: "New",
        role: "viewer",
        companyIds: [monitor.companyId],
      },
    },
  ],
};

/** To make each item that can be declared, and to change one that was made so. */
async function declarationSamples(): Promise<Record<string, Sample[]>> {
  const samples: Record<string, Sample[]> = {};
  for (const [list, each] of Object.entries(declaredItems("our"))) {
    const path = `/tenants/{tenantId}/declarations/${list}`;
    const operationOf = (method: string, at: string) =>
      operations.find((one) => one.method === method && one.path === at)?.operationId ??
      assert.fail(list);
    samples[operationOf("POST", path)] = each.map((body) => ({ body, alike: true }));
    const changes = [];
    for (const [i, item] of each.entries()) {
      const body = { ...item, name: `${list} ${i}` };
      const reply = await askTenant("POST", `/declarations/${list}`, body);
      assert.equal(reply.statusCode, 201, `${list}: ${reply.body}`);
      changes.push({ id: reply.json().id, body });
    }
    samples[operationOf("PUT", `${path}/{id}`)] = changes;
  }
  return samples;
}

const tests = hostileTextTests({
  operations: operations.filter(
    // The stream has no end to wait for.
    ({ path }) => path.startsWith("/tenants/") && !path.endsWith("/live"),
  ),
  ask: (method, path, body) =>
    app.inject({
      method,
      url: `/api${path}`,
      headers: {
        ...owner.headers,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { payload: body }),
    } as InjectOptions),
  ids: whole.ids,
  tenantId,
  queries: whole.queries,
  samples: { ...bodies, ...(await declarationSamples()) },
  rows: () => rowsOfTenant(db, tenantId),
});
for (const [guarantee, run] of tests) test(guarantee, run);
