import assert from "node:assert/strict";
import { test } from "node:test";
import type { CvssScore } from "#engines/vulnerability-types";
import { recordOf } from "./corpus/corpus.fixture.ts";
import { isLocalOnly, pickScore, severityOf } from "./score.ts";

const picked = (cve: string): string => {
  const score = pickScore(recordOf(cve).scores);
  return score === null ? "none" : `${score.version} ${score.base}`;
};

test("the newest CVSS counts, and of one version NVD's own score", () => {
  assert.deepEqual(
    [
      "CVE-2026-40460",
      "CVE-2025-49844",
      "CVE-2019-10149",
      "CVE-2015-3306",
      "CVE-2016-7406",
      "CVE-2010-2263",
      "CVE-2014-3659",
    ].map(picked),
    ["4.0 6.9", "3.1 8.8", "3.1 9.8", "3.1 10", "3.0 9.8", "2.0 5", "none"],
  );
});

test("without NVD the CNA counts before CISA, and the order in the feed plays no part", () => {
  const score = (source: string, base: number): CvssScore => ({
    version: "3.1",
    base,
    vector: "",
    source,
    primary: false,
  });
  const scores = [
    score("134c704f-9b21-4f2e-91b3-4a467353bcc0", 9.8),
    score("security@example.org", 5.3),
  ];
  assert.equal(pickScore(scores)?.base, 5.3);
  assert.equal(pickScore(scores.toReversed())?.base, 5.3);
});

test("the severity bands are those of CVSS", () => {
  assert.deepEqual([10, 9, 8.9, 7, 6.9, 4, 3.9, 0.1, 0].map(severityOf), [
    "CRITICAL",
    "CRITICAL",
    "HIGH",
    "HIGH",
    "MEDIUM",
    "MEDIUM",
    "LOW",
    "LOW",
    "INFO",
  ]);
});

test("attacks from the host itself are told from those over the network, in every CVSS version", () => {
  for (const vector of [
    "AV:L/AC:L/Au:N/C:C/I:C/A:C",
    "CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H",
    "CVSS:4.0/AV:P/AC:L",
  ]) {
    assert.equal(isLocalOnly(vector), true, vector);
  }
  for (const vector of [
    "AV:N/AC:L/Au:N/C:P/I:N/A:N",
    "CVSS:3.1/AV:A/AC:L/PR:N",
    "CVSS:3.1/AC:L/MAV:L",
    "",
  ]) {
    assert.equal(isLocalOnly(vector), false, vector);
  }
});
