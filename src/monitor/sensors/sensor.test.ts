import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Problem } from "#platform/errors";
import { anyCharacter } from "#test/any-text";
import { sensorName } from "./sensor.ts";

test("a name is stored without the spaces around it", () => {
  assert.equal(sensorName("  core switch\u00a0"), "core switch");
});

test("a name has 1 to 200 characters, and a character outside the first plane is one", () => {
  assert.equal(sensorName("x".repeat(200)), "x".repeat(200));
  assert.equal(sensorName(`  ${"🙂".repeat(200)}  `), "🙂".repeat(200));
  for (const bad of ["", "   ", "x".repeat(201), "🙂".repeat(201)])
    assert.throws(() => sensorName(bad), Problem);
});

test("control characters, line breaks and half characters are refused", () => {
  for (const bad of ["a\u0000b", "a\nb", "a\tb", "a\u007fb", "a\u0085b", "a\u2028b", "a\ud800b"]) {
    assert.throws(() => sensorName(bad), Problem, JSON.stringify(bad));
  }
});

test("no text makes anything but a name or a refusal, and a name stays itself", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
      try {
        const name = sensorName(text);
        assert.equal(sensorName(name), name);
      } catch (error) {
        assert.ok(error instanceof Problem);
      }
    }),
  );
});
