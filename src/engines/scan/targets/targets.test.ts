import assert from "node:assert/strict";
import { test } from "node:test";
import { ScanRefused } from "#engines/scan-types";
import { addressesOf } from "#lib/address-ranges";
import { planTargets, reasonNotAHost, scanList } from "./index.ts";

const noNames = () => Promise.reject(new Error("no name is looked up here"));
const plan = (
  targets: string[],
  exclude: string[] = [],
  lookUp: (name: string) => Promise<string> = noNames,
) => planTargets({ targets, exclude }, lookUp);
const allOf = async (targets: string[], exclude: string[] = []) => [
  ...addressesOf((await plan(targets, exclude)).ranges),
];

test("blocks leave out network and broadcast address, ranges and single addresses do not", async () => {
  assert.deepEqual(await allOf(["10.0.0.0/30"]), ["10.0.0.1", "10.0.0.2"]);
  assert.deepEqual(await allOf(["10.0.0.0/31", "10.0.0.8/32"]), [
    "10.0.0.0",
    "10.0.0.1",
    "10.0.0.8",
  ]);
  assert.deepEqual(await allOf(["10.0.0.0-1", "10.0.0.0/30"]), [
    "10.0.0.0",
    "10.0.0.1",
    "10.0.0.2",
  ]);
  assert.deepEqual(await allOf(["fd00::/127"]), ["fd00::", "fd00::1"]);
});

test("what is excluded is no target, however it is written", async () => {
  assert.deepEqual(await allOf(["10.0.0.0/29"], ["10.0.0.2-4", "10.0.0.6"]), [
    "10.0.0.1",
    "10.0.0.5",
  ]);
  await assert.rejects(plan(["10.0.0.1"], ["10.0.0.0/8"]), /nothing is left to scan/);
});

test("a target that cannot be understood is refused by a sentence that names it", async () => {
  for (const text of [
    "10.0.0.300",
    "10.0.0.9-1",
    "10.0.0.0/33",
    "fe80::1%eth0",
    "http://x/",
    "a b",
  ]) {
    await assert.rejects(plan([text]), (error) => {
      assert.ok(error instanceof ScanRefused);
      assert.ok(error.message.includes(text), error.message);
      return true;
    });
  }
  await assert.rejects(plan(["10.0.0.1"], ["printer"]), /exclusion "printer" is no address/);
});

test("too much is refused: a million addresses, IPv6 blocks that nobody can go over", async () => {
  await assert.rejects(plan(["10.0.0.0/8"]), /16777214 addresses; one scan takes at most 1048576/);
  assert.equal((await plan(["10.0.0.0/12", "10.0.0.0", "10.15.255.255"])).count, 1_048_576);
  await assert.rejects(plan(["fd00::/64"]), /IPv6 block larger than a \/112/);
  assert.equal((await plan(["fd00::/112"])).count, 65_536);
});

test("a host name stands for its address, is remembered, and does not resolve into silence", async () => {
  const lookUp = (name: string) =>
    name === "gone.test"
      ? Promise.reject(new Error("NXDOMAIN"))
      : Promise.resolve(name === "six.test" ? "fd00::7" : "10.0.0.7");
  const found = await plan(["WWW.test", "www2.test", "six.test", "gone.test"], [], lookUp);
  assert.deepEqual([...addressesOf(found.ranges)], ["10.0.0.7", "fd00::7"]);
  assert.deepEqual(found.namesOf.get("10.0.0.7"), ["www.test", "www2.test"]);
  assert.deepEqual([...found.named].toSorted(), ["10.0.0.7", "fd00::7"]);
  assert.equal(found.unresolved, "a target did not resolve: gone.test: NXDOMAIN");
  await assert.rejects(plan(["gone.test"], [], lookUp), ScanRefused);
});

test("refused neighbours are one entry for each reason, and what was done is not judged", async () => {
  const judged: string[] = [];
  const listed = [
    ...scanList(await plan(["10.0.0.1-8"]), new Set(["10.0.0.6"]), (address) => {
      judged.push(address);
      const last = Number(address.split(".")[3]);
      return last >= 3 && last <= 5 ? "denied" : last === 8 ? "no" : null;
    }),
  ];
  assert.deepEqual(listed, [
    { kind: "scan", address: "10.0.0.1" },
    { kind: "scan", address: "10.0.0.2" },
    {
      kind: "skip",
      address: "10.0.0.3",
      reason: "denied (so are the 2 further targets up to 10.0.0.5)",
      count: 3,
    },
    { kind: "done", address: "10.0.0.6" },
    { kind: "scan", address: "10.0.0.7" },
    { kind: "skip", address: "10.0.0.8", reason: "no", count: 1 },
  ]);
  assert.equal(judged.includes("10.0.0.6"), false);
});

test("addresses that no host can have are known", () => {
  for (const address of ["224.0.0.251", "ff02::1", "0.0.0.0", "255.255.255.255", "::"]) {
    assert.notEqual(reasonNotAHost(address), null, address);
  }
  for (const address of ["127.0.0.1", "10.0.0.255", "::1", "fe80::1"]) {
    assert.equal(reasonNotAHost(address), null, address);
  }
});
