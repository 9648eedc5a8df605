import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { DeclaredSensor } from "#monitor/sensors";
import { formatChange } from "#platform/declarations";
import type { Configuration } from "./configuration.ts";
import { describeChanges } from "./describe-changes.ts";
import {
  type ConfigurationChanges,
  type ExistingConfiguration,
  diffConfiguration,
} from "./diff-configuration.ts";

const undeclared: ExistingConfiguration["undeclared"] = {
  billable: 0,
  companies: new Set(),
  collectors: new Set(),
  parents: new Set(),
};
const embedded = { name: "embedded", allow: [], deny: [], embedded: true };
const empty: ExistingConfiguration = {
  collectors: [embedded],
  sensors: [],
  maintenance: [],
  undeclared,
};
const nothing: Configuration = {
  collectors: [],
  sensors: [],
  maintenance: [],
};
const prune = { prune: true, sensorLimit: 1000, deletedCompanies: [] };
const keep = { ...prune, prune: false };
const ping: DeclaredSensor = {
  name: "gateway",
  type: "icmp",
  target: "10.0.0.1",
  enabled: true,
  intervalSec: 60,
  failuresBeforeDown: 3,
  successesBeforeUp: 2,
  company: null,
  collector: null,
  parent: null,
  tags: [],
  settings: {},
  interfaces: [],
  host: [],
};
const switchSensor: DeclaredSensor = {
  ...ping,
  name: "switch",
  type: "snmp",
  settings: { version: "2c", community: "public" },
  interfaces: ["1", "2"],
  host: ["cpu", "storage"],
};

/** Does what the changes say, as the saver does it in the database. */
function carryOut(
  existing: ExistingConfiguration,
  changes: ConfigurationChanges,
): ExistingConfiguration {
  const { sensors, collectors, maintenance } = changes;
  const gone = new Set(sensors.delete.map(({ declaredAs }) => declaredAs));
  const updated = new Map(sensors.update.map(({ after }) => [after.name, after]));
  const newLists = new Map(collectors.update.map(({ after }) => [after.name, after]));
  const windows = new Map(existing.maintenance.map((window) => [window.name, window]));
  for (const window of [...maintenance.create, ...maintenance.update])
    windows.set(window.name, window);
  for (const name of maintenance.delete) windows.delete(name);
  return {
    ...existing,
    collectors: [
      ...existing.collectors
        .filter(({ name }) => !collectors.delete.includes(name))
        .map((collector) => ({ ...collector, ...newLists.get(collector.name) })),
      ...collectors.create.map((collector) => ({ ...collector, embedded: false })),
    ],
    sensors: [
      ...existing.sensors
        .filter(({ declaredAs }) => !gone.has(declaredAs))
        .map((sensor) => ({ ...sensor, ...updated.get(sensor.declaredAs) })),
      ...sensors.create.map((sensor) => ({ ...sensor, declaredAs: sensor.name, volumes: [] })),
    ],
    maintenance: [...windows.values()],
  };
}

function linesOf(changes: ConfigurationChanges): string[] {
  return describeChanges(changes).map(formatChange);
}

const name = fc.constantFrom("a", "b", "c", "d");
const sensorOf = (companies: string[], collectors: string[]) =>
  fc.record({
    name,
    type: fc.constantFrom("icmp" as const, "tcp" as const, "snmp" as const),
    target: fc.constantFrom("10.0.0.1", "10.0.0.2"),
    enabled: fc.boolean(),
    intervalSec: fc.constantFrom(30, 60),
    failuresBeforeDown: fc.integer({ min: 1, max: 10 }),
    successesBeforeUp: fc.constant(2),
    company: fc.constantFrom(null, ...companies),
    collector: fc.constantFrom(null, "embedded", ...collectors),
    parent: fc.constant(null),
    tags: fc.uniqueArray(name, { maxLength: 2 }),
    settings: fc.constantFrom(
      {},
      { version: "2c", community: "x" },
      { version: "2c", community: "y" },
    ),
    interfaces: fc.uniqueArray(name, { maxLength: 2 }),
    host: fc.constantFrom([], ["cpu", "storage"]),
  });
