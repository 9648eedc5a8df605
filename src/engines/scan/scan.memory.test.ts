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
  await scanHere(scanSpec({ targets: ["127.46.0.0-127.46.39.15"], tcpPorts: "1-10" }), {
    onHost: async () => {
      if (++hosts % 250 > 0) return;
      collectGarbage();
      used.push(process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers);
    },
  });
  assert.equal(hosts, 10_000);
  // What the hosts under way hold rises and falls with a period of some 3,000 hosts; what is left over when they hold least
  // does not, so each half has more than one period.
  const grown = (Math.min(...used.slice(20)) - Math.min(...used.slice(0, 20))) / 2 ** 20;
  assert.ok(grown < 2, `grown by ${grown.toFixed(1)} MiB within 5,000 hosts`);
});
