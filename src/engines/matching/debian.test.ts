import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { DebianEntry, Match, Software } from "#engines/vulnerability-types";
import {
  bannerOf,
  debianBanner,
  debianEntries,
  knowing,
  records,
} from "./corpus/corpus.fixture.ts";
import { matchSoftware } from "./match-software.ts";

const all = knowing({ records, debian: debianEntries });

function matchOf(software: Software, cve: string, knowledge = all): Match | undefined {
  return matchSoftware(software, knowledge).find((match) => match.cve === cve);
}

/** `affected`, `suppressed`, or `silent` when no source names it. */
function outcome(match: Match | undefined): string {
  if (match === undefined) return "silent";
  return match.affected ? `affected ${match.confidence}` : "suppressed";
}

const openssh = (version: string, release: string | null = null): Software =>
  debianBanner("openbsd:openssh", version.replace(/-.*$/, ""), "openssh", version, release);

/** An entry of the tracker for bookworm, with what matters to the case. */
function entry(more: Partial<DebianEntry>): DebianEntry {
  return {
    package: "openssh",
    cve: "CVE-2023-51385",
    release: "bookworm",
    status: "resolved",
    fixedVersion: null,
    urgency: "not yet assigned",
    nodsa: null,
    repositories: ["1:9.2p1-2+deb12u10"],
    ...more,
  };
}

describe("a banner that names Debian's package is judged by Debian's tracker", () => {
  test("an older revision is affected, and the fixed one is named", () => {
    const match = matchOf(openssh("9.2p1-2+deb12u1"), "CVE-2023-51385");
    assert.equal(outcome(match), "affected 80");
    assert.equal(match?.fixedVersion, "1:9.2p1-2+deb12u2");
    assert.equal(
      match?.verdicts[0]?.reason,
      "Debian bookworm fixed it in 1:9.2p1-2+deb12u2; 9.2p1-2+deb12u1 is older.",
    );
  });

  test("the backported fix is believed although NVD names the upstream version, and the trail says why", () => {
    const match = matchOf(openssh("9.2p1-2+deb12u3"), "CVE-2023-51385");
    assert.equal(outcome(match), "suppressed");
    assert.deepEqual(
      match?.verdicts.map(({ source, verdict }) => [source, verdict]),
      [
        ["debian", "not_affected"],
        ["nvd", "affected"],
      ],
    );
  });

  test("revisions are ordered as numbers: deb12u10 is not below deb12u5", () => {
    assert.equal(outcome(matchOf(openssh("9.2p1-2+deb12u10"), "CVE-2025-26465")), "suppressed");
    assert.equal(outcome(matchOf(openssh("9.2p1-2+deb12u4"), "CVE-2025-26465")), "affected 80");
  });

  test("fixes of the security suite count in each release by its own revision, never by another release's", () => {
    const redis = (version: string): Software =>
      debianBanner("redis:redis", version.replace(/-.*$/, ""), "redis", version);
    for (const [version, expected] of [
      ["8.0.2-3+deb13u1", "suppressed"],
      ["8.0.2-3", "affected 80"],
      ["7.0.15-1~deb12u6", "suppressed"],
      ["7.0.15-1~deb12u5", "affected 80"],
      ["6.0.16-1+deb11u8", "suppressed"],
      ["6.0.16-1+deb11u7", "affected 80"],
    ] as const) {
      assert.equal(outcome(matchOf(redis(version), "CVE-2025-49844")), expected, version);
    }
  });

  test("the epoch that a banner leaves out is the archive's: 5: and 2: do not make everything old", () => {
    const samba = debianBanner("samba:samba", "4.17.12", "samba", "4.17.12+dfsg-0+deb12u1");
    assert.equal(outcome(matchOf(samba, "CVE-2017-7494")), "silent");
    const withEpoch: Software = {
      ...samba,
      package: {
        distribution: "debian",
        release: "jessie",
        source: "samba",
        version: "2:4.5.7+dfsg-1",
        hasEpoch: true,
      },
      cpes: bannerOf("samba:samba", "4.5.7").cpes,
    };
    assert.equal(outcome(matchOf(withEpoch, "CVE-2017-7494")), "affected 30");
  });

  test("what never affected Debian does not affect it, whatever NVD's range says", () => {
    const nginx = debianBanner("f5:nginx", "1.26.0", "nginx", "1.22.1-9+deb12u1");
    const match = matchOf(nginx, "CVE-2026-40460");
    assert.equal(outcome(match), "suppressed");
    assert.equal(match?.verdicts[0]?.reason, "Debian bookworm was never affected.");
  });

  test("an unimportant issue without a fix affects it, marked as unimportant", () => {
    const match = matchOf(openssh("9.2p1-2+deb12u3"), "CVE-2020-15778");
    assert.deepEqual(
      [outcome(match), match?.unimportant, match?.fixedVersion],
      ["affected 80", true, null],
    );
    assert.match(
      match?.verdicts[0]?.reason ?? "",
      /has not fixed it: it rates it as unimportant\. .*disputed/,
    );
  });
});