const configuration: fc.Arbitrary<Configuration> = fc
  .record({
    companies: fc.uniqueArray(name),
    collectors: fc.uniqueArray(
      fc.record({ name, allow: fc.constantFrom([], ["10.0.0.0/8"]), deny: fc.constant([]) }),
      { selector: (collector) => collector.name },
    ),
  })
  .chain(({ companies, collectors }) =>
    fc.record({
      collectors: fc.constant(collectors),
      sensors: fc.uniqueArray(
        sensorOf(
          companies,
          collectors.map((collector) => collector.name),
        ),
        {
          selector: (sensor) => sensor.name,
        },
      ),
      maintenance: fc.uniqueArray(
        fc.record({
          name,
          startsAt: fc.constantFrom(1, 2),
          endsAt: fc.constant(9),
          cron: fc.constant(null),
          timeZone: fc.constant("UTC"),
          durationMin: fc.constant(null),
          sensors: fc.constant([]),
          tags: fc.uniqueArray(name),
          companies: fc.constant([]),
        }),
        { selector: (window) => window.name },
      ),
    }),
  );

/** What a file would say that declares all there is. */
function asDeclared(existing: ExistingConfiguration): unknown {
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
  return {
    collectors: existing.collectors.filter((collector) => !collector.embedded).toSorted(byName),
    sensors: existing.sensors.toSorted(byName),
    maintenance: existing.maintenance.toSorted(byName),
  };
}

test("applying the same configuration twice changes nothing the second time", () => {
  fc.assert(
    fc.property(configuration, fc.boolean(), (wanted, prunes) => {
      const options = { ...prune, prune: prunes };
      const first = diffConfiguration(empty, wanted, options);
      assert.deepEqual(first.refusals, []);
      const after = carryOut(empty, first.changes);
      assert.deepEqual(linesOf(diffConfiguration(after, wanted, options).changes), []);
    }),
  );
});

test("pruned, the installation is as the last configuration says, whatever was before", () => {
  fc.assert(
    fc.property(configuration, configuration, (first, last) => {
      const before = carryOut(empty, diffConfiguration(empty, first, prune).changes);
      const over = carryOut(before, diffConfiguration(before, last, prune).changes);
      const fresh = carryOut(empty, diffConfiguration(empty, last, prune).changes);
      assert.deepEqual(asDeclared(over), asDeclared(fresh));
    }),
  );
});

test("without prune, what the file does not mention stays as it is", () => {
  fc.assert(
    fc.property(configuration, configuration, (first, last) => {
      const before = carryOut(empty, diffConfiguration(empty, first, prune).changes);
      const { changes } = diffConfiguration(before, last, keep);
      const after = carryOut(before, changes);
      const mentioned = new Set(last.sensors.map((sensor) => sensor.name));
      const others = ({ sensors }: ExistingConfiguration) =>
        sensors.filter((sensor) => !mentioned.has(sensor.declaredAs));
      assert.deepEqual(others(after), others(before));
      const kept = new Set(after.collectors.map((collector) => collector.name));
      assert.ok(before.collectors.every((collector) => kept.has(collector.name)));
    }),
  );
});

test("each change is one line that says what it was and what it becomes, credentials named but not shown", () => {
  const existing: ExistingConfiguration = {
    ...empty,
    sensors: [
      { ...ping, name: "renamed", declaredAs: "gateway", volumes: [] },
      { ...switchSensor, declaredAs: "switch", volumes: [] },
      { ...ping, name: "old", declaredAs: "old", volumes: [] },
    ],
  };
  const wanted: Configuration = {
    ...nothing,
    collectors: [
      { name: "berlin", allow: [], deny: [] },
      { name: "embedded", allow: ["10.0.0.0/8"], deny: [] },
    ],
    sensors: [
      { ...ping, intervalSec: 30, tags: ["core"], company: "Acme", collector: "embedded" },
      { ...switchSensor, settings: { version: "2c", community: "s3cret" } },
      { ...ping, name: "new" },
    ],
  };
  assert.deepEqual(linesOf(diffConfiguration(existing, wanted, prune).changes), [
    "+ collector berlin",
    "~ collector embedded (targets.allow [] → [10.0.0.0/8])",
    "+ sensor new",
    "~ sensor gateway (name renamed → gateway, intervalSec 60 → 30, company none → Acme, tags [] → [core])",
    "~ sensor switch (credentials)",
    "- sensor old",
  ]);
});

