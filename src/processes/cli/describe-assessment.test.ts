import assert from "node:assert/strict";
import { test } from "node:test";
import type { AssessmentReport } from "#exposure/directories";
import type { AssessmentSummary } from "#exposure/identity";
import { describeOutcome } from "./describe-assessment-outcome.ts";
import {
  type FollowedAssessment,
  describeAssessments,
  describeProgress,
  isOpen,
} from "./describe-assessment.ts";

const now = 1_700_000_000_000;
const assessment: AssessmentReport = {
  id: "a",
  directoryName: "corp",
  state: "running",
  progress: null,
  error: null,
  requestedBy: "ada@host",
  createdAt: now - 60_000,
  startedAt: now - 50_000,
  endedAt: null,
  summary: null,
};
const probe = { name: "hq", status: "active", lastSeenAt: now - 1000 } as const;
const progress = {
  phase: "reading",
  what: "users",
  objects: 12_000,
  rulesDone: 0,
  rulesTotal: 62,
} as const;

const shown = (change: Partial<AssessmentReport>, by: FollowedAssessment["probe"] = probe) =>
  describeProgress({ assessment: { ...assessment, ...change }, probe: by }, now);

test("progress says what is read or asked, or what it waits for", () => {
  assert.equal(shown({ progress }), "reading users: 12,000 objects");
  const asking = { ...progress, phase: "judging", what: "ad.dcsync", rulesDone: 31 } as const;
  assert.equal(shown({ progress: asking }), "asking rules: 31 of 62");
  const connecting = { ...progress, phase: "connecting", what: "dc1\u009b2J" } as const;
  assert.equal(shown({ progress: connecting }), "connecting to dc1 2J");
  assert.equal(shown({}), "started by probe hq");
  const state = "queued";
  assert.equal(shown({ state }), "waiting for probe hq");
  assert.equal(
    shown({ state }, { ...probe, lastSeenAt: now - 3 * 3_600_000 }),
    "waiting for probe hq, last heard of 3h ago",
  );
  assert.equal(shown({ state }, null), "waiting for a probe that was removed");
  assert.equal(shown({ state, error: "The probe is too old." }), "waiting: The probe is too old.");
  assert.deepEqual(
    (["queued", "running", "completed", "failed", "stopped"] as const).filter((one) =>
      isOpen({ state: one }),
    ),
    ["queued", "running"],
  );
});

const posture: AssessmentSummary = {
  rules: { evaluated: 53, notEvaluated: 2, notApplicable: 7, failed: 12 },
  coverage: 53 / 55,
  open: { CRITICAL: 1, HIGH: 0, MEDIUM: 4210, LOW: 3, INFO: 0 },
  excepted: 7,
  score: 43,
  factors: [0.65, 0.88, 0.95, 0.98].map((factor, n) => ({
    ruleId: `ad.rule-${n}`,
    title: `Weakness ${n}`,
    severity: "HIGH",
    findings: 1000 * n,
    weight: 1 - factor,
    extent: 1,
    factor,
  })),
};
const ended = { ...assessment, state: "completed", endedAt: now - 9000 } as const;
const facts = {
  name: "acme.test",
  id: "S-1-5-21-1-2-3",
  counts: { users: 12_000, computers: 300, trusts: 0 },
  details: { "functional level": "Windows Server 2016" },
};

test("assessments are listed with who asked, how long they took and what went wrong", () => {
  const failed = {
    ...assessment,
    state: "failed",
    endedAt: now,
    error: "No\u0007 route.",
  } as const;
  assert.equal(
    describeAssessments([{ ...assessment, state: "queued", startedAt: null }, failed]),
    `ASKED FOR (UTC)      BY        STATE   TOOK  ERROR
2023-11-14 22:12:20  ada@host  queued  -     -
2023-11-14 22:12:20  ada@host  failed  50s   No  route.`,
  );
});

test("the outcome tells what was read, what the rules came to, what cost most and what could not be asked", () => {
  const rules = [
    { ruleId: "ad.laps", outcome: "not_evaluated", reason: "Needs to read the schema." },
    { ruleId: "ad.old", outcome: "evaluated", reason: null },
  ] as const;
  const changes = { opened: 132, resolved: 4 };
  assert.equal(
    describeOutcome({ assessment: ended, facts, changes, posture, rules }),
    `corp: completed after 41s
read acme.test (functional level Windows Server 2016): 12,000 users, 300 computers
findings: 132 opened, 4 resolved
rules: 12 failed, 41 passed, 2 not evaluated, 7 not applicable
open findings: 1 critical, 4,210 medium, 3 low; 7 accepted
score: 43.0 of 100, by 53 of 55 rules

COSTS    SEVERITY  RULE       FINDINGS  WHAT
-35.0 %  HIGH      ad.rule-0  0         Weakness 0
-12.0 %  HIGH      ad.rule-1  1,000     Weakness 1
-5.0 %   HIGH      ad.rule-2  2,000     Weakness 2

NOT EVALUATED  WHY
ad.laps        Needs to read the schema.`,
  );
});

test("a directory without a fault has no table of faults, and one that could not be asked anything no score", () => {
  const open = { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0, INFO: 0 };
  const sound: AssessmentSummary = {
    ...posture,
    rules: { evaluated: 60, notEvaluated: 0, notApplicable: 2, failed: 0 },
    open,
    excepted: 0,
    score: 100,
    factors: [],
  };
  const changes = { opened: 0, resolved: 0 };
  const told = (summary: AssessmentSummary) =>
    describeOutcome({ assessment: ended, facts: null, changes, posture: summary, rules: [] });
  assert.equal(
    told(sound),
    `corp: completed after 41s
findings: 0 opened, 0 resolved
rules: 0 failed, 60 passed, 0 not evaluated, 2 not applicable
open findings: none
score: 100.0 of 100`,
  );
  assert.match(told({ ...sound, coverage: null }), /\nscore: none, no rule was evaluated$/);
});
