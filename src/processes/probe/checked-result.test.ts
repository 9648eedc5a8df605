import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Compile } from "typebox/compile";
import type { Weakness } from "#engines/directory-types";
import { AssessmentMessage, mostFoundInMessage } from "#wire/probe.v1";
import { checkedResult } from "./checked-result.ts";
import { resultOf, ruleOf, weaknessOf } from "./testing/rules.ts";

const assessmentId = "01990000-0000-7000-8000-000000000001";
const message = Compile(AssessmentMessage);
const rule = ruleOf("ad.old");

test("whatever a rule found, each message is one that the server takes, in size and form, and none is lost that fits", () => {
  const named = fc.record({ length: fc.constantFrom(0, 1, 200, 300, 301), n: fc.nat(1e6) });
  fc.assert(
    fc.property(fc.array(named, { maxLength: 700, size: "max" }), (targets) => {
      const found = targets.map(({ length, n }) => nameOf(weaknessOf(n), "ü".repeat(length)));
      const { messages, fault } = checkedResult(assessmentId, resultOf(rule, found.length), found);
      for (const each of messages) assert.ok(message.Check(each));
      const told = messages.flatMap((each) => ("found" in each ? each.found : []));
      const fit = found.filter(({ target }) => target.name.length <= 300);
      assert.deepEqual(told, fit);
      assert.equal(messages.length, Math.ceil(fit.length / mostFoundInMessage) + 1);
      const last = messages.at(-1);
      assert.ok(last !== undefined && "result" in last);
      assert.equal(
        last.result.outcome,
        fit.length === found.length ? "evaluated" : "not_evaluated",
      );
      assert.equal(fault === null, fit.length === found.length);
    }),
  );
});

test("the longest that 200 targets may say does not make one message of many megabytes", () => {
  const evidence = Array.from({ length: 20 }, () => "語".repeat(500));
  const found = Array.from({ length: 200 }, (_, n) => ({ ...weaknessOf(n), evidence }));
  const { messages, fault } = checkedResult(assessmentId, resultOf(rule, 200), found);
  assert.equal(fault, null);
  const sizes = messages.map((each) => Buffer.byteLength(JSON.stringify(each)));
  assert.ok(Math.max(...sizes) < 1.1 * 1024 * 1024, `${Math.max(...sizes)}`);
  assert.deepEqual(
    messages.flatMap((each) => ("found" in each ? each.found : [])),
    found,
  );
});

test("a rule of which a part cannot be told is told as not evaluated, with what and why, so that nothing counts as gone", () => {
  const hostile = nameOf(weaknessOf(2), `\u001b]0;pwned\u0007${"x".repeat(400)}`);
  const found = [weaknessOf(1), hostile, weaknessOf(3)];
  const { messages } = checkedResult(assessmentId, resultOf(rule, 3), found);
  assert.deepEqual(messages, [
    { assessmentId, rule, found: [weaknessOf(1), weaknessOf(3)] },
    {
      assessmentId,
      result: {
        rule,
        outcome: "not_evaluated",
        reason: `A target cannot be reported ( ]0;pwned ${"x".repeat(69)}…): /target/name must not have more than 300 characters.`,
        judged: 0,
        found: 0,
        unread: 0,
        unreadTargets: [],
      },
    },
  ]);
  const wrong = { ...resultOf(rule, 0), judged: -1 };
  assert.partialDeepStrictEqual(checkedResult(assessmentId, wrong, []).messages[0], {
    result: {
      outcome: "not_evaluated",
      reason: "What became of it cannot be reported: /judged must be >= 0.",
    },
  });
  const nameless = { ...rule, id: "Nameless" };
  assert.throws(
    () => checkedResult(assessmentId, resultOf(nameless, 0), []),
    /the rule "Nameless" cannot be told: \/id must match/,
  );
});

function nameOf(weakness: Weakness, name: string): Weakness {
  return { ...weakness, target: { ...weakness.target, name } };
}
