import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Match, OsvEntry, Software } from "#engines/vulnerability-types";
import { bannerOf, knowing, recordOf } from "./corpus/corpus.fixture.ts";
import { matchSoftware } from "./match-software.ts";

function advisory(more: Partial<OsvEntry>): OsvEntry {
  return {
    id: "TEST-2026-1",
    cves: ["CVE-2023-51385"],
    ecosystem: "Ubuntu:22.04:LTS",
    package: "openssh",
    summary: "",
    vector: null,
    ranges: [],
    versions: [],
    withdrawn: false,
    modifiedAt: null,
    ...more,
  };
}

const fixedIn = (fixed: string, introduced = "0"): OsvEntry["ranges"] => [
  { type: "ECOSYSTEM", events: [{ introduced }, { fixed }] },
];

function packaged(
  distribution: "ubuntu" | "rhel" | "alpine",
  release: string | null,
  version: string,
): Software {
  return bannerOf("openbsd:openssh", version.replace(/-.*$/, ""), {
    package: { distribution, release, source: "openssh", version, hasEpoch: false },
  });
}

function outcome(match: Match | undefined): string {
  if (match === undefined) return "silent";
  return match.affected ? `affected ${match.confidence} ${match.fixedVersion}` : "suppressed";
}

const records = [recordOf("CVE-2023-51385")];
const judged = (software: Software, ...osv: OsvEntry[]): Match | undefined =>
  matchSoftware(software, knowing({ records, osv }))[0];

describe("a distribution's advisories", () => {
  test("decide before NVD, with the epoch that a banner leaves out", () => {
    const entry = advisory({ ranges: fixedIn("1:8.9p1-3ubuntu0.6") });
    const fixed = judged(packaged("ubuntu", "22.04", "8.9p1-3ubuntu0.10"), entry);
    assert.equal(outcome(fixed), "suppressed");
    assert.deepEqual(
      fixed?.verdicts.map(({ source, verdict }) => `${source} ${verdict}`),
      ["osv not_affected", "nvd affected"],
    );
    assert.equal(
      outcome(judged(packaged("ubuntu", "22.04", "8.9p1-3ubuntu0.4"), entry)),
      "affected 80 1:8.9p1-3ubuntu0.6",
    );
  });

  test("of Red Hat's rebuilds are compared as RPM does, of Alpine as apk does", () => {
    const alma = advisory({ ecosystem: "AlmaLinux:9", ranges: fixedIn("0:8.7p1-38.el9_4.1") });
    assert.equal(
      outcome(judged(packaged("rhel", "9", "8.7p1-38.el9"), alma)),
      "affected 80 0:8.7p1-38.el9_4.1",
    );
    assert.equal(outcome(judged(packaged("rhel", "9", "8.7p1-38.el9_4.4"), alma)), "suppressed");
    const alpine = advisory({ ecosystem: "Alpine:v3.19", ranges: fixedIn("9.6_p1-r0") });
    assert.equal(
      outcome(judged(packaged("alpine", "3.19", "9.5_p1-r10"), alpine)),
      "affected 80 9.6_p1-r0",
    );
  });

  test("are those of the release that the version belongs to, when the banner does not name it", () => {
    const entries = [
      advisory({ ranges: fixedIn("1:8.9p1-3ubuntu0.6") }),
      advisory({ ecosystem: "Ubuntu:20.04:LTS", ranges: fixedIn("1:8.2p1-4ubuntu0.11") }),
    ];
    assert.equal(
      outcome(judged(packaged("ubuntu", null, "8.2p1-4ubuntu0.9"), ...entries)),
      "affected 80 1:8.2p1-4ubuntu0.11",
    );
    assert.equal(
      outcome(judged(packaged("ubuntu", null, "8.9p1-3ubuntu0.6"), ...entries)),
      "suppressed",
    );
    assert.equal(
      outcome(judged(packaged("ubuntu", null, "7.0p1-1"), ...entries)),
      "affected 30 9.6",
    );
  });

  test("that do not name it leave a guess of 30 at most to NVD", () => {
    assert.equal(
      outcome(judged(packaged("ubuntu", "22.04", "8.9p1-3ubuntu0.10"))),
      "affected 30 9.6",
    );
  });

  test("that were withdrawn do not count, nor those of another package", () => {
    const withdrawn = advisory({ withdrawn: true, ranges: fixedIn("1:8.9p1-3ubuntu0.6") });
    const other = advisory({ package: "openssl", ranges: fixedIn("1:8.9p1-3ubuntu0.6") });
    assert.equal(
      outcome(judged(packaged("ubuntu", "22.04", "8.9p1-3ubuntu0.10"), withdrawn, other)),
      "affected 30 9.6",
    );
  });
});

describe("a language package", () => {
  const django = (version: string): Software => ({
    cpes: [],
    platform: null,
    package: { distribution: "other", release: null, source: "django", version, hasEpoch: false },
    ecosystem: "PyPI",
    confidence: 97,
  });
  const entry = (more: Partial<OsvEntry>): OsvEntry =>
    advisory({ cves: ["CVE-2024-1"], ecosystem: "PyPI", package: "django", ...more });
  const found = (version: string, more: Partial<OsvEntry>): string =>
    outcome(matchSoftware(django(version), knowing({ osv: [entry(more)] }))[0]);

  test("is affected from introduced on, until fixed, in each of several stretches", () => {
    const ranges: OsvEntry["ranges"] = [
      {
        type: "ECOSYSTEM",
        events: [
          { introduced: "3.2" },
          { fixed: "3.2.25" },
          { introduced: "4.2a1" },
          { fixed: "4.2.11" },
        ],
      },
    ];
    for (const [version, expected] of [
      ["3.1", "silent"],
      ["3.2", "affected 97 3.2.25"],
      ["3.2.25", "silent"],
      ["4.2rc1", "affected 97 4.2.11"],
      ["4.2.11", "silent"],
    ] as const) {
      assert.equal(found(version, { ranges }), expected, version);
    }
  });

  test("is affected up to and including lastAffected, with no fix named", () => {
    const ranges: OsvEntry["ranges"] = [
      { type: "ECOSYSTEM", events: [{ introduced: "0" }, { lastAffected: "2.0" }] },
    ];
    assert.deepEqual(
      ["2.0", "2.0.1"].map((version) => found(version, { ranges })),
      ["affected 97 null", "silent"],
    );
  });

  test("is affected when it is named one by one; ranges of commits say nothing", () => {
    assert.equal(found("1.0", { versions: ["1.0"] }), "affected 97 null");
    assert.equal(
      found("1.0", { ranges: [{ type: "GIT", events: [{ introduced: "0" }] }] }),
      "silent",
    );
  });
});
