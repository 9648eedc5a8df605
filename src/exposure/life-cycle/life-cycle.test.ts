import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  type FindingLife as Life,
  type NextLife as Next,
  findingStatuses,
} from "./finding-life.ts";
import { createLifeCycle, nextWhenDecided, nextWhenExpired } from "./life-cycle.ts";

const { detectors, beginLife, nextWhenMissed, nextWhenSeen, couldSee } = createLifeCycle({
  scan: "a scan",
  agent: "the agent",
  import: "an imported report",
});
type Detector = (typeof detectors)[number];
type FindingLife = Life<Detector>;
type NextLife = Next<Detector>;

const detector = fc.constantFrom(...detectors);
const event = fc.oneof(
  fc.record({ kind: fc.constant("seen" as const), detector }),
  fc.record({ kind: fc.constant("missed" as const), detector }),
  fc.record({
    kind: fc.constant("decided" as const),
    status: fc.constantFrom(...findingStatuses),
    acceptedUntil: fc.option(fc.integer({ min: 1, max: 400 })),
  }),
  fc.record({ kind: fc.constant("expired" as const) }),
);
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

function next(life: FindingLife, what: Event, at: number): NextLife {
  if (what.kind === "seen") return nextWhenSeen(life, what.detector, at);
  if (what.kind === "missed") return nextWhenMissed(life, what.detector, at);
  if (what.kind === "expired") return nextWhenExpired(life, at);
  return { life: nextWhenDecided(life, what, at), change: null };
}

/** Every step of a history of events, 1 to 5 apart. */
function* steps(events: readonly (readonly [Event, number])[], first: FindingLife) {
  let life = first;
  let at = 100;
  for (const [what, later] of events) {
    at += later;
    const after = next(life, what, at);
    yield { before: life, what, at, ...after };
    life = after.life;
  }
}

const events = fc.array(fc.tuple(event, fc.integer({ min: 1, max: 5 })), { maxLength: 40 });
const begun = beginLife("scan", 100).life;

test("a person's decision stands until the weakness is gone, the person decides anew, or its time is over", () => {
  fc.assert(
    fc.property(events, (all) => {
      for (const { before, what, life } of steps(all, begun)) {
        if (before.status !== "accepted" && before.status !== "false_positive") continue;
        if (what.kind === "decided") assert.equal(life.status, what.status);
        else if (what.kind === "seen") assert.equal(life.status, before.status);
        else if (life.status === "open")
          assert.ok(before.status === "accepted" && what.kind === "expired");
        else assert.ok(life.status === before.status || life.status === "resolved");
      }
    }),
  );
});

test("nothing is resolved but by the last detector that saw it and looked again, or by a person", () => {
  fc.assert(
    fc.property(events, (all) => {
      for (const { before, what, life } of steps(all, begun)) {
        if (life.status !== "resolved" || before.status === "resolved") continue;
        if (what.kind === "decided") continue;
        assert.ok(what.kind === "missed");
        assert.ok(detectors.every((one) => one === what.detector || before.seenAt[one] === null));
      }
    }),
  );
});

test("what is resolved and seen again is open, keeps its first time and says when", () => {
  fc.assert(
    fc.property(events, (all) => {
      for (const { before, what, at, life, change } of steps(all, begun)) {
        assert.equal(life.firstSeenAt, 100);
        assert.ok(life.lastSeenAt >= before.lastSeenAt);
        assert.equal(life.status === "resolved", life.resolvedAt !== null);
        if (before.status !== "resolved" || what.kind !== "seen") continue;
        assert.equal(life.status, "open");
        assert.equal(life.reopenedAt, at);
        assert.deepEqual([change?.from, change?.to], ["resolved", "open"]);
      }
    }),
  );
});

test("every change of status by the system is told, and nothing else", () => {
  fc.assert(
    fc.property(events, (all) => {
      for (const { before, what, life, change } of steps(all, begun)) {
        if (what.kind === "decided") continue;
        assert.equal(change !== null, life.status !== before.status);
        if (change !== null)
          assert.deepEqual([change.from, change.to], [before.status, life.status]);
      }
    }),
  );
});

test("a sighting that arrives late opens nothing", () => {
  const gone = nextWhenMissed(begun, "scan", 200).life;
  assert.equal(gone.status, "resolved");
  const late = nextWhenSeen(gone, "scan", 150);
  assert.deepEqual([late.life.status, late.change], ["resolved", null]);
  assert.equal(late.life.seenAt.scan, null);
  const resolved = { status: "resolved" as const, acceptedUntil: null };
  const byHand = nextWhenSeen(nextWhenDecided(begun, resolved, 200), "scan", 150);
  assert.deepEqual([byHand.life.status, byHand.life.seenAt.scan], ["resolved", 150]);
});

test("what a person opens again and no scan finds any more is resolved by the next look, not by an older one", () => {
  const gone = nextWhenMissed(begun, "scan", 200).life;
  const reopened = nextWhenDecided(gone, { status: "open", acceptedUntil: null }, 300);
  assert.equal(nextWhenMissed(reopened, "scan", 250).life.status, "open");
  assert.equal(nextWhenMissed(reopened, "scan", 400).life.status, "resolved");
});

test("what is accepted until a date opens again at that date, not before", () => {
  const accepted = nextWhenDecided(begun, { status: "accepted", acceptedUntil: 500 }, 110);
  assert.equal(nextWhenExpired(accepted, 499).life.status, "accepted");
  const after = nextWhenExpired(accepted, 700);
  assert.deepEqual([after.life.status, after.life.statusAt, after.change?.at], ["open", 500, 500]);
});

test("with one detector alone, its look decides", () => {
  const alone = createLifeCycle({ assessment: "an assessment" });
  const seen = alone.beginLife("assessment", 100);
  assert.deepEqual(
    [seen.life.seenAt, seen.change?.because],
    [{ assessment: 100 }, "seen by an assessment"],
  );
  assert.equal(alone.nextWhenMissed(seen.life, "assessment", 100).change, null);
  const gone = alone.nextWhenMissed(seen.life, "assessment", 101);
  assert.deepEqual([gone.life.status, gone.life.seenAt], ["resolved", { assessment: null }]);
});

test("a look tells something only of what the detector saw before it, or of what nobody sees and a person opened", () => {
  assert.deepEqual(
    [couldSee(begun, "scan", 100), couldSee(begun, "scan", 101), couldSee(begun, "agent", 500)],
    [false, true, false],
  );
});
