import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type FindingContent, type KnownFinding, type SeenFinding, findingKey } from "./finding.ts";
import { type FindingPlan, planMissed, planSeen } from "./plan-findings.ts";

let made = 0;
const tools = { newId: () => `f${made++}`, hash: (text: string) => text };

function content(change: Partial<FindingContent> = {}): FindingContent {
  return {
    cve: "CVE-2021-44790",
    service: "http",
    affectedPackage: null,
    installedVersion: null,
    fixedVersion: null,
    title: "t",
    remediation: "r",
    severity: "HIGH",
    cvssScore: 9.8,
    cvssVector: null,
    epssScore: null,
    epssPercentile: null,
    kev: false,
    ransomware: false,
    ssvc: null,
    confidence: 80,
    riskScore: 10,
    riskFactors: {},
    evidence: {},
    ...change,
  };
}

const anySeen = fc.record({
  assetId: fc.constantFrom("a", "b"),
  protocol: fc.constantFrom("tcp" as const, "udp" as const),
  port: fc.constantFrom(22, 80),
  weakness: fc.constantFrom("CVE-1", "CVE-2", "tls.self_signed"),
  package: fc.constant(""),
  packageSource: fc.constant(null),
  at: fc.integer({ min: 1000, max: 1010 }),
  content: fc
    .record({ confidence: fc.constantFrom(30, 80), title: fc.constantFrom("x", "y") })
    .map(content),
});

/** The rows after a plan was saved. */
function applied(
  rows: ReadonlyMap<string, KnownFinding>,
  plan: FindingPlan,
): Map<string, KnownFinding> {
  const next = new Map(rows);
  for (const { id, seen, life, contentHash } of plan.inserted) {
    const { assetId, protocol, port, weakness } = seen;
    const place = { assetId, protocol, port, weakness, package: seen.package };
    const scan = {
      scanProduct: null,
      scanVersion: null,
      scanPackage: null,
      agentPackage: null,
      byAgent: false,
    };
    next.set(findingKey(seen), { id, ...place, ...scan, contentHash, ...life });
  }
  for (const { known, life, content: news, contentHash } of plan.changed) {
    const hash = news === null ? known.contentHash : contentHash;
    next.set(findingKey(known), { ...known, ...life, contentHash: hash });
  }
  for (const { id, at } of plan.touched) {
    for (const [key, row] of next) {
      if (row.id !== id) continue;
      const seenAt = { ...row.seenAt, scan: Math.max(row.seenAt.scan ?? 0, at) };
      next.set(key, { ...row, lastSeenAt: Math.max(row.lastSeenAt, at), seenAt });
    }
  }
  return next;
}

const take = (rows: ReadonlyMap<string, KnownFinding>, seen: readonly SeenFinding[]) =>
  applied(rows, planSeen(rows, seen, "scan", tools));
const withoutIds = (rows: ReadonlyMap<string, KnownFinding>) =>
  new Map([...rows].map(([key, row]) => [key, { ...row, id: "" }]));

test("a finding is one row, however often and in whatever order it is seen in a batch", () => {
  fc.assert(
    fc.property(fc.array(anySeen, { maxLength: 30 }), fc.nat(), (seen, turn) => {
      const once = take(new Map(), seen);
      assert.equal(once.size, new Set(seen.map(findingKey)).size);
      const shuffled = seen
        .map((_, i) => seen[(i + turn) % seen.length])
        .flatMap((one) => one ?? []);
      assert.deepEqual(withoutIds(take(new Map(), [...shuffled, ...seen])), withoutIds(once));
    }),
  );
});

test("a batch that is delivered again changes nothing, and writes only the time", () => {
  fc.assert(
    fc.property(fc.array(anySeen, { maxLength: 30 }), (seen) => {
      const once = take(new Map(), seen);
      const again = planSeen(once, seen, "scan", tools);
      assert.deepEqual([again.inserted, again.changed, again.events], [[], [], []]);
      assert.equal(again.assetIds.size, 0);
      assert.deepEqual(applied(once, again), once);
    }),
  );
});

test("what is matched anew without a look at the host keeps the times of the last look", () => {
  fc.assert(
    fc.property(fc.array(anySeen, { maxLength: 30 }), (seen) => {
      const rows = take(new Map(), seen);
      const later = seen.map((one) => ({ ...one, at: 9000, content: content({ title: "new" }) }));
      const plan = planSeen(rows, later, "scan", tools, { lookedAt: () => null });
      assert.deepEqual(plan.touched, []);
      assert.equal(plan.changed.length, rows.size);
      for (const [key, row] of applied(rows, plan)) {
        assert.equal(row.lastSeenAt, rows.get(key)?.lastSeenAt);
      }
    }),
  );
});

test("what is missed by the last detector is resolved once, and what it never saw is left alone", () => {
  fc.assert(
    fc.property(fc.array(anySeen, { maxLength: 30 }), (seen) => {
      const rows = take(new Map(), seen);
      const missed = [...rows.values()].map((known) => ({ known, at: 5000 }));
      const plan = planMissed(missed, "scan");
      assert.equal(plan.events.length, rows.size);
      const after = applied(rows, plan);
      assert.ok([...after.values()].every(({ status }) => status === "resolved"));
      const again = [...after.values()].map((known) => ({ known, at: 6000 }));
      assert.deepEqual(planMissed(again, "scan").changed, []);
      assert.deepEqual(planMissed(missed, "agent").changed, []);
    }),
  );
});
