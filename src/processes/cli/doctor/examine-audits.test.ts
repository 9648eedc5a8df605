import assert from "node:assert/strict";
import { test } from "node:test";
import { examineAuditsOfTenant } from "./examine-audits.ts";

const done = { state: "completed", error: null } as const;
const failed = { state: "failed", error: "The profile is for another system." } as const;
const waiting = { state: "queued", error: null } as const;
const audit = { name: "cis", lastError: null, jobs: [done] };

test("audits that come to something anywhere, or never ran, are well; without any nothing is said", () => {
  assert.equal(examineAuditsOfTenant([]), null);
  const jobs = [[], [done], [failed, done], [failed, waiting]];
  assert.deepEqual(examineAuditsOfTenant(jobs.map((each) => ({ ...audit, jobs: each }))), {
    verdict: "ok",
    text: "4 of 4 well",
  });
});

test("an audit that failed on every host, or that ran nowhere when it was due, is a warning that says why", () => {
  const due = { ...audit, name: "weekly", lastError: "The audit due at noon ran nowhere." };
  const one = { ...audit, jobs: [failed] };
  const many = { ...audit, name: "stig", jobs: [failed, failed] };
  assert.deepEqual(examineAuditsOfTenant([audit, due, one, many]), {
    verdict: "warning",
    text:
      "1 of 4 well; weekly: The audit due at noon ran nowhere; " +
      "cis: failed on its only host: The profile is for another system; " +
      "stig: failed on all 2 hosts: The profile is for another system; see vedette audit jobs",
  });
  const all = Array.from({ length: 7 }, (_, i) => ({ ...one, name: `a${i}` }));
  assert.match(
    examineAuditsOfTenant(all)?.text ?? "",
    /^0 of 7 well; .*a4: [^;]*; and 2 more; see/,
  );
});
