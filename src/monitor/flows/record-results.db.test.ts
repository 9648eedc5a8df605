import assert from "node:assert/strict";
import { before, test } from "node:test";
import fc from "fast-check";
import { newId } from "#lib/ids";
import { makePartitions } from "#monitor/history";
import { createLog } from "#platform/log";
import { createTestDatabase } from "#test/database";
import { countResults, eventsOf, incidentsOf, stateOf } from "#test/monitor-rows";
import { type Seed, seedSensors, seedTenant } from "#test/seed";
import type { CheckResult } from "#wire/collector.v1";
import { recordResults } from "./record-results.ts";

const { database } = await createTestDatabase();
const start = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000;
const now = () => start + 3_600_000;
const deps = { database, now };

before(() =>
  makePartitions({
    database,
    now,
    log: createLog("silent", "test"),
    retention: { rawHours: 48, fiveMinuteDays: 90, hourDays: 730 },
  }),
);

/** One check every 10 s: `+` is good, `-` fails, a space is no check. */
const results = (sensorId: string, pattern: string, from = start): CheckResult[] =>
  Array.from(pattern, (sign, i) => ({ sign, at: from + i * 10_000 }))
    .filter(({ sign }) => sign !== " ")
    .map(({ sign, at }) =>
      sign === "+"
        ? { sensorId, at, ok: true, latencyMs: 1.25 }
        : { sensorId, at, ok: false, cause: "no answer", causeCode: "timeout" },
    );

async function oneSensor(): Promise<{ seed: Seed; id: string }> {
  const seed = await seedTenant(database);
  const [id = ""] = await seedSensors(database, seed, [{ name: "web" }]);
  return { seed, id };
}

test("results become history, a state and an incident with its timeline, in one go", async () => {
  const { seed, id } = await oneSensor();
  assert.deepEqual(await recordResults(deps, seed, results(id, "++---")), { recorded: 5 });
  const [incident] = await incidentsOf(database, seed.tenantId);
  assert.deepEqual(
    [incident?.opened_at, incident?.closed_at, incident?.cause],
    [start + 20_000, null, "no answer"],
  );
  const state = await stateOf(database, seed.tenantId, id);
  assert.deepEqual(
    [state.state, state.state_since, state.open_incident_id],
    ["down", start + 20_000, incident?.id],
  );

  await recordResults(deps, seed, results(id, "++", start + 50_000));
  const [closed] = await incidentsOf(database, seed.tenantId);
  assert.equal(closed?.closed_at, start + 50_000);
  assert.equal((await stateOf(database, seed.tenantId, id)).open_incident_id, null);
  const timeline = (await eventsOf(database, seed.tenantId, closed?.id ?? "")).map(
    ({ kind, at }) => [kind, at - start],
  );
  assert.deepEqual(timeline, [
    ["check_failed", 20_000],
    ["check_failed", 30_000],
    ["check_failed", 40_000],
    ["opened", 40_000],
    ["check_ok", 50_000],
    ["check_ok", 60_000],
    ["closed", 60_000],
  ]);
});

test("a batch delivered twice, also at the same time, changes nothing", async () => {
  const { seed, id } = await oneSensor();
  const batch = results(id, "++---");
  const both = await Promise.all([
    recordResults(deps, seed, batch),
    recordResults(deps, seed, batch),
  ]);
  assert.equal(
    both.reduce((sum, { recorded }) => sum + recorded, 0),
    5,
  );
  assert.deepEqual(await recordResults(deps, seed, batch), { recorded: 0 });
  assert.equal((await incidentsOf(database, seed.tenantId)).length, 1);
});

test("a late result goes to history and never overwrites newer state", async () => {
  const { seed, id } = await oneSensor();
  await recordResults(deps, seed, results(id, "     ++"));
  const before_ = await stateOf(database, seed.tenantId, id);
  assert.deepEqual(await recordResults(deps, seed, results(id, "----")), { recorded: 4 });
  assert.deepEqual(await stateOf(database, seed.tenantId, id), before_);
  assert.deepEqual(await incidentsOf(database, seed.tenantId), []);
});

test("a replayed outage has its true times and is marked as found late", async () => {
  const { seed, id } = await oneSensor();
  await recordResults(deps, seed, results(id, "++----++"));
  const [incident] = await incidentsOf(database, seed.tenantId);
  assert.deepEqual(
    [incident?.opened_at, incident?.closed_at, incident?.backfilled],
    [start + 20_000, start + 60_000, true],
  );
});

