import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { anyCharacter } from "#test/any-text";
import { type ExceptionScope, exceptionMatcher, namePattern } from "./match-exception.ts";

/** Tries every way to cut the text. */
function matchesNaively(pattern: string, text: string): boolean {
  if (pattern === "") return text === "";
  if (pattern[0] !== "*") {
    return text[0] === pattern[0] && matchesNaively(pattern.slice(1), text.slice(1));
  }
  for (let cut = 0; cut <= text.length; cut++)
    if (matchesNaively(pattern.slice(1), text.slice(cut))) return true;
  return false;
}

const few = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 8 });
const name = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 10 });

test("a pattern means the names that trying every cut says", () => {
  fc.assert(
    fc.property(few, name, (pattern, text) => {
      assert.equal(namePattern(pattern)(text), matchesNaively(pattern, text));
    }),
    { numRuns: 2000 },
  );
});

test("any name is meant by itself, in whatever case, and by any text that is put behind a star", () => {
  const text = fc
    .string({ unit: anyCharacter, minLength: 1, maxLength: 40 })
    .filter((one) => !one.includes("*"));
  fc.assert(
    fc.property(text, text, (one, other) => {
      assert.ok(namePattern(one)(one));
      assert.ok(namePattern(one.toUpperCase())(one));
      assert.ok(namePattern(`${one}*`)(one + other));
      assert.ok(namePattern(`*${one}`)(other + one));
      assert.ok(namePattern(`*${one}*`)(other + one + other));
    }),
  );
  assert.ok(namePattern("ΟΔΟΣ*")("οδοσα"), "a sigma is a sigma at the end, too");
});

test("nothing in a pattern means anything but the star", () => {
  for (const pattern of ["svc.", "svc[ab]", "(svc)+", "svc?", "svc%", "svc_", "\\w*"])
    assert.ok(!namePattern(pattern)("svca"), pattern);
  assert.ok(namePattern("svc.(x)*")("SVC.(X)2"));
});

test("a pattern of stars takes no longer for the longest name", () => {
  const fits = namePattern("*a".repeat(150));
  const startAt = performance.now();
  for (let i = 0; i < 1000; i++) assert.ok(!fits(`${"a".repeat(149)}${"b".repeat(151)}`));
  assert.ok(performance.now() - startAt < 2000);
});

function exception(given: Partial<ExceptionScope>): ExceptionScope {
  const said = { reason: "because", owner: "Ada", expiresAt: null };
  return { id: "e1", directoryId: null, ruleId: null, target: null, ...said, ...given };
}

const finding = { directoryId: "d1", ruleId: "ad.old-password", targetName: "svc-backup" };

test("an exception covers what has its directory, its rule and its target, whichever it names", () => {
  for (const [field, here, elsewhere] of [
    ["directoryId", "d1", "d2"],
    ["ruleId", "ad.old-password", "ad.old"],
    ["target", "SVC-*", "svc"],
  ] as const) {
    const covers = (value: string) =>
      exceptionMatcher([exception({ [field]: value })], 1)(finding) !== null;
    assert.ok(covers(here), field);
    assert.ok(!covers(elsewhere), field);
  }
  const both = exception({ ruleId: "ad.old-password", target: "admin*" });
  assert.equal(exceptionMatcher([both], 1)(finding), null);
});

test("it covers until the moment of its end, and not in it", () => {
  const ends = [exception({ target: "*", expiresAt: 100 })];
  assert.equal(exceptionMatcher(ends, 99)(finding)?.id, "e1");
  assert.equal(exceptionMatcher(ends, 100)(finding), null);
});

test("of several the one that holds longest covers it, of those the newest, whatever their order and kind", () => {
  const [short, long, newest] = [
    exception({ id: "e1", ruleId: "ad.old-password", expiresAt: 200 }),
    exception({ id: "e2", target: "svc-*", expiresAt: 300 }),
    exception({ id: "e3", ruleId: "ad.old-password", target: "*backup", expiresAt: 300 }),
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray([short, long, newest], { minLength: 1 }), (some) => {
      const wanted = some.includes(newest) ? newest : some.includes(long) ? long : short;
      assert.equal(exceptionMatcher(some, 100)(finding)?.id, wanted.id);
    }),
  );
});
