import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { KnownAsset } from "./asset.ts";
import { type AssetPlan, planAssets } from "./plan-assets.ts";
import type { Sighting } from "./sighting.ts";

let made = 0;
const newId = () => `asset-${made++}`;

const sighting: fc.Arbitrary<Sighting> = fc.record({
  address: fc.constantFrom("10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4"),
  at: fc.constant(0),
  siteId: fc.constantFrom("hq", "branch"),
  probeId: fc.constant("p"),
  agentId: fc.constant(null),
  hardwareUuid: fc.constant(null),
  mac: fc.constantFrom(null, "3c:52:82:00:00:01", "3c:52:82:00:00:02", "02:42:00:00:00:01"),
  vendor: fc.constant(null),
  hostnames: fc.constantFrom([], ["a.example.net"], ["b.example.net", "b"], ["b"]),
  os: fc.constantFrom(null, {
    name: "Debian",
    cpe: null,
    confidence: 80,
    platform: "linux" as const,
  }),
  device: fc.constant(null),
  tcp: fc.constantFrom(null, { looked: (port: number) => port < 100, open: [22, 80] }),
  udp: fc.constant(null),
  isFullScan: fc.boolean(),
});
/** One report for each address, as a run gives them. */
const run = fc.uniqueArray(sighting, { selector: ({ address }) => address, maxLength: 4 });

function applied(assets: readonly KnownAsset[], plan: AssetPlan): KnownAsset[] {
  const next = new Map(assets.map((asset) => [asset.id, asset]));
  for (const id of plan.withoutAddress) {
    const asset = next.get(id);
    if (asset !== undefined) next.set(id, { ...asset, ip: null });
  }
  for (const asset of [...plan.inserted, ...plan.updated]) next.set(asset.id, asset);
  return [...next.values()];
}

const none = new Map<string, string>();

test("an address is one asset's: that of the host that was seen there last", () => {
  fc.assert(
    fc.property(fc.array(run, { maxLength: 6 }), (runs) => {
      let assets: KnownAsset[] = [];
      runs.forEach((hosts, i) => {
        const seen = hosts.map((host) => ({ ...host, at: 100 * (i + 1) }));
        const plan = planAssets(assets, seen, none, newId);
        assets = applied(assets, plan);
        const taken = assets.flatMap(({ ip }) => ip ?? []);
        assert.equal(new Set(taken).size, taken.length);
        for (const { address } of seen)
          assert.equal(plan.byAddress.get(address ?? "")?.ip, address);
      });
    }),
  );
});

test("the hosts of one run are different assets, and the same run again finds the same ones", () => {
  fc.assert(
    fc.property(run, fc.nat(), (hosts, turn) => {
      const first = planAssets([], hosts, none, newId);
      assert.equal(first.inserted.length, hosts.length);
      const assets = applied([], first);
      const turned = hosts
        .map((_, i) => hosts[(i + turn) % hosts.length])
        .flatMap((one) => one ?? []);
      const again = planAssets(
        assets,
        turned.map((host) => ({ ...host, at: 100 })),
        none,
        newId,
      );
      assert.deepEqual(again.inserted, []);
      for (const { address } of hosts) {
        assert.equal(
          again.byAddress.get(address ?? "")?.id,
          first.byAddress.get(address ?? "")?.id,
        );
      }
    }),
  );
});

test("an asset that loses its address keeps everything else, and both say why", () => {
  fc.assert(
    fc.property(sighting, sighting, (one, other) => {
      const first = planAssets([], [{ ...one, mac: "3c:52:82:00:00:01" }], none, newId);
      const assets = applied([], first);
      const newcomer = { ...other, address: one.address, at: 100, mac: "3c:52:82:00:00:02" };
      const plan = planAssets(assets, [newcomer], none, newId);
      const [before] = assets;
      const after = applied(assets, plan).find(({ id }) => id === before?.id);
      assert.deepEqual(after, { ...before, ip: null });
      assert.deepEqual(plan.events.map(({ kind }) => kind).toSorted(), ["lost_address", "made"]);
    }),
  );
});

test("a narrower look leaves alone what it did not look at", () => {
  const host = fc.sample(sighting, 1)[0];
  assert.ok(host !== undefined);
  const wide = { ...host, tcp: { looked: () => true, open: [22, 80, 8080] } };
  const [asset] = planAssets([], [wide], none, newId).inserted;
  assert.ok(asset !== undefined);
  const narrow = {
    ...host,
    at: 100,
    tcp: { looked: (port: number) => port < 100, open: [443, 22] },
  };
  const [after] = planAssets([asset], [narrow], none, newId).updated;
  assert.deepEqual(after?.openPorts, [22, 443, 8080]);
});

test("a report that arrives late does not take the address from the host that was seen there since", () => {
  const host = fc.sample(sighting, 1)[0];
  assert.ok(host !== undefined);
  const seen = (mac: string, at: number, address = "10.0.0.1") => ({
    ...host,
    mac,
    at,
    address,
    hostnames: [],
  });
  const known = planAssets([], [seen("3c:52:82:00:00:01", 200)], none, newId).inserted;
  const unknown = planAssets(known, [seen("3c:52:82:00:00:02", 100)], none, newId);
  assert.deepEqual(
    applied(known, unknown).map(({ ip }) => ip),
    ["10.0.0.1", null],
  );
  const [moved] = planAssets([], [seen("3c:52:82:00:00:02", 50, "10.0.0.2")], none, newId).inserted;
  assert.ok(moved !== undefined);
  const plan = planAssets([...known, moved], [seen("3c:52:82:00:00:02", 100)], none, newId);
  assert.deepEqual(
    applied([...known, moved], plan).map(({ ip }) => ip),
    ["10.0.0.1", null],
  );
});