test("settings are compared key by key, and a new type shows as that", () => {
  const web: DeclaredSensor = {
    ...ping,
    name: "web",
    type: "http",
    target: "http://a.test",
    settings: { expectStatus: "200", headers: { A: "b" }, body: "x".repeat(100) },
  };
  const existing = { ...empty, sensors: [{ ...web, declaredAs: "web", volumes: [] }] };
  const line = (sensor: DeclaredSensor) =>
    linesOf(diffConfiguration(existing, { ...nothing, sensors: [sensor] }, keep).changes);
  assert.deepEqual(line({ ...web, settings: { headers: { A: "c" }, body: "y" } }), [
    `~ sensor web (http.expectStatus 200 → none, http.body ${"x".repeat(60)}… → y, credentials)`,
  ]);
  assert.deepEqual(line({ ...web, settings: { ...web.settings, headers: { A: "b", B: "" } } }), [
    "~ sensor web (credentials)",
  ]);
  assert.deepEqual(line({ ...ping, name: "web" }), [
    "~ sensor web (type http → icmp, target http://a.test → 10.0.0.1, credentials)",
  ]);
});

test("sensors beyond the plan are refused with the numbers; a plan lowered below what is in use is not", () => {
  const refusals = (
    existing: ExistingConfiguration,
    wanted: Partial<Configuration>,
    sensorLimit = 4,
  ) => diffConfiguration(existing, { ...nothing, ...wanted }, { ...prune, sensorLimit }).refusals;
  assert.deepEqual(refusals(empty, { sensors: [switchSensor, ping] }), []);
  assert.deepEqual(refusals(empty, { sensors: [switchSensor, ping, { ...ping, name: "b" }] }), [
    "The plan allows 4 sensors; with this configuration there would be 5 (0 now, 5 more). " +
      "Interfaces and host aspects of SNMP sensors count as one each.",
  ]);
  const used: ExistingConfiguration = {
    ...empty,
    sensors: [{ ...switchSensor, declaredAs: "switch", volumes: ["/", "/var"] }],
  };
  assert.deepEqual(refusals(used, { sensors: [switchSensor] }, 1), []);
  assert.match(
    refusals(used, { sensors: [switchSensor, ping] })[0] ?? "",
    /be 6 \(5 now, 1 more\)/,
  );
  const named = { ...switchSensor, host: ["cpu", "storage:/"] };
  assert.deepEqual(refusals(used, { sensors: [named] }), []);
  assert.deepEqual(refusals(used, { sensors: [ping] }), []);
  const others = { ...empty, undeclared: { ...undeclared, billable: 4 } };
  assert.match(refusals(others, { sensors: [ping] })[0] ?? "", /be 5 \(4 now, 1 more\)/);
});

test("what sensors outside of the file use is not deleted", () => {
  const existing: ExistingConfiguration = {
    ...empty,
    collectors: [embedded, { name: "berlin", allow: [], deny: [], embedded: false }],
    sensors: [{ ...ping, declaredAs: "gateway", volumes: [] }],
    undeclared: {
      billable: 1,
      companies: new Set(["Acme"]),
      collectors: new Set(["berlin"]),
      parents: new Set(["gateway"]),
    },
  };
  const { refusals } = diffConfiguration(existing, nothing, {
    ...prune,
    deletedCompanies: ["Acme"],
  });
  assert.equal(refusals.length, 3);
  assert.match(refusals[0] ?? "", /^Company "Acme" cannot be deleted: under it are still sensors/);
  assert.match(refusals[1] ?? "", /^Collector "berlin" cannot be deleted/);
  assert.match(refusals[2] ?? "", /^Sensor "gateway" cannot be deleted/);
  assert.deepEqual(diffConfiguration(existing, nothing, keep).refusals, []);
});
