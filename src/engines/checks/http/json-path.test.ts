import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { findByPath, parseJsonPath } from "./json-path.ts";
import { InvalidRule } from "./status-ranges.ts";

function at(root: unknown, path: string): unknown {
  const found = findByPath(root, parseJsonPath(path));
  return found.found ? found.value : "(nothing)";
}

/** Every path into a value, written in the three ways there are, with what stands there. */
function* pathsInto(value: unknown, path = "$"): Generator<[path: string, value: unknown]> {
  yield [path, value];
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) {
      yield* pathsInto(each, `${path}[${index}]`);
      yield* pathsInto(each, `${path}[${index - value.length}]`);
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [name, each] of Object.entries(value)) {
      const json = JSON.stringify(name);
      yield* pathsInto(each, `${path}[${json}]`);
      const single = json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
      yield* pathsInto(each, `${path}['${single}']`);
      if (/^[\p{L}\p{N}_-]+$/u.test(name)) yield* pathsInto(each, `${path}.${name}`);
    }
  }
}

describe("a JSON path", () => {
  test("finds members and elements", () => {
    const root = { a: { b: [{ "c d": 1 }, 2] }, "last-seen": 3, größe: 4 };
    assert.equal(at(root, "$.a.b[0]['c d']"), 1);
    assert.equal(at(root, '$["a"]["b"][-1]'), 2);
    assert.equal(at(root, "$.last-seen"), 3);
    assert.equal(at(root, "$.größe"), 4);
    assert.equal(at(root, "$"), root);
  });

  test("finds nothing beyond what the text has: no prototype, no length, no index of a string", () => {
    const root: unknown = JSON.parse('{"a":[1],"s":"text","n":null}');
    for (const path of [
      "$.b",
      "$.a[1]",
      "$.a[-2]",
      "$.a.length",
      "$.s[0]",
      "$.s.length",
      "$.n.x",
      "$.toString",
      "$.__proto__",
    ]) {
      assert.equal(at(root, path), "(nothing)", path);
    }
    assert.equal(at(JSON.parse('{"__proto__":5}'), "$.__proto__"), 5);
    assert.equal(at({ n: null }, "$.n"), null);
  });

  test("reaches every part of every JSON value, by every way of writing the path", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2, noUnicodeString: false }), (root) => {
        let count = 0;
        for (const [path, expected] of pathsInto(root)) {
          const found = findByPath(root, parseJsonPath(path));
          assert.ok(found.found, path);
          assert.equal(found.value, expected, path);
          if (++count > 200) return;
        }
      }),
      { numRuns: 50 },
    );
  });

  test("that is not understood is refused with the place", () => {
    for (const path of [
      "a",
      "$.",
      "$a",
      "$[",
      "$[x]",
      "$['a]",
      "$.a..b",
      "$[*]",
      "$[1:2]",
      "$[?(@.x)]",
      "$[01]",
      "$['\\x']",
      "$ ",
    ]) {
      assert.throws(() => parseJsonPath(path), InvalidRule, path);
    }
    assert.throws(() => parseJsonPath("$.a[*].b"), /"\[\*\]\.b" at character 4/);
  });

  test("never takes long to read, and never throws anything else", () => {
    const unit = fc.constantFrom("$", ".", "[", "]", "'", '"', "\\", "a", "0", "-", "u");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 500 }), (text) => {
        try {
          parseJsonPath(`$${text}`);
        } catch (error) {
          assert.ok(error instanceof InvalidRule);
        }
      }),
    );
  });
});
