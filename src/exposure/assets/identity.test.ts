import assert from "node:assert/strict";
import { test } from "node:test";
import { type Candidate, decideIdentity } from "./identity.ts";
import { type Sighting, hostnamesOf, identifyingMac } from "./sighting.ts";

const sighting = (change: Partial<Sighting>): Sighting => ({
  address: "10.0.0.5",
  at: 1000,
  siteId: "hq",
  probeId: null,
  agentId: null,
  hardwareUuid: null,
  mac: null,
  vendor: null,
  hostnames: [],
  os: null,
  device: null,
  tcp: null,
  udp: null,
  isFullScan: false,
  ...change,
});
const asset = (id: string, change: Partial<Candidate>): Candidate => ({
  id,
  ip: null,
  agentId: null,
  hardwareUuid: null,
  mac: null,
  hostname: null,
  siteId: "hq",
  lastSeenAt: 0,
  ...change,
});
const never = () => null;
const identify = (seen: Partial<Sighting>, ...known: Candidate[]) =>
  decideIdentity(sighting(seen), known, never).assetId;

const mac = "3c:52:82:00:00:01";
const otherMac = "3c:52:82:00:00:02";

test("the strongest key that two share decides: agent, hardware, MAC, host name, address", () => {
  const byAgent = asset("agent", { agentId: "g" });
  const byHardware = asset("hardware", { hardwareUuid: "u" });
  const byMac = asset("mac", { mac });
  const byName = asset("name", { hostname: "db.example.net" });
  const byAddress = asset("address", { ip: "10.0.0.5" });
  const all = [byAddress, byName, byMac, byHardware, byAgent];
  const seen = { agentId: "g", hardwareUuid: "u", mac, hostnames: ["db.example.net"] };
  assert.equal(identify(seen, ...all), "agent");
  assert.equal(identify({ ...seen, agentId: null }, ...all), "hardware");
  assert.equal(identify({ mac, hostnames: ["db.example.net"] }, ...all), "mac");
  assert.equal(identify({ hostnames: ["db.example.net"] }, ...all), "name");
  assert.equal(identify({}, ...all), "address");
  assert.equal(identify({}), null);
});

test("a newcomer with another MAC address is another asset, whatever its address and name", () => {
  const old = asset("old", { ip: "10.0.0.5", mac, hostname: "db.example.net" });
  const decided = decideIdentity(
    sighting({ mac: otherMac, hostnames: ["db.example.net"] }),
    [old],
    never,
  );
  assert.equal(decided.assetId, null);
  assert.match(decided.reason, /MAC address is another one/);
});

test("a host that is renamed, or seen without its MAC address, stays the asset that it was", () => {
  const known = asset("it", { ip: "10.0.0.5", mac, hostname: "old.example.net" });
  assert.equal(identify({ hostnames: ["new.example.net"] }, known), "it");
});

test("a host that moved to another address is found by its MAC address or its name", () => {
  const moved = asset("it", { ip: "10.0.0.9", mac, hostname: "laptop.example.net" });
  const there = asset("there", { ip: "10.0.0.5", mac: otherMac });
  assert.equal(identify({ mac }, moved, there), "it");
  assert.equal(identify({ hostnames: ["laptop.example.net"] }, moved, there), "it");
});

test("MAC addresses that hosts share or make up identify none", () => {
  const madeUp = [
    "02:42:ac:11:00:02",
    "da:a1:19:00:00:01",
    "00:00:5e:00:01:0a",
    "01:00:5e:00:00:01",
  ];
  for (const one of [...madeUp, "00:00:0c:07:ac:01", "00:00:00:00:00:00"]) {
    assert.equal(identifyingMac(one), null, one);
    assert.equal(identify({ mac: one }, asset("other", { ip: "10.0.0.9", mac: one })), null, one);
  }
  assert.equal(identifyingMac(mac), mac);
});

test("a host with two addresses in one run is two assets, and each keeps its own in the next run", () => {
  const first = asset("first", { ip: "10.0.0.4", mac, hostname: "gw.example.net" });
  const both = { mac, hostnames: ["gw.example.net"] };
  const claimed = (id: string) => (id === "first" ? "10.0.0.4" : null);
  assert.equal(decideIdentity(sighting(both), [first], claimed).assetId, null);
  const second = asset("second", {
    ip: "10.0.0.5",
    mac,
    hostname: "gw.example.net",
    lastSeenAt: -1,
  });
  assert.equal(identify(both, first, second), "second");
});

test("a short name is a host's at its own site only", () => {
  const elsewhere = asset("elsewhere", { hostname: "printer", siteId: "branch" });
  assert.equal(identify({ hostnames: ["printer"] }, elsewhere), null);
  assert.equal(identify({ hostnames: ["printer"], siteId: "branch" }, elsewhere), "elsewhere");
});

test("names come with the best first, and what names no host is left out", () => {
  assert.deepEqual(
    hostnamesOf([
      { name: "*.example.net", source: "tls" },
      { name: "www.example.net", source: "tls" },
      { name: "DB.example.net.", source: "dns" },
      { name: "localhost", source: "dns" },
      { name: "10.0.0.5", source: "target" },
      { name: "<script>", source: "netbios" },
      { name: "db", source: "netbios" },
    ]),
    ["db.example.net", "db", "www.example.net"],
  );
});
