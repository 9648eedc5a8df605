import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { scanTypes } from "#engines/scan-types";
import { type HostMeter, ProgressMeter } from "./progress.ts";

const phases = ["discovery", "ports", "services"];

test("counts, phase and percentage only grow, and end at a hundred", () => {
  const fates = fc.array(fc.constantFrom("down", "up", "lost", "passed"), {
    minLength: 1,
    maxLength: 30,
  });
  fc.assert(
    fc.property(fc.constantFrom(...scanTypes), fates, fc.nat(50), (scanType, hosts, ports) => {
      const meter = new ProgressMeter(scanType, hosts.length, ports);
      const steps = hosts.flatMap((fate) => {
        if (fate === "passed") return [() => meter.passed(1)];
        let host: HostMeter;
        const begin = () => (host = meter.begin());
        if (fate === "down") return [begin, () => host.done()];
        const half = () => host.ports(Math.floor(ports / 2));
        if (fate === "lost") return [begin, () => host.up(), half, () => host.done()];
        return [begin, () => host.up(), half, half, () => host.open(2), () => host.done()];
      });
      let before = meter.read();
      for (const step of steps) {
        step();
        const now = meter.read();
        for (const key of ["hostsDone", "hostsUp", "openPorts", "percent"] as const) {
          assert.ok(now[key] >= before[key], key);
        }
        assert.ok(phases.indexOf(now.phase) >= phases.indexOf(before.phase));
        before = now;
      }
      assert.equal(before.percent, 100);
      assert.equal(before.hostsDone, hosts.length);
    }),
  );
});

test("it is not at a hundred while a host is out", () => {
  const meter = new ProgressMeter("full", 2, 1000);
  meter.begin().done();
  const last = meter.begin();
  last.up();
  last.ports(1000);
  last.open(1);
  assert.ok(meter.read().percent < 100);
  assert.equal(meter.read().phase, "services");
  last.done();
  assert.equal(meter.read().percent, 100);
});
