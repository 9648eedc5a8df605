import assert from "node:assert/strict";
import { test } from "node:test";
import type { HostFacts } from "#engines/inventory-types";
import { findAgentRows } from "#exposure/agents";
import { statement } from "#platform/db";
import { Problem } from "#platform/errors";
import { hostFacts, packageFacts, seedAgent, wholeInventory } from "#test/agent-fixture";
import { createTestDatabase } from "#test/database";
import { seedAssets } from "#test/exposure-rows";
import { seedTenant } from "#test/seed";
import { recordInventory } from "./record-inventory.ts";

const { database } = await createTestDatabase();
const clock = Date.UTC(2026, 10, 21);
const deps = { database, now: () => clock };

interface Asset {
  id: string;
  ip: string | null;
  agent: string | null;
  cpe: string | null;
  firstSeenAt: number;
}
const assetRows = statement<[tenantId: string], Asset>(
  "test.hostile.assets",
  `select id, ip::text as ip, agent_id as agent, os_cpe as cpe, first_seen_at as "firstSeenAt"
   from assets where tenant_id = $1 order by id`,
);
const eventTexts = statement<[tenantId: string, assetId: string], { text: string }>(
  "test.hostile.events",
  "select text from asset_events where tenant_id = $1 and asset_id = $2 order by at, id",
);

const at = (address: string, change: Partial<HostFacts> = {}) =>
  hostFacts({
    interfaces: [{ name: "ens3", mac: null, addresses: [address] }],
    primaryAddress: null,
    ...change,
  });
const tell = (agent: { tenantId: string; agentId: string }, host: HostFacts, when = clock) =>
  recordInventory(deps, agent, wholeInventory([], { host, at: when }));
const assetsOf = (tenantId: string) => database.forTenant(tenantId).run(assetRows, [tenantId]);

test("addresses, MAC addresses and UUIDs in another spelling than their own are refused, and nothing is kept", async () => {
  const { tenantId } = await seedTenant(database);
  await seedAssets(database, tenantId, [{ ip: "10.0.0.6" }, { ip: "fd00::5" }]);
  const before = await assetsOf(tenantId);
  const agent = await seedAgent(database, tenantId);
  const addresses = ["10.0.0.6/32", "10.0.0.6/8", "10.0.0.006", "FD00::5", "fd00:0::5"];
  const more = ["::ffff:10.0.0.6", "fe80::1%eth0", "[fd00::5]", "10.0.0.6\n", "", "nonsense"];
  const macs = ["3C:52:82:00:00:05", "3c5282000005", "3c:52:82:00:00", "\u0000"];
  const uuids = ["", "11111111-2222-3333-4444-55555555555A", "../../etc/passwd"];
  const machine = { vendor: null, product: null, kind: "virtual" as const };
  const hosts: [HostFacts, RegExp][] = [
    ...[...addresses, ...more].map((one): [HostFacts, RegExp] => [
      at(one),
      /\/host\/interfaces\/0\/addresses\/0 must be/,
    ]),
    ...macs.map((mac): [HostFacts, RegExp] => [
      hostFacts({ interfaces: [{ name: "ens3", mac, addresses: [] }] }),
      /\/host\/interfaces\/0\/mac must be/,
    ]),
    ...uuids.map((uuid): [HostFacts, RegExp] => [
      hostFacts({ hardware: { uuid, ...machine } }),
      /\/host\/hardware\/uuid must be/,
    ]),
    [hostFacts({ primaryAddress: "fd00::0" }), /\/host\/primaryAddress must be/],
  ];
  for (const [host, sentence] of hosts) {
    await assert.rejects(
      tell(agent, host),
      (error: unknown) =>
        error instanceof Problem &&
        error.code === "invalid_request" &&
        sentence.test(error.message),
    );
  }
  assert.deepEqual(await assetsOf(tenantId), before);
});

test("no asset is at an address that is nobody's or everybody's", async () => {
  const { tenantId } = await seedTenant(database);
  for (const address of ["127.0.0.1", "0.0.0.0", "169.254.1.1", "224.0.0.1", "255.255.255.255"]) {
    await tell(await seedAgent(database, tenantId), at(address));
  }
  for (const address of ["::1", "::", "fe80::1", "ff02::1"]) {
    await tell(await seedAgent(database, tenantId), at(address));
  }
  const assets = await assetsOf(tenantId);
  assert.equal(assets.length, 9);
  assert.deepEqual(new Set(assets.map(({ ip }) => ip)), new Set([null]));
});

