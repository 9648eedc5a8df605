/** A large scan in little memory: hosts come and go, and nothing of them stays. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { scanHere, scanSpec } from "./testing/scan-here.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

test("memory does not grow with the number of hosts", { timeout: 60_000 }, async () => {
  const used: number[] = [];
  let hosts = 0;
  await scanHere(scanSpec({ targets: ["127.46.0.0-127.46.19.135"], tcpPorts: "1-10" }), {
    onHost: async () => {
      if (++hosts % 250 > 0) return;
      collectGarbage();
      used.push(process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers);
    },
  });
  assert.equal(hosts, 5000);
  // What the hosts under way hold differs from one moment to the next; what is left over when they hold least does not.
  const grown = (Math.min(...used.slice(10)) - Math.min(...used.slice(0, 10))) / 2 ** 20;
  assert.ok(grown < 2, `grown by ${grown.toFixed(1)} MiB within 5,000 hosts`);
});
