import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  type ClosedRun,
  type OpenRun,
  decideCheckIn,
  mostVainAttempts,
  runsInHand,
} from "./run.ts";

const open = (id: string): fc.Arbitrary<OpenRun> =>
  fc
    .record({ stopRequested: fc.boolean(), attemptsInVain: fc.integer({ min: 0, max: 4 }) })
    .chain((more) =>
      fc.constantFrom<OpenRun>(
        { id, scanName: "s", state: "running", attempts: 4, ...more },
        {
          id,
          scanName: "s",
          state: "queued",
          stopRequested: false,
          attempts: 0,
          attemptsInVain: 0,
        },
      ),
    );
const closed = (id: string): fc.Arbitrary<ClosedRun> =>
  fc.record({
    id: fc.constant(id),
    state: fc.constantFrom("completed", "failed", "stopped"),
    abandoned: fc.boolean(),
    hasSuccessor: fc.boolean(),
  });

/** What the server knows of some runs, and which of them the probe has in hand. */
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
  .map(({ isHeld, ...known }) => ({
    ...known,
    holding: [
      ...known.open.filter(({ state }, i) => state === "running" && isHeld[i]).map(({ id }) => id),
      ...known.closed.map(({ id }) => id),
      ...known.unknown,
    ],
  }));

test("each run has one fate, and what a probe has in hand is never handed to it", () => {
  fc.assert(
    fc.property(situation, (known) => {
      const decision = decideCheckIn(known.open, known.holding, known.closed);
      const handed = decision.hand.map(({ id }) => id);
      const all = [
        ...handed,
        ...decision.stop,
        ...decision.endStopped,
        ...decision.giveUp,
        ...decision.revive,
      ];
      assert.equal(new Set(all).size, all.length);
      for (const id of handed) assert.ok(!known.holding.includes(id));
      for (const id of [...decision.stop, ...decision.revive])
        assert.ok(known.holding.includes(id));
    }),
  );
});

test("a probe gets nothing new while its hands are full, and all that it lost while it may", () => {
  fc.assert(
    fc.property(situation, ({ open: runs, holding, closed: ended }) => {
      const { hand, giveUp, endStopped } = decideCheckIn(runs, holding, ended);
      const again = hand.filter(({ state }) => state === "running");
      const fresh = hand.filter(({ state }) => state === "queued");
      const room = Math.max(0, runsInHand - holding.length - again.length);
      const waiting = runs.filter(({ state }) => state === "queued");
      assert.deepEqual(fresh, waiting.slice(0, room));
      const lost = runs.filter(({ id, state }) => state === "running" && !holding.includes(id));
      assert.equal(again.length + giveUp.length + endStopped.length, lost.length);
      for (const { attemptsInVain, stopRequested } of again) {
        assert.ok(attemptsInVain < mostVainAttempts && !stopRequested);
      }
    }),
  );
});

test("a probe stops what is unwanted or gone; what it ended itself is left to leave its hands", () => {
  const closedRun = { state: "failed", abandoned: true, hasSuccessor: false } as const;
  const decide = (run: Partial<ClosedRun>) => {
    const { stop, revive } = decideCheckIn([], ["r"], [{ id: "r", ...closedRun, ...run }]);
    return { stop, revive };
  };
  assert.deepEqual(decide({}), { stop: [], revive: ["r"] });
  assert.deepEqual(decide({ hasSuccessor: true }), { stop: ["r"], revive: [] });
  assert.deepEqual(decide({ state: "stopped" }), { stop: ["r"], revive: [] });
  for (const state of ["completed", "failed", "stopped"] as const) {
    assert.deepEqual(decide({ state, abandoned: false }), { stop: [], revive: [] });
  }
  assert.deepEqual(decideCheckIn([], ["r"], []).stop, ["r"]);
});
