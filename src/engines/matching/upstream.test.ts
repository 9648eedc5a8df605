import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type {
  AffectedProduct,
  AffectedVersion,
  Configuration,
  CpeMatch,
  Match,
  VulnerabilityRecord,
} from "#engines/vulnerability-types";
import { bannerOf, knowing, recordOf } from "./corpus/corpus.fixture.ts";
import { matchSoftware } from "./match-software.ts";

/** A record with the given parts and nothing else. */
function record(more: Partial<VulnerabilityRecord>): VulnerabilityRecord {
  return {
    cve: "CVE-2026-0001",
    status: "Analyzed",
    disputed: false,
    description: "",
    publishedAt: null,
    modifiedAt: null,
    scores: [],
    ssvc: null,
    cwes: [],
    references: [],
    configurations: [],
    affected: [],
    ...more,
  };
}

function matchOf(
  one: VulnerabilityRecord,
  version: string,
  more: Parameters<typeof bannerOf>[2] = {},
): Match | undefined {
  return matchSoftware(bannerOf("acme:server", version, more), knowing({ records: [one] }))[0];
}

function outcome(match: Match | undefined): string {
  if (match === undefined) return "silent";
  return match.affected ? `affected ${match.confidence}` : "suppressed";
}

const any = "cpe:2.3:a:acme:server:*:*:*:*:*:*:*:*";
const row = (more: Partial<CpeMatch> = {}): CpeMatch => ({
  criteria: any,
  vulnerable: true,
  ...more,
});
const node = (operator: "AND" | "OR", cpeMatch: CpeMatch[], negate = false) => ({
  operator,
  negate,
  cpeMatch,
});
const either = (...cpeMatch: CpeMatch[]): Configuration => ({
  operator: "OR",
  negate: false,
  nodes: [node("OR", cpeMatch)],
});
const nvd = (...configurations: Configuration[]): VulnerabilityRecord => record({ configurations });
const windows: CpeMatch = {
  criteria: "cpe:2.3:o:microsoft:windows:-:*:*:*:*:*:*:*",
  vulnerable: false,
};
const debian: CpeMatch = {
  criteria: "cpe:2.3:o:debian:debian_linux:12.0:*:*:*:*:*:*:*",
  vulnerable: false,
};
const hardware: CpeMatch = { criteria: "cpe:2.3:h:acme:box:-:*:*:*:*:*:*:*", vulnerable: false };
const both = (...nodes: ReturnType<typeof node>[]): Configuration => ({
  operator: "AND",
  negate: false,
  nodes,
});

