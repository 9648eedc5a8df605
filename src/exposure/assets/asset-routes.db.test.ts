import assert from "node:assert/strict";
import { test } from "node:test";
import { withClient } from "#platform/db";
import { recordInventory } from "#exposure/flows";
import { hostFacts, seedAgent, wholeInventory } from "#test/agent-fixture";
import { createTestDatabase } from "#test/database";
import { askExposure, createExposureApp, createExposureKey } from "#test/exposure-app";
import { seedExposure } from "#test/exposure-fixture";
import { seedAssets, seedSite } from "#test/exposure-rows";
import { seedTenant } from "#test/seed";

const db = await createTestDatabase();
const { database } = db;
const app = await createExposureApp(database);
const fixture = await seedExposure(db, "assets");
const ask = askExposure(app, fixture.read);

function sql(text: string, values: unknown[]) {
  return withClient(db.admin, undefined, (client) => client.query(text, values));
}

interface Asset {
  id: string;
  riskScore: number;
  siteId?: string;
}

test("an asset shows its fields and services; what is not known is left out", async () => {
  const { assets } = (await ask("GET", "/assets")).json();
  assert.deepEqual(assets, [
    {
      id: fixture.server,
      ip: "10.1.0.7",
      hostname: "web.berlin.test",
      hostnames: ["web.berlin.test", "web"],
      os: "Debian GNU/Linux 12",
      deviceType: "server",
      vendor: "Xensource",
      openPorts: [22, 443],
      udpPorts: [161],
      services: [
        { protocol: "tcp", port: 22, name: "ssh", product: "OpenSSH", version: "9.2p1" },
        {
          protocol: "tcp",
          port: 443,
          name: "http",
          product: "nginx",
          version: "1.22.1",
          tls: {
            protocols: ["TLSv1.2", "TLSv1.3"],
            subject: "CN=web.berlin.test",
            issuer: "CN=Test CA",
            notAfter: 1800000000000,
            selfSigned: false,
          },
        },
        { protocol: "udp", port: 161 },
      ],
      macAddress: "00:16:3e:00:00:07",
      tags: ["dmz", "criticality:high"],
      riskScore: 87.5,
      siteId: fixture.siteId,
      probeId: fixture.probeId,
      companyId: fixture.companyId,
      agentInstalled: true,
      agentVersion: "1.0.0",
      agentLastSeenAt: 1790000000000,
      firstSeenAt: 1780000000000,
      lastSeenAt: 1790000000000,
      lastScannedAt: 1790000000000,
    },
    {
      id: fixture.lost,
      hostnames: [],
      services: [],
      tags: [],
      riskScore: 0,
      agentInstalled: false,
      firstSeenAt: 1780000000000,
      lastSeenAt: 1785000000000,
    },
  ]);
});

test("one asset is the same as in the list, and tells what its score was made of once it was worked out", async () => {
  const { assets } = (await ask("GET", "/assets")).json();
  for (const listed of assets) {
    const { acceptedRisk, riskFactors, ...same } = (
      await ask("GET", `/assets/${listed.id}`)
    ).json();
    assert.deepEqual(same, listed);
    assert.equal(acceptedRisk, listed.id === fixture.server ? 3.2 : 0);
    assert.equal(riskFactors?.criticality, listed.id === fixture.server ? 1.5 : undefined);
  }
});

test("open ports are an empty list once they were looked for, and missing before", async () => {
  const { tenantId } = await seedTenant(database);
  const [scanned = "", discovered = ""] = await seedAssets(database, tenantId, [
    { ip: "10.0.0.1", lastScannedAt: 1 },
    { ip: "2001:db8::1" },
  ]);
  const other = askExposure(app, await createExposureKey(database, tenantId, "read"));
  assert.deepEqual((await other("GET", `/assets/${scanned}`)).json().openPorts, []);
  const asset = (await other("GET", `/assets/${discovered}`)).json();
  assert.deepEqual(
    [asset.ip, "openPorts" in asset, "udpPorts" in asset],
    ["2001:db8::1", false, false],
  );
});

