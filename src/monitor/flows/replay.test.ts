import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { maintenanceCalendar } from "#monitor/maintenance";
import { unknownState } from "#monitor/states";
import type { CheckResult } from "#wire/collector.v1";
import {
  lateAfterMs,
  reconsider,
  replayResults,
  type Replay,
  type WatchedSensor,
  type World,
} from "./replay.ts";

const watched = (id: string, parentId: string | null = null): WatchedSensor => ({
  id,
  name: `sensor ${id}`,
  intervalSec: 60,
  failuresBeforeDown: 3,
  successesBeforeUp: 2,
  parentId,
  tags: [],
  companyId: null,
  enabled: true,
  state: unknownState,
  open: null,
  heldBecause: null,
});
const world = (...sensors: WatchedSensor[]): World => ({
  sensors: new Map(sensors.map((sensor) => [sensor.id, sensor])),
  parents: new Map(),
  calendar: maintenanceCalendar([]),
});
const after = (before: World, replay: Replay): World => ({
  ...before,
  sensors: new Map([...before.sensors, ...replay.sensors]),
});
const results = (sensorId: string, from: number, oks: string): CheckResult[] =>
  Array.from(oks, (c, i) => ({
    sensorId,
    at: from + i * 10_000,
    ok: c === "+",
    ...(c === "+" ? {} : { cause: "no answer", causeCode: "timeout" }),
  }));
const ids = () => {
  let n = 0;
  return () => `incident ${++n}`;
};

test("an outage that began and ended within one late batch appears with its true times and pages nobody", () => {
  const replay = replayResults(world(watched("a")), results("a", 1000, "++---+++"), {
    now: 1e9,
    newId: ids(),
  });
  assert.deepEqual(
    replay.incidents.opened.map(({ openedAt, closedAt, backfilled }) => ({
      openedAt,
      closedAt,
      backfilled,
    })),
    [{ openedAt: 21_000, closedAt: 51_000, backfilled: true }],
  );
  assert.deepEqual(replay.incidents.closed, []);
  assert.equal(replay.sensors.get("a")?.open, null);
});

test("an outage seen as it happens pages", () => {
  const replay = replayResults(world(watched("a")), results("a", 1000, "---"), {
    now: 21_000 + lateAfterMs,
    newId: ids(),
  });
  assert.deepEqual(
    replay.incidents.opened.map((i) => i.backfilled),
    [false],
  );
});

test("the timeline names the checks that confirmed the opening and the closing", () => {
  const replay = replayResults(world(watched("a")), results("a", 0, "---++"), {
    now: 50_000,
    newId: ids(),
  });
  assert.deepEqual(replay.runs, [
    { incidentId: "incident 1", sensorId: "a", ok: false, fromAt: 0, toAt: 20_000 },
    { incidentId: "incident 1", sensorId: "a", ok: true, fromAt: 30_000, toAt: 40_000 },
  ]);
  assert.deepEqual(
    replay.incidents.events.map((e) => e.kind),
    ["opened", "closed"],
  );
});

test("parent and child fail in one batch: one incident, the child is held with the reason", () => {
  const batch = [...results("parent", 5000, "---"), ...results("child", 0, "----")];
  const replay = replayResults(world(watched("parent"), watched("child", "parent")), batch, {
    now: 40_000,
    newId: ids(),
  });
  assert.deepEqual(
    replay.incidents.opened.map((i) => i.subjectId),
    ["parent"],
  );
  assert.equal(replay.sensors.get("child")?.heldBecause, "its parent sensor parent is down");
});

