import assert from "node:assert/strict";
import { test } from "node:test";
import type { RuleResultRow } from "#exposure/identity";
import { describeRuleResults } from "./describe-rule-results.ts";

const rule: RuleResultRow = {
  ruleId: "ad.old",
  title: "Its password is old",
  category: "passwords",
  severity: "MEDIUM",
  asks: "How old it is.",
  remediation: "Change it.",
  references: [],
  outcome: "evaluated",
  reason: null,
  judged: 12_000,
  found: 0,
  unread: 0,
  open: 0,
  accepted: 0,
  askedAt: 1,
  evaluatedAt: 1,
};

test("rules stand by category, and there what failed first, the most severe before the others", () => {
  const rules: RuleResultRow[] = [
    { ...rule, ruleId: "ad.sound" },
    { ...rule, ruleId: "ad.medium", open: 4210, accepted: 3, unread: 2 },
    { ...rule, ruleId: "ad.unasked", outcome: "not_evaluated", reason: "Needs a right." },
    { ...rule, ruleId: "ad.high", open: 1, title: "It is\u202e old" },
    { ...rule, ruleId: "adcs.none", outcome: "not_applicable", category: "certificate_services" },
    { ...rule, ruleId: "ad.accepted", accepted: 1 },
  ];
  assert.equal(
    describeRuleResults(rules, [{ ruleId: "ad.high", severity: "HIGH" }]),
    `CATEGORY              OUTCOME         SEVERITY  FINDINGS           ASKED OF          RULE         WHAT
passwords             failed          HIGH      1                  12,000            ad.high      It is  old
                      failed          MEDIUM    4,210, 3 accepted  12,000, 2 unread  ad.medium    Its password is old
                      not evaluated   MEDIUM    -                  -                 ad.unasked   Its password is old
                      passed          MEDIUM    -                  12,000            ad.sound     Its password is old
                      passed          MEDIUM    0, 1 accepted      12,000            ad.accepted  Its password is old
certificate services  not applicable  MEDIUM    -                  -                 adcs.none    Its password is old`,
  );
});
