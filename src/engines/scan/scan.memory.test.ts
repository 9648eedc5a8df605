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
      if (++hosts % 1000 > 0) return;
      collectGarbage();
      used.push(process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers);
    },
  });
  assert.equal(hosts, 5000);
  const [first = 0, ...later] = used;
  const grown = (Math.max(...later) - first) / 2 ** 20;
  assert.ok(grown < 2, `grown by ${grown.toFixed(1)} MiB from 1,000 to 5,000 hosts`);
});
