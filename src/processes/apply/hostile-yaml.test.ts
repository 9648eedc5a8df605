import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { maxFileBytes } from "#platform/declarations";
import { declaredItems } from "#test/declared-items";
import { placesIn, valueAt, withValue } from "#test/spoiled";
import { readConfiguration } from "./read-configuration.ts";

function problemsOf(text: string | Buffer): string[] {
  const { problems } = readConfiguration(
    [{ name: "f", bytes: Buffer.from(text) }],
    {},
    {
      minIntervalSec: 30,
    },
  );
  return problems.map(({ path, message }) => `${path}: ${message}`);
}

test("aliases that unfold to more than the memory holds are refused", () => {
  const levels = Array.from(
    { length: 20 },
    (_, i) => `a${i + 1}: &a${i + 1} [${"*a" + i + ","} *a${i}, *a${i}]`,
  );
  const problems = problemsOf(`tenant: t\na0: &a0 [x]\n${levels.join("\n")}\n`);
  assert.match(problems.join("\n"), /the document is too large once its aliases are followed/);
});

test("one long text used a hundred thousand times is refused", () => {
  const text = `tenant: t\ncompanies:\n  - &c { name: "${"x".repeat(100_000)}" }\n${"  - *c\n".repeat(100_000)}`;
  assert.match(problemsOf(text).join("\n"), /too large once its aliases are followed/);
});

test("an alias that holds itself, or nothing, is an error with its place", () => {
  assert.match(
    problemsOf("tenant: t\ncompanies: &c [*c]").join("\n"),
    /nested deeper than 40 levels/,
  );
  assert.deepEqual(problemsOf("tenant: *t"), ["f:1:9 tenant: there is no anchor &t above"]);
});

test("deep nesting, huge files and other encodings are errors, not crashes", () => {
  assert.match(problemsOf("[".repeat(100_000)).join("\n"), /nested too deeply/);
  assert.match(
    problemsOf(Buffer.alloc(maxFileBytes + 1, 32)).join("\n"),
    /bytes; at most 16777216/,
  );
  assert.match(
    problemsOf(Buffer.from("tenant: t", "utf16le")).join("\n"),
    /control characters|UTF-8|unknown key/,
  );
  assert.deepEqual(problemsOf(Buffer.from([0x74, 0xff, 0xfe])), [
    "f:1:1: the file is not UTF-8 text",
  ]);
  for (const empty of ["", "# nothing\n"])
    assert.deepEqual(problemsOf(empty), ["f:1:1: the file holds no document"]);
  assert.match(problemsOf("tenant: t\n---\n").join("\n"), /f:\d:\d: must be a mapping/);
});

test("keys of prototypes, keys that are no text and keys that stand twice are errors", () => {
  const lines = problemsOf("tenant: t\n__proto__: { a: 1 }\nconstructor: 1\n1: x\ntenant: u\n");
  assert.deepEqual(lines, [
    "f:2:1 __proto__: is not a key",
    "f:1:1: every key must be text; put it in quotes",
    "f:5:1 tenant: stands here twice",
    "f:3:1 constructor: is an unknown key; known here are tenant, plan, companies, collectors, sensors, maintenance, sites, probes, scans, bundles, audits, directories",
  ]);
  assert.equal("a" in {}, false);
});

test("the character 0, or half a character, is refused in every text of everything that can be declared", () => {
  for (const [list, items] of Object.entries(declaredItems("our"))) {
    // JSON is YAML. What is in a bundle's file does not stand in a configuration.
    const declaring = (item: unknown) =>
      problemsOf(JSON.stringify({ tenant: "t", [list]: [item] }));
    for (const item of items.filter((each) => !("data" in each))) {
      assert.deepEqual(declaring(item), [], list);
      for (const place of placesIn(item)) {
        if (typeof valueAt(item, place) !== "string") continue;
        for (const text of ["a\0b", "\ud800"]) {
          const lines = declaring(withValue(item, place, text));
          assert.match(lines.join("\n"), /must not hold/, `${list} ${place.join("/")}`);
        }
      }
    }
  }
});

test("control characters, half surrogates and infinite numbers are refused where they stand", () => {
  for (const value of [
    '"a\\0b"',
    '"a\\u001b[31m"',
    '"a\\nb"',
    '"\\ud800"',
    "a\u0000b",
    '"\\u2028"',
  ]) {
    const lines = problemsOf(`tenant: t\ncompanies: [{ name: ${value} }]`);
    assert.equal(lines.length, 1, value);
    assert.match(lines[0] ?? "", /^f:2:21 companies\[0\]\.name: must not hold/, value);
  }
  for (const sensor of [
    '{ name: "a\\0b", type: icmp, target: a }',
    '{ name: a, type: icmp, target: "a\\0b" }',
    '{ name: a, type: icmp, target: a, tags: ["x\\ay"] }',
    '{ name: a, type: http, target: "http://a/", http: { headers: { a: "\\0" } } }',
    "{ name: a, type: icmp, target: a, intervalSec: .nan }",
  ]) {
    const lines = problemsOf(`tenant: t\nsensors: [${sensor}]`);
    assert.equal(lines.length, 1, `${sensor}: ${lines.join("; ")}`);
    assert.match(lines[0] ?? "", /^f:2:\d+ sensors\[0\]\./, sensor);
  }
  for (const exposure of [
    'bundles: [{ name: a, file: "a\\0.xml" }]',
    'bundles: [{ name: a, content: "a\\u001b[2J.xml" }]',
    'audits: [{ name: a, bundle: "b\\n", profile: p }]',
    'audits: [{ name: a, bundle: b, profile: "p\\0" }]',
    'audits: [{ name: a, bundle: b, profile: p, tags: ["x\\u2028y"] }]',
    "audits: [{ name: a, bundle: b, profile: p, limits: { memoryMb: .inf } }]",
  ]) {
    const lines = problemsOf(`tenant: t\n${exposure}`);
    assert.equal(lines.length, 1, `${exposure}: ${lines.join("; ")}`);
    assert.match(lines[0] ?? "", /^f:2:\d+ (bundles|audits)\[0\]\./, exposure);
  }
  assert.match(
    problemsOf("tenant: t\nplan: { sensorLimit: .inf }").join("\n"),
    /must be a finite number/,
  );
});

test("tags of other languages and other YAML versions are refused", () => {
  assert.match(problemsOf("tenant: !!js/function x").join("\n"), /Unresolved tag/);
  assert.match(problemsOf("%YAML 1.1\n---\ntenant: t\n").join("\n"), /this is YAML 1\.2, not 1\.1/);
});

test("broken YAML is an error with line and column", () => {
  assert.match(problemsOf("tenant: t\nsensors: [a, b\n").join("\n"), /^f:\d+:\d+: /);
});

test("whatever bytes a file holds, reading it neither throws nor hangs", () => {
  const pieces = fc.constantFrom(
    "tenant: t\n",
    "sensors:\n",
    "bundles:\n",
    "audits:\n",
    "  - ",
    "name: a",
    "type: http",
    "file: /dev/null",
    "&a",
    "*a",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\n",
    " ",
    '"',
    "'",
    "|",
    ">",
    "!!str",
    "---\n",
    "%",
    "#",
    "\u0000",
    "\t",
    "${A}",
    "é",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(pieces).map((all) => all.join("")),
        fc.string(),
      ),
      (text) => {
        for (const line of problemsOf(text)) assert.match(line, /^f:\d+:\d+/);
      },
    ),
    { numRuns: 300 },
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      problemsOf(Buffer.from(bytes));
    }),
  );
});