describe("Debian's states", () => {
  const judged = (more: Partial<DebianEntry>, version = "9.2p1-2+deb12u3"): Match | undefined =>
    matchOf(openssh(version), "CVE-2023-51385", knowing({ records, debian: [entry(more)] }));

  test("open without a fix affects it, and no upstream version is offered as one", () => {
    const match = judged({ status: "open", nodsa: "Minor issue" });
    assert.deepEqual([outcome(match), match?.fixedVersion], ["affected 80", null]);
    assert.match(match?.verdicts[0]?.reason ?? "", /plans no advisory \(Minor issue\)/);
  });

  test("the end of support leaves it affected, and says so", () => {
    const match = judged({ status: "open", urgency: "end-of-life" });
    assert.equal(outcome(match), "affected 80");
    assert.match(match?.verdicts[0]?.reason ?? "", /no longer supported/);
  });

  test("undetermined decides nothing: the upstream sources go on, as a guess of 30 at most", () => {
    const match = judged({ status: "undetermined" });
    assert.equal(outcome(match), "affected 30");
    assert.deepEqual(
      match?.verdicts.map(({ verdict }) => verdict),
      ["unknown", "affected"],
    );
  });

  test("a vulnerability that the tracker does not list is a guess of 30 at most", () => {
    const match = judged({ cve: "CVE-1999-0001" });
    assert.equal(outcome(match), "affected 30");
    assert.match(match?.verdicts[1]?.reason ?? "", /may have fixed it without a new version/);
  });

  test("without the tracker's data nothing of a Debian package is more than a guess", () => {
    assert.equal(
      outcome(matchOf(openssh("9.2p1-2+deb12u3"), "CVE-2023-51385", knowing({ records }))),
      "affected 30",
    );
  });
});

describe("backports", () => {
  test("are judged as the version they were built from: not flooded by their release's fixes", () => {
    const fixed = openssh("9.9p2-1~bpo12+1");
    for (const cve of ["CVE-2018-15473", "CVE-2023-51385", "CVE-2025-26465"]) {
      assert.notEqual(outcome(matchOf(fixed, cve)), "affected 80", cve);
    }
    const old = matchOf(openssh("9.6p1-3~bpo12+1"), "CVE-2025-26465");
    assert.equal(outcome(old), "affected 80");
    assert.equal(old?.fixedVersion, "1:9.9p2-1");
    assert.match(old?.verdicts[0]?.reason ?? "", /It is a backport/);
  });

  test("of a stable release's revision are judged by that release", () => {
    const fixed = matchOf(openssh("9.2p1-2+deb12u2~bpo11+1"), "CVE-2023-51385");
    assert.equal(outcome(fixed), "suppressed");
    assert.equal(
      outcome(matchOf(openssh("9.2p1-2+deb12u1~bpo11+1"), "CVE-2023-51385")),
      "affected 80",
    );
  });

  test("sort below the revision they were built from, and still have its fix", () => {
    const debian = [
      entry({ release: "trixie", fixedVersion: "1:9.6p1-3", repositories: ["1:10.0p1-7"] }),
      entry({ fixedVersion: "1:9.2p1-2+deb12u2" }),
    ];
    const knowledge = knowing({ records, debian });
    assert.equal(
      outcome(matchOf(openssh("9.6p1-3~bpo12+1"), "CVE-2023-51385", knowledge)),
      "silent",
    );
    assert.equal(
      outcome(matchOf(openssh("9.6p1-2~bpo12+1"), "CVE-2023-51385", knowledge)),
      "affected 80",
    );
  });
});

describe("the release", () => {
  test("is recognised by the version that one release alone holds", () => {
    assert.equal(outcome(matchOf(openssh("9.2p1-2"), "CVE-2023-51385")), "affected 80");
    assert.equal(outcome(matchOf(openssh("8.4p1-5"), "CVE-2023-51385")), "affected 80");
    assert.equal(outcome(matchOf(openssh("10.0p1-7"), "CVE-2023-51385")), "silent");
  });

  test("is not concluded from an upstream version that an old install of the next release may have, too", () => {
    const about = { package: "apache2", cve: "CVE-2026-0001" };
    const debian = [
      entry({
        ...about,
        release: "bullseye",
        status: "open",
        repositories: ["2.4.62-1~deb11u1", "2.4.67-1~deb11u3"],
      }),
      entry({ ...about, fixedVersion: "2.4.57-1", repositories: ["2.4.68-1~deb12u1"] }),
    ];
    const apache = debianBanner("apache:http_server", "2.4.62", "apache2", "2.4.62");
    assert.equal(outcome(matchOf(apache, "CVE-2026-0001", knowing({ debian }))), "silent");
  });

  test("that the tracker no longer carries is cleared by the fix of all later versions, and never found affected", () => {
    const buster = openssh("7.9p1-10+deb10u2");
    assert.equal(outcome(matchOf(buster, "CVE-2018-15473")), "silent");
    const match = matchOf(buster, "CVE-2025-26465");
    assert.equal(outcome(match), "affected 30");
    assert.match(match?.verdicts[0]?.reason ?? "", /says nothing of buster/);
  });

  test("that long-term support carries is judged by its own fixes once they are loaded", () => {
    const elts = entry({
      release: "buster",
      fixedVersion: "1:7.9p1-10+deb10u4",
      repositories: ["1:7.9p1-10+deb10u4"],
    });
    const knowledge = knowing({ records, debian: [...debianEntries, elts] });
    assert.equal(
      outcome(matchOf(openssh("7.9p1-10+deb10u2"), "CVE-2023-51385", knowledge)),
      "affected 80",
    );
    assert.equal(
      outcome(matchOf(openssh("7.9p1-10+deb10u4"), "CVE-2023-51385", knowledge)),
      "suppressed",
    );
  });
});

