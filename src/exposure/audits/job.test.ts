import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type ClosedJob, type OpenJob, decideCheckIn, jobsInHand, mostAttempts } from "./job.ts";

const open = (id: string): fc.Arbitrary<OpenJob> =>
  fc.record({
    id: fc.constant(id),
    state: fc.constantFrom("queued", "running"),
    stopRequested: fc.boolean(),
    attempts: fc.integer({ min: 0, max: 4 }),
  });
const closed = (id: string): fc.Arbitrary<ClosedJob> =>
  fc.record({
    id: fc.constant(id),
    state: fc.constantFrom("completed", "failed", "stopped"),
    abandoned: fc.boolean(),
    hasSuccessor: fc.boolean(),
  });

/** What the server knows of some jobs, and which of them the agent has in hand. */
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

test("each job has one fate, and what an agent has in hand is never handed to it", () => {
  fc.assert(
    fc.property(situation, (known) => {
      const decision = decideCheckIn(known.open, known.holding, known.closed);
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

test("an agent gets nothing new while its hands are full, and all that it lost while it may", () => {
  fc.assert(
    fc.property(situation, ({ open: jobs, holding, closed: ended }) => {
      const { hand, giveUp, endStopped } = decideCheckIn(jobs, holding, ended);
      const again = hand.filter(({ state }) => state === "running");
      const fresh = hand.filter(({ state }) => state === "queued");
      const room = Math.max(0, jobsInHand - holding.length - again.length);
      const waiting = jobs.filter(({ id, state }) => state === "queued" && !holding.includes(id));
      assert.deepEqual(fresh, waiting.slice(0, room));
      const lost = jobs.filter(({ id, state }) => state === "running" && !holding.includes(id));
      assert.equal(again.length + giveUp.length + endStopped.length, lost.length);
      for (const { attempts, stopRequested } of again) {
        assert.ok(attempts < mostAttempts && !stopRequested);
      }
    }),
  );
});

test("an agent stops what is unwanted or gone; what it ended itself is left to leave its hands", () => {
  const closedJob = { state: "failed", abandoned: true, hasSuccessor: false } as const;
  const decide = (job: Partial<ClosedJob>) => {
    const { stop, revive } = decideCheckIn([], ["j"], [{ id: "j", ...closedJob, ...job }]);
    return { stop, revive };
  };
  assert.deepEqual(decide({}), { stop: [], revive: ["j"] });
  assert.deepEqual(decide({ hasSuccessor: true }), { stop: ["j"], revive: [] });
  assert.deepEqual(decide({ state: "stopped" }), { stop: ["j"], revive: [] });
  for (const state of ["completed", "failed", "stopped"] as const) {
    assert.deepEqual(decide({ state, abandoned: false }), { stop: [], revive: [] });
  }
  assert.deepEqual(decideCheckIn([], ["j"], []).stop, ["j"]);
  const unwanted = { id: "j", state: "running", stopRequested: true, attempts: 1 } as const;
  assert.deepEqual(decideCheckIn([unwanted], ["j"], []).stop, ["j"]);
});
