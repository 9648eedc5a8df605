import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { InvalidRule } from "./status-ranges.ts";
import { parseTextRule, SearchTooSlow } from "./text-rule.ts";

const occurs = (rule: string, text: string): boolean =>
  parseTextRule("bodyMatch", rule).occursIn(text);

describe("a text rule", () => {
  test("without slashes is found as it is, whatever it would mean in an expression", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), fc.string(), (text, before, after) => {
        fc.pre(!/^\/.+\/[a-z]*$/s.test(text));
        assert.ok(occurs(text, before + text + after));
      }),
    );
    assert.equal(occurs("a.c", "abc"), false);
    assert.equal(occurs("/health", "GET /health"), true);
  });

  test("between slashes is a regular expression with flags", () => {
    assert.equal(occurs("/a.c/", "xabcx"), true);
    assert.equal(occurs("/^OK$/im", "first\nok\nlast"), true);
    assert.equal(occurs("/^ok$/", "OK"), false);
  });

  test("says the same every time, flags that remember a place included", () => {
    const rule = parseTextRule("bodyMatch", "/ok/g");
    assert.deepEqual(
      [rule.occursIn("ok"), rule.occursIn("ok"), rule.occursIn("no")],
      [true, true, false],
    );
  });

  test("that is no expression is refused with the setting's name", () => {
    for (const rule of ["/(/", "/a/xx", "/[b-a]/"]) {
      assert.throws(
        () => parseTextRule("bodyNotMatch", rule),
        (error: unknown) => {
          return error instanceof InvalidRule && error.message.startsWith("bodyNotMatch: ");
        },
      );
    }
  });

  test("that would try for ever is given up within half a second", () => {
    const startedAt = performance.now();
    assert.throws(() => occurs("/^(a+)+$/", `${"a".repeat(40)}!`), SearchTooSlow);
    assert.ok(performance.now() - startedAt < 2000);
    assert.equal(occurs("/ok/", "ok"), true); // and the next one works
  });
});