test("an agent's clock makes no host older than the agent, and no word of its system makes another CPE than ours", async () => {
  const { tenantId } = await seedTenant(database);
  for (const id of ["constructor", "__proto__", "toString"]) {
    const agent = await seedAgent(database, tenantId, { enrolledAt: clock - 1000 });
    await tell(agent, at("10.0.0.9", { os: { ...hostFacts().os, id } }), 0);
    const asset = (await assetsOf(tenantId)).find((one) => one.agent === agent.agentId);
    assert.deepEqual([asset?.firstSeenAt, asset?.cpe], [clock - 1000, null]);
  }
});

test("that an agent took over an asset that a probe found is kept with the asset, with the reason", async () => {
  const { tenantId } = await seedTenant(database);
  const [found] = await seedAssets(database, tenantId, [{ ip: "10.0.0.6" }]);
  assert.ok(found !== undefined);
  const agent = await seedAgent(database, tenantId);
  const whole = wholeInventory([packageFacts("bash", "5.2.15-2+b7")], {
    host: at("10.0.0.6"),
    at: clock,
  });
  await recordInventory(deps, agent, whole);
  const [asset] = await assetsOf(tenantId);
  assert.deepEqual([asset?.id, asset?.agent], [found, agent.agentId]);
  const texts = async () => {
    const rows = await database.forTenant(tenantId).run(eventTexts, [tenantId, found]);
    return rows.map(({ text }) => text);
  };
  const said = `agent ${agent.agentId} is on it now: recognised by its address 10.0.0.6`;
  assert.deepEqual(await texts(), [said]);
  await tell(agent, at("10.0.0.6", { kernel: "6.1.0-29-amd64" }));
  assert.deepEqual(await texts(), [said]);
});

test("an agent that checks in takes no asset from another one that does, whatever it says of its hardware", async () => {
  const { tenantId } = await seedTenant(database);
  const uuid = "11111111-2222-3333-4444-555555555555";
  const hardware = { uuid, vendor: null, product: null, kind: "virtual" as const };
  const host = at("10.0.0.6", { hardware });
  const victim = await seedAgent(database, tenantId, { name: "web1", lastSeenAt: clock });
  await tell(victim, host);
  const thief = await seedAgent(database, tenantId, { name: "thief", enrolledAt: clock - 1 });
  await tell(thief, host);
  const [first, second] = await assetsOf(tenantId);
  assert.deepEqual([first?.agent, second?.agent], [victim.agentId, thief.agentId]);
});

test("an agent whose copy took its asset is asked for everything again, and gets an asset of its own", async () => {
  const { tenantId } = await seedTenant(database);
  const original = await seedAgent(database, tenantId, {
    name: "web1",
    lastSeenAt: clock - 30_000,
  });
  await tell(original, at("10.0.0.6"));
  const copy = { name: "web1-2", enrolledAt: clock - 1000, lastSeenAt: clock };
  const clone = await seedAgent(database, tenantId, copy);
  await renamed(tenantId, clone.agentId);
  await tell(clone, at("10.0.0.6"));
  const db = database.forTenant(tenantId);
  const [left] = await findAgentRows(db, tenantId, [original.agentId]);
  assert.deepEqual([left?.assetId, left?.inventoryRevision], [null, null]);
  await tell(original, at("10.0.0.7"));
  const assets = await assetsOf(tenantId);
  assert.deepEqual(
    assets.map(({ ip, agent }) => [ip, agent]),
    [
      ["10.0.0.6/32", clone.agentId],
      ["10.0.0.7/32", original.agentId],
    ],
  );
});

const rename = statement<[tenantId: string, id: string], never>(
  "test.hostile.rename",
  "update agents set hostname = 'web1' where tenant_id = $1 and id = $2",
);
async function renamed(tenantId: string, agentId: string): Promise<void> {
  await database.forTenant(tenantId).run(rename, [tenantId, agentId]);
}
