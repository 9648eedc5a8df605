import assert from "node:assert/strict";
import { test } from "node:test";
import { type ExaminedDirectory, examineDirectory } from "./examine-directories.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const hour = 3_600_000;
const probe: NonNullable<ExaminedDirectory["probe"]> = {
  name: "hq",
  status: "active",
  lastSeenAt: now - 1000,
  health: { nmap: null, icmp: true, runs: 0, assessments: 0, spooled: 0 },
};
const evaluated = { outcome: "evaluated", reason: null } as const;
const well: ExaminedDirectory = {
  schedule: "0 3 * * *",
  timeZone: "UTC",
  enabled: true,
  lastRunAt: Date.parse("2026-11-21T03:00:05Z"),
  lastError: null,
  latestAssessmentState: "completed",
  probe,
  sealed: null,
  rules: [evaluated, { outcome: "not_applicable", reason: "There is no certificate authority." }],
};
const examined = (change: Partial<ExaminedDirectory>) =>
  examineDirectory({ ...well, ...change }, now);
const last = "last assessed 2026-11-21 03:00:05 UTC";

test("a directory that was assessed as its schedule asks, by a probe that is there, is well", () => {
  assert.deepEqual(examined({}), { verdict: "ok", text: last });
  assert.deepEqual(examined({ lastRunAt: null, rules: [] }), {
    verdict: "ok",
    text: "not assessed yet",
  });
});

test("a secret that does not open is a failure that says what to put back; nothing else matters then", () => {
  const sealed = 'The password of directory "corp" does not open: put the key file back.';
  assert.deepEqual(examined({ sealed, probe: null, lastError: "x" }), {
    verdict: "failed",
    text: 'The password of directory "corp" does not open: put the key file back',
  });
});

test("a probe that is silent, disabled, gone or too old is named", () => {
  const of = (change: Partial<typeof probe>) => examined({ probe: { ...probe, ...change } });
  assert.deepEqual(of({ lastSeenAt: now - 2 * hour }), {
    verdict: "warning",
    text: `${last}; its probe hq is silent since 2026-11-21 10:00:00 UTC`,
  });
  assert.match(of({ status: "disabled" }).text, /its probe hq is disabled$/);
  assert.match(of({ status: "pending" }).text, /its probe hq has not enrolled$/);
  const old = { nmap: null, icmp: true, runs: 0, spooled: 0 };
  assert.match(of({ health: old }).text, /its probe hq is too old to read directories/);
  assert.equal(of({ health: null }).verdict, "ok");
  assert.match(examined({ probe: null }).text, /its probe was removed/);
});

test("an attempt that went wrong is told with why, one that is missing with when it was due", () => {
  assert.deepEqual(examined({ lastError: "dc1 refuses the \u001b[31mpassword." }), {
    verdict: "warning",
    text: `${last}; the last attempt went wrong: dc1 refuses the  [31mpassword`,
  });
  const old = { lastRunAt: Date.parse("2026-11-20T02:59:00Z") };
  const late = examined(old);
  assert.match(late.text, /its schedule asked for another one at 2026-11-20 03:00:00 UTC$/);
  assert.equal(late.verdict, "warning");
  for (const rests of [
    { schedule: null },
    { enabled: false },
    { latestAssessmentState: "running" },
    { schedule: "30 11 * * *", lastRunAt: Date.parse("2026-11-20T11:30:05Z") },
  ] as const) {
    assert.equal(examined({ ...old, ...rests }).verdict, "ok", JSON.stringify(rests));
  }
});

test("rules that could not be evaluated are said and are no warning: by what they need, the most of them first", () => {
  const needs = (reason: string) => ({ outcome: "not_evaluated", reason }) as const;
  const policies = needs("Needs the permission Policy.Read.All.");
  const licence = needs("Needs a licence of Entra ID P1.");
  assert.deepEqual(examined({ rules: [licence, policies, policies, evaluated] }), {
    verdict: "ok",
    text: `${last}; 3 of 4 rules not evaluated: Needs the permission Policy.Read.All (2), Needs a licence of Entra ID P1 (1); see vedette identity show`,
  });
  const many = Array.from({ length: 9 }, (_, n) => needs(`Needs right ${n}.`));
  assert.match(examined({ rules: many }).text, /Needs right 2 \(1\), and 6 more; see/);
});