test("the riskiest come first, then by id, in pages as in the whole list, of one site as of all", async () => {
  const { tenantId } = await seedTenant(database);
  const siteId = await seedSite(database, tenantId);
  await seedAssets(
    database,
    tenantId,
    // 2,300, of which many have the same score.
    Array.from({ length: 2300 }, (_, i) => ({
      riskScore: (Math.imul(i + 1, 2654435761) >>> 8) % 101,
      siteId: i % 2 === 0 ? siteId : null,
    })),
  );
  const other = askExposure(app, await createExposureKey(database, tenantId, "read"));
  const reply = await other("GET", "/assets");
  const { assets: whole, ...envelope } = reply.json();
  assert.deepEqual(envelope, { count: 2300, limit: 2300, offset: 0, hasMore: false, total: 2300 });
  const inOrder = (a: Asset, b: Asset) => b.riskScore - a.riskScore || (a.id < b.id ? -1 : 1);
  assert.deepEqual(whole, whole.toSorted(inOrder));
  const ofSite = whole.filter((asset: Asset) => asset.siteId === siteId);
  for (const [filter, expected] of [
    ["", whole],
    [`&siteId=${siteId}`, ofSite],
  ] as const) {
    const walked: Asset[] = [];
    for (let more = true; more;) {
      const path = `/assets?limit=700&offset=${walked.length}${filter}`;
      const page = (await other("GET", path)).json();
      assert.equal(page.total, expected.length);
      walked.push(...page.assets);
      more = page.hasMore;
    }
    assert.deepEqual(walked, expected);
    const list = (await other("GET", `/assets?offset=0${filter}`)).json();
    assert.deepEqual(list.assets, expected);
  }

  const tagOf = async () => String((await other("HEAD", "/assets")).headers["etag"]);
  const tag = await tagOf();
  assert.equal(reply.headers["etag"], tag);
  for (const change of [
    "update assets set os = 'Plan 9' where id = $1",
    `insert into services (tenant_id, asset_id, protocol, port, confidence, facts, first_seen_at, last_seen_at)
     select tenant_id, id, 'tcp', 22, 10, '{}', 1, 1 from assets where id = $1`,
    "update services set version = '2' where asset_id = $1",
  ]) {
    const before = await tagOf();
    await sql(change, [whole[1500].id]);
    assert.notEqual(await tagOf(), before, change);
  }
});

test("an asset with an agent shows what that tells of it; one without, and lists, do not", async () => {
  const { tenantId } = await seedTenant(database);
  const agent = await seedAgent(database, tenantId, { name: "web1" });
  const deps = { database, now: () => 1_790_000_000_000 };
  const host = hostFacts({
    interfaces: [{ name: "e", mac: null, addresses: ["10.0.0.9", "::9"] }],
  });
  const listeners = [
    { protocol: "tcp" as const, address: "0.0.0.0", port: 22, process: "sshd" },
    { protocol: "udp" as const, address: "::", port: 161, process: null },
  ];
  await recordInventory(deps, agent, { ...wholeInventory([], { host, at: 1 }), listeners });
  const read = askExposure(app, await createExposureKey(database, tenantId, "read"));
  const [{ id, ...listed }] = (await read("GET", "/assets")).json().assets;
  assert.equal(listed.agentInstalled, true);
  assert.equal("agent" in listed, false);
  const { agent: told } = (await read("GET", `/assets/${id}`)).json();
  assert.partialDeepStrictEqual(told, {
    name: "web1",
    inventoryAt: 1,
    kernel: "6.1.0-28-amd64",
    architecture: "x86_64",
    hardware: "virtual",
    addresses: ["10.0.0.9", "::9"],
    listeners: [
      { protocol: "tcp", address: "0.0.0.0", port: 22, process: "sshd" },
      { protocol: "udp", address: "::", port: 161 },
    ],
    blindSpots: [],
  });
  assert.equal("hardwareUuid" in told, false);
  assert.equal("agent" in (await ask("GET", `/assets/${fixture.lost}`)).json(), false);
});
