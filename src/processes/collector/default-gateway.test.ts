import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDefaultGateway, placeOfAddress } from "./default-gateway.ts";

const header =
  "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT";
const table = (...lines: string[]) => [header, ...lines, ""].join("\n");
const dhcp = "eth0\t00000000\t0102A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0";
const wlan = "wlan0\t00000000\tFE01A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0";
const local = "eth0\t0002A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0";
const ppp = "ppp0\t00000000\t00000000\t0001\t0\t0\t0\t00000000\t0\t0\t0";
const down = "eth1\t00000000\t0100000A\t0002\t0\t0\t0\t00000000\t0\t0\t0";

test("the gateway is that of the default route with the least metric", () => {
  assert.equal(parseDefaultGateway(table(wlan, local, dhcp)), "192.168.2.1");
  assert.equal(parseDefaultGateway(table(wlan, down)), "192.168.1.254");
});

test("without a default route, or with one that has no gateway, there is none", () => {
  for (const text of ["", header, table(local), table(ppp), table(down), "garbage\n1 2 3"]) {
    assert.equal(parseDefaultGateway(text), null);
  }
});

test("an address is on this machine, on its network, or beyond the gateway", () => {
  const rest = { netmask: "", mac: "", internal: false } as const;
  const interfaces = {
    eth0: [
      { ...rest, family: "IPv4", address: "192.168.2.7", cidr: "192.168.2.7/24" } as const,
      { ...rest, family: "IPv6", address: "fe80::7", cidr: "fe80::7/64", scopeid: 2 } as const,
    ],
  };
  assert.equal(placeOfAddress("127.0.0.53", interfaces), "nothing");
  assert.equal(placeOfAddress("192.168.2.7", interfaces), "nothing");
  assert.equal(placeOfAddress("192.168.2.9", interfaces), "network");
  assert.equal(placeOfAddress("fe80::9", interfaces), "network");
  assert.equal(placeOfAddress("198.51.100.1", interfaces), "gateway");
});
