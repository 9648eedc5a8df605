import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ScanRefused } from "#engines/scan-types";
import { readPorts, RoundTrip } from "./index.ts";
import { mostTopPorts, topPorts } from "./top-ports.ts";

const spec = { scanType: "full", tcpPorts: "top-1000", udpPorts: null } as const;

test("the top ports are a thousand different ones, the most used first", () => {
  const ports = topPorts(mostTopPorts);
  assert.equal(new Set(ports).size, 1000);
  assert.ok(ports.every((port) => port >= 1 && port <= 65_535));
  assert.deepEqual(topPorts(5), [80, 23, 443, 21, 22]);
  for (const port of [25, 53, 445, 1433, 3306, 3389, 5432, 6379, 8080, 9200, 11_211, 27_017]) {
    assert.ok(topPorts(300).includes(port), `${port}`);
  }
});

test("each type of scan has the ports that are its own", () => {
  const common = [53, 161];
  const full = { ...spec, tcpPorts: "22,80", udpPorts: "common" };
  assert.deepEqual(readPorts(full, common), { tcp: [22, 80], udp: [53, 161] });
  assert.deepEqual(readPorts({ ...full, udpPorts: "123" }, common).udp, [123]);
  assert.deepEqual(readPorts({ ...full, scanType: "ports" }, common), { tcp: [22, 80], udp: [] });
  assert.deepEqual(readPorts({ ...full, scanType: "discovery" }, common), { tcp: [], udp: [] });
});

test("a bad list is refused also by a scan that would not use it", () => {
  for (const bad of [{ tcpPorts: "top-0" }, { tcpPorts: "1,x" }, { udpPorts: "dns" }]) {
    for (const scanType of ["discovery", "ports", "full"] as const) {
      assert.throws(() => readPorts({ ...spec, scanType, ...bad }, []), ScanRefused);
    }
  }
});

test("the timeout follows the answers, and stays within its bounds", () => {
  const rtts = fc.array(fc.double({ min: 0, max: 5000, noNaN: true }), { maxLength: 50 });
  fc.assert(
    fc.property(fc.integer({ min: 50, max: 30_000 }), rtts, (longestMs, list) => {
      const roundTrip = new RoundTrip(longestMs);
      assert.equal(roundTrip.timeoutMs, longestMs);
      for (const rtt of list) roundTrip.learn(rtt);
      assert.ok(roundTrip.timeoutMs <= longestMs);
      assert.ok(roundTrip.timeoutMs >= Math.min(longestMs, 250));
    }),
  );
  const steady = new RoundTrip(3000);
  for (let each = 0; each < 50; each++) steady.learn(400);
  assert.ok(steady.timeoutMs >= 400 && steady.timeoutMs < 450, `${steady.timeoutMs}`);
});