describe("NVD's configurations", () => {
  test("bounds include and exclude themselves as they say", () => {
    const one = nvd(either(row({ versionStartExcluding: "1.0", versionEndIncluding: "2.0" })));
    for (const [version, expected] of [
      ["1.0", "silent"],
      ["1.0.1", "affected 80"],
      ["2.0", "affected 80"],
      ["2.0.1", "silent"],
    ] as const) {
      assert.equal(outcome(matchOf(one, version)), expected, version);
    }
  });

  test("the end of the range that holds the version is offered as the fix", () => {
    const one = nvd(
      either(
        row({ versionEndExcluding: "1.2.9" }),
        row({ versionStartIncluding: "2.0", versionEndExcluding: "2.1.4" }),
      ),
    );
    assert.equal(matchOf(one, "2.1.0")?.fixedVersion, "2.1.4");
  });

  test("a platform that is known to be another one excludes it, an unknown one costs 30", () => {
    const one = nvd(both(node("OR", [row()]), node("OR", [windows])));
    assert.equal(outcome(matchOf(one, "1.0", { platform: "windows" })), "affected 80");
    assert.equal(outcome(matchOf(one, "1.0", { platform: "linux" })), "silent");
    const unknown = matchOf(one, "1.0", { platform: null });
    assert.equal(outcome(unknown), "affected 50");
    assert.match(
      unknown?.verdicts[0]?.reason ?? "",
      /needs microsoft:windows, and whether that is there is not known/,
    );
  });

  test("AND inside a node asks for all of its rows", () => {
    const one = nvd({ operator: "OR", negate: false, nodes: [node("AND", [row(), windows])] });
    assert.equal(outcome(matchOf(one, "1.0", { platform: "windows" })), "affected 80");
    assert.equal(outcome(matchOf(one, "1.0", { platform: "linux" })), "silent");
  });

  test("negation turns a condition round", () => {
    const one = nvd(both(node("OR", [row()]), node("OR", [windows], true)));
    assert.equal(outcome(matchOf(one, "1.0", { platform: "windows" })), "silent");
    assert.equal(outcome(matchOf(one, "1.0", { platform: "linux" })), "affected 80");
    assert.equal(outcome(matchOf(one, "1.0", { platform: null })), "affected 50");
  });

  test("of alternatives, one that names another thing makes nothing vulnerable", () => {
    const nodes = [node("OR", [row({ versionEndExcluding: "1.0" })]), node("OR", [windows])];
    const one = nvd({ operator: "OR", negate: false, nodes });
    assert.equal(outcome(matchOf(one, "2.0", { platform: "windows" })), "silent");
    assert.equal(outcome(matchOf(one, "0.9", { platform: "linux" })), "affected 80");
  });

  test("what came before a release is before it, what patches it belongs to it", () => {
    const one = nvd(either(row({ versionEndExcluding: "1.3.5" })));
    assert.deepEqual(
      ["1.3.5rc3", "1.3.5", "1.3.5p1"].map((version) => outcome(matchOf(one, version))),
      ["affected 80", "silent", "silent"],
    );
  });

  test("hardware and other products that must be there are not known: it costs 30", () => {
    assert.equal(
      outcome(matchOf(nvd(both(node("OR", [hardware]), node("OR", [row()]))), "1.0")),
      "affected 50",
    );
  });

  test("another distribution excludes it; the own one, when the banner names it, is enough", () => {
    const one = nvd(both(node("OR", [row()]), node("OR", [debian])));
    const packaged = (distribution: "ubuntu" | "other") =>
      ({
        package: { distribution, release: null, source: null, version: null, hasEpoch: false },
      }) as const;
    assert.equal(outcome(matchOf(one, "1.0", packaged("ubuntu"))), "silent");
    assert.equal(outcome(matchOf(one, "1.0", packaged("other"))), "affected 50");
  });

  test("a product that is only the platform of another's vulnerability is not named", () => {
    const plugin: CpeMatch = {
      criteria: "cpe:2.3:a:other:plugin:*:*:*:*:*:*:*:*",
      vulnerable: true,
    };
    assert.equal(
      outcome(
        matchOf(nvd(both(node("OR", [plugin]), node("OR", [row({ vulnerable: false })]))), "1.0"),
      ),
      "silent",
    );
  });

  test("a second product of the same banner answers a condition", () => {
    const php: CpeMatch = {
      criteria: "cpe:2.3:a:php:php:*:*:*:*:*:*:*:*",
      vulnerable: false,
      versionEndExcluding: "8.0",
    };
    const one = nvd(both(node("OR", [row()]), node("OR", [php])));
    const withPhp = (version: string) => ({
      cpes: [
        `cpe:2.3:a:acme:server:1.0:*:*:*:*:*:*:*`,
        `cpe:2.3:a:php:php:${version}:*:*:*:*:*:*:*`,
      ],
    });
    assert.equal(outcome(matchOf(one, "1.0", withPhp("7.4.3"))), "affected 80");
    assert.equal(outcome(matchOf(one, "1.0", withPhp("8.2.0"))), "silent");
  });

  test("target software of another platform excludes it, of an unknown kind costs 30", () => {
    const target = (word: string): VulnerabilityRecord =>
      nvd(either(row({ criteria: `cpe:2.3:a:acme:server:*:*:*:*:*:${word}:*:*` })));
    assert.equal(outcome(matchOf(target("windows"), "1.0")), "silent");
    assert.equal(outcome(matchOf(target("linux"), "1.0")), "affected 80");
    assert.equal(outcome(matchOf(target("wordpress"), "1.0")), "affected 50");
  });

  test("an unknown version is worth 10: only the product matches", () => {
    const match = matchOf(nvd(either(row({ versionEndExcluding: "2.0" }))), "*");
    assert.equal(outcome(match), "affected 10");
    assert.match(match?.verdicts[0]?.reason ?? "", /Only the product is known/);
    assert.equal(match?.fixedVersion, null);
  });

  test("a version of which a server shows only the beginning is a guess", () => {
    const one = record({
      configurations: [
        either({
          criteria: "cpe:2.3:a:apache:http_server:*:*:*:*:*:*:*:*",
          vulnerable: true,
          versionStartIncluding: "2.4.17",
          versionEndIncluding: "2.4.38",
        }),
      ],
    });
    const short = (version: string) =>
      matchSoftware(bannerOf("apache:http_server", version), knowing({ records: [one] }))[0];
    assert.deepEqual(
      ["2.4", "2.2", "2.4.20"].map((version) => outcome(short(version))),
      ["affected 30", "silent", "affected 80"],
    );
    const affects = [
      {
        vendor: "Apache",
        product: "HTTP Server",
        versions: [{ version: "2.4.17", lessThan: "2.4.39", status: "affected" as const }],
      },
    ];
    const said = matchSoftware(
      bannerOf("apache:http_server", "2.4"),
      knowing({ records: [record({ affected: affects })] }),
    );
    assert.equal(outcome(said[0]), "affected 30");
  });

  test("a row with the version - says nothing of a known version", () => {
    assert.equal(
      outcome(
        matchOf(nvd(either(row({ criteria: "cpe:2.3:a:acme:server:-:*:*:*:*:*:*:*" }))), "1.0"),
      ),
      "silent",
    );
  });

  test("rejected records never match, and disputed ones say so", () => {
    assert.equal(outcome(matchOf({ ...nvd(either(row())), status: "Rejected" }, "1.0")), "silent");
    const disputed = matchOf({ ...nvd(either(row())), disputed: true }, "1.0");
    assert.match(disputed?.verdicts[0]?.reason ?? "", /disputed/);
  });

  test("whatever the configuration, a row never matches twice over: deciding needs one of its own products", () => {
    const rows = fc.constantFrom(
      row(),
      windows,
      hardware,
      debian,
      row({ versionEndExcluding: "1.0" }),
      row({ vulnerable: false }),
    );
    const nodes = fc.array(
      fc
        .tuple(
          fc.constantFrom("AND" as const, "OR" as const),
          fc.array(rows, { maxLength: 3 }),
          fc.boolean(),
        )
        .map((args) => node(...args)),
      { maxLength: 3 },
    );
    const configuration = fc.tuple(
      fc.constantFrom("AND" as const, "OR" as const),
      nodes,
      fc.boolean(),
    );
    fc.assert(
      fc.property(
        configuration,
        fc.constantFrom("linux" as const, "windows" as const, null),
        ([operator, parts, negate], platform) => {
          const match = matchOf(nvd({ operator, negate, nodes: parts }), "1.0", { platform });
          if (match === undefined) return;
          assert.ok(
            parts.some((part) =>
              part.cpeMatch.some(({ criteria, vulnerable }) => vulnerable && criteria === any),
            ),
          );
          assert.ok(match.confidence === 80 || (match.confidence === 50 && match.affected));
        },
      ),
      { numRuns: 2000 },
    );
  });
});

