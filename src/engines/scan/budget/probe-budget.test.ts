import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ProbeBudget } from "./probe-budget.ts";

const hosts = ["10.0.0.1", "10.0.0.2", "10.0.1.1", "fd00::1", "fd00::2", "fd00::1:1"];
const subnetOf = (host: string): string =>
  host.includes(":") ? (host === "fd00::1:1" ? "fd00::1:0/120" : "fd00::/120") : host.slice(0, 6);

const rate = fc.option(fc.integer({ min: 1, max: 60 }), { nil: null });
const budgets = fc.record({ perHostPerSec: rate, perSubnetPerSec: rate, totalPerSec: rate });
const wishes = fc.array(
  fc.record({
    afterMs: fc.integer({ min: 0, max: 300 }),
    host: fc.constantFrom(...hosts),
    probes: fc.integer({ min: 1, max: 30 }),
  }),
  { minLength: 1, maxLength: 60 },
);

test("no host, no subnet and not all together send more in any second than their budget", () => {
  fc.assert(
    fc.property(budgets, wishes, (limits, list) => {
      const budget = new ProbeBudget(limits);
      const sent: { at: number; host: string }[] = [];
      let now = 0;
      let askAt: number | null = null;
      const serveUntil = (until: number): void => {
        while (askAt !== null && askAt <= until) {
          now = Math.max(now, askAt);
          askAt = budget.serve(now);
        }
        now = Math.max(now, until);
      };
      // One probe each, so that the time of every single one is known.
      for (const { afterMs, host, probes } of list) {
        serveUntil(now + afterMs);
        for (let left = probes; left > 0; left--) {
          if (budget.grab(host, 1, now) === 1) sent.push({ at: now, host });
          else budget.stand(host, 1, now, () => sent.push({ at: now, host }));
        }
        askAt = now;
      }
      serveUntil(now + 20_000_000);
      assert.equal(
        sent.length,
        list.reduce((sum, { probes }) => sum + probes, 0),
        "everybody got their turn",
      );
      const keeps = (what: string, most: number | null, times: readonly number[]): void => {
        if (most === null) return;
        times.forEach((from, index) => {
          const within = times.slice(index).filter((at) => at < from + 1000 - 1e-6).length;
          assert.ok(within <= most, `${what}: ${within} of ${most}`);
        });
      };
      const timesOf = (those: (host: string) => boolean) =>
        sent.filter(({ host }) => those(host)).map(({ at }) => at);
      keeps(
        "all",
        limits.totalPerSec,
        timesOf(() => true),
      );
      for (const host of hosts) {
        keeps(
          host,
          limits.perHostPerSec,
          timesOf((each) => each === host),
        );
        const subnet = subnetOf(host);
        keeps(
          subnet,
          limits.perSubnetPerSec,
          timesOf((each) => subnetOf(each) === subnet),
        );
      }
    }),
    { numRuns: 60 },
  );
});

test("a host that waits for itself keeps no other from its turn", () => {
  const budget = new ProbeBudget({ perHostPerSec: 1, perSubnetPerSec: null, totalPerSec: 100 });
  const order: string[] = [];
  for (let each = 0; each < 5; each++) {
    budget.stand("10.0.0.1", 1, 0, () => order.push("slow"));
  }
  for (const host of ["10.0.0.2", "10.0.0.3", "10.0.0.4"]) {
    budget.stand(host, 1, 0, () => order.push(host));
  }
  assert.equal(budget.serve(0), 1000);
  assert.deepEqual(order, ["slow", "10.0.0.2", "10.0.0.3", "10.0.0.4"]);
});

test("hosts take turns at what they share", () => {
  const budget = new ProbeBudget({ perHostPerSec: null, perSubnetPerSec: null, totalPerSec: 20 });
  const order: string[] = [];
  for (const host of ["10.0.0.1", "10.0.0.2"]) {
    for (let each = 0; each < 3; each++) budget.stand(host, 1, 0, () => order.push(host));
  }
  let now = 0;
  for (let at = budget.serve(0); at !== null; at = budget.serve(now)) now = at;
  assert.deepEqual(
    order,
    [0, 1, 2].flatMap(() => ["10.0.0.1", "10.0.0.2"]),
  );
});

test("more than a bucket holds is collected bit by bit, and granted once", () => {
  const budget = new ProbeBudget({ perHostPerSec: 10, perSubnetPerSec: null, totalPerSec: null });
  let granted = 0;
  budget.stand("10.0.0.1", 25, 0, () => granted++);
  let now = 0;
  for (let at = budget.serve(0); at !== null; at = budget.serve(now)) now = at;
  assert.equal(granted, 1);
  assert.ok(now >= 2000 && now < 3000, `${now}`);
});

test("lifted limits let everything through at once", () => {
  const budget = new ProbeBudget({ perHostPerSec: null, perSubnetPerSec: null, totalPerSec: null });
  assert.equal(budget.unlimited, true);
  assert.equal(budget.grab("10.0.0.1", 1_000_000, 0), 1_000_000);
});
