import assert from "node:assert/strict";
import { test } from "node:test";
import { serviceFacts } from "#test/host-reports";
import { nmapTarget } from "./nmap-target.ts";

const address = "10.0.0.5";
const named = serviceFacts(22, { product: "OpenSSH", version: "9.2p1" });
const half = serviceFacts(80, { product: "nginx" });

const host = (tcp: number[], udp: number[], services: (typeof named)[]) => ({
  address,
  tcp: { ports: "1-1000", open: tcp },
  udp: { ports: "1-1000", open: udp },
  services,
});

test("nmap is asked for the services that are not named yet, and for the operating system alone when all are", () => {
  assert.deepEqual(nmapTarget(host([22, 80, 81], [], [named, half]), 9), {
    address,
    tcp: [80, 81],
    udp: [],
    refusedTcp: 9,
    askServices: true,
  });
  assert.deepEqual(nmapTarget(host([22], [], [named]), null), {
    address,
    tcp: [22],
    udp: [],
    refusedTcp: null,
    askServices: false,
  });
});

test("nmap is asked over UDP only for what answered in no protocol of ours: it takes minutes there", () => {
  const snmp = serviceFacts(161, { protocol: "udp", name: "snmp", method: "probed" });
  const { name: _, ...unknown } = serviceFacts(4500, { protocol: "udp", method: "port" });
  assert.partialDeepStrictEqual(nmapTarget(host([22], [161], [named, snmp]), null), {
    askServices: false,
  });
  const both = nmapTarget(host([22], [161, 4500], [named, snmp, unknown]), null);
  assert.deepEqual([both.udp, both.askServices], [[4500], true]);
});

test("printers' ports that print whatever is sent to them are kept from nmap", () => {
  assert.deepEqual(nmapTarget(host([9100], [], []), null).tcp, []);
});