const cna = (
  versions: AffectedVersion[],
  more: Partial<AffectedProduct> = {},
): VulnerabilityRecord =>
  record({ affected: [{ vendor: "ACME", product: "Server", versions, ...more }] });
const affected = (version: string, more: Partial<AffectedVersion> = {}): AffectedVersion => ({
  version,
  status: "affected",
  ...more,
});

describe("what the CVE record itself says", () => {
  test("ranges end before lessThan, at lessThanOrEqual, or never", () => {
    const cases: [AffectedVersion, yes: string[], no: string[]][] = [
      [affected("1.0", { lessThan: "1.5" }), ["1.0", "1.4.9"], ["0.9", "1.5"]],
      [affected("1.0", { lessThanOrEqual: "1.5" }), ["1.5"], ["1.5.1"]],
      [affected("1.0", { lessThan: "*" }), ["1.0", "9.9"], ["0.9"]],
      [affected("0", { lessThan: "1.5" }), ["0.1"], ["1.5"]],
      [affected("1.0", { lessThanOrEqual: "1.5.*" }), ["1.5.9"], ["1.6", "0.9"]],
      [affected("2.x"), ["2.0", "2.9.1"], ["1.9", "3.0"]],
      [
        affected("1.0.0-rc.1", { lessThan: "1.0.0", versionType: "semver" }),
        ["1.0.0-rc.2"],
        ["1.0.0", "1.0.0-alpha"],
      ],
      [affected("3.0a1", { lessThan: "3.0", versionType: "python" }), ["3.0rc1"], ["3.0"]],
    ];
    for (const [version, yes, no] of cases) {
      for (const text of yes)
        assert.equal(
          outcome(matchOf(cna([version]), text)),
          "affected 80",
          `${JSON.stringify(version)} ${text}`,
        );
      for (const text of no)
        assert.equal(
          outcome(matchOf(cna([version]), text)),
          "silent",
          `${JSON.stringify(version)} ${text}`,
        );
    }
  });

  test("a change within a range turns its status from there on", () => {
    const one = cna([
      affected("1.0", { lessThan: "*", changes: [{ at: "1.4", status: "unaffected" }] }),
    ]);
    assert.equal(outcome(matchOf(one, "1.3")), "affected 80");
    assert.equal(matchOf(one, "1.3")?.fixedVersion, "1.4");
    assert.equal(outcome(matchOf(one, "1.4")), "silent");
  });

  test("a narrower range decides within a wider one", () => {
    const one = cna([
      affected("0", { lessThan: "3.0" }),
      { version: "2.5.4", lessThan: "2.6", status: "unaffected" },
    ]);
    assert.equal(outcome(matchOf(one, "2.5.3")), "affected 80");
    assert.equal(outcome(matchOf(one, "2.5.4")), "silent");
    assert.equal(outcome(matchOf(one, "2.7")), "affected 80");
    const spared = cna([
      affected("1.0", { lessThan: "3.0" }),
      { version: "1.0", status: "unaffected" },
    ]);
    assert.deepEqual(
      ["1.0", "1.1"].map((version) => outcome(matchOf(spared, version))),
      ["silent", "affected 80"],
    );
  });

  test("ranges that leave the version out suppress NVD's wider one, with the reason", () => {
    // CVE-2026-7210: NVD has everything before 3.13.14, the CNA knows of fixes in the older branches.
    const branches = [
      ["0", "3.10.22"],
      ["3.11.0", "3.11.16"],
      ["3.12.0", "3.12.14"],
      ["3.13.0", "3.13.14"],
    ] as const;
    const one = record({
      cve: "CVE-2026-7210",
      configurations: [
        either({
          criteria: "cpe:2.3:a:python:python:*:*:*:*:*:*:*:*",
          vulnerable: true,
          versionEndExcluding: "3.13.14",
        }),
      ],
      affected: [
        {
          vendor: "Python Software Foundation",
          product: "CPython",
          defaultStatus: "unaffected",
          versions: branches.map(([from, lessThan]) =>
            affected(from, { lessThan, versionType: "python" }),
          ),
        },
      ],
    });
    const python = (version: string) =>
      matchSoftware(bannerOf("python:python", version), knowing({ records: [one] }))[0];
    for (const version of ["3.10.22", "3.11.16", "3.12.14"]) {
      const match = python(version);
      assert.equal(outcome(match), "suppressed", version);
      assert.match(match?.verdicts[0]?.reason ?? "", /affects only/);
      assert.deepEqual(
        match?.verdicts.map(({ source, verdict }) => `${source} ${verdict}`),
        ["cna not_affected", "nvd affected"],
      );
    }
    assert.deepEqual(
      ["3.10.21", "3.12.13", "3.13.14"].map((version) => outcome(python(version))),
      ["affected 80", "affected 80", "silent"],
    );
  });

  test("without any range, or without a beginning, it is a guess of 30 at most", () => {
    assert.equal(outcome(matchOf(cna([], { defaultStatus: "affected" }), "1.0")), "affected 30");
    assert.equal(outcome(matchOf(cna([affected("all versions")]), "1.0")), "affected 30");
    assert.equal(outcome(matchOf(cna([affected("< 2.0")]), "1.0")), "affected 30");
    assert.equal(
      outcome(matchOf(cna([affected("unspecified", { lessThan: "2.0" })]), "1.0")),
      "affected 30",
    );
  });

  test("affected by default, ended by ranges that are not, is a statement", () => {
    const versions: AffectedVersion[] = [{ version: "2.0.4", lessThan: "*", status: "unaffected" }];
    const one = cna(versions, { defaultStatus: "affected" });
    assert.equal(outcome(matchOf(one, "2.0.3")), "affected 80");
    assert.equal(matchOf(one, "2.0.3")?.fixedVersion, "2.0.4");
    assert.equal(outcome(matchOf(one, "2.0.4")), "silent");
  });

  test("a range may begin with a comparison or with a name", () => {
    const compared = cna([affected(">= 1.0", { lessThan: "1.5" })]);
    assert.deepEqual(
      ["0.9", "1.0", "1.5"].map((version) => outcome(matchOf(compared, version))),
      ["silent", "affected 80", "silent"],
    );
    const named = cna([affected("R32", { lessThan: "R36 P4" })]);
    assert.deepEqual(
      ["r31", "r33", "r36", "R36 P3", "R36 P4"].map((version) => outcome(matchOf(named, version))),
      ["silent", "affected 80", "affected 80", "affected 80", "silent"],
    );
  });

  test("a guess gives way to NVD's range, both ways", () => {
    const guess = {
      ...cna([], { defaultStatus: "affected" }),
      configurations: [either(row({ versionEndExcluding: "2.0" }))],
    };
    assert.equal(outcome(matchOf(guess, "1.0")), "affected 80");
    assert.equal(outcome(matchOf(guess, "2.0")), "suppressed");
  });

  test("n/a, commits and words that nobody can read say nothing: NVD goes on", () => {
    const configurations = [either(row({ versionEndExcluding: "2.0" }))];
    for (const one of [
      cna([affected("n/a")]),
      cna([affected("8d59cc1b1aab", { lessThan: "0e7d3b", versionType: "git" })]),
      cna([affected("firmware of the second hardware revision")]),
      record({ affected: [{ vendor: "n/a", product: "n/a", versions: [affected("n/a")] }] }),
    ]) {
      assert.equal(outcome(matchOf({ ...one, configurations }, "1.0")), "affected 80");
      assert.equal(outcome(matchOf(one, "1.0")), "silent");
    }
  });

  test("single versions are a list of what was tried, not a range: NVD may add others", () => {
    const one = {
      ...cna([affected("1.5")]),
      configurations: [either(row({ versionEndExcluding: "2.0" }))],
    };
    assert.equal(outcome(matchOf(one, "1.5")), "affected 80");
    assert.equal(outcome(matchOf(one, "1.4")), "affected 80");
  });

  test("it is found by alias, by CPE, by package name, and by product alone where the vendor is n/a", () => {
    const versions = [affected("1.0", { lessThan: "2.0" })];
    const named: Partial<AffectedProduct>[] = [
      { vendor: "F5", product: "NGINX Open Source" },
      { vendor: "Somebody", product: "Something", cpes: ["cpe:2.3:a:nginx:nginx:*:*:*:*:*:*:*:*"] },
      { vendor: "F5", product: "A bundle", packageName: "nginx" },
      { vendor: "n/a", product: "nginx" },
    ];
    for (const more of named) {
      const found = matchSoftware(
        bannerOf("f5:nginx", "1.5"),
        knowing({ records: [cna(versions, more)] }),
      );
      assert.equal(outcome(found[0]), "affected 80", JSON.stringify(more));
    }
    const plus = matchSoftware(
      bannerOf("f5:nginx", "1.5"),
      knowing({ records: [cna(versions, { vendor: "F5", product: "NGINX Plus" })] }),
    );
    assert.equal(plus.length, 0);
  });

  test("platforms that are all others exclude it", () => {
    const one = cna([affected("1.0", { lessThan: "2.0" })], { platforms: ["Windows", "MacOS"] });
    assert.equal(outcome(matchOf(one, "1.5")), "silent");
    assert.equal(outcome(matchOf(one, "1.5", { platform: "windows" })), "affected 80");
    assert.equal(
      outcome(
        matchOf(
          cna([affected("1.0", { lessThan: "2.0" })], { platforms: ["x86", "64 bit"] }),
          "1.5",
        ),
      ),
      "affected 80",
    );
  });
});

