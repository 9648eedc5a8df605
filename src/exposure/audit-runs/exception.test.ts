import assert from "node:assert/strict";
import { test } from "node:test";
import { type RuleException, matchExceptions } from "./exception.ts";

const host = { assetId: "a1", siteId: "s1", tags: ["web", "linux"] };

function exception(given: Partial<RuleException>): RuleException {
  const nowhere = { assetId: null, siteId: null, tag: null, expiresAt: null };
  const said = { reason: "because", owner: "Ada", createdAt: 1, createdBy: "ada@host" };
  return { id: "e1", ruleId: "sshd_limit", ...nowhere, ...said, ...given };
}

const holds = (given: Partial<RuleException>, now = 100) =>
  matchExceptions([exception(given)], host, now).has("sshd_limit");

test("an exception holds everywhere, or at its asset, its site or hosts with its tag only", () => {
  assert.ok(holds({}));
  for (const [place, here, elsewhere] of [
    ["assetId", "a1", "a2"],
    ["siteId", "s1", "s2"],
    ["tag", "web", "db"],
  ] as const) {
    assert.ok(holds({ [place]: here }), place);
    assert.ok(!holds({ [place]: elsewhere }), place);
    const unknown = { assetId: null, siteId: null, tags: [] };
    assert.equal(matchExceptions([exception({ [place]: here })], unknown, 1).size, 0);
  }
  assert.ok(!holds({ siteId: "s1", tag: "db" }), "both must fit");
});

test("it holds until the moment of its end, and not in it", () => {
  assert.ok(holds({ expiresAt: 101 }));
  assert.ok(!holds({ expiresAt: 100 }));
});

test("a rule is the same with the prefixes of XCCDF and without", () => {
  assert.ok(holds({ ruleId: "xccdf_org.ssgproject.content_rule_sshd_limit" }));
});

test("of several the newest is told, in whatever order they come", () => {
  const [one, two] = [exception({ id: "e1", createdAt: 1 }), exception({ id: "e2", createdAt: 2 })];
  for (const order of [
    [one, two],
    [two, one],
  ])
    assert.equal(matchExceptions(order, host, 5).get("sshd_limit")?.id, "e2");
});