test("a held child opens by reconsidering once its parent has been checked and is well", () => {
  const start = world(
    {
      ...watched("parent"),
      state: { ...unknownState, state: "up", stateSince: 0, lastCheckedAt: 0 },
    },
    watched("child", "parent"),
  );
  const held = after(
    start,
    replayResults(start, results("child", 5000, "---"), { now: 25_000, newId: ids() }),
  );
  assert.match(held.sensors.get("child")?.heldBecause ?? "", /waiting for the next check/);
  const checked = after(
    held,
    replayResults(held, results("parent", 30_000, "+"), { now: 30_000, newId: ids() }),
  );
  const replay = reconsider(checked, { now: 31_000, newId: ids() });
  assert.deepEqual(
    replay.incidents.opened.map((i) => [i.subjectId, i.openedAt]),
    [["child", 5000]],
  );
});

test("another kind of failure during an incident is told once", () => {
  const batch = [
    ...results("a", 0, "---"),
    { sensorId: "a", at: 50_000, ok: false, cause: "HTTP 503", causeCode: "status" },
  ];
  const replay = replayResults(world(watched("a")), batch, { now: 50_000, newId: ids() });
  assert.deepEqual(
    replay.incidents.events.map((e) => [e.kind, e.text.split(";")[0]]),
    [
      ["opened", "no answer"],
      ["cause_changed", "HTTP 503"],
    ],
  );
});

test("results of sensors that are not watched are skipped", () => {
  const replay = replayResults(world(), results("stranger", 0, "---"), { now: 0, newId: ids() });
  assert.deepEqual([replay.sensors.size, replay.incidents.opened.length], [0, 0]);
});

const stream = fc.array(
  fc.record({
    sensorId: fc.constantFrom("parent", "child", "alone"),
    at: fc.integer({ min: 0, max: 900 }),
    ok: fc.boolean(),
  }),
  { maxLength: 120 },
);

test("results decide the same in one batch or in many, delivered once or twice", () => {
  fc.assert(
    fc.property(stream, fc.array(fc.nat({ max: 120 }), { maxLength: 8 }), (list, cuts) => {
      const ordered = list.map((r) => ({ ...r, at: r.at * 1000 })).toSorted((a, b) => a.at - b.at);
      const start = world(watched("parent"), watched("child", "parent"), watched("alone"));
      const whole = replayResults(start, ordered, { now: 1e6, newId: ids() });

      const newId = ids();
      const incidents = new Map<string, { openedAt: number; closedAt: number | null }>();
      let now = start;
      const edges = [
        0,
        ...cuts.filter((cut) => cut < ordered.length).toSorted((a, b) => a - b),
        ordered.length,
      ];
      for (let i = 1; i < edges.length; i++) {
        // Each batch also brings everything before it again.
        const part = replayResults(now, ordered.slice(0, edges[i]), { now: 1e6, newId });
        for (const { id, openedAt, closedAt } of part.incidents.opened)
          incidents.set(id, { openedAt, closedAt });
        for (const { id, closedAt } of part.incidents.closed)
          incidents.set(id, { openedAt: incidents.get(id)?.openedAt ?? -1, closedAt });
        now = after(now, part);
      }
      assert.deepEqual(
        [...incidents.values()],
        whole.incidents.opened.map(({ openedAt, closedAt }) => ({ openedAt, closedAt })),
      );
      for (const [id, sensor] of whole.sensors)
        assert.deepEqual(now.sensors.get(id)?.state, sensor.state);
    }),
    { numRuns: 500 },
  );
});

test("no subject ever has two open incidents, and a closed one is never open in its sensor", () => {
  fc.assert(
    fc.property(stream, (list) => {
      const replay = replayResults(
        world(watched("parent"), watched("child", "parent"), watched("alone")),
        list,
        { now: 0, newId: ids() },
      );
      const open = replay.incidents.opened.filter((i) => i.closedAt === null);
      assert.equal(new Set(open.map((i) => i.subjectId)).size, open.length);
      for (const sensor of replay.sensors.values()) {
        assert.equal(
          sensor.open?.id ?? null,
          open.find((i) => i.subjectId === sensor.id)?.id ?? null,
        );
      }
    }),
  );
});
