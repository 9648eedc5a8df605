import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type ClosedWork, type OpenWork, decideCheckIn } from "./decide-check-in.ts";

interface Job extends OpenWork {
  attempts: number;
}

const most = 3;
const mayHandAgain = ({ attempts }: Job) => attempts < most;

const open = (id: string): fc.Arbitrary<Job> =>
  fc.record({
    id: fc.constant(id),
    state: fc.constantFrom("queued", "running"),
    stopRequested: fc.boolean(),
    attempts: fc.integer({ min: 0, max: 4 }),
  });
const closed = (id: string): fc.Arbitrary<ClosedWork> =>
  fc.record({
    id: fc.constant(id),
    state: fc.constantFrom("completed", "failed", "stopped"),
    abandoned: fc.boolean(),
    hasSuccessor: fc.boolean(),
  });

/** What the server knows of some jobs, and which of them the remote part has in hand. */
const situation = fc
  .record({ open: fc.nat(5), closed: fc.nat(3), unknown: fc.nat(2) })
  .chain((counts) =>
    fc.record({
      open: fc.tuple(...Array.from({ length: counts.open }, (_, i) => open(`open ${i}`))),
      closed: fc.tuple(...Array.from({ length: counts.closed }, (_, i) => closed(`closed ${i}`))),
      unknown: fc.constant(Array.from({ length: counts.unknown }, (_, i) => `unknown ${i}`)),
      isHeld: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
    }),
  )
  .map(({ isHeld, unknown, ...known }) => ({
    ...known,
    holding: [
      ...known.open.filter((_, i) => isHeld[i]).map(({ id }) => id),
      ...known.closed.map(({ id }) => id),
      ...unknown,
    ],
  }));

test("each job has one fate, and what a remote part has in hand is never handed to it", () => {
  fc.assert(
    fc.property(situation, (known) => {
      const decision = decideCheckIn(known, mayHandAgain);
      const handed = decision.hand.map(({ id }) => id);
      const { stop, endStopped, giveUp, revive } = decision;
      const fates = [...handed, ...stop, ...endStopped, ...giveUp, ...revive];
      assert.equal(new Set(fates).size, fates.length);
      for (const id of [...handed, ...endStopped, ...giveUp]) {
        assert.ok(!known.holding.includes(id), id);
      }
      for (const id of [...stop, ...revive]) assert.ok(known.holding.includes(id), id);
    }),
  );
});

test("a remote part gets nothing new while its hands are full, and all that it lost while it may", () => {
  fc.assert(
    fc.property(situation, ({ open: jobs, holding, closed: ended }) => {
      const { hand, giveUp, endStopped } = decideCheckIn(
        { open: jobs, holding, closed: ended },
        mayHandAgain,
      );
      const again = hand.filter(({ state }) => state === "running");
      const fresh = hand.filter(({ state }) => state === "queued");
      const room = Math.max(0, 1 - holding.length - again.length);
      const waiting = jobs.filter(({ id, state }) => state === "queued" && !holding.includes(id));
      assert.deepEqual(fresh, waiting.slice(0, room));
      const lost = jobs.filter(({ id, state }) => state === "running" && !holding.includes(id));
      assert.equal(again.length + giveUp.length + endStopped.length, lost.length);
      for (const { attempts, stopRequested } of again) {
        assert.ok(attempts < most && !stopRequested);
      }
    }),
  );
});

test("a remote part stops what is unwanted or gone; what it ended itself is left to leave its hands", () => {
  const decideHeld = (jobs: Job[], ended: ClosedWork[]) =>
    decideCheckIn({ open: jobs, holding: ["j"], closed: ended }, mayHandAgain);
  const closedJob = { state: "failed", abandoned: true, hasSuccessor: false } as const;
  const decide = (job: Partial<ClosedWork>) => {
    const { stop, revive } = decideHeld([], [{ id: "j", ...closedJob, ...job }]);
    return { stop, revive };
  };
  assert.deepEqual(decide({}), { stop: [], revive: ["j"] });
  assert.deepEqual(decide({ hasSuccessor: true }), { stop: ["j"], revive: [] });
  assert.deepEqual(decide({ state: "stopped" }), { stop: ["j"], revive: [] });
  for (const state of ["completed", "failed", "stopped"] as const) {
    assert.deepEqual(decide({ state, abandoned: false }), { stop: [], revive: [] });
  }
  assert.deepEqual(decideHeld([], []).stop, ["j"]);
  const unwanted = { id: "j", state: "running", stopRequested: true, attempts: 1 } as const;
  assert.deepEqual(decideHeld([unwanted], []).stop, ["j"]);
});
