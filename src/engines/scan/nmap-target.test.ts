import assert from "node:assert/strict";
import { test } from "node:test";
import { serviceFacts } from "#test/host-reports";
import { nmapTarget } from "./nmap-target.ts";

test("nmap is asked for the services that are not named yet, and for the operating system alone when all are", () => {
  const named = serviceFacts(22, { product: "OpenSSH", version: "9.2p1" });
  const half = serviceFacts(80, { product: "nginx" });
  assert.deepEqual(nmapTarget("10.0.0.5", [22, 80, 81], [161], [named, half]), {
    address: "10.0.0.5",
    tcp: [80, 81],
    udp: [161],
    askServices: true,
  });
  assert.deepEqual(nmapTarget("10.0.0.5", [22], [], [named]), {
    address: "10.0.0.5",
    tcp: [22],
    udp: [],
    askServices: false,
  });
});
