import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { nextState, type SensorState, unknownState } from "#monitor/states";
import {
  type Circumstances,
  decideIncident,
  type OpenIncident,
  type ParentView,
} from "./incident.ts";

const sensorId = "019a0000-0000-7000-8000-000000000001";
const policy = { failuresBeforeDown: 3, successesBeforeUp: 2 };
const calm: Circumstances = {
  at: 100_000,
  failuresBeforeDown: 3,
  parent: null,
  maintenance: null,
  maintenanceEndedAt: null,
};
const after = (...oks: boolean[]): SensorState =>
  oks.reduce<SensorState>(
    (state, ok, i) =>
      nextState(
        state,
        { sensorId, at: (i + 1) * 1000, ok, ...(ok ? {} : { cause: "HTTP 503" }) },
        policy,
      ),
    unknownState,
  );
const open: OpenIncident = { id: "i", openedAt: 1000, cause: "HTTP 503", flapping: false };
const parent: ParentView = {
  name: "core",
  enabled: true,
  intervalSec: 60,
  state: "up",
  stateSince: 0,
  failures: 0,
  lastCheckedAt: 90_000,
};

test("an incident opens at the third failure, dated to the first, with the cause in words", () => {
  assert.deepEqual(decideIncident(after(false, false), null, calm), { kind: "none" });
  assert.deepEqual(decideIncident(after(false, false, false), null, calm), {
    kind: "open",
    openedAt: 1000,
    cause: "HTTP 503",
  });
});

test("it closes at the second good check, dated to the first", () => {
  assert.deepEqual(decideIncident(after(false, false, false, true), open, calm), { kind: "none" });
  assert.deepEqual(decideIncident(after(false, false, false, true, true), open, calm), {
    kind: "close",
    closedAt: 4000,
  });
});

test("while a sensor flaps, its one incident stays open and says so, and closes when it has calmed down", () => {
  const up = after(false, false, false, true, true);
  const flapping = { ...up, flapping: true };
  assert.deepEqual(decideIncident(flapping, open, calm), { kind: "flapping", flapping: true });
  assert.deepEqual(decideIncident(flapping, { ...open, flapping: true }, calm), { kind: "none" });
  assert.deepEqual(decideIncident(up, { ...open, flapping: true }, calm), {
    kind: "close",
    closedAt: 4000,
  });
});

test("in maintenance nothing opens; what still fails at its end opens then", () => {
  const down = after(false, false, false);
  assert.equal(decideIncident(down, null, { ...calm, maintenance: "patch day" }).kind, "hold");
  assert.deepEqual(decideIncident(down, null, { ...calm, maintenanceEndedAt: 50_000 }), {
    kind: "open",
    openedAt: 50_000,
    cause: "HTTP 503",
  });
});

test("a child waits for its parent's next check, but not for ever", () => {
  const down = after(false, false, false);
  const unchecked = { ...parent, lastCheckedAt: 500 };
  assert.equal(decideIncident(down, null, { ...calm, at: 4000, parent: unchecked }).kind, "hold");
  assert.equal(
    decideIncident(down, null, { ...calm, at: 4000, parent: { ...parent, lastCheckedAt: 2000 } })
      .kind,
    "open",
  );
  assert.equal(decideIncident(down, null, { ...calm, at: 76_001, parent: unchecked }).kind, "open");
});

test("a child is suppressed while its parent is down, however long", () => {
  const down = after(false, false, false);
  const decision = decideIncident(down, null, {
    ...calm,
    at: 9e9,
    parent: { ...parent, state: "down", failures: 9 },
  });
  assert.deepEqual(decision, { kind: "hold", because: "its parent core is down" });
});

test("once the parent is back, the child must fail again to have an incident of its own", () => {
  const down = after(false, false, false);
  assert.equal(
    decideIncident(down, null, { ...calm, parent: { ...parent, stateSince: 5000 } }).kind,
    "hold",
  );
  const again = nextState(down, { sensorId, at: 6000, ok: false, cause: "HTTP 503" }, policy);
  assert.equal(
    decideIncident(again, null, { ...calm, parent: { ...parent, stateSince: 5000 } }).kind,
    "open",
  );
});

test("a disabled parent suppresses nothing", () => {
  const down = after(false, false, false);
  assert.equal(
    decideIncident(down, null, { ...calm, parent: { ...parent, state: "down", enabled: false } })
      .kind,
    "open",
  );
});

test("polled anew, a sensor that was down needs a new confirmed run", () => {
  const state = { ...after(false, false, false), failures: 2 };
  assert.deepEqual(decideIncident(state, null, calm), { kind: "none" });
});

test("no sequence of results makes a second open incident, loses one, or closes before it opened", () => {
  const step = fc.record({
    ok: fc.boolean(),
    at: fc.integer({ min: 1, max: 5000 }),
    maintained: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 150 }), (steps) => {
      let state = unknownState;
      let incident = null as OpenIncident | null;
      for (const { ok, at, maintained } of steps) {
        state = nextState(state, { sensorId, at, ok }, policy);
        const around = { ...calm, at, maintenance: maintained ? "window" : null };
        const decision = decideIncident(state, incident, around);
        if (decision.kind === "open") {
          assert.equal(incident, null);
          incident = {
            id: "i",
            openedAt: decision.openedAt,
            cause: decision.cause,
            flapping: false,
          };
        } else if (decision.kind === "close") {
          assert.ok(incident !== null && decision.closedAt >= incident.openedAt);
          incident = null;
        } else if (decision.kind === "flapping" && incident !== null) {
          incident = { ...incident, flapping: decision.flapping };
        }
        if (state.state === "down" && state.failures >= 3 && !maintained)
          assert.ok(incident, "a confirmed failure has an incident");
        if (state.state === "up" && !state.flapping) assert.equal(incident, null);
      }
    }),
  );
});
