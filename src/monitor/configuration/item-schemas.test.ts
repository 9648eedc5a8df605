import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { findViolations } from "#platform/declarations";
import Type from "typebox";
import Value from "typebox/value";
import { collectorSchema, sensorSchemas } from "./item-schemas.ts";

const words = ["name", "type", "target", "tags", "http", "snmp", "icmp", "tls", "host", "headers"];
const more = [
  "version",
  "community",
  "user",
  "level",
  "packets",
  "expectStatus",
  "jsonPath",
  "path",
];
const values = [
  "snmp",
  "icmp",
  "http",
  "tls",
  "tcp",
  "2c",
  "cpu",
  "storage:/",
  "200-299",
  "$.a",
  1,
  3,
];

/** JSON made of the words that our schemas know, so that much of it is nearly right. */
const nearly = fc.letrec<{ any: unknown; object: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(...values),
    fc.oneof(
      fc.string(),
      fc.integer(),
      fc.double({ noNaN: true }),
      fc.boolean(),
      fc.constant(null),
    ),
    fc.array(tie("any"), { maxLength: 3 }),
    tie("object"),
  ),
  object: fc.dictionary(fc.constantFrom(...words, ...more, "other"), tie("any"), { maxKeys: 6 }),
})).any;

test("a value has no violations if and only if its schema accepts it", () => {
  const schemas = [...Object.values(sensorSchemas), collectorSchema];
  for (const schema of schemas) {
    fc.assert(
      fc.property(nearly, (value) => {
        assert.equal(findViolations(schema, value, []).length === 0, Value.Check(schema, value));
      }),
      { numRuns: 300 },
    );
  }
});

test("valid sensors of each type, changed in one place, are judged as their schema judges them", () => {
  const valid = {
    icmp: { name: "a", type: "icmp", target: "a", icmp: { packets: 3, ipFamily: 4 } },
    tcp: { name: "a", type: "tcp", target: "a:1", tcp: { banner: "x" }, tags: ["x"] },
    tls: { name: "a", type: "tls", target: "a:1", tls: { starttls: "smtp", verify: false } },
    http: {
      name: "a",
      type: "http",
      target: "http://a",
      http: {
        method: "GET",
        headers: { A: "b" },
        jsonPath: { path: "$.a", equals: null },
        basicAuth: { user: "u", password: "p" },
      },
    },
    snmp: {
      name: "a",
      type: "snmp",
      target: "a",
      snmp: {
        version: 3,
        user: "u",
        level: "authNoPriv",
        authProtocol: "SHA",
        authPassword: "12345678",
      },
      interfaces: ["1"],
      host: ["cpu"],
    },
  };
  for (const type of ["icmp", "tcp", "tls", "http", "snmp"] as const) {
    assert.deepEqual(findViolations(sensorSchemas[type], valid[type], []), []);
    fc.assert(
      fc.property(fc.nat(), nearly, (place, value) => {
        const changed = structuredClone(valid[type]);
        const places = leaves(changed);
        const [holder, key] = places[place % places.length] ?? assert.fail();
        holder[key] = value;
        assert.equal(
          findViolations(sensorSchemas[type], changed, []).length === 0,
          Value.Check(sensorSchemas[type], changed),
        );
      }),
      { numRuns: 300 },
    );
  }
});

test("numbers that JSON cannot hold are refused where a number may stand", () => {
  for (const equals of [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN]) {
    const sensor = {
      name: "a",
      type: "http",
      target: "http://a",
      http: { jsonPath: { path: "$.a", equals } },
    };
    assert.notDeepEqual(findViolations(sensorSchemas.http, sensor, []), []);
  }
});

test("a sentence says what would be right, with the words of the schema's own bounds", () => {
  const schema = Type.Object({
    a: Type.Optional(Type.Number({ minimum: 1 })),
    b: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    c: Type.Optional(Type.Union([Type.Literal(4), Type.Literal(6)])),
    d: Type.Optional(Type.Array(Type.Boolean(), { minItems: 1, maxItems: 2 })),
  });
  const sentences = (value: unknown) =>
    findViolations(schema, value, []).map(({ path, message }) => `${path.join(".")} ${message}`);
  assert.deepEqual(sentences({ a: 0, b: 1, c: 5, d: [] }), [
    "a must be a number of at least 1",
    "b must be text or null",
    "c must be 4 or 6",
    "d must list at least 1",
  ]);
  assert.deepEqual(sentences({ d: [true, 1, true] }), [
    "d must list at most 2",
    "d.1 must be true or false",
  ]);
  assert.deepEqual(sentences([]), [" must be a mapping of keys to values"]);
});

function leaves(value: object): [Record<string, unknown>, string][] {
  return Object.entries(value).flatMap(([key, inner]) => [
    [value as Record<string, unknown>, key] satisfies [Record<string, unknown>, string],
    ...(typeof inner === "object" && inner !== null ? leaves(inner) : []),
  ]);
}
