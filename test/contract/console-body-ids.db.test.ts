import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import { readApiDocument } from "#test/api-document";
import { createConsoleApp, seedMember } from "#test/console-app";
import { createTestDatabase } from "#test/database";
import { seedExposure } from "#test/exposure-fixture";
import { seedMonitor } from "#test/monitor-fixture";
import { rowsOfTenant } from "#test/rows-of-tenant";

const db = await createTestDatabase();
const app = await createConsoleApp(db.database, { now: () => 1_790_000_100_000 });
const { operations } = await readApiDocument("console");

/** What the two tenants of one customer have: one for each service. */
async function seedThings(name: string) {
  const monitor = await seedMonitor(db, `${name} monitor`);
  const exposure = await seedExposure(db, `${name} exposure`);
  const agentId = await withClient(db.admin, undefined, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      "select id from agents where tenant_id = $1",
      [exposure.tenantId],
    );
    return rows[0]?.id ?? assert.fail();
  });
  const { tenantId, companyId, collectorId, up, device, openIncident } = monitor;
  const { critical, identityFinding, server, siteId } = exposure;
  return {
    tenantId,
    exposureTenantId: exposure.tenantId,
    agentId,
    ids: {
      companyId,
      collectorId,
      up,
      device,
      openIncident,
      critical,
      identityFinding,
      server,
      siteId,
    },
  };
}

const ours = await seedThings("ours");
const theirs = await seedThings("theirs");
const { headers } = await seedMember(db.database, ours.tenantId, "owner");
const { headers: exposureHeaders } = await seedMember(db.database, ours.exposureTenantId, "owner");
const viewer = await seedMember(db.database, ours.tenantId, "viewer");

/** A field of a body that takes an id: the whole body with such an id in it, and which of a tenant's things it means. */
interface IdField {
  body: (id: string) => object;
  thing: keyof (typeof ours)["ids"];
  ofExposure?: true;
  /** For `{id}` of the path. */
  at?: string;
}

const sensor = { name: "new", type: "tcp", target: "192.0.2.1:9" };
const status = { status: "in_progress", notes: "looked at" };
const exception = { ruleId: "sshd_limit", reason: "r", owner: "o", until: null };
const token = { note: "n", tags: [], uses: 1, validForMs: 3_600_000 };

const fields: Readonly<Record<string, IdField>> = {
  "changeSensors /select/ids": {
    body: (id) => ({ select: { ids: [id] }, change: { enabled: false } }),
    thing: "up",
  },
  "changeSensors /change/companyId": {
    body: (id) => ({ select: { ids: [ours.ids.up] }, change: { companyId: id } }),
    thing: "companyId",
  },
  "changeSensors /change/collectorId": {
    body: (id) => ({ select: { ids: [ours.ids.up] }, change: { collectorId: id } }),
    thing: "collectorId",
  },
  "deleteSensors /select/ids": { body: (id) => ({ select: { ids: [id] } }), thing: "device" },
  "acknowledgeIncidents /ids": { body: (id) => ({ ids: [id] }), thing: "openIncident" },
  "testSensor /collectorId": {
    body: (id) => ({ kind: "check", collectorId: id, sensor }),
    thing: "collectorId",
  },
  "testSensor /sensorId": {
    body: (id) => ({ kind: "check", collectorId: ours.ids.collectorId, sensorId: id, sensor }),
    thing: "up",
  },
  "setFindingStatuses /findings/id": {
    body: (id) => ({ ...status, findings: [{ id, statusAt: 0 }] }),
    thing: "critical",
    ofExposure: true,
  },
  "setIdentityFindingStatuses /findings/id": {
    body: (id) => ({ ...status, findings: [{ id, statusAt: 0 }] }),
    thing: "identityFinding",
    ofExposure: true,
  },
  "exceptAuditRule /assetId": {
    body: (id) => ({ ...exception, assetId: id }),
    thing: "server",
    ofExposure: true,
  },
  "exceptAuditRule /siteId": {
    body: (id) => ({ ...exception, siteId: id }),
    thing: "siteId",
    ofExposure: true,
  },
  "changeAgent /siteId": {
    body: (siteId) => ({ siteId }),
    thing: "siteId",
    ofExposure: true,
    at: ours.agentId,
  },
  "createAgentToken /siteId": {
    body: (siteId) => ({ ...token, siteId }),
    thing: "siteId",
    ofExposure: true,
  },
  "changePerson /companyIds": {
    body: (id) => ({ role: "viewer", companyIds: [id] }),
    thing: "companyId",
    at: viewer.userId,
  },
  "invitePerson /companyIds": {
    body: (id) => ({ email: "new@example.test", role: "viewer", companyIds: [id] }),
    thing: "companyId",
  },
};

/** Where a schema takes ids, as JSON pointers without the places of lists. */
function idsOf(schema: unknown, path = ""): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const found = "format" in schema && schema.format === "uuid" ? [path] : [];
  if ("items" in schema) found.push(...idsOf(schema.items, path));
  for (const [name, inner] of Object.entries(
    "properties" in schema && typeof schema.properties === "object" && schema.properties !== null
      ? schema.properties
      : {},
  )) {
    found.push(...idsOf(inner, `${path}/${name}`));
  }
  return found;
}

const taking = operations.flatMap((operation) =>
  idsOf(operation.body).map((path) => ({ name: `${operation.operationId} ${path}`, operation })),
);

test("every field that takes an id is tried below, and none is for who sees only some companies", () => {
  assert.deepEqual(taking.map(({ name }) => name).toSorted(), Object.keys(fields).toSorted());
  // Viewers alone are limited to companies: what needs more is never theirs.
  for (const { name, operation } of taking) {
    assert.ok(["operate", "administer"].includes(operation.needs ?? ""), name);
  }
});

for (const { name, operation } of taking) {
  test(`${name}: an id of another tenant is as one that nothing has`, async () => {
    const field = fields[name] ?? assert.fail();
    const [tenantId, asked] = field.ofExposure
      ? [ours.exposureTenantId, exposureHeaders]
      : [ours.tenantId, headers];
    const ask = async (id: string): Promise<string> => {
      const path = operation.path.replace("{tenantId}", tenantId).replace("{id}", field.at ?? "");
      const reply = await app.inject({
        method: operation.method as "POST",
        url: `/api${path}`,
        headers: asked,
        payload: field.body(id),
      });
      assert.ok(reply.statusCode < 500, reply.body);
      const body = reply.body.replaceAll(id, "ID").replaceAll(/"requestId":"[^"]*"/g, "");
      return `${reply.statusCode} ${body}`;
    };
    const before = await rowsOfTenant(db, theirs.tenantId);
    const beforeToo = await rowsOfTenant(db, theirs.exposureTenantId);
    const ofNothing = await ask(newId());
    assert.equal(await ask(theirs.ids[field.thing]), ofNothing);
    assert.notEqual(await ask(ours.ids[field.thing]), ofNothing, "an own one is another matter");
    assert.deepEqual(await rowsOfTenant(db, theirs.tenantId), before);
    assert.deepEqual(await rowsOfTenant(db, theirs.exposureTenantId), beforeToo);
  });
}
