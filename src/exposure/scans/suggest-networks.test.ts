import assert from "node:assert/strict";
import type { NetworkInterfaceInfo } from "node:os";
import { test } from "node:test";
import { suggestNetworks } from "./suggest-networks.ts";

function ipv4(address: string, netmask: string, internal = false): NetworkInterfaceInfo {
  return { address, netmask, internal, family: "IPv4", mac: "", cidr: null };
}

test("the private networks of a machine are suggested, each once", () => {
  const networks = suggestNetworks({
    lo: [ipv4("127.0.0.1", "255.0.0.0", true)],
    eth0: [ipv4("192.168.7.20", "255.255.255.0"), ipv4("192.168.7.21", "255.255.255.0")],
    eth1: [ipv4("10.20.30.40", "255.255.254.0")],
    wan: [ipv4("203.0.113.9", "255.255.255.0")],
  });
  assert.deepEqual(
    networks.map(({ network, addresses }) => [network, addresses]),
    [
      ["192.168.7.0/24", 256],
      ["10.20.30.0/23", 512],
    ],
  );
});

test("of a large network the part around the machine is suggested", () => {
  const [first] = suggestNetworks({ eth0: [ipv4("172.31.200.9", "255.240.0.0")] });
  assert.equal(first?.network, "172.31.200.0/24");
  assert.equal(first.address, "172.31.200.9");
});

test("neither public networks nor links between two machines are suggested", () => {
  assert.deepEqual(
    suggestNetworks({
      a: [ipv4("172.32.0.1", "255.255.255.0"), ipv4("11.0.0.1", "255.255.255.0")],
      b: [ipv4("10.0.0.1", "255.255.255.255"), ipv4("10.0.0.1", "255.255.255.254")],
      c: undefined,
    }),
    [],
  );
});