describe("a banner without a revision", () => {
  const apache = (version: string, release: string | null = null): Software =>
    debianBanner("apache:http_server", version, "apache2", version, release);

  test("is cleared by a fix of an older upstream version, or of its first revision", () => {
    assert.equal(outcome(matchOf(apache("2.4.62"), "CVE-2021-44790")), "silent");
    assert.equal(
      outcome(
        matchOf(
          apache("2.4.52"),
          "CVE-2021-44790",
          knowing({
            records,
            debian: [
              entry({ package: "apache2", cve: "CVE-2021-44790", fixedVersion: "2.4.52-1" }),
            ],
          }),
        ),
      ),
      "silent",
    );
  });

  test("is affected when every release fixed it with a newer upstream version", () => {
    const match = matchOf(apache("2.4.37"), "CVE-2019-0211");
    assert.deepEqual([outcome(match), match?.fixedVersion], ["affected 80", "2.4.38-3"]);
    assert.match(
      match?.verdicts[0]?.reason ?? "",
      /in every release; which one this is, is not known/,
    );
    // Each release has a fix of its own: none is offered.
    assert.equal(matchOf(apache("2.4.47"), "CVE-2022-31813")?.fixedVersion, null);
  });

  test("is not judged when the fix came with a later revision of the same version: a guess of 30 at most", () => {
    const match = matchOf(openssh("8.4p1", "bullseye"), "CVE-2023-51385");
    assert.equal(outcome(match), "affected 30");
    assert.match(match?.verdicts[0]?.reason ?? "", /revision of 8\.4p1 is not known/);
  });

  test("is not judged when the releases differ", () => {
    const match = matchOf(
      apache("2.4.53"),
      "CVE-2022-31813",
      knowing({
        records,
        debian: [
          entry({
            package: "apache2",
            cve: "CVE-2022-31813",
            fixedVersion: "2.4.54-1",
            repositories: ["2.4.71-1"],
          }),
          entry({
            package: "apache2",
            cve: "CVE-2022-31813",
            release: "bullseye",
            fixedVersion: "2.4.48-1",
            repositories: ["2.4.67-1"],
          }),
        ],
      }),
    );
    assert.equal(outcome(match), "affected 30");
    assert.match(match?.verdicts[0]?.reason ?? "", /releases differ/);
  });
});

describe("software on a Debian host whose banner does not name Debian", () => {
  const nginx = (version: string): Software =>
    bannerOf("f5:nginx", version, {
      package: {
        distribution: "debian",
        release: "bookworm",
        source: "nginx",
        version: null,
        hasEpoch: false,
      },
    });

  test("is taken for Debian's package when the archive has that very version", () => {
    assert.equal(outcome(matchOf(nginx("1.22.1"), "CVE-2026-40460")), "silent");
    const debian = [
      entry({
        package: "nginx",
        cve: "CVE-2026-0001",
        status: "open",
        repositories: ["1.22.1-9+deb12u9"],
      }),
    ];
    assert.equal(
      outcome(matchOf(nginx("1.22.1"), "CVE-2026-0001", knowing({ debian }))),
      "affected 80",
    );
  });

  test("is judged by upstream versions when it is another version than the archive's", () => {
    const match = matchOf(nginx("1.26.0"), "CVE-2026-40460");
    assert.equal(outcome(match), "affected 80");
    assert.deepEqual(
      match?.verdicts.map(({ source }) => source),
      ["cna", "nvd"],
    );
  });
});

test("each product of one banner is judged by its own package", () => {
  const software: Software = {
    cpes: [
      ...bannerOf("nextcloud:nextcloud_server", "27.0.0").cpes,
      ...bannerOf("apache:http_server", "2.4.57").cpes,
      ...bannerOf("openssl:openssl", "3.0.1").cpes,
    ],
    platform: "linux",
    package: {
      distribution: "debian",
      release: "bookworm",
      source: "apache2",
      version: "2.4.57",
      hasEpoch: false,
    },
    ecosystem: null,
    confidence: 80,
  };
  const match = matchOf(software, "CVE-2022-0778");
  assert.equal(match?.verdicts[0]?.source, "debian");
  assert.equal(outcome(match), "suppressed");
});