test("a lower source never brings back what a higher one excluded, whatever the versions", () => {
  const version = fc.tuple(fc.nat(3), fc.nat(20), fc.nat(20)).map((numbers) => numbers.join("."));
  fc.assert(
    fc.property(version, version, version, version, (from, lessThan, end, ours) => {
      const one = {
        ...cna([affected(from, { lessThan })], { defaultStatus: "unaffected" }),
        configurations: [either(row({ versionEndExcluding: end }))],
      };
      const match = matchOf(one, ours);
      if (match === undefined) return;
      const [first] = match.verdicts;
      assert.equal(first?.source, "cna");
      assert.equal(match.affected, first?.verdict === "affected");
    }),
  );
});

test("one record's match does not depend on the others", () => {
  const wanted = "CVE-2019-0211";
  const software = bannerOf("apache:http_server", "2.4.38");
  const alone = matchSoftware(software, knowing({ records: [recordOf(wanted)] }));
  const many = matchSoftware(
    software,
    knowing({ records: ["CVE-2021-44790", wanted, "CVE-2022-31813"].map(recordOf) }),
  );
  assert.deepEqual(
    many.filter(({ cve }) => cve === wanted),
    alone,
  );
});

test("whatever the feeds and the banners hold, matching ends, and gives sound figures", () => {
  const text = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc.constantFrom(
      "*",
      "-",
      "",
      "n/a",
      "1.0",
      "v2",
      "1.0p1",
      "<",
      ">= 1",
      "1.x",
      "0",
      "git",
      "9".repeat(300),
      "\u0000'; drop table--",
    ),
  );
  const version = fc.record(
    {
      version: text,
      status: fc.constantFrom("affected" as const, "unaffected" as const, "unknown" as const),
      lessThan: text,
      lessThanOrEqual: text,
      versionType: text,
    },
    { requiredKeys: ["version", "status"] },
  );
  const bounds = fc.record(
    { versionStartIncluding: text, versionEndExcluding: text },
    { requiredKeys: [] },
  );
  const criteria = fc.oneof(
    text,
    text.map((word) => `cpe:2.3:a:acme:server:${word.replaceAll(":", "\\:")}:*:*:*:*:*:*:*`),
  );
  fc.assert(
    fc.property(
      criteria,
      fc.array(version, { maxLength: 3 }),
      criteria,
      bounds,
      (ours, versions, theirs, ends) => {
        const one = {
          ...cna(versions),
          configurations: [either({ criteria: theirs, vulnerable: true, ...ends })],
        };
        for (const match of matchSoftware(
          { ...bannerOf("acme:server", "1"), cpes: [ours] },
          knowing({ records: [one] }),
        )) {
          assert.ok(match.confidence >= 0 && match.confidence <= 80);
          assert.ok(match.verdicts.every(({ reason }) => reason.length > 0 && reason.length < 600));
        }
      },
    ),
    { numRuns: 2000 },
  );
});