test("withheld results are kept without an opinion", async () => {
  const { seed, id } = await oneSensor();
  await recordResults(deps, seed, results(id, "++"));
  await recordResults(
    deps,
    seed,
    results(id, "   ----").map((result) => ({ ...result, withheld: true })),
  );
  assert.equal((await stateOf(database, seed.tenantId, id)).state, "up");
  assert.equal(await countResults(database, seed.tenantId), 6);
});

test("a collector's results of another's, a disabled, or an unknown sensor are ignored", async () => {
  const { seed, id } = await oneSensor();
  const other = await oneSensor();
  const [disabled = ""] = await seedSensors(database, seed, [{ enabled: false }]);
  const strangers = [other.id, disabled, newId()].flatMap((sensorId) => results(sensorId, "---"));
  assert.deepEqual(await recordResults(deps, seed, [...strangers, ...results(id, "+")]), {
    recorded: 1,
  });
  assert.deepEqual(
    await recordResults(deps, { ...seed, collectorId: newId() }, results(id, "---")),
    { recorded: 0 },
  );
  assert.equal((await stateOf(database, other.seed.tenantId, other.id)).last_checked_at, null);
});

test("a child of a parent that is down is held, with the reason", async () => {
  const seed = await seedTenant(database);
  const [parent = ""] = await seedSensors(database, seed, [{ name: "core" }]);
  const [child = ""] = await seedSensors(database, seed, [{ name: "web", parentId: parent }]);
  await recordResults(deps, seed, results(parent, "---"));
  await recordResults(deps, seed, results(child, " ----"));
  assert.equal(
    (await stateOf(database, seed.tenantId, child)).held_because,
    "its parent core is down",
  );
  assert.deepEqual(
    (await incidentsOf(database, seed.tenantId)).map((one) => one.subject_id),
    [parent],
  );
});

test("while a sensor flaps, its one incident stays open and says so; calm again, it closes", async () => {
  const { seed, id } = await oneSensor();
  await recordResults(deps, seed, results(id, "---"));
  await recordResults(deps, seed, results(id, "+-+-+-+-++", start + 30_000));
  const state = await stateOf(database, seed.tenantId, id);
  const [open, ...more] = await incidentsOf(database, seed.tenantId);
  assert.deepEqual(
    [state.state, state.open_incident_id, open?.flapping, open?.closed_at, more.length],
    ["up", open?.id, true, null, 0],
  );

  await recordResults(deps, seed, results(id, "+".repeat(20), start + 130_000));
  const [closed, ...others] = await incidentsOf(database, seed.tenantId);
  assert.deepEqual([closed?.closed_at, others.length], [start + 110_000, 0]);
  const kinds = (await eventsOf(database, seed.tenantId, open?.id ?? "")).map(({ kind }) => kind);
  assert.ok(kinds.indexOf("opened") < kinds.indexOf("flapping_started"));
  assert.ok(kinds.indexOf("flapping_started") < kinds.indexOf("closed"));
});

test("hostile text is kept as text", async () => {
  const { seed, id } = await oneSensor();
  const cause = `'); drop table incidents; -- {"a":[1]} \\ "quoted", {x} NULL <script>`;
  await recordResults(
    deps,
    seed,
    results(id, "---").map((result) => ({ ...result, cause })),
  );
  assert.equal((await incidentsOf(database, seed.tenantId))[0]?.cause, cause);
});

test("whatever is delivered by however many at once, a sensor has one open incident at most, and it agrees with its state", async () => {
  const batches = fc.array(
    fc.array(fc.record({ sensor: fc.nat(2), at: fc.nat(40), ok: fc.boolean() }), { maxLength: 25 }),
    { maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(batches, async (list) => {
      const seed = await seedTenant(database);
      const ids = await seedSensors(database, seed, [{}, {}, {}]);
      await Promise.all(
        list.map((batch) =>
          recordResults(
            deps,
            seed,
            batch.map(({ sensor, at, ok }) => ({
              sensorId: ids[sensor] ?? "",
              at: start + at * 1000,
              ok,
            })),
          ),
        ),
      );
      const incidents = await incidentsOf(database, seed.tenantId);
      for (const id of ids) {
        const open = incidents.filter((one) => one.subject_id === id && one.closed_at === null);
        const state = await stateOf(database, seed.tenantId, id);
        assert.ok(open.length <= 1);
        assert.equal(state.open_incident_id, open[0]?.id ?? null);
        if (state.state === "down" && state.failures >= 3) assert.equal(open.length, 1);
      }
    }),
    { numRuns: 25 },
  );
});
