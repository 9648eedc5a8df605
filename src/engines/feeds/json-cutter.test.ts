import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyCharacter } from "#test/any-text";
import { DamagedFeed } from "./feed-error.ts";
import { JsonCutter } from "./json-cutter.ts";
import { maxDepth, maxKeyBytes, maxValueBytes } from "./limits.ts";

type Path = readonly [key: string, inner: string | number | null];

/** Cuts a document that comes in pieces of so many bytes. */
function cut(json: string | Buffer, pieceBytes = 7): [...Path, unknown][] {
  const bytes = Buffer.from(json);
  const cutter = new JsonCutter();
  const found: [...Path, unknown][] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    for (const { key, inner, json: text, at: place } of cutter.push(
      bytes.subarray(at, at + pieceBytes),
    )) {
      assert.equal(bytes.toString("utf8", place, place + Buffer.byteLength(text)), text);
      found.push([key, inner, JSON.parse(text)]);
    }
  }
  cutter.end();
  return found;
}

/** The same by parsing the whole. */
function expected(document: Record<string, unknown>): [...Path, unknown][] {
  return Object.entries(document).flatMap(([key, value]): [...Path, unknown][] => {
    if (Array.isArray(value)) return value.map((item, i) => [key, i, item]);
    if (typeof value !== "object" || value === null) return [[key, null, value]];
    return Object.entries(value).map(([inner, item]) => [key, inner, item]);
  });
}

const value = fc.jsonValue({ maxDepth: 4 });
const name = fc.string({ unit: anyCharacter, maxLength: 8 });
const document = fc.dictionary(name, fc.oneof(value, fc.array(value), fc.dictionary(name, value)), {
  noNullPrototype: true,
});

test("whatever the document and wherever its pieces end, its fields come out as parsing the whole gives them", () => {
  fc.assert(
    fc.property(
      document,
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(undefined, 1, "\t"),
      (made, pieceBytes, indent) => {
        const json = JSON.stringify(made, null, indent);
        // As `JSON.parse` sees it: -0 is 0 there.
        assert.deepEqual(cut(json, pieceBytes), expected(JSON.parse(json)));
        assert.deepEqual(cut(`\u{feff} ${json}\r\n`, pieceBytes), expected(JSON.parse(json)));
      },
    ),
  );
});

test("a document that is cut off anywhere is refused", () => {
  fc.assert(
    fc.property(document, fc.nat(), (made, seed) => {
      const bytes = Buffer.from(JSON.stringify(made));
      assert.throws(() => cut(bytes.subarray(0, seed % bytes.length)), DamagedFeed);
    }),
  );
});

test("bytes that are not JSON are refused or cut as JSON, never anything else", () => {
  const noise = fc.oneof(
    fc.string(),
    fc.uint8Array().map((bytes) => Buffer.from(bytes).toString("latin1")),
  );
  fc.assert(
    fc.property(document, fc.nat(), noise, (made, seed, inserted) => {
      const json = JSON.stringify(made);
      const at = seed % (json.length + 1);
      const changed = json.slice(0, at) + inserted + json.slice(at);
      try {
        cut(changed);
      } catch (error) {
        assert.ok(error instanceof DamagedFeed || error instanceof SyntaxError, String(error));
        assert.throws(() => JSON.parse(changed), `${changed} is JSON`);
        return;
      }
      assert.doesNotThrow(() => JSON.parse(changed), `${changed} is no JSON`);
    }),
  );
});

test("what is wrong is named with its place", () => {
  for (const [json, message] of [
    ["[1]", /at byte 0 stands \[ where the \{ of an object should be/],
    ['{"a" 1}', /at byte 5 stands 1 where a colon should be/],
    ['{"a": 1 "b": 2}', /at byte 8 stands " where a comma or the end/],
    ['{"a": [1,]}', /at byte 9 stands \] where a value should be/],
    ['{"a": 1,}', /at byte 8 stands \} where a field name should be/],
    ['{"a": 1} {', /at byte 9 stands \{ where the end of the file should be/],
    ['{"a": \u0001', /at byte 6 stands the byte 1 where a value should be/],
    ["", /it ends too early, after 0 bytes/],
    ['{"a": [{"b": 1}, {"c": "', /it ends too early, after 24 bytes, in what begins at byte 17/],
  ] as const) {
    assert.throws(() => cut(json), message, json);
  }
});

test("hostile documents end at a bound: depth, length of a value, length of a name", () => {
  const deep = `{"a": [${"[".repeat(maxDepth + 1)}`;
  assert.throws(() => cut(deep), /nested deeper than 64 levels/);
  assert.doesNotThrow(() => cut(`{"a": [${"[".repeat(maxDepth)}${"]".repeat(maxDepth)}]}`));
  const long = `{"a": ["${"x".repeat(maxValueBytes)}"]}`;
  assert.throws(() => cut(long, 65_536), /the value at byte 7 is longer than 16777216 bytes/);
  assert.throws(
    () => cut(`{"${"k".repeat(maxKeyBytes)}": 1}`, 5000),
    /the field name at byte 1 is longer/,
  );
  // Also when it never ends: memory must not grow with what is sent.
  const cutter = new JsonCutter();
  cutter.push(Buffer.from('{"a": "'));
  const piece = Buffer.alloc(1024 * 1024, "x");
  assert.throws(() => {
    for (let i = 0; i < 20; i += 1) cutter.push(piece);
  }, /longer than/);
});
